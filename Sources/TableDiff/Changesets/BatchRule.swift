/// A rule that a batch update has to obey, under the number that messages and tests use.
///
/// R rules are what `UITableView` and `UICollectionView` check themselves, by crashing the app. S rules are stricter:
/// batches that break them pass those checks and then crash, or are drawn wrong, on devices.
public enum BatchRule: String, Hashable, Sendable, CaseIterable {
  /// The data changes inside the batch and nowhere else.
  case r0 = "R0"
  /// A reload is a delete and an insert; an index is not both deleted and reloaded.
  case r1 = "R1"
  /// Deleted sections exist, and neither they nor rows in them move.
  case r2 = "R2"
  /// Deleted rows exist and do not move.
  case r3 = "R3"
  /// Inserted sections and rows have places that exist afterwards, and nothing moves to these places or into such
  /// sections.
  case r4 = "R4"
  /// A move's source exists before, its target exists after; both are named once.
  case r5 = "R5"
  /// Sections before, plus inserted, minus deleted, are sections after.
  case r6 = "R6"
  /// The same for the rows of every section that stays.
  case r7 = "R7"
  /// No reload in a batch, no batch in a batch, and no batch without a window and a first layout.
  case r8 = "R8"
  /// No row operation in a section that moves in the same batch.
  case s1 = "S1"
  /// Content updates never share a batch with structure.
  case s2 = "S2"
  /// Sections are never reloaded as a whole.
  case s3 = "S3"
  /// No index is named twice, and no row on its own whose whole section is inserted or deleted.
  case s4 = "S4"
}

/// A batch that breaks a rule.
public struct BatchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The first rule that is broken.
  public let rule: BatchRule
  /// The rule and what breaks it, with the indices.
  public let description: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - rule: The rule that is broken.
  ///   - message: What breaks it, with the indices.
  package init(_ rule: BatchRule, _ message: String) {
    self.rule = rule
    description = "\(rule.rawValue): \(message)"
  }
}

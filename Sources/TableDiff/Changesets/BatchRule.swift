/// A rule for valid batch updates, identified by a number such as R1.
///
/// `UITableView` and `UICollectionView` enforce the R rules by crashing the app. Batch updates that violate the S rules
/// pass the views' checks, but then crash or draw incorrectly on devices.
public enum BatchRule: String, Hashable, Sendable, CaseIterable {
  /// The data changes only within the batch.
  case r0 = "R0"
  /// A reload counts as a deletion and an insertion. An index is not both deleted and reloaded.
  case r1 = "R1"
  /// Deleted sections exist before the batch update. Neither these sections nor their rows move.
  case r2 = "R2"
  /// Deleted rows exist before the batch update and do not move.
  case r3 = "R3"
  /// Inserted sections and rows have positions that exist after the batch update. No section or row moves to these
  /// positions or into inserted sections.
  case r4 = "R4"
  /// The source of a move exists before the batch update, and its target exists after the update. Each source and each
  /// target is listed once.
  case r5 = "R5"
  /// The number of sections after the batch update is the number before it, plus insertions, minus deletions.
  case r6 = "R6"
  /// The row count of each remaining section after the batch update matches its insertions, deletions and moves.
  case r7 = "R7"
  /// A batch contains no reload and no other batch, and starts only when the view is in a window and has been laid out.
  case r8 = "R8"
  /// A batch update that moves a section contains no row operations in that section.
  case s1 = "S1"
  /// Content updates are not combined with insertions, deletions or moves.
  case s2 = "S2"
  /// Sections are not reloaded as a whole.
  case s3 = "S3"
  /// No index is listed twice, and no row of an inserted or deleted section is listed separately.
  case s4 = "S4"
}

/// The error that is thrown for a batch update that violates a rule.
public struct BatchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The first rule that the batch update violates.
  public let rule: BatchRule
  /// A description of the violation that contains the rule and the indices.
  public let description: String

  package init(_ rule: BatchRule, _ message: String) {
    self.rule = rule
    description = "\(rule.rawValue): \(message)"
  }
}

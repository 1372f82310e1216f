public import LiveTables

/// A condition that specifies when the source of an ``OptimisticTable`` includes an edit.
public struct EditReceipt<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  enum Condition: Sendable {
    case now
    case revision(Int)
    case table(@Sendable (TableSnapshot<Section, Row>) -> Bool)
  }

  let condition: Condition

  /// The source already includes the edit.
  public static var confirmed: EditReceipt { EditReceipt(condition: .now) }

  /// The source includes the edit as of the given revision.
  ///
  /// - Parameter revision: A revision of the source, such as the revision of a `TableChange`.
  public static func revision(_ revision: Int) -> EditReceipt { EditReceipt(condition: .revision(revision)) }

  /// The source includes the edit once the source's table satisfies a condition.
  ///
  /// - Parameter isThere: A closure that is called with every table read from the source.
  public static func once(_ isThere: @escaping @Sendable (TableSnapshot<Section, Row>) -> Bool) -> EditReceipt {
    EditReceipt(condition: .table(isThere))
  }
}

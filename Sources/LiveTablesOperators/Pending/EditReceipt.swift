public import LiveTables

/// A condition that specifies when the source of an ``OptimisticTable`` includes an edit.
public struct EditReceipt<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  enum Condition: Sendable {
    case now
    case revision(Int)
    case table(@Sendable (TableSnapshot<Section, Row>) -> Bool)
  }

  let condition: Condition

  /// A receipt for an edit that the source already includes.
  public static var confirmed: EditReceipt { EditReceipt(condition: .now) }

  /// Returns a receipt for an edit that the source includes as of the given revision.
  ///
  /// - Parameter revision: A revision of the source, such as the revision of a `TableChange`.
  public static func revision(_ revision: Int) -> EditReceipt { EditReceipt(condition: .revision(revision)) }

  /// Returns a receipt for an edit that the source includes once its table satisfies a condition.
  ///
  /// - Parameter isThere: A closure that is called with every table read from the source.
  public static func once(_ isThere: @escaping @Sendable (TableSnapshot<Section, Row>) -> Bool) -> EditReceipt {
    EditReceipt(condition: .table(isThere))
  }
}

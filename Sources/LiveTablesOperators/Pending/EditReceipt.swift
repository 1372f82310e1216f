public import LiveTables

/// When the source of an ``OptimisticTable`` has what an edit did, so that the edit need not be shown on top of it any more.
public struct EditReceipt<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  enum Condition: Sendable {
    case now
    case revision(Int)
    case table(@Sendable (TableSnapshot<Section, Row>) -> Bool)
  }

  let condition: Condition

  /// The source has it already.
  public static var confirmed: EditReceipt { EditReceipt(condition: .now) }

  /// The source has it from one of its revisions on.
  ///
  /// - Parameter revision: That of a `TableChange` of the source, say.
  public static func revision(_ revision: Int) -> EditReceipt { EditReceipt(condition: .revision(revision)) }

  /// The source has it once its table looks so.
  ///
  /// - Parameter isThere: Asked for every table of the source that is read.
  public static func once(_ isThere: @escaping @Sendable (TableSnapshot<Section, Row>) -> Bool) -> EditReceipt {
    EditReceipt(condition: .table(isThere))
  }
}

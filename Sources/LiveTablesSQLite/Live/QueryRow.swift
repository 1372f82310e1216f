#if SQLite
public import LiveTables

/// A row of a live table: its id.
///
/// The content is read on request, and kept for a while.
///
/// ```swift
/// cell.subject = row.value?.subject ?? "…"                          // at once, if it is known
/// scope.task { if let mail = try await row.load() { … } }           // read in the background
/// ```
///
/// A table of ten million rows holds ten million of these, of 24 bytes each.
public struct QueryRow<Value: Sendable>: Diffable, Identifiable, Sendable {
  /// The value of the id column.
  public let id: RowID
  @usableFromInline let stamp: UInt32
  let state: LiveState<Value>

  init(id: RowID, stamp: UInt32, state: LiveState<Value>) {
    self.id = id
    self.stamp = stamp
    self.state = state
  }

  /// Whether nothing is known to have changed in the row.
  @inlinable public func hasSameContent(as other: QueryRow) -> Bool { stamp == other.stamp }

  /// What is in the row, if it has been read.
  public var value: Value? { state.source.cache.value(of: id, since: stamp) }

  /// Reads what is in the row, together with others that are asked for at the same time.
  ///
  /// - Returns: `nil` if the row does not exist any more; a newer table lacks it, too.
  /// - Throws: ``DatabaseError``, or what decoding throws. `CancellationError` if the task is cancelled, which ends its
  ///   wait and nothing else.
  public func load() async throws -> Value? {
    if let value { return value }
    return try await state.source.load(id, since: max(stamp, state.revision), in: state)
  }

  /// The same row with other content, for a change that the user makes.
  ///
  /// ```swift
  /// view.link.editing.update(row.changed(to: mail), at: path)
  /// ```
  ///
  /// The content is known at once; the database has it when the edit has been written (see ``EditWriter``).
  ///
  /// - Parameter value: The new content.
  /// - Returns: The row with this content.
  public func changed(to value: Value) -> QueryRow {
    QueryRow(id: id, stamp: state.source.cache.change(id, to: value), state: state)
  }

  /// The newest state of the database that was read and has this row as it is.
  public var transaction: ReadTransaction { state.transaction }
}

/// A state of the database that was shown.
final class LiveState<Value: Sendable>: Sendable {
  let source: RowSource<Value>
  let transaction: ReadTransaction
  let recipe: RowRecipe<Value>
  /// Counts the states of a live table.
  let revision: UInt32

  init(_ source: RowSource<Value>, _ transaction: ReadTransaction, _ recipe: RowRecipe<Value>, revision: UInt32) {
    self.source = source
    self.transaction = transaction
    self.recipe = recipe
    self.revision = revision
  }
}

/// How rows are read: by which query, and what becomes of them.
struct RowRecipe<Value: Sendable>: Sendable {
  let plan: QueryPlan
  let decoding: TableQueryDecoding<Value>
}
#endif

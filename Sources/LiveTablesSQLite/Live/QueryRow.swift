#if SQLite
public import LiveTables

/// A row of a live table, which contains only the row's id.
///
/// The contents of the row are read on demand and then cached.
///
/// ```swift
/// cell.subject = row.value?.subject ?? "…"                          // at once, if it is known
/// scope.task { if let mail = try await row.load() { … } }           // read in the background
/// ```
///
/// Each row takes 24 bytes.
public struct QueryRow<Value: Sendable>: Diffable, Identifiable, Sendable {
  /// The id of the row.
  public let id: RowID
  @usableFromInline let stamp: UInt32
  let state: LiveState<Value>

  init(id: RowID, stamp: UInt32, state: LiveState<Value>) {
    self.id = id
    self.stamp = stamp
    self.state = state
  }

  /// Returns `true` unless the row is known to have changed.
  @inlinable public func hasSameContent(as other: QueryRow) -> Bool { stamp == other.stamp }

  static func rows(_ ids: [RowID], _ stamps: Stamps, _ state: LiveState<Value>) -> [QueryRow] {
    created(ids) { QueryRow(id: $0, stamp: stamps[$0], state: state) }
  }

  /// The contents of the row, or `nil` if they have not been read.
  public var value: Value? { state.edited ?? state.source.cache.value(of: id, since: stamp) }

  /// Reads the contents of the row in a batch with other requested rows.
  ///
  /// - Returns: The contents, or `nil` if the row no longer exists, in which case a newer table without the row
  ///   follows.
  /// - Throws: ``SQLiteError``, or a decoding error. `CancellationError` if the task is cancelled.
  public func load() async throws -> Value? {
    if let value { return value }
    return try await state.source.load(id, since: max(stamp, state.revision), in: state)
  }

  /// Returns the same row with different contents, for an edit by the user.
  ///
  /// ```swift
  /// view.link.editing.update(row.changed(to: mail), at: path)
  /// ```
  ///
  /// See ``LiveQuery/editable(by:)``, which writes such edits.
  public func changed(to value: Value) -> QueryRow {
    let edited = LiveState(state.source, state.transaction, state.recipe, revision: state.revision, edited: value)
    return QueryRow(id: id, stamp: state.source.cache.nextNumber(), state: edited)
  }

  /// The latest read transaction in which this row had the same content.
  public var transaction: ReadTransaction { state.transaction }
}

/// Creates an array of elements.
///
/// The type of the elements is a parameter of this function, because the metadata of `QueryRow<Value>` would otherwise
/// be looked up for each element.
@inline(never)
private func created<Element>(_ ids: [RowID], _ element: (RowID) -> Element) -> [Element] {
  Array(unsafeUninitializedCapacity: ids.count) { elements, count in
    for id in ids {
      elements.initializeElement(at: count, to: element(id))
      count += 1
    }
  }
}

/// A database state that has been shown, or such a state with the contents of one row that a user has edited.
final class LiveState<Value: Sendable>: Sendable {
  let source: RowSource<Value>
  let transaction: ReadTransaction
  let recipe: RowReadPlan<Value>
  let revision: UInt32
  let edited: Value?

  init(
    _ source: RowSource<Value>, _ transaction: ReadTransaction, _ recipe: RowReadPlan<Value>, revision: UInt32,
    edited: Value? = nil
  ) {
    self.source = source
    self.transaction = transaction
    self.recipe = recipe
    self.revision = revision
    self.edited = edited
  }
}

/// The query plan and the decoding that are used to read the contents of rows.
struct RowReadPlan<Value: Sendable>: Sendable {
  let plan: QueryPlan
  let decoding: TableQueryDecoding<Value>
}
#endif

/// An index-based change to a list, such as a vector diff from a chat client or a CRDT patch.
///
/// ```swift
/// for await changes in room.timelineChanges {
///   do {
///     try await timeline.edit { try $0.apply(changes) }      // one changeset for all
///   } catch TableError.indexOutOfRange {
///     try await timeline.set(await room.wholeTimeline())     // nothing was applied
///   }
/// }
/// ```
public enum IndexedChange<Row> {
  /// Appends rows to the list.
  case append([Row])
  /// Inserts a row before the row at an index, or at the end of the list.
  case insert(Row, at: Int)
  /// Replaces the row at an index of the list.
  case set(Row, at: Int)
  /// Removes the row at an index of the list.
  case remove(at: Int)
  /// Removes the last row of the list.
  case popLast
  /// Removes rows from the end until the given number of rows remains.
  case truncate(to: Int)
  /// Removes all rows from the list.
  case clear
  /// Replaces all rows of the list.
  case reset([Row])
}

extension IndexedChange: Sendable where Row: Sendable {}

extension TableEditor where Section == OneSection {
  /// Applies index-based changes in order.
  ///
  /// Each index refers to the list after the previous change.
  ///
  /// - Throws: ``TableError/indexOutOfRange(number:_:)`` if an index is invalid. Later changes are then not applied. If
  ///   the closure of `edit` rethrows the error, none of its edits are applied.
  /// - Complexity: O(log *n*) for each change.
  @inlinable public mutating func apply(_ changes: some Sequence<IndexedChange<Row>>) throws {
    for (number, change) in changes.enumerated() {
      let count = table.count
      switch change {
      case .append(let rows): apply(.insert(rows, at: .end))
      case .insert(let row, let index) where 0...count ~= index: apply(.insert([row], at: .path(RowPath(0, index))))
      case .set(let row, let index) where 0..<count ~= index:
        apply(.replace(.path(RowPath(0, index)), with: [row], isRefresh: false))
      case .remove(let index) where 0..<count ~= index: apply(.remove(.path(RowPath(0, index))))
      case .popLast where count > 0: apply(.remove(.path(RowPath(0, count - 1))))
      case .truncate(let length) where 0...count ~= length:
        if length < count { apply(.remove(.range(length..<count))) }
      case .clear: apply(.remove(.all()))
      case .reset(let rows):
        apply(.insert([], at: .end))  // creates the section if there is none
        apply(.set(rows))
      case .insert, .set, .remove, .popLast, .truncate:
        throw change.error(number, count)
      }
    }
  }
}

extension IndexedChange {
  @usableFromInline func error(_ number: Int, _ count: Int) -> TableError {
    TableError.indexOutOfRange(number: number, "\(name) does not fit \(count) rows")
  }

  private var name: String {
    switch self {
    case .append(let rows): "append \(rows.count)"
    case .insert(_, let index): "insert at \(index)"
    case .set(_, let index): "set at \(index)"
    case .remove(let index): "remove at \(index)"
    case .popLast: "pop last"
    case .truncate(let length): "truncate to \(length)"
    case .clear: "clear"
    case .reset(let rows): "reset to \(rows.count)"
    }
  }
}

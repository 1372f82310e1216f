#if Postgres
/// The changes to a table's rows by number: replaced and removed rows, and rows added at the end.
///
/// An old row has the number of its token. A new row has its number in `DecodedRows`, or -1 if it was removed again.
struct TableDelta: Sendable {
  struct Added: Sendable {
    let key: RowKey
    var row: Int32
  }

  /// The new row for each changed row.
  var fates: [Int32: Int32] = [:]
  var added: [Added] = []
  private(set) var isCleared = false

  var isEmpty: Bool { fates.isEmpty && added.isEmpty && !isCleared }

  /// Replaces or removes a row.
  ///
  /// - Parameter place: The token of an old row, or the complement of an index of `added`.
  mutating func set(_ place: Int32, to row: Int32) {
    if place < 0 { added[Int(~place)].row = row } else { fates[place] = row }
  }

  /// The new row at a place, or `nil` if the old row has not changed.
  func row(at place: Int32) -> Int32? { place < 0 ? added[Int(~place)].row : fates[place] }

  mutating func removeAll() {
    (fates, added) = ([:], [])
    isCleared = true
  }
}
#endif

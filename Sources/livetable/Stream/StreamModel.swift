import LiveTables
import LiveTablesOperators

/// The table that a stream has made so far.
///
/// A row is found by its identity through an index, and the table is edited where the row is: a line costs O(log *n*),
/// and the difference to the table before costs what the line changed.
struct StreamModel {
  /// The table, rows in the order in which they came.
  private(set) var table = RecordList(rows: [])
  /// The slot of the first row with an identity: slots stay what they are while other rows come and go.
  private var slots: [ExactText: Int] = [:]
  /// The slots of further rows of identities that whole tables may repeat.
  private var repeated: [ExactText: [Int]] = [:]
  /// A 1 for each slot of a row, and a 0 where the row is gone: what is before a slot adds up to the row's place.
  private(set) var ranks = FenwickTree(ones: 0)

  /// Puts a row in the place of the first one with its identity, or at the end.
  mutating func put(_ row: Record) {
    if let slot = slots[row.identity] {
      table.replace(at: path(of: slot), with: row)
    } else {
      slots[row.identity] = appendSlot()
      table.append(row, toSection: 0)
    }
  }

  /// Removes the rows with an identity.
  ///
  /// - Returns: Whether there was one.
  @discardableResult mutating func remove(_ identity: ExactText) -> Bool {
    let gone = (slots.removeValue(forKey: identity).map { [$0] } ?? []) + (repeated.removeValue(forKey: identity) ?? [])
    for slot in gone {
      table.remove(at: path(of: slot))
      ranks.add(-1, at: slot)
    }
    // Memory stays bounded: where most slots belong to rows that are gone, all get new ones.
    if ranks.count - table.count > max(1024, table.count) { index() }
    return !gone.isEmpty
  }

  /// Removes the first rows, until there are no more than so many.
  mutating func removeFirst(behind count: Int) {
    while table.count > count, let first = table.first { remove(first.identity) }
  }

  /// Takes a whole table in the place of this one.
  mutating func replace(with records: [Record]) {
    table = RecordList(rows: records)
    index()
  }

  private func path(of slot: Int) -> RowPath { RowPath(section: 0, row: ranks.sum(before: slot)) }

  private mutating func appendSlot() -> Int {
    ranks.append()
    return ranks.count - 1
  }

  /// Finds the places of all rows anew.
  private mutating func index() {
    slots.removeAll(keepingCapacity: true)
    repeated.removeAll()
    ranks = FenwickTree(ones: 0)
    for row in table {
      let slot = appendSlot()
      if slots[row.identity] == nil {
        slots[row.identity] = slot
      } else {
        repeated[row.identity, default: []].append(slot)
      }
    }
  }
}

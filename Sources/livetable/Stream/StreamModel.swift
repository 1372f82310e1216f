import LiveTables
import LiveTablesOperators

/// The current table of a stream.
///
/// An index finds rows by identity, and the table is edited in place in O(log *n*) for each line.
struct StreamModel {
  /// The table, with rows in the order of arrival.
  private(set) var table = RecordList(rows: [])
  /// The slot of the first row with an identity, which does not change while other rows are inserted and deleted.
  private var slots: [ExactText: Int] = [:]
  /// The slots of all other rows with the same identity, in descending order.
  ///
  /// Only whole tables can repeat an identity.
  private var repeated: [ExactText: [Int]] = [:]
  /// A 1 for each slot with a row and a 0 for each deleted row, so that the sum before a slot is the index of its row.
  private(set) var ranks = FenwickTree(ones: 0)

  /// Replaces the first row with the same identity, or appends the row.
  mutating func put(_ row: Record) {
    if let slot = slots[row.identity] {
      table.replace(at: path(of: slot), with: row)
    } else {
      slots[row.identity] = appendSlot()
      table.append(row, toSection: 0)
    }
  }

  /// Deletes the rows with an identity.
  ///
  /// - Returns: Whether there were any such rows.
  @discardableResult mutating func remove(_ identity: ExactText) -> Bool {
    let first = slots.removeValue(forKey: identity).map { [$0] } ?? []
    let removed = first + (repeated.removeValue(forKey: identity) ?? [])
    for slot in removed { removeRow(in: slot) }
    limitSlots()
    return !removed.isEmpty
  }

  /// Removes the first rows until at most the given number is left.
  mutating func keepLast(_ count: Int) {
    while table.count > count, let identity = table.first?.identity, let slot = slots[identity] {
      slots[identity] = repeated[identity]?.popLast()
      if repeated[identity]?.isEmpty == true { repeated[identity] = nil }
      removeRow(in: slot)
    }
    limitSlots()
  }

  private mutating func removeRow(in slot: Int) {
    table.remove(at: path(of: slot))
    ranks.add(-1, at: slot)
  }

  /// Limits memory by renumbering all slots if most of them belong to deleted rows.
  private mutating func limitSlots() {
    if ranks.count - table.count > max(1024, table.count) { renumber() }
  }

  mutating func replace(with records: [Record]) {
    table = RecordList(rows: records)
    renumber()
  }

  private func path(of slot: Int) -> RowPath { RowPath(section: 0, row: ranks.sum(before: slot)) }

  private mutating func appendSlot() -> Int {
    ranks.append()
    return ranks.count - 1
  }

  private mutating func renumber() {
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
    for identity in repeated.keys { repeated[identity]?.reverse() }
  }
}

import LiveTables

/// The old and new rows of a scenario, with the edits that lead from one to the other.
struct FlatChange<Row: BenchmarkRow> {
  let old: [Row]
  let new: [Row]
  private let edit: (inout TableSnapshot<OneSection, Row>) -> Void

  /// - Parameter count: The number of old rows.
  init(_ scenario: Scenario, count: Int) {
    var random = SplitMix64(state: 1978)
    var old = (0..<count).map { Row(number: $0, revision: 0) }
    let added = Row(number: count, revision: 0)
    let middle = RowPath(section: 0, row: count / 2)
    var new = old
    switch scenario {
    case .unchanged, .sections:
      edit = { _ in }
    case .append1:
      new.append(added)
      edit = { $0.append(added) }
    case .insert1:
      new.insert(added, at: middle.row)
      edit = { $0.insert(added, at: .path(middle)) }
    case .update1:
      new[middle.row] = old[middle.row].revised()
      edit = { $0[middle] = $0[middle]?.revised() }
    case .edits1pct:
      let edits = RowEdits(onePercentOf: old, firstNew: count, &random)
      new = edits.applied(to: old)
      edit = { edits.apply(to: &$0, section: 0) }
    case .readme:
      let gone = (count / 5)..<(count * 3 / 10)
      let come = (0..<gone.count).map { Row(number: count + $0, revision: 0) }
      let place = RowPath(section: 0, row: gone.upperBound)
      new.removeSubrange(gone)
      new.insert(contentsOf: come, at: place.row)
      let swaps = Swaps(shuffling: count == 5000 ? 200 : count / 50, &random)
      swaps.apply(to: &new)
      edit = { table in
        table.remove(.paths(gone.map { RowPath(section: 0, row: $0) }))
        table.insert(contentsOf: come, at: .path(place))
        swaps.apply(to: &table)
      }
    case .shuffle:
      let swaps = Swaps(shuffling: count, &random)
      swaps.apply(to: &new)
      edit = { swaps.apply(to: &$0) }
    case .reverse:
      let swaps = Swaps(reversing: count)
      swaps.apply(to: &new)
      edit = { swaps.apply(to: &$0) }
    case .replaceAll:
      let rows = (0..<count).map { Row(number: count + $0, revision: 0) }
      new = rows
      edit = { $0.set(rows) }
    default:
      (old, new) = OftenSeen.change(scenario, of: old, &random)
      edit = { [new] in $0.set(new) }
    }
    self.old = old
    self.new = new
  }

  /// Returns the new rows with the given storage.
  func new(_ storage: Storage) -> [Row] {
    storage == .fresh ? new.map { $0.fetchedAgain() } : new.map { $0 }
  }

  var oldTable: TableSnapshot<OneSection, Row> { TableSnapshot(rows: old) }

  /// Returns the table after the edits.
  func edited(_ table: TableSnapshot<OneSection, Row>) -> TableSnapshot<OneSection, Row> {
    var table = table
    edit(&table)
    return table
  }
}

/// Swaps of two rows each, in ascending order of the first position.
struct Swaps {
  private let pairs: [(Int, Int)]

  /// Shuffles the first `count` rows (Fisher and Yates, 1938).
  init(shuffling count: Int, _ random: inout SplitMix64) {
    pairs = (0..<count).map { ($0, Int.random(in: $0..<count, using: &random)) }
  }

  init(reversing count: Int) { pairs = (0..<count / 2).map { ($0, count - 1 - $0) } }

  func apply<Row>(to rows: inout [Row]) {
    for (one, two) in pairs { rows.swapAt(one, two) }
  }

  func apply<Row>(to table: inout TableSnapshot<OneSection, Row>) {
    for (one, two) in pairs where one != two {
      let paths = (RowPath(section: 0, row: one), RowPath(section: 0, row: two))
      if let row = table[paths.1], let other = table[paths.0] {
        table[paths.0] = row
        table[paths.1] = other
      }
    }
  }
}

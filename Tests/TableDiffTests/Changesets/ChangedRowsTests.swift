import LiveTablesTesting
import TestSupport
import Testing

@testable import TableDiff

struct ChangedRowsTests {
  typealias Pair = ChangedRows<SampleRow>.Pair

  @Test("changed rows equal a search by identity, with the fewest moves")
  func search() {
    for (kind, count) in [(RandomTables.Kind(), 2_000), (.small, 2_000), (.large, 10)] {
      let failure = RandomTables.firstFailure(seeds: 0..<UInt64(count), kind) { old, new in
        let rows = new.difference(from: old).rows
        let (before, after) = (Self.places(old), Self.places(new))
        let deleted = old.filter { after[$0.id] == nil }
        let inserted = new.filter { before[$0.id] == nil }
        try check(rows.deleted.map(\.value) == deleted && rows.deleted.map(\.path) == deleted.map { before[$0.id]! })
        try check(rows.inserted.map(\.value) == inserted && rows.inserted.map(\.path) == inserted.map { after[$0.id]! })
        let updated = new.filter { row in before[row.id].map { old[$0] != row } ?? false }
        try check(rows.updated.map(\.new) == updated)
        try check(rows.moved.map(\.target) == rows.moved.map(\.target).sorted())
        for pair in rows.updated + rows.moved {
          try check(pair.source == before[pair.new.id] && pair.target == after[pair.old.id])
          try check(pair.old == old[pair.source] && pair.new == new[pair.target])
        }
        // The other rows keep their section and order, and there are as many of them as possible.
        let moved = Set(rows.moved.map(\.new.id))
        try check(moved.count == rows.moved.count)
        var stayers = 0
        for section in new.sections {
          let former = old.sections.firstIndex { $0.value.id == section.value.id }
          let common = section.rows.filter { before[$0.id].map { $0.section == former } ?? false }
          let stayed = common.filter { !moved.contains($0.id) }.map { before[$0.id]! }
          try check(stayed == stayed.sorted())
          try check(stayed.count == Self.longestOrder(common.map { before[$0.id]!.row }))
          stayers += stayed.count
        }
        try check(stayers + moved.count + inserted.count == new.count)
      }
      #expect(failure == nil)
    }
  }

  private static func places(_ table: SampleTable) -> [Int: RowPath] {
    Dictionary(uniqueKeysWithValues: zip(table.map(\.id), table.paths))
  }

  /// Returns the length of a longest increasing subsequence.
  private static func longestOrder(_ numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for number in numbers {
      var length = 1
      for (other, otherLength) in zip(numbers, lengths) where other < number { length = max(length, otherLength + 1) }
      lengths.append(length)
    }
    return lengths.max() ?? 0
  }

  @Test("applying the changed rows to an array gives the new table, also with shared identities")
  func replay() {
    let kind = RandomTables.Kind.duplicates
    let failure = RandomTables.firstFailure(seeds: 0..<2_000, kind) { old, new in
      let (old, new) = (TableSnapshot(rows: Array(old)), TableSnapshot(rows: Array(new)))
      let rows = new.difference(from: old).rows
      var list = Array(old)
      for path in (rows.deleted.map(\.path) + rows.moved.map(\.source)).sorted().reversed() {
        list.remove(at: path.row)
      }
      let arrivals = rows.inserted.map { ($0.path.row, $0.value) } + rows.moved.map { ($0.target.row, $0.new) }
      for (row, value) in arrivals.sorted(by: { $0.0 < $1.0 }) { list.insert(value, at: row) }
      for pair in rows.updated { list[pair.target.row] = pair.new }
      try check(list == Array(new))
      for pair in rows.updated + rows.moved { try check(pair.old.id == pair.new.id) }
      try check(Set(rows.deleted.map(\.value.id)).isDisjoint(with: rows.inserted.map(\.value.id)))
    }
    #expect(failure == nil)
  }

  @Test("the cost of changed rows depends on the change, not on the table")
  func cost() {
    let tally = Tally()
    let table = TableSnapshot(
      sections: (0..<100).map { section in
        TableSection(section, rows: (0..<1_000).map { CountedRow(1_000 * section + $0, tally) })
      })
    var next = table
    next.remove(at: RowPath(section: 5, row: 5))
    next.move(from: RowPath(section: 7, row: 7), to: RowPath(section: 7, row: 900))
    next.insert(CountedRow(-1, tally), at: RowPath(section: 9, row: 0))
    next.replace(at: RowPath(section: 11, row: 3), with: CountedRow(11_003, content: 9, tally))
    let changeset = next.difference(from: table)
    tally.reset()
    let rows = changeset.rows
    #expect(rows.deleted.map(\.path) == [RowPath(section: 5, row: 5)])
    #expect(rows.inserted.map(\.path) == [RowPath(section: 9, row: 0)])
    #expect(rows.moved.map(\.target) == [RowPath(section: 7, row: 900)])
    #expect(rows.updated.map(\.new.content) == [9])
    #expect(tally.questions <= 4)

    // All rows of a section move to another one.
    var merged = table
    let section = merged.remove(section: 50)
    for row in section?.rows.reversed() ?? [] { merged.insert(row, at: RowPath(section: 50, row: 0)) }
    let merging = merged.difference(from: table)
    tally.reset()
    #expect(merging.rows.moved.count == 1_000 && merging.rows.deleted.isEmpty && merging.rows.inserted.isEmpty)
    #expect(tally.questions <= 20 * 1_000)
  }

  @Test("rows with the same identity keep their order when they change their section")
  func twins() {
    let rows = [SampleRow(1), SampleRow(1, content: 1), SampleRow(1, content: 2)]
    let old = SampleTable(sections: [TableSection(SampleSection(0), rows: rows)])
    let new = SampleTable(sections: [TableSection(SampleSection(1), rows: rows.dropLast())])
    let changed = new.difference(from: old).rows
    #expect(changed.moved.map(\.source) == changed.moved.map(\.target) && changed.moved.count == 2)
    #expect(changed.updated.isEmpty && changed.deleted.map(\.value) == [rows[2]])
  }

  @Test("a reload lists the old rows as deleted and the new ones as inserted")
  func reload() {
    let (old, new) = (TableSnapshot(rows: [Opaque(1), Opaque(2)]), TableSnapshot(rows: [Opaque(1)]))
    let changeset = new.difference(from: old)
    #expect(changeset.reload != nil)
    #expect(changeset.rows.deleted.map(\.value.value) == [1, 2])
    #expect(changeset.rows.inserted.map(\.path) == [RowPath(section: 0, row: 0)])
    #expect(changeset.rows.updated.isEmpty && changeset.rows.moved.isEmpty)
  }
}

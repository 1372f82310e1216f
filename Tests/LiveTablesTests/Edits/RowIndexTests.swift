import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import TableDiff

@Suite("Row indices")
struct RowIndexTests {
  @Test("an index that follows its table finds the same rows as a scan", arguments: OperatorPlan.all)
  func follows(plan: OperatorPlan) {
    for seed in plan.seeds {
      var tables = RandomTables(seed: seed, plan.kind)
      var table = tables.next()
      var index = RowIndex(table)
      for step in 0..<plan.steps {
        table = tables.next(after: table)
        index.follow(to: table)
        let ids = plan.kind.rows > 100 ? Array(stride(from: 0, to: 4_000, by: 97)) : Array(0..<40)
        for id in ids where index.path(of: id) != table.path(of: id) {
          Issue.record("seed \(seed), step \(step): \(id) in \(table)")
          return
        }
      }
    }
  }

  @Test("an index knows whether one row, several or none have an identity")
  func onlyRow() {
    let index = RowIndex(TableSnapshot(rows: [5, 7, 5, 9]))
    #expect(index.onlyPath(of: 9) == .some(RowPath(section: 0, row: 3)))
    #expect(index.onlyPath(of: 4) == .some(nil))
    #expect(index.onlyPath(of: 5) == nil)
  }

  @Test("colliding hashes make an index slow, but not wrong")
  func collisions() {
    var table = TableSnapshot(rows: (0..<3_000).map { Colliding(number: $0) })
    var index = RowIndex(table)
    for number in stride(from: 0, to: 3_000, by: 500) {
      #expect(index.path(of: .init(number: number)) == RowPath(section: 0, row: number))
    }
    table.remove(at: RowPath(section: 0, row: 0))
    index.follow(to: table)
    #expect(index.path(of: .init(number: 1)) == RowPath(section: 0, row: 0))
    #expect(index.path(of: .init(number: 0)) == nil)
  }

  @Test("an unused index costs nothing until the table has half as many rows")
  func exhausted() {
    let tally = Tally()
    var table = TableSnapshot(rows: (0..<3_000).map { CountedRow($0 < 2_900 ? 0 : $0, tally) })
    var finder = RowFinder(indexing: table)
    let ids = (2_000..<3_100).map { CountedRow.ID(number: $0, tally: tally) }
    let found = (2_000..<3_100).map { (2_900..<3_000).contains($0) ? RowPath(0, $0) : nil }
    tally.reset()
    #expect(finder.paths(of: ids, in: table) == found)
    #expect(tally.questions <= 20_000, "\(tally.questions)")
    // After edits, the index is still exhausted, and the paths are correct.
    finder.begin(with: table)
    for number in 0..<20 {
      let row = CountedRow(5_000 + number, tally)
      #expect(TableEdit.insert([row], at: .path(RowPath(0, table.count))).apply(to: &table, with: &finder) == .done)
      #expect(TableEdit.remove(.path(RowPath(0, 0))).apply(to: &table, with: &finder) == .done)
    }
    #expect(finder.path(of: ids[1_000], in: table) == nil && finder.path(of: ids[999], in: table) == RowPath(0, 2_979))
    finder.end(with: table)
    for number in 0..<20 {
      var next = table
      next.insert(CountedRow(6_000 + number, tally), at: RowPath(0, number))
      let changeset = next.difference(from: table)
      tally.reset()
      finder.follow(changeset)
      #expect(tally.questions == 0)
      table = next
    }
    table.remove(at: (20..<2_900).map { RowPath(0, $0) })
    #expect(finder.path(of: ids[999], in: table) == table.path(of: ids[999]))
    #expect(finder.index?.slots.isExhausted == false)
  }

  @Test("an identity that is not equal to itself is not found")
  func notANumber() {
    var table = TableSnapshot(rows: [1.0, .nan, 2.0])
    var index = RowIndex(table)
    #expect(index.path(of: .nan) == nil)
    table.remove(at: RowPath(section: 0, row: 1))
    index.follow(to: table)
    #expect(index.path(of: 2.0) == RowPath(section: 0, row: 1))
  }

  @Test("a finder scans first, and builds an index after enough scans")
  func finder() {
    var table = TableSnapshot(rows: 0..<1_000)
    var finder = RowFinder<OneSection, Int>()
    for number in 0..<200 {
      let row = 999 - number % 10
      #expect(finder.path(of: row, in: table) == table.path(of: row))
      #expect(finder.path(of: number - 1, in: table) == table.path(of: number - 1))
      #expect(finder.path(of: 5_000, in: table) == nil)
      table.move(from: RowPath(section: 0, row: number), to: RowPath(section: 0, row: 0))
      if number == 0 { #expect(finder.index == nil) }
    }
    #expect(finder.index != nil)
    finder.note(in: &table)
    #expect(table.memory == nil, "what an index finds, a table need not remember")
  }

  @Test(
    "an index that follows edits finds the same rows as a scan, also after an edit without effect",
    arguments: 0..<Trials.count(160))
  func told(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var table = TableSnapshot(
      sections: (0..<3).map { section in TableSection(section, rows: (0..<30).map { section * 20 + $0 }) })
    var finder = RowFinder(indexing: table)
    finder.begin(with: table)
    func number(_ count: Int) -> Int { .random(in: 0..<count, using: &random) }
    for step in 0..<80 {
      let path = RowPath(number(3), number(12))
      let edit: TableEdit<Int, Int> =
        switch number(12) {
        case 0...2:
          .insert((0..<number(4)).map { 100 + step + $0 }, at: number(2) == 0 ? .path(path) : .after(number(90)))
        case 3...4: .remove(.ids((0...number(3)).map { _ in number(90) }))
        case 5: .remove(.paths([path, RowPath(path.section, number(12)), RowPath(number(3), 0)]))
        case 6: .replace(.id(number(90)), with: [200 + step], isRefresh: false)
        case 7: .patch(.ids([number(90), number(90)])) { $0 += 1 }
        case 8: .move(.ids([number(90), number(90)]), to: .before(number(90)))
        case 9: .move(.path(path), to: .path(RowPath(number(4), number(12))))
        case 10: .moveSections(.id(number(3)), to: .index(number(4)))
        default: .set((0..<12).map { 10 * $0 + step }, in: number(3))
        }
      _ = edit.apply(to: &table, with: &finder)
      // The index follows several edits between two lookups.
      if step % 3 != 0 { continue }
      for id in 0..<300 where finder.path(of: id, in: table) != table.path(of: id) {
        Issue.record("step \(step), \(edit): \(id)")
        return
      }
    }
    finder.end(with: table)
    var next = table
    next.remove(at: RowPath(0, 0))
    next.insert(999, at: RowPath(1, 0))
    #expect((0..<300).allSatisfy { finder.path(of: $0, in: next) == next.path(of: $0) })
    #expect(finder.path(of: 999, in: next) == RowPath(1, 0))
  }

  @Test("an index follows an empty move that creates the table's first section")
  func movesOfNothing() {
    let none = TableSnapshot<OneSection, Int>()
    let places: [TableEdit<OneSection, Int>.Place] = [.end, .path(RowPath(0, 0))]
    for place in places {
      for rows: TableEdit<OneSection, Int>.Rows in [.ids([]), .all()] {
        var finder = RowFinder(indexing: none)
        finder.begin(with: none)
        var table = none
        _ = TableEdit<OneSection, Int>.move(rows, to: place).apply(to: &table, with: &finder)
        _ = TableEdit<OneSection, Int>.insert([7, 8], at: .end).apply(to: &table, with: &finder)
        #expect(finder.path(of: 8, in: table) == RowPath(0, 1))
      }
    }
  }

  @Test("a row that is moved again and again is found by its hash")
  func movedAgain() {
    var table = TableSnapshot(rows: 0..<6_000)
    var finder = RowFinder(indexing: table)
    finder.begin(with: table)
    for number in 0..<5_000 {
      let place = TableEdit<OneSection, Int>.Place.path(RowPath(0, number))
      #expect(TableEdit<OneSection, Int>.move(.id(3_000), to: place).apply(to: &table, with: &finder) == .done)
    }
    #expect(finder.path(of: 3_000, in: table) == RowPath(0, 4_999))
    #expect(finder.index?.slots.isExhausted == false)
  }

  @Test("the last row is found by its hash after any insertions before it")
  func lastAgain() {
    var table = TableSnapshot(rows: 0..<10_000)
    var finder = RowFinder(indexing: table)
    finder.begin(with: table)
    for number in 0..<4_500 {
      #expect(TableEdit<OneSection, Int>.remove(.id(9_999)).apply(to: &table, with: &finder) == .done)
      for row in [10_000 + number, 9_999] {
        #expect(TableEdit<OneSection, Int>.insert([row], at: .end).apply(to: &table, with: &finder) == .done)
      }
    }
    #expect(finder.path(of: 9_999, in: table) == RowPath(0, 14_499))
    #expect(finder.path(of: 14_499, in: table) == RowPath(0, 14_498))
    #expect(finder.index?.slots.isExhausted == false)
  }

  @Test("objects get no index, because their identities may change")
  func objects() {
    final class Object: Diffable {
      var identity: Int
      init(_ identity: Int) { self.identity = identity }
      func hasSameContent(as other: Object) -> Bool { true }
    }
    let objects = (0..<100).map { Object($0) }
    let table = TableSnapshot(rows: objects)
    var finder = RowFinder<OneSection, Object>()
    for number in 0..<100 { #expect(finder.path(of: number, in: table) == RowPath(0, number)) }
    objects[7].identity = 700
    #expect(finder.path(of: 700, in: table) == RowPath(0, 7))
    #expect(finder.path(of: 7, in: table) == nil)
  }

  @Test("removing and inserting a row by identity has a constant cost")
  func oneByOne() {
    let tally = Tally()
    var table = TableSnapshot(rows: (0..<2_000).map { CountedRow($0, tally) })
    var finder = RowFinder(indexing: table)
    finder.begin(with: table)
    func edit(_ number: Int) {
      let id = CountedRow.ID(number: number, tally: tally)
      #expect(TableEdit.remove(.id(id)).apply(to: &table, with: &finder) == .done)
      let place = TableEdit<OneSection, CountedRow>.Place.path(RowPath(0, number / 2))
      #expect(
        TableEdit.insert([CountedRow(number + 5_000, tally)], at: place).apply(to: &table, with: &finder) == .done)
    }
    tally.reset()
    for number in 0..<100 { edit(number * 7) }
    #expect(tally.hashes == 200 && tally.equalities <= 120)
  }

  @Test("a row that is too far from its hash's place is not reported as missing")
  func farFromItsHash() {
    let count = 6_000
    let bits = (RowIndex(TableSnapshot(rows: 0..<count)).slots.slotMask + 1).trailingZeroBitCount
    var ids = (0..<count - 1).map { integer(hashedTo: UInt64($0) << (64 - bits)) }
    ids.append(integer(hashedTo: 1 << 32))
    let index = RowIndex(TableSnapshot(rows: ids))
    #expect(index.onlyPath(of: ids[count - 2]) == .some(RowPath(0, count - 2)))
    #expect(index.onlyPath(of: ids[count - 1]) == nil)
    #expect(index.path(of: ids[count - 1]) == RowPath(0, count - 1))
    #expect(index.onlyPath(of: ids[count - 2]) == .some(RowPath(0, count - 2)), "the others are found as before")
  }

  @Test("only rows that were replaced twice are compared with their earlier content")
  func replacedTwice() {
    var updates = RowUpdates()
    updates.paths = [4, 1, 4, 2, 2, 3].map { RowPath(0, $0) }
    var asked: [Int] = []
    let changed = updates.changed {
      asked.append($0.row)
      return $0.row == 4
    }
    #expect(changed.map(\.row) == [1, 3, 4] && asked == [2, 4])
  }
}

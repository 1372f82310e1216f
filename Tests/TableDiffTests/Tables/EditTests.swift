import LiveTablesTesting
import LiveTables
import TestSupport
import Testing

struct EditTests {
  private let table = TableSnapshot(sections: [TableSection("A", rows: [1, 2, 3]), TableSection("B", rows: [])])

  private func edited<Answer>(_ edit: (inout TableSnapshot<String, Int>) -> Answer) -> (Answer, [[Int]]) {
    var table = table
    let answer = edit(&table)
    return (answer, table.sections.map { Array($0.rows) })
  }

  @Test("rows are inserted and appended if the place exists")
  func rowsComeByPlace() {
    #expect(edited { $0.insert(9, at: .after(1)) } == (true, [[1, 9, 2, 3], []]))
    #expect(edited { $0.insert(contentsOf: [8, 9], at: .before(3)) } == (true, [[1, 2, 8, 9, 3], []]))
    #expect(edited { $0.append(contentsOf: [8, 9], to: "A") } == (true, [[1, 2, 3, 8, 9], []]))
    #expect(!edited { $0.insert(9, at: .after(7)) }.0 && !edited { $0.insert(contentsOf: [8, 9], at: .before(7)) }.0)
    #expect(!edited { $0.append(contentsOf: [8, 9], to: "C") }.0)
  }

  @Test
  func rowsAreInsertedAppendedRemovedReplacedAndUpdatedByPath() {
    #expect(edited { $0.insert(9, at: path(0, 3)) } == (true, [[1, 2, 3, 9], []]))
    #expect(edited { $0.insert(contentsOf: [8, 9], at: path(1, 0)) } == (true, [[1, 2, 3], [8, 9]]))
    #expect(edited { $0.append(9, toSection: 1) } == (true, [[1, 2, 3], [9]]))
    #expect(edited { $0.remove(at: path(0, 1)) } == (2, [[1, 3], []]))
    #expect(edited { $0.replace(at: path(0, 0), with: 9) } == (1, [[9, 2, 3], []]))
    #expect(edited { $0.update(at: path(0, 2)) { $0 *= 10 } } == (true, [[1, 2, 30], []]))
  }

  @Test("rows of a section are edited after very many sections were inserted together")
  func veryManySections() {
    var table = TableSnapshot<Int, Int>(sections: [])
    table.insert(contentsOf: (0..<600).map { TableSection($0, rows: [$0]) }, atSection: 0)
    table.append(7, toSection: 300)
    #expect(table.sections.count == 600 && Array(table.sections[300].rows) == [300, 7] && table.count == 601)
  }

  @Test("a table without sections gets one for a row at its beginning, and for no other")
  func rowOfATableWithoutSections() {
    for (place, isThere) in [(path(0, 0), true), (path(0, 1), false), (path(1, 0), false)] {
      var table = TableSnapshot<OneSection, Int>()
      #expect(table.insert(7, at: .path(place)) == isThere)
      #expect(table.sections.count == (isThere ? 1 : 0), "\(place)")
    }
  }

  @Test func aMovesTargetIsThePathAfterwards() {
    #expect(edited { $0.move(from: path(0, 0), to: path(0, 2)) } == (true, [[2, 3, 1], []]))
    #expect(edited { $0.move(from: path(0, 2), to: path(0, 0)) } == (true, [[3, 1, 2], []]))
    #expect(edited { $0.move(from: path(0, 1), to: path(1, 0)) } == (true, [[1, 3], [2]]))
    #expect(edited { $0.move(from: path(0, 1), to: path(0, 1)) } == (true, [[1, 2, 3], []]))
  }

  @Test("sort orders the rows of one or every section, and returns whether the section exists")
  func rowsAreSorted() {
    #expect(edited { $0.sort("A") { $0 > $1 } } == (true, [[3, 2, 1], []]))
    #expect(edited { $0.sort("B") { $0 > $1 } } == (true, [[1, 2, 3], []]))
    #expect(edited { $0.sort("X") { $0 > $1 } } == (false, [[1, 2, 3], []]))
    #expect(edited { $0.sort { $0 > $1 } } == (true, [[3, 2, 1], []]))
    #expect(edited { $0.sort(section: 0) { $0 > $1 } } == (true, [[3, 2, 1], []]))
    #expect(edited { $0.sort(section: 2) { $0 > $1 } } == (false, [[1, 2, 3], []]))
  }

  @Test("rows that satisfy a condition are updated or removed")
  func rowsThatMeetACondition() {
    #expect(edited { $0.update(where: { $0 != 2 }, { $0 += 10 }) }.1 == [[11, 2, 13], []])
    #expect(edited { $0.update(where: { $0 > 3 }, { $0 += 10 }) }.1 == [[1, 2, 3], []])
    #expect(edited { $0.removeAll { $0 != 2 } }.1 == [[2], []])
  }

  @Test
  func sectionsAreInsertedAppendedRemovedMovedAndReplaced() {
    #expect(edited { $0.insert(TableSection("C", rows: [7]), atSection: 0) } == (true, [[7], [1, 2, 3], []]))
    #expect(edited { $0.append(TableSection("C", rows: [7])) }.1 == [[1, 2, 3], [], [7]])
    #expect(edited { $0.remove(section: 0)?.value } == ("A", [[]]))
    #expect(edited { $0.moveSections(.index(0), to: .index(1)) } == (true, [[], [1, 2, 3]]))
    #expect(edited { $0.replace(section: 0, with: "X") } == (true, [[1, 2, 3], []]))
    #expect(edited { $0.replace(rows: 5..<7, inSection: 1) } == (true, [[1, 2, 3], [5, 6]]))
    var renamed = table
    renamed.replace(section: 1, with: "X")
    #expect(renamed.sections.map(\.value) == ["A", "X"])
  }

  @Test func rowsAreFoundByIdentity() {
    #expect(edited { $0.remove(id: 2) } == (true, [[1, 3], []]))
    #expect(edited { $0.append(9, to: "B") } == (true, [[1, 2, 3], [9]]))
    #expect(edited { $0.replace(3) } == (true, [[1, 2, 3], []]))
    #expect(edited { $0.remove(id: 9) } == (false, [[1, 2, 3], []]))
    #expect(edited { $0.append(9, to: "X") } == (false, [[1, 2, 3], []]))
    #expect(edited { $0.replace(9) } == (false, [[1, 2, 3], []]))
  }

  @Test func aPathThatDoesNotExistChangesNothingAndSaysSo() {
    let unchanged = [[1, 2, 3], []]
    for wrong in [path(0, 4), path(0, -1), path(1, 1), path(2, 0), path(-1, 0), path(.max, .min)] {
      #expect(edited { $0.insert(9, at: wrong) } == (false, unchanged))
      #expect(edited { $0.remove(at: wrong) } == (nil, unchanged))
      #expect(edited { $0.replace(at: wrong, with: 9) } == (nil, unchanged))
      #expect(edited { $0.update(at: wrong) { $0 = 9 } } == (false, unchanged))
      #expect(edited { $0.move(from: wrong, to: path(0, 0)) } == (false, unchanged))
      #expect(edited { $0.move(from: path(0, 0), to: wrong) } == (false, unchanged))
    }
    #expect(edited { $0.move(from: path(0, 0), to: path(0, 3)) } == (false, unchanged))
    for wrong in [-1, 2, .max, .min] {
      #expect(edited { $0.append(9, toSection: wrong) } == (false, unchanged))
      #expect(edited { $0.remove(section: wrong) == nil } == (true, unchanged))
      #expect(edited { $0.moveSections(.index(wrong), to: .index(0)) } == (false, unchanged))
      #expect(edited { $0.moveSections(.index(0), to: .index(wrong)) } == (false, unchanged))
      #expect(edited { $0.replace(section: wrong, with: "X") } == (false, unchanged))
      #expect(edited { $0.replace(rows: [9], inSection: wrong) } == (false, unchanged))
      if wrong != 2 {
        #expect(edited { $0.insert(TableSection("C", rows: []), atSection: wrong) } == (false, unchanged))
      }
    }
  }

  @Test func anUpdateThatThrowsChangesNothing() {
    struct Oops: Error {}
    var table = table
    #expect(throws: Oops.self) {
      try table.update(at: path(0, 0)) {
        $0 = 9
        throw Oops()
      }
    }
    #expect(table == self.table)
  }

  @Test(arguments: 0..<8)
  func thousandsOfRandomEditsAgreeWithPlainArrays(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var table = TableSnapshot(sections: (0..<3).map { TableSection("\($0)", rows: $0 * 1_000..<$0 * 1_500) })
    var plain = plain(table).map { ($0.value, $0.rows) }
    var next = 10_000
    for _ in 0..<2_000 {
      let section = Int.random(in: -1...plain.count, using: &random)
      let count = plain.indices.contains(section) ? plain[section].1.count : 0
      let row = Int.random(in: -1...count + 1, using: &random)
      let isRow = plain.indices.contains(section) && row >= 0 && row < count
      let isPlace = plain.indices.contains(section) && row >= 0 && row <= count
      next += 1
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1:
        #expect(table.insert(next, at: path(section, row)) == isPlace)
        if isPlace { plain[section].1.insert(next, at: row) }
      case 2:
        let many = Array(next..<next + Int.random(in: 0...700, using: &random))
        next += many.count
        #expect(table.insert(contentsOf: many, at: path(section, row)) == isPlace)
        if isPlace { plain[section].1.insert(contentsOf: many, at: row) }
      case 3, 4:
        #expect(table.remove(at: path(section, row)) == (isRow ? plain[section].1.remove(at: row) : nil))
      case 5:
        #expect(table.replace(at: path(section, row), with: next) == (isRow ? plain[section].1[row] : nil))
        if isRow { plain[section].1[row] = next }
      case 6 where plain.count < 8:
        let place = Int.random(in: -1...plain.count + 1, using: &random)
        let isIn = place >= 0 && place <= plain.count
        #expect(table.insert(TableSection("\(next)", rows: [next]), atSection: place) == isIn)
        if isIn { plain.insert(("\(next)", [next]), at: place) }
      case 7 where plain.count > 1:
        let target = Int.random(in: -1...plain.count, using: &random)
        let isIn = plain.indices.contains(section) && plain.indices.contains(target)
        #expect(table.moveSections(.index(section), to: .index(target)) == isIn)
        if isIn { plain.insert(plain.remove(at: section), at: target) }
      default:
        if plain.count > 4, plain.indices.contains(section) {
          #expect(table.remove(section: section)?.value == plain[section].0)
          plain.remove(at: section)
        }
      }
      #expect(table.rowCounts == plain.map(\.1.count))
    }
    #expect(table.sections.map(\.value) == plain.map(\.0))
    #expect(table.sections.map { Array($0.rows) } == plain.map(\.1))
  }
}

private func == <Answer: Equatable>(one: (Answer, [[Int]]), two: (Answer, [[Int]])) -> Bool {
  one.0 == two.0 && one.1 == two.1
}

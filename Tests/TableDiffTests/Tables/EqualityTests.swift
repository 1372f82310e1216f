import LiveTablesTesting
import LiveTables
import TestSupport
import Testing

struct EqualityTests {
  @Test func tablesAreEqualBySectionsAndRowsInOrder() {
    let one = TableSnapshot(sections: [TableSection("A", rows: [1, 2]), TableSection("B", rows: [3])])
    #expect(one == TableSnapshot(sections: [TableSection("A", rows: [1, 2]), TableSection("B", rows: [3])]))
    #expect(one != TableSnapshot(sections: [TableSection("A", rows: [1]), TableSection("B", rows: [2, 3])]))
    #expect(one != TableSnapshot(sections: [TableSection("B", rows: [1, 2]), TableSection("A", rows: [3])]))
    #expect(one != TableSnapshot(sections: [TableSection("A", rows: [1, 2])]))
    #expect(TableSnapshot<String, Int>() == TableSnapshot(sections: []))
    #expect(TableSnapshot<OneSection, Int>() != TableSnapshot(rows: []))
  }

  @Test func equalTablesHashAlikeWhateverStorageTheyHave() {
    var edited = TableSnapshot(rows: 0..<2_000)
    edited.remove(at: path(0, 700))
    edited.insert(700, at: path(0, 700))
    #expect(edited == TableSnapshot(rows: 0..<2_000))
    #expect(edited.hashValue == TableSnapshot(rows: 0..<2_000).hashValue)
    #expect(edited.hashValue != TableSnapshot(rows: (0..<2_000).reversed()).hashValue)
    #expect(edited.sections[0] == TableSnapshot(rows: 0..<2_000).sections[0])
    #expect(Set([edited, TableSnapshot(rows: 0..<2_000), TableSnapshot(rows: 0..<2_001)]).count == 2)
  }

  @Test("equal sections and rows hash differently as parts of different tables")
  func partsOfOtherTablesHashOtherwise() {
    func pair(_ count: Int) -> [TableSnapshot<String, Int>] {
      let sections = ["A", "B", "C"].map { TableSection($0, rows: [1]) }
      return [TableSnapshot(sections: sections[..<count]), TableSnapshot(sections: sections[count...])]
    }
    func hash(_ tables: [TableSnapshot<String, Int>]) -> Int {
      var hasher = Hasher()
      for table in tables { table.hash(into: &hasher) }
      return hasher.finalize()
    }
    #expect(Set((0...3).map { hash(pair($0)) }).count == 4)
    #expect(hash(pair(1)) == hash(pair(1)))
  }

  @Test func aCopyDoesNotChangeWithItsOriginal() {
    var table = TableSnapshot(rows: 0..<5_000)
    let copy = table
    table.remove(at: path(0, 0))
    table.replace(at: path(0, 4_000), with: -1)
    #expect(copy == TableSnapshot(rows: 0..<5_000))
    #expect(table != copy)
  }

  @Test func anArrayThatChangesLaterDoesNotChangeItsTable() {
    var rows = Array(0..<5_000)
    let table = TableSnapshot(rows: rows)
    rows[7] = -1
    rows.removeLast()
    #expect(table == TableSnapshot(rows: 0..<5_000))
  }

  @Test func tablesAreDescribedByTheirRows() {
    let table = TableSnapshot(sections: [TableSection("A", rows: [1, 2]), TableSection("B", rows: [])])
    #expect("\(table)" == "[A: [1, 2]; B: []]")
    #expect("\(table.sections)" == "\(table)" && "\(table.sections[0])" == "A: [1, 2]")
    #expect("\(table.sections[0].rows)" == "[1, 2]")
    var moved = table
    moved.move(.id(2), to: .path(RowPath(0, 0)))
    moved.removeSections(.id("B"))
    #expect("\(moved.difference(from: table))" == "delete sections [1], move rows [(0,1) → (0,0)]")
  }
}

@_spi(Adapters) import LiveTablesTesting
import TableDiff
import Testing

@Suite("Patched tables")
struct PatchedTableTests {
  @Test("the first edits are made whatever their numbers, and go with their numbers")
  func firstEdits() {
    let table = TableSnapshot(rows: (1...3).map { SampleRow($0) })
    var patched = PatchedTable(table)
    let edits = [NumberedEdits(0, [TableEdit<OneSection, SampleRow>.remove(id: 2)])]
    let isMade = patched.follow(to: table, edits, names: [:])
    #expect(isMade && patched.table.map(\.id) == [1, 3])
    let isTakenBack = patched.follow(to: table, [], names: [:])
    #expect(isTakenBack && patched.table.map(\.id) == [1, 2, 3])
  }
}

import LiveTables
import Testing

struct TenMillionTests {
  /// Tests promise 45 by the number of visited rows; benchmarks measure time and memory.
  @Test func tenMillionRowsAreDifferencedAtTheCostOfTheEdit() {
    let count = 10_000_000
    let old = TableSnapshot(rows: Array(0..<count))
    var new = old
    new.remove(at: RowPath(section: 0, row: count / 2))
    new.insert(-1, at: RowPath(section: 0, row: 7))
    new.move(from: RowPath(section: 0, row: 100), to: RowPath(section: 0, row: count - 100))
    var checks = 0
    let changeset = new.difference(from: old) { () throws(Never) in checks += 1 }
    #expect(changeset.stages.count == 1)
    #expect(changeset.stages.first?.operations.deletedRows == [RowPath(section: 0, row: count / 2)])
    #expect(changeset.stages.first?.operations.insertedRows == [RowPath(section: 0, row: 7)])
    #expect(changeset.stages.first?.operations.movedRows.count == 1)
    #expect(checks < 100, "every check stands for at most 1,024 rows")
    #expect(new.count == count)
  }
}

#if Postgres
import LiveTables
import LiveTablesTesting
import Testing

@testable import LiveTablesPostgres

@Suite struct TableDeltaTests {
  @Test("a row that is deleted and inserted in one transaction is replaced in place")
  func comesBack() throws {
    let table = TableSnapshot<OneSection, Mail>(rows: (1...3).map { Mail(id: $0, folder: "a") })
    var finder = RowFinder(for: table)
    var delta = TableDelta<Mail>()
    delta.remove(1)
    let isNew = delta.add(Mail(id: 1, folder: "b"))
    #expect(isNew)
    let result = try delta.applied(to: table, &finder).table
    #expect(result.map(\.id) == [1, 2, 3] && result.map(\.folder) == ["b", "a", "a"])
  }

  @Test("an index that follows transactions finds every row", arguments: 0..<20 as Range<UInt64>)
  func finder(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    var table = TableSnapshot<OneSection, Mail>(rows: (0..<300).map { Mail(id: $0, folder: "a") })
    var finder = RowFinder(indexing: table)
    var next = 300
    for _ in 0..<60 {
      let before = table
      var delta = TableDelta<Mail>()
      var model = table.map(\.self)
      for _ in 0..<Int.random(in: 1...4, using: &dice) {
        switch Int.random(in: 0..<3, using: &dice) {
        case 0:
          let row = Mail(id: next, folder: "new")
          next += 1
          let isNew = delta.add(row)
          #expect(isNew)
          model.append(row)
        case 1:
          guard let row = model.randomElement(using: &dice) else { continue }
          delta.remove(row.id)
          model.removeAll { $0.id == row.id }
        default:
          guard let index = model.indices.randomElement(using: &dice) else { continue }
          model[index].position += 1
          delta.replace(model[index])
        }
      }
      table = try delta.applied(to: before, &finder).table
      #expect(table.map(\.self) == model)
      let found = (0..<next).map { finder.path(of: $0, in: table) }
      #expect(found == (0..<next).map { table.path(of: $0) })
    }
  }
}
#endif

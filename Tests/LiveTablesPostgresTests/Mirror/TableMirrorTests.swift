#if Postgres
import LiveTables
import Testing

@testable import LiveTablesPostgres

@Suite struct TableMirrorTests {
  private struct Word: Diffable, Identifiable, Equatable, Sendable {
    let id: Int
  }

  private func tuple(_ line: String) throws -> Tuple { try Tuple(line: Array(line.utf8)) }

  @Test("a key of several columns says where each of them ends")
  func severalColumns() throws {
    let keys = try ["1\t11", "11\t1", "111\t", "\t111", "1:1\t1"].map { try tuple($0).key([0, 1]) }
    #expect(!keys.contains(nil) && Set(keys).count == keys.count)
    #expect(try tuple("1\t11\tx").key([0, 1]) == tuple("1\t11\ty").key([0, 1]))
    #expect(try tuple("1\t\\N").key([0, 1]) == nil)
  }

  @Test("keys are told apart by their bytes, not by their letters")
  func letters() throws {
    let layout = RowLayout([
      RowLayout.Column(name: "word", type: 25, isKey: true), RowLayout.Column(name: "id", type: 23, isKey: false),
    ])
    func decode(_ row: PostgresRow) throws -> Word { Word(id: row["id"].flatMap { Int($0) } ?? 0) }
    var snapshot = TableMirror<Word>.Snapshot(layout)
    try snapshot.add(tuple("\u{E9}\t1"), decode)
    try snapshot.add(tuple("e\u{301}\t2"), decode)
    var mirror = TableMirror<Word>()
    try mirror.replace(by: snapshot)
    try mirror.apply([.delete(old: try tuple("\u{E9}\t\\N"))], decode)
    #expect(mirror.table.map(\.id) == [2])
  }
}
#endif

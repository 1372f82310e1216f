#if Postgres
import LiveTables
import Testing

@testable import LiveTablesPostgres

@Suite struct TableMirrorTests {
  private struct Word: Diffable, Identifiable, Equatable, Sendable {
    let id: Int
  }

  private func tuple(_ line: String) throws -> Tuple { try Tuple(line: Array(line.utf8)) }

  @Test("a key of several columns separates their values")
  func severalColumns() throws {
    let keys = try ["1\t11", "11\t1", "111\t", "\t111", "1:1\t1"].map { try tuple($0).key([0, 1]) }
    #expect(!keys.contains(nil) && Set(keys).count == keys.count)
    #expect(try tuple("1\t11\tx").key([0, 1]) == tuple("1\t11\ty").key([0, 1]))
    #expect(try tuple("1\t\\N").key([0, 1]) == nil)
    for texts in [["1", "11"], ["", "1:é2:", ""], ["a"]] { #expect(RowKey(texts).texts(texts.count) == texts) }
  }

  private let layout = RowLayout([
    RowLayout.Column(name: "word", type: ValueType(id: 25), isKey: true),
    RowLayout.Column(name: "id", type: ValueType(id: 23), isKey: false),
  ])

  private func decode(_ row: PostgresRow) throws -> Word { Word(id: row["id"].flatMap { Int($0) } ?? 0) }

  private func decoded(_ changes: [RowChange]) -> DecodedChanges<Word> {
    var all = DecodedChanges<Word>()
    for change in changes { all.add(change, layout, decode) }
    return all
  }

  @Test("two rows with the same identity are an error")
  func doubleIdentity() throws {
    var snapshot = TableMirror<Word>.Snapshot(layout)
    for line in ["a\t1", "b\t2", "c\t1"] { try snapshot.add(tuple(line), decode) }
    var mirror = TableMirror<Word>()
    let error = #expect(throws: PostgresError.self) { try mirror.replace(by: snapshot) }
    #expect(error == .doubleIdentity("1") && mirror.table.isEmpty)
  }

  @Test func aChangeThatDoesNotFitTheTableIsAnErrorAndChangesNothing() throws {
    var snapshot = TableMirror<Word>.Snapshot(layout)
    for line in ["a\t1", "b\t2"] { try snapshot.add(tuple(line), decode) }
    var mirror = TableMirror<Word>()
    try mirror.replace(by: snapshot)
    let changes: [RowChange] = [
      .delete(old: try tuple("x\t\\N")), .update(old: nil, new: try tuple("x\t3")),
      .update(old: try tuple("x\t\\N"), new: try tuple("y\t3")), .insert(try tuple("a\t3")),
      .update(old: try tuple("b\t\\N"), new: try tuple("a\t3")),
    ]
    for change in changes {
      var copy = mirror
      let error = #expect(throws: PostgresError.self) { try copy.apply(decoded([change]), decode) }
      #expect(error?.isTransient == true && error?.message.contains("read again") == true)
      #expect(copy.table == mirror.table)
    }
    // A transaction can delete a key and insert it again.
    try mirror.apply(decoded([.delete(old: tuple("a\t\\N")), .insert(tuple("a\t3"))]), decode)
    #expect(mirror.table.map(\.id) == [2, 3])
  }

  @Test("a second snapshot keeps the order of the rows that remain, and their keys")
  func again() throws {
    var mirror = TableMirror<Word>()
    for lines in [["a\t1", "b\t2", "c\t3"], ["c\t3", "d\t4", "a\t1"]] {
      var snapshot = TableMirror<Word>.Snapshot(layout)
      for line in lines { try snapshot.add(tuple(line), decode) }
      try mirror.replace(by: snapshot)
    }
    #expect(mirror.table.map(\.id) == [1, 3, 4])
    #expect(mirror.key(of: 4, ["x"]) == ["d"])
    try mirror.apply(decoded([.delete(old: tuple("c\t\\N"))]), decode)
    #expect(mirror.table.map(\.id) == [1, 4])
  }

  @Test("a row that cannot be decoded is decoded once, and its error is thrown when the changes are applied")
  func undecodable() throws {
    struct NoNumber: Error {}
    var decoded: [String] = []
    func decode(_ row: PostgresRow) throws -> Word {
      decoded.append(row["word"] ?? "")
      guard let id = row["id"].flatMap({ Int($0) }) else { throw NoNumber() }
      return Word(id: id)
    }
    var snapshot = TableMirror<Word>.Snapshot(layout)
    try snapshot.add(tuple("a\t1"), decode)
    var mirror = TableMirror<Word>()
    try mirror.replace(by: snapshot)
    for last in try [RowChange.insert(tuple("b\tx")), .update(old: nil, new: tuple("a\tx"))] {
      decoded = []
      var changes = DecodedChanges<Word>()
      for change in try [.insert(tuple("c\t3")), last] { changes.add(change, layout, decode) }
      var copy = mirror
      #expect(throws: NoNumber.self) { try copy.apply(changes, decode) }
      #expect(copy.table == mirror.table && decoded.count == 2)
    }
    // The first error is the row that the table does not have.
    var changes = DecodedChanges<Word>()
    changes.add(.update(old: nil, new: try tuple("z\tx")), layout, decode)
    #expect(throws: PostgresError.self) { try mirror.apply(changes, decode) }
  }

  @Test("keys are compared by bytes, not by characters")
  func letters() throws {
    var snapshot = TableMirror<Word>.Snapshot(layout)
    try snapshot.add(tuple("\u{E9}\t1"), decode)
    try snapshot.add(tuple("e\u{301}\t2"), decode)
    var mirror = TableMirror<Word>()
    try mirror.replace(by: snapshot)
    try mirror.apply(decoded([.delete(old: try tuple("\u{E9}\t\\N"))]), decode)
    #expect(mirror.table.map(\.id) == [2])
    // Compares the keys directly, because the table never compares keys whose hashes differ.
    #expect(RowKey(["\u{E9}"]) != RowKey(["e\u{301}"]))
  }
}
#endif

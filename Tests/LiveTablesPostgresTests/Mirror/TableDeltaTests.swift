#if Postgres
import LiveTables
import LiveTablesTesting
import Testing

@testable import LiveTablesPostgres

@Suite struct TableDeltaTests {
  private let layout = RowLayout(
    ["id", "folder", "subject", "position"].map { name in
      RowLayout.Column(name: name, type: ValueType(id: 25), isKey: name == "id")
    })

  private func tuple(_ mail: Mail) throws -> Tuple {
    try Tuple(line: "\(mail.id)\t\(mail.folder)\t\\N\t\(mail.position)".utf8)
  }

  private func mirror(_ mails: [Mail]) throws -> TableMirror<Mail> {
    var snapshot = TableMirror<Mail>.Snapshot(layout)
    for mail in mails { try snapshot.add(tuple(mail)) { try $0.decode() } }
    var mirror = TableMirror<Mail>()
    try mirror.replace(by: snapshot)
    return mirror
  }

  private func apply(
    _ changes: [RowChange], to mirror: inout TableMirror<Mail>
  ) throws -> Changeset<OneSection, Mail>? {
    var decoded = DecodedChanges<Mail>()
    for change in changes { decoded.add(change, layout) { try $0.decode() } }
    return try mirror.apply(decoded) { try $0.decode() }.changeset
  }

  @Test("a row that is deleted and inserted in one transaction is replaced in place")
  func comesBack() throws {
    var mirror = try mirror((1...3).map { Mail(id: $0, folder: "a") })
    let row = try tuple(Mail(id: 1, folder: "b"))
    _ = try apply([.delete(old: row), .insert(row)], to: &mirror)
    #expect(mirror.table.map(\.id) == [1, 2, 3] && mirror.table.map(\.folder) == ["b", "a", "a"])
    // The key has another spelling of the same number.
    let other = try Tuple(line: "01\tc\t\\N\t0".utf8)
    _ = try apply([.update(old: row, new: other)], to: &mirror)
    #expect(mirror.table.map(\.id) == [1, 2, 3] && mirror.table.map(\.folder) == ["c", "a", "a"])
    _ = try apply([.delete(old: other)], to: &mirror)
    #expect(mirror.table.map(\.id) == [2, 3])
  }

  @Test("a transaction that only updates rows has the changeset that a diff would compute, and no other has one")
  func knownChangeset() throws {
    var mirror = try mirror((0..<300).map { Mail(id: $0, folder: "a") })
    let before = mirror.table
    let updates: [RowChange] = try [7, 290, 3, 7].map { id in
      .update(old: nil, new: try tuple(Mail(id: id, folder: id == 3 ? "a" : "b")))
    }
    let changeset = try apply(updates, to: &mirror)
    #expect(changeset?.stages.map(\.operations) == mirror.table.difference(from: before).stages.map(\.operations))
    #expect(changeset?.stages.map(\.operations.updatedRows.count) == [2])
    let other = try apply([.insert(tuple(Mail(id: 300, folder: "a")))], to: &mirror)
    #expect(other == nil)
  }

  @Test("a row may take the identity of a row that the transaction deletes, but not of one that it inserts")
  func otherIdentities() throws {
    // The key is the id column, and the identity is the number in the folder's name.
    let decode: (PostgresRow) throws -> Mail = { row in
      let mail: Mail = try row.decode()
      return Mail(id: Int(mail.folder) ?? -1, folder: "\(mail.id)")
    }
    func tuple(_ key: Int, _ identity: Int) throws -> Tuple { try self.tuple(Mail(id: key, folder: "\(identity)")) }
    func apply(_ changes: [RowChange], to mirror: inout TableMirror<Mail>) throws {
      var decoded = DecodedChanges<Mail>()
      for change in changes { decoded.add(change, layout, decode) }
      try mirror.apply(decoded, decode)
    }
    var snapshot = TableMirror<Mail>.Snapshot(layout)
    for key in 1...3 { try snapshot.add(tuple(key, key * 10), decode) }
    var mirror = TableMirror<Mail>()
    try mirror.replace(by: snapshot)
    try apply([.delete(old: tuple(3, 30)), .update(old: nil, new: tuple(1, 30))], to: &mirror)
    #expect(mirror.table.map(\.id) == [30, 20])
    #expect(throws: PostgresError.doubleIdentity("40")) {
      try apply([.update(old: nil, new: tuple(1, 40)), .insert(tuple(4, 40))], to: &mirror)
    }
    #expect(mirror.table.map(\.id) == [30, 20])
  }

  @Test("random transactions change the same rows as in a model", arguments: 0..<20 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    var model = (0..<300).map { Mail(id: $0, folder: "a") }
    var mirror = try mirror(model)
    var next = 300
    for _ in 0..<60 {
      var changes: [RowChange] = []
      for _ in 0..<Int.random(in: 1...(dice.next() % 8 == 0 ? 400 : 4), using: &dice) {
        let number = Int.random(in: 0..<5, using: &dice)
        guard number > 0, let index = model.indices.randomElement(using: &dice) else {
          model.append(Mail(id: next, folder: "new"))
          next += 1
          changes.append(.insert(try tuple(model[model.count - 1])))
          continue
        }
        if number == 1 {
          changes.append(.delete(old: try tuple(model.remove(at: index))))
        } else if number == 2 {
          // An update with a new key inserts a new row.
          let old = model.remove(at: index)
          model.append(Mail(id: next, folder: old.folder))
          next += 1
          changes.append(.update(old: try tuple(old), new: try tuple(model[model.count - 1])))
        } else {
          model[index].position += 1
          changes.append(.update(old: nil, new: try tuple(model[index])))
        }
      }
      if dice.next() % 16 == 0 {
        model = [Mail(id: next, folder: "only")]
        next += 1
        changes += [.truncate, .insert(try tuple(model[0]))]
      }
      _ = try apply(changes, to: &mirror)
      #expect(mirror.table.map(\.self) == model)
      #expect(model.allSatisfy { mirror.key(of: $0.id, ["\($0.id)"]) == ["\($0.id)"] })
    }
  }
}
#endif

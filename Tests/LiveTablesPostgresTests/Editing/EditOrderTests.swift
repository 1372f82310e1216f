#if Postgres
import LiveTables
import LiveTablesTesting
import Testing

@testable import LiveTablesPostgres

/// Tests the order in which an edit is written, and when the edit counts as written.
@Suite(.serialized, .timeLimit(.minutes(20))) struct EditOrderTests {
  struct Node: Codable, Diffable, Identifiable, Equatable, Sendable {
    var id: Int
    var parent: Int?
    var place: Int
  }

  typealias Editor = TableEditor<OneSection, Node>

  static let schema = """
    CREATE TABLE node (id int PRIMARY KEY, parent int REFERENCES node (id), place int NOT NULL UNIQUE);
    INSERT INTO node VALUES (1, NULL, 1), (2, 1, 2), (3, 2, 3), (4, 3, 4); CREATE PUBLICATION p FOR ALL TABLES;
    """

  private static func nodes(_ database: TestDatabase) -> PostgresTable<Node> {
    PostgresTable(of: Node.self, from: "node", connection: database.settings, onTrouble: { _ in })
  }

  private static func rows(_ database: TestDatabase) async throws -> [[String?]] {
    try await database.execute("SELECT id, parent, place FROM node ORDER BY id").rows
  }

  struct Order: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let edit: @Sendable (inout Editor) -> Void
    let rows: [[String?]]
  }

  static let orders: [Order] = [
    Order(testDescription: "children go before their parents") { table in
      for id in [4, 3, 2, 1] { table.remove(id: id) }
    } rows: {
      []
    },
    Order(testDescription: "rows go in the order in which they are named") {
      $0.remove(.ids([4, 3, 2]))
    } rows: {
      [["1", nil, "1"]]
    },
    Order(testDescription: "a place is left, and taken") { table in
      table.update(.id(2)) { $0.place = 9 }
      table.update(.id(1)) { $0.place = 2 }
    } rows: {
      [["1", nil, "2"], ["2", "1", "9"], ["3", "2", "3"], ["4", "3", "4"]]
    },
    Order(testDescription: "two places are swapped by way of a third") { table in
      table.update(.id(1)) { $0.place = 0 }
      table.update(.id(2)) { $0.place = 1 }
      table.update(.id(1)) { $0.place = 2 }
    } rows: {
      [["1", nil, "2"], ["2", "1", "1"], ["3", "2", "3"], ["4", "3", "4"]]
    },
    Order(testDescription: "a row at the front is added before one that refers to it") { table in
      table.update(.id(4)) { $0.place = 5 }
      table.insert(Node(id: 10, parent: nil, place: 4), at: .path(RowPath(0, 0)))
      table.update(.id(1)) { $0.parent = 10 }
    } rows: {
      [
        ["1", "10", "1"], ["2", "1", "2"], ["3", "2", "3"], ["4", "3", "5"], ["10", nil, "4"],
      ]
    },
    Order(testDescription: "a row takes the place of one that has gone") { table in
      table.remove(id: 4)
      table.append(Node(id: 5, parent: 3, place: 4))
    } rows: {
      [["1", nil, "1"], ["2", "1", "2"], ["3", "2", "3"], ["5", "3", "4"]]
    },
    Order(testDescription: "a row goes and comes back") { table in
      table.remove(id: 4)
      table.append(Node(id: 4, parent: 1, place: 4))
    } rows: {
      [["1", nil, "1"], ["2", "1", "2"], ["3", "2", "3"], ["4", "1", "4"]]
    },
    Order(testDescription: "a row comes and goes again, and leaves its place") { table in
      table.append(Node(id: 5, parent: 4, place: 5))
      table.remove(id: 5)
      table.append(Node(id: 6, parent: 4, place: 5))
    } rows: {
      [["1", nil, "1"], ["2", "1", "2"], ["3", "2", "3"], ["4", "3", "4"], ["6", "4", "5"]]
    },
    Order(testDescription: "a key changes, and not by deleting the row") {
      $0.update(.id(4)) { $0.id = 40 }
    } rows: {
      [["1", nil, "1"], ["2", "1", "2"], ["3", "2", "3"], ["40", "3", "4"]]
    },
  ]

  @Test("edits are written in the order in which they are made", arguments: orders)
  func isWritten(order: Order) async throws {
    let database = try await TestDatabase(Self.schema)
    let nodes = Self.nodes(database)
    var reader = ChangeReader(nodes)
    try await reader.next()
    try await nodes.edit { order.edit(&$0) }
    #expect(try await Self.rows(database) == order.rows)
    let expected = order.rows.compactMap { $0[0].flatMap { Int($0) } }
    try await reader.next { $0.map(\.id).sorted() == expected }
    await nodes.close()
    try await database.end()
  }

  @Test("random edits have the same result as the same statements in order", arguments: 0..<10 as Range<UInt64>)
  func random(seed: UInt64) async throws {
    var dice = SeededGenerator(seed: seed)
    let database = try await TestDatabase(Self.schema)
    let other = try await TestDatabase(Self.schema)
    let nodes = Self.nodes(database)
    var reader = ChangeReader(nodes)
    try await reader.next()
    for round in 0..<12 {
      // The identities after each step, so that every step names an existing row.
      var ids = try await Self.rows(database).compactMap { $0[0].flatMap { Int($0) } }
      var steps: [(sql: String, edit: @Sendable (inout Editor) -> Void)] = []
      for _ in 0..<Int.random(in: 1...5, using: &dice) {
        let (place, id) = (Int.random(in: 0...9, using: &dice), Int.random(in: 1...9, using: &dice))
        let parent = Bool.random(using: &dice) ? ids.randomElement(using: &dice) : nil
        let words = parent.map { "\($0)" } ?? "NULL"
        switch Int.random(in: 0..<4, using: &dice) {
        case 0 where !ids.contains(id):
          ids.append(id)
          steps.append(
            (
              "INSERT INTO node VALUES (\(id), \(words), \(place))",
              { $0.append(Node(id: id, parent: parent, place: place)) }
            ))
        case 1:
          guard let index = ids.indices.randomElement(using: &dice) else { continue }
          let id = ids.remove(at: index)
          steps.append(("DELETE FROM node WHERE id = \(id)", { $0.remove(id: id) }))
        case 2:
          guard let id = ids.randomElement(using: &dice) else { continue }
          steps.append(
            ("UPDATE node SET place = \(place) WHERE id = \(id)", { $0.update(.id(id)) { $0.place = place } }))
        default:
          guard let id = ids.randomElement(using: &dice) else { continue }
          steps.append(
            ("UPDATE node SET parent = \(words) WHERE id = \(id)", { $0.update(.id(id)) { $0.parent = parent } }))
        }
      }
      let edits = steps.map(\.edit)
      let statements = steps.map(\.sql).joined(separator: "; ")
      var codes: [String?] = [nil, nil]
      do { try await other.execute(statements.isEmpty ? "SELECT" : statements) } catch let error as PostgresError {
        codes[0] = error.code
      }
      do {
        try await nodes.edit { table in for edit in edits { edit(&table) } }
      } catch let error as PostgresError { codes[1] = error.code }
      #expect(codes[0] == codes[1], "seed \(seed), round \(round): \(statements)")
      let (one, two) = (try await Self.rows(database), try await Self.rows(other))
      try #require(one == two, "seed \(seed), round \(round): \(statements)")
    }
    let expected = try await Self.rows(database).compactMap { $0[0].flatMap { Int($0) } }
    try await reader.next { $0.map(\.id).sorted() == expected }
    await nodes.close()
    try await database.end()
    try await other.end()
  }

  /// The effect of a trigger on a row, and the expected result of the edit.
  struct Interference: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let body: String
    var timing = "BEFORE"
    var event = "UPDATE"
    var edit: @Sendable (inout Editor) -> Void = { $0.update(.id(4)) { $0.place = 7 } }
    /// Words of the expected error, or `nil` if the edit is written.
    let error: String?
    /// The expected place of row 4 after the edit.
    var place: String? = "4"
  }

  static let interferences: [Interference] = [
    Interference(
      testDescription: "an update is dropped", body: "RETURN NULL;", error: "as it was"),
    Interference(testDescription: "an update is undone", body: "RETURN OLD;", error: "as it was"),
    Interference(
      testDescription: "a value is put back", body: "NEW.place := OLD.place; RETURN NEW;",
      error: "as it was"),
    Interference(
      testDescription: "a value is made another one", body: "NEW.place := 70; RETURN NEW;",
      error: nil, place: "70"),
    Interference(
      testDescription: "another value is changed besides", body: "NEW.parent := 1; RETURN NEW;",
      error: nil, place: "7"),
    Interference(
      testDescription: "the key is changed", body: "NEW.id := 44; RETURN NEW;",
      error: "has no row “4”"),
    Interference(
      testDescription: "the row is deleted after the update",
      body: "DELETE FROM node WHERE id = 4; RETURN NULL;",
      timing: "AFTER", error: "has no row “4”"),
    Interference(
      testDescription: "the row is deleted at the end",
      body: "DELETE FROM node WHERE id = 4; RETURN NULL;",
      timing: "CONSTRAINT", error: "has no row “4”"),
    Interference(
      testDescription: "a deletion is dropped", body: "RETURN NULL;", event: "DELETE",
      edit: { $0.remove(id: 4) },
      error: "as it was"),
    Interference(
      testDescription: "a deletion becomes an update",
      body: "UPDATE node SET place = 8 WHERE id = 4; RETURN NULL;",
      event: "DELETE", edit: { $0.remove(id: 4) }, error: "as it was"),
    Interference(
      testDescription: "a row comes back",
      body: "INSERT INTO node VALUES (OLD.id, 1, 9); RETURN NULL;", timing: "AFTER",
      event: "DELETE", edit: { $0.remove(id: 4) }, error: "as it was"),
    Interference(
      testDescription: "an insertion is dropped", body: "RETURN NULL;", event: "INSERT",
      edit: { $0.append(Node(id: 5, parent: nil, place: 5)) }, error: "as it was"),
    Interference(
      testDescription: "an insertion gets another key", body: "NEW.id := 50; RETURN NEW;",
      event: "INSERT",
      edit: { $0.append(Node(id: 5, parent: nil, place: 5)) }, error: "has no row “5”"),
    Interference(
      testDescription: "an insertion gets another value", body: "NEW.parent := 1; RETURN NEW;",
      event: "INSERT",
      edit: { $0.append(Node(id: 5, parent: nil, place: 5)) }, error: nil),
  ]

  @Test(
    "an edit is saved when its rows are as written, and changes by triggers are shown",
    arguments: interferences)
  func counts(interference: Interference) async throws {
    let isConstraint = interference.timing == "CONSTRAINT"
    let database = try await TestDatabase(
      Self.schema + """
        CREATE FUNCTION interfere() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \(interference.body) END $$;
        CREATE \(isConstraint ? "CONSTRAINT " : "")TRIGGER interfere \(isConstraint ? "AFTER" : interference.timing) \
        \(interference.event) ON node \(isConstraint ? "DEFERRABLE INITIALLY DEFERRED" : "")
        FOR EACH ROW EXECUTE FUNCTION interfere();
        """)
    let nodes = Self.nodes(database)
    var reader = ChangeReader(nodes)
    try await reader.next()
    let before = try await Self.rows(database)
    if let words = interference.error {
      let error = await #expect(throws: PostgresError.self) {
        try await nodes.edit { interference.edit(&$0) }
      }
      #expect(error?.message.contains(words) == true, "\(error.map { "\($0)" } ?? "")")
      #expect(try await Self.rows(database) == before)
    } else {
      try await nodes.edit { interference.edit(&$0) }
    }
    let rows = try await Self.rows(database)
    #expect(rows[3][2] == interference.place)
    try await reader.next { table in
      table.sorted { $0.id < $1.id }.map {
        ["\($0.id)", $0.parent.map { "\($0)" }, "\($0.place)"]
      } == rows
    }
    await nodes.close()
    try await database.end()
  }

  @Test func rowsThatOthersHaveDeletedAreNotFoundOrAlreadyGone() async throws {
    let database = try await TestDatabase(Self.schema)
    let nodes = Self.nodes(database)
    var reader = ChangeReader(nodes)
    try await reader.next()
    // The lock delays the edits until the other program commits its deletion.
    try await database.execute(
      "BEGIN; LOCK TABLE node IN SHARE ROW EXCLUSIVE MODE; DELETE FROM node WHERE id = 4")
    let update = Task { try await nodes.edit { $0.update(.id(4)) { $0.place = 7 } } }
    try await reader.next { $0.row(id: 4)?.place == 7 }
    try await database.execute("COMMIT")
    await #expect(throws: PostgresError.rowIsGone) { try await update.value }
    try await reader.next { $0.map(\.id) == [1, 2, 3] }
    try await database.execute(
      "BEGIN; LOCK TABLE node IN SHARE ROW EXCLUSIVE MODE; DELETE FROM node WHERE id = 3")
    let delete = Task { try await nodes.edit { $0.remove(id: 3) } }
    try await reader.next { $0.map(\.id) == [1, 2] }
    try await database.execute("COMMIT")
    try await delete.value
    await nodes.close()
    try await database.end()
  }

  @Test func constraintsThatWaitForTheEndAreCheckedThere() async throws {
    let database = try await TestDatabase(
      """
      CREATE TABLE node (id int PRIMARY KEY, parent int, place int NOT NULL UNIQUE DEFERRABLE INITIALLY DEFERRED);
      INSERT INTO node VALUES (1, NULL, 1), (2, 1, 2); CREATE PUBLICATION p FOR ALL TABLES;
      """)
    let nodes = Self.nodes(database)
    var reader = ChangeReader(nodes)
    try await reader.next()
    try await nodes.edit { table in
      table.update(.id(1)) { $0.place = 2 }
      table.update(.id(2)) { $0.place = 1 }
    }
    #expect(try await Self.rows(database) == [["1", nil, "2"], ["2", "1", "1"]])
    let error = await #expect(throws: PostgresError.self) {
      try await nodes.edit { $0.update(.id(1)) { $0.place = 1 } }
    }
    #expect(error?.code == "23505")
    await nodes.close()
    try await database.end()
  }

  @Test func rowsOfTablesThatInheritAreNotWritten() async throws {
    let database = try await TestDatabase(
      Self.schema + "CREATE TABLE heir () INHERITS (node); INSERT INTO heir VALUES (4, NULL, 40);"
    )
    let nodes = Self.nodes(database)
    var reader = ChangeReader(nodes)
    try await reader.next()
    try await nodes.edit { $0.update(.id(4)) { $0.place = 7 } }
    try await nodes.edit { $0.remove(id: 4) }
    #expect(try await database.execute("SELECT id, place FROM heir").rows == [["4", "40"]])
    await nodes.close()
    try await database.end()
  }
}

extension EditOrderTests.Order {
  fileprivate init(
    testDescription: String, _ edit: @escaping @Sendable (inout EditOrderTests.Editor) -> Void,
    rows: () -> [[String?]]
  ) {
    self.init(testDescription: testDescription, edit: edit, rows: rows())
  }
}
#endif

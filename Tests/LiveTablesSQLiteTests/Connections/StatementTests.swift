#if SQLite
import Testing

@testable import LiveTablesSQLite

@Suite struct StatementTests {
  private let connection: DatabaseConnection

  init() throws { connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:")) }

  @Test("a kept statement keeps no values")
  func values() throws {
    let statement = try #require(try Statement("SELECT ?", on: connection.handle, isKept: true))
    try statement.bind([.text("a secret, or very long")])
    #expect(try statement.step() && statement.value(at: 0) != .null)
    statement.reset()
    #expect(try statement.step() && statement.value(at: 0) == .null)
  }

  @Test("columns that are requested in a different order in each row are found, and listed once")
  func orders() throws {
    let query: SQLQuery =
      "WITH n(a, b, c) AS (SELECT 1, 2, 3 UNION ALL SELECT a + 1, b, c FROM n WHERE a < 50) SELECT * FROM n"
    let orders = [["a", "b", "c"], ["c", "b", "a"], ["b", "A", "c", "b"]]
    try connection.withStatement(query) { statement in
      var row = 0
      while try statement.step() {
        let names = orders[row % 3]
        #expect(names.map { statement.position(of: $0) } == names.map { ["a": 0, "b": 1, "c": 2][$0.lowercased()] })
        #expect(statement.position(of: "d") == nil)
        #expect(statement.lookUps.count <= 4)
        row += 1
      }
      #expect(row == 50)
    }
  }

  @Test("an exact column name is preferred to one with different capitals")
  func capitals() throws {
    try connection.withStatement("SELECT 1 AS A, 2 AS a, 3 AS B, 4 AS B") { statement in
      #expect(["a", "A", "b", "B"].map { statement.position(of: $0) } == [1, 0, 2, 2])
    }
  }

  @Test("columns are found at their positions after a change of the schema")
  func movedColumns() throws {
    for (columns, places) in [("a, b", [0, 1]), ("b, a", [1, 0])] {
      try connection.execute(
        script: "DROP TABLE IF EXISTS item; CREATE TABLE item (\(columns)); INSERT INTO item (a, b) VALUES (1, 2);")
      try connection.forEach("SELECT * FROM item") { row in
        #expect(row["a"] == 1 && row["b"] == 2)
        #expect(["a", "b"].map { row.statement.position(of: $0) } == places)
      }
    }
  }

  @Test("a lock is waited for up to a limit from the first attempt, but not by a cancelled task")
  func patience() async throws {
    #expect(!BusyPatience(.zero).waits(after: 0))
    let patience = BusyPatience(.seconds(600))
    #expect(patience.waits(after: 0) && patience.waits(after: 1))
    #expect(!BusyPatience(.seconds(600)).waits(after: 1), "it has not begun")
    connection.withoutPatience { #expect(!connection.patience.waits(after: 0)) }
    #expect(connection.patience.waits(after: 0))
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return BusyPatience(.seconds(600)).waits(after: 0)
    }
    #expect(await !cancelled.value)
  }

  @Test("an error has the message of the call that failed")
  func errors() throws {
    let error = try #require(throws: SQLiteError.self) { try connection.execute("SELECT absent") }
    #expect(error.message == "no such column: absent" && error.code == 1 && error.extendedCode == 1)
    #expect(SQLiteError(1, of: connection.handle).message == "no such column: absent")
    #expect(SQLiteError(21, of: connection.handle).message == "bad parameter or other API misuse")
    let busy = SQLiteError(code: 517, message: "")
    #expect(busy.isBusy && busy.code == 5 && busy.extendedCode == 517)
  }

  @Test("a script runs to its end past empty statements and comments, and an error names the failed statement")
  func scripts() throws {
    try connection.execute(
      script: ";; CREATE TABLE item (id INTEGER PRIMARY KEY);; -- first;\n INSERT INTO item VALUES (1); /* 2 */ ; \n")
    #expect(try connection.map("SELECT id FROM item") { $0.values } == [[.integer(1)]])
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute(
        script: "INSERT INTO item VALUES (2); INSERT INTO item VALUES (1); INSERT INTO item VALUES (3);")
    }
    #expect(error?.statement == " INSERT INTO item VALUES (1);")
    #expect(try connection.value("SELECT max(id) FROM item", as: Int.self) == 2)
  }

  @Test("a script runs in linear time")
  func longScripts() throws {
    let clock = ContinuousClock()
    let fill = "/* \(String(repeating: "-", count: 200)) */"
    func time(_ count: Int) throws -> Duration {
      let script = String(repeating: "SELECT 1; \(fill)\n", count: count)
      return try clock.measure { try connection.execute(script: script) }
    }
    // Measures three times, because the machine may be busy.
    let isLinear = try (1...3).contains { _ in try time(10_000) < time(1_000) * 40 }
    #expect(isLinear)
  }
}
#endif

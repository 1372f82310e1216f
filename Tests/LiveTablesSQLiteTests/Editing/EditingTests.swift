#if SQLite
import Foundation
import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import Testing

@testable import LiveTablesSQLite

@MainActor @Suite(.holdsFiles, .timeLimit(.minutes(20))) struct EditingTests {
  private typealias View = RecordingTableView<OneSection, QueryRow<Mail>>

  private struct Refused: Error {}

  /// Waits until the view shows the given rows.
  private func until(_ view: View, shows ids: [RowID]) async {
    let (events, event) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    view.onEvent = { _ in event.yield() }
    event.yield()
    for await _ in events where view.link.table.map(\.id) == ids { break }
    view.onEvent = nil
  }

  /// Returns a file with three mails, its database, and a view that shows the mails.
  private func shown() async throws -> (
    TestDatabase, SQLiteDatabase, OptimisticTable<OneSection, QueryRow<Mail>>, View
  ) {
    let file = try await TestDatabase()
    let database = try await file.open()
    for id in 1...3 { try await database.insert(Mail(id: id, folder: "in", subject: "mail \(id)")) }
    let live = OptimisticTable(database.table(of: Mail.self, "SELECT * FROM mail ORDER BY id"))
    let view = View()
    let binding = view.bind(live)
    for await applied in binding.changes where applied.table.count == 3 { break }
    return (file, database, live, view)
  }

  @Test("a row that the user deletes disappears at once, then from the database, and never returns")
  func aRowIsDeleted() async throws {
    let (file, database, live, view) = try await shown()
    let binding = view.bind(live)
    for await applied in binding.changes where applied.table.count == 3 { break }
    let gate = DispatchSemaphore(value: 0)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let holding = Task {
      try await database.write { connection in
        try connection.execute("INSERT INTO mail VALUES (4, 'in', 'meanwhile', 0)")
        begin.finish()
        gate.wait()  // blocks the writer's queue only
      }
    }
    for await _ in begun {}
    let row = try #require(view.link.table.first)
    async let edited: Void = live.edit {
      $0.remove(id: row.id)
    } until: {
      try await database.write { try $0.execute("DELETE FROM mail WHERE id = 1") }
      return .confirmed
    }
    await until(view, shows: [2, 3])
    gate.signal()  // a table without the edit may be read before the edit is written
    try await holding.value
    try await edited
    var seen: [[RowID]] = []
    for await applied in binding.changes {
      seen.append(applied.table.map(\.id))
      if applied.table.map(\.id) == [2, 3, 4] { break }
    }
    #expect(seen.allSatisfy { !$0.contains(1) }, "\(seen)")
    #expect(try await file.run("SELECT group_concat(id) FROM mail;") == "2,3,4\n")
    binding.cancel()
  }

  @Test("an edit that returns from the database changes nothing on screen")
  func anEditComesBackAsTheSameChange() async throws {
    let (_, database, live, view) = try await shown()
    let applied = view.events.count
    try await live.edit {
      $0.remove(id: 2)
    } until: {
      try await database.write { try $0.execute("DELETE FROM mail WHERE id = 2") }
      return .confirmed
    }
    // The next table follows the table that the edit results in.
    try await database.insert(Mail(id: 9, folder: "in", subject: "next"))
    await until(view, shows: [1, 3, 9])
    let operations = view.events.dropFirst(applied).map { "\($0)" }
    #expect(operations.count == 2, "one for the edit, one for the mail: \(operations)")
  }

  @Test("an edit that cannot be written is undone")
  func anEditThatCannotBeWritten() async throws {
    let (_, _, live, view) = try await shown()
    await #expect(throws: Refused.self) {
      try await live.edit {
        $0.remove(id: 2)
      } until: {
        throw Refused()
      }
    }
    #expect(await live.state.table.map(\.id) == [1, 2, 3])
    await until(view, shows: [1, 2, 3])
  }

  @Test(
    "a row can be moved between two rows without a number between them", arguments: [1.0, 1.0.nextUp],
    [[1, 2, 3], [2, 3, 1]])
  func noNumberBetween(low: Double, rows: [Int]) async throws {
    let database = try await TestDatabase("CREATE TABLE task (id INTEGER PRIMARY KEY, position REAL);").open()
    let ids = try await database.write { connection in
      for (id, place) in zip(rows, [low, low.nextUp, low + 1]) {
        try connection.execute("INSERT INTO task VALUES (\(id), \(place))")
      }
      #expect(try connection.moveRow(RowID(rows[2]), after: RowID(rows[0]), in: "task", orderedBy: "position"))
      return try connection.map("SELECT id FROM task ORDER BY position, id") { try $0.decode(Int.self, at: 0) }
    }
    #expect(ids == [rows[0], rows[2], rows[1]])
  }

  @Test("a row that is inserted without a number gets one, and no other row is written")
  func aNewRowIsNumberedAlone() async throws {
    let database = try await TestDatabase("CREATE TABLE task (id INTEGER PRIMARY KEY, position REAL);").open()
    let positions = try await database.write { connection in
      try connection.execute("INSERT INTO task VALUES (1, 10), (2, 20), (3, NULL)")
      #expect(try connection.moveRow(3, after: 1, in: "task", orderedBy: "position"))
      return try connection.map("SELECT position FROM task ORDER BY id") { try $0.decode(Double.self, at: 0) }
    }
    #expect(positions == [10, 20, 15])
  }

  @Test("a row can be moved before or after a row at the limit of numbers")
  func noNumberBeyond() async throws {
    let database = try await TestDatabase("CREATE TABLE task (id INTEGER PRIMARY KEY, position REAL);").open()
    for (place, other, order) in [(0x1p53, 2 as RowID?, [2, 1]), (-0x1p53, nil, [3, 2])] {
      let ids = try await database.write { connection in
        try connection.execute("DELETE FROM task")
        for (id, place) in [(2, place), (order[0] == 2 ? 1 : 3, 0.5)] {
          try connection.execute("INSERT INTO task VALUES (\(id), \(place))")
        }
        let row: RowID = order[0] == 2 ? 1 : 3
        #expect(try connection.moveRow(row, after: other, in: "task", orderedBy: "position"))
        return try connection.map("SELECT id FROM task ORDER BY position, id") { try $0.decode(Int.self, at: 0) }
      }
      #expect(ids == order)
    }
  }

  @Test
  func aRowIsMovedByAnOrderColumn() async throws {
    let file = try await TestDatabase("CREATE TABLE task (id INTEGER PRIMARY KEY, position REAL, title TEXT);")
    let database = try await file.open()
    try await database.write { connection in
      for id in 1...5 {
        try connection.execute("INSERT INTO task VALUES (\(id), \(id), \("task \(id)"))")
      }
    }
    var model: [RowID] = [1, 2, 3, 4, 5]
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let row = model.remove(at: Int.random(in: 0..<5, using: &generator))
      let place = Int.random(in: 0...1, using: &generator)  // always near the front, where positions run out
      let above = place == 0 ? nil : model[place - 1]
      model.insert(row, at: place)
      let isMoved = try await database.write {
        try $0.moveRow(row, after: above, in: "task", orderedBy: "position")
      }
      #expect(isMoved)
      let ids = try await database.read { connection in
        try connection.map("SELECT id FROM task ORDER BY position") { RowID(try $0.value("id", as: Int.self)) }
      }
      #expect(ids == model)
    }
    for (row, other) in [(99, nil), (1, 99), (1, 1)] as [(RowID, RowID?)] {
      let isMoved = try await database.write {
        try $0.moveRow(row, after: other, in: "task", orderedBy: "position")
      }
      #expect(!isMoved)
    }
    let ids = try await database.read { connection in
      try connection.map("SELECT id FROM task ORDER BY position") { RowID(try $0.value("id", as: Int.self)) }
    }
    #expect(ids == model)
  }

  @Test(
    "rows without a number are where they are shown, and can be moved", arguments: ["NULL", "nullif(id, 2)"])
  func rowsWithoutNumbers(numbers: String) async throws {
    let file = try await TestDatabase("CREATE TABLE task (id INTEGER PRIMARY KEY, position REAL);")
    let database = try await file.open()
    for source in 0..<5 {
      for target in 0..<5 where source != target {
        let (before, after) = try await database.write { connection in
          try connection.execute("DELETE FROM task")
          try connection.execute("INSERT INTO task (id) VALUES (1), (2), (3), (4), (5)")
          try connection.execute(SQLQuery(sql: "UPDATE task SET position = \(numbers)"))
          func ids() throws -> [RowID] {
            try connection.map("SELECT id FROM task ORDER BY position, id") { RowID(try $0.value("id", as: Int.self)) }
          }
          let before = try ids()
          var rest = before
          let row = rest.remove(at: source)
          try connection.moveRow(row, after: target == 0 ? nil : rest[target - 1], in: "task", orderedBy: "position")
          return (before, try ids())
        }
        var expected = before
        expected.insert(expected.remove(at: source), at: target)
        #expect(after == expected)
      }
    }
  }
}
#endif

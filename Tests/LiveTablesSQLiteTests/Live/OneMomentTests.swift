#if SQLite
import Foundation
import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import Testing

@testable import LiveTablesSQLite

/// Tests that combined queries of one database show the state of one commit.
@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct OneMomentTests {
  private struct Pair: Codable, Identifiable, Equatable, Diffable, Sendable {
    var id: Int
    var number: Int
  }

  private static let schema = """
    CREATE TABLE one (id INTEGER PRIMARY KEY, number INT); CREATE TABLE two (id INTEGER PRIMARY KEY, number INT);
    CREATE TABLE other (number INT); INSERT INTO other VALUES (0);
    INSERT INTO one VALUES (1, 0), (2, 0); INSERT INTO two VALUES (1, 0), (2, 0);
    """
  /// Adds one to all numbers of both tables.
  private static let step =
    "BEGIN IMMEDIATE; UPDATE one SET number = number + 1; UPDATE two SET number = number + 1; COMMIT;"

  /// Commits a step, unless a reader blocks it.
  private static func commit(_ connection: DatabaseConnection) {
    do { try connection.withoutPatience { try connection.execute(script: step) } } catch { connection.rollBack() }
  }

  private static func query(_ name: String) -> TableQuery<OneSection, Pair> {
    TableQuery(of: Pair.self, "SELECT * FROM \(identifier: name) ORDER BY id")
  }

  /// Returns the numbers of two tables in one read, or no numbers if the tables cannot be read together.
  private static func read(
    _ one: some TableSource<OneSection, Pair>, _ two: some TableSource<OneSection, Pair>
  ) async -> Set<Int> {
    await ReadMoment.open { moment in
      let (one, two) = (await one.read, await two.read)
      return moment.isStale ? [] : Set((one.table.map(\.number) + two.table.map(\.number)))
    }
  }

  @Test(
    "a commit between the reads of two queries is in both or in neither",
    arguments: ["wal", "delete"], [false, true])
  func aCommitInBetween(journal: String, isLogged: Bool) async throws {
    let file = try await TestDatabase(Self.schema, journal: journal)
    let other = Guarded(try DatabaseConnection(DatabaseConnection.Settings(path: file.path)))
    let isArmed = Guarded(false)
    let database = try await file.open { options in
      options.trace = { sql in
        // The second query is about to be read.
        guard sql.contains("FROM \"two\""),
          isArmed.with({ armed in
            defer { armed = false }
            return armed
          })
        else { return }
        other.with { Self.commit($0) }
      }
    }
    if isLogged { try await database.installChangeLog(for: "one", "two") }
    let (one, two) = (database.table(Self.query("one")).loaded, database.table(Self.query("two")).loaded)
    for round in 0..<6 {
      isArmed.with { $0 = true }
      #expect(await Self.read(one, two).count == 1, "round \(round)")
      database.hub.publish(.foreign)
      #expect(await Self.read(two, one).count == 1, "round \(round)")
      #expect(await Self.read(one, one).count == 1)
    }
    // The next combined read is the newest state, and so is a single read.
    isArmed.with { $0 = false }
    other.with { Self.commit($0) }
    database.hub.publish(.foreign)
    let newest = try await database.read { try $0.value("SELECT max(number) FROM one", as: Int.self) }
    #expect(await Self.read(one, two) == [newest])
    #expect(await one.state.table.map(\.number) == [newest, newest])
  }

  @Test("queries of a locked file are not combined with earlier tables") func lockedFile() async throws {
    let file = try await TestDatabase(Self.schema, journal: "delete")
    let database = try await file.open { $0.busyTimeout = .milliseconds(1) }
    let (one, two) = (database.table(Self.query("one")).loaded, database.table(Self.query("two")).loaded)
    #expect(await one.state.table.map(\.number) == [0, 0])
    let other = try DatabaseConnection(DatabaseConnection.Settings(path: file.path))
    try other.execute(script: "BEGIN EXCLUSIVE; UPDATE one SET number = 1; UPDATE two SET number = 1;")
    database.hub.publish(.foreign)
    #expect(await Self.read(one, two) == [])
    #expect(await Self.read(two, one) == [])
    try other.execute(script: "COMMIT")
    database.hub.publish(.foreign)
    #expect(await Self.read(one, two) == [1])
  }

  @Test("a commit that one query has read before it was announced is read by the other")
  func aCommitThatIsNotAnnounced() async throws {
    let file = try await TestDatabase(Self.schema)
    let database = try await file.open()
    let one = database.table(Self.query("one"))
    let two = database.table(Self.query("two")).loaded
    #expect(await Self.read(one.loaded, two) == [0])
    _ = try DatabaseConnection(DatabaseConnection.Settings(path: file.path)).execute(script: Self.step)
    // The first query is read because it has changed.
    await one.change { $0.filtered("id > \(0)") }
    #expect(await Self.read(one.loaded, two) == [1])
    #expect(await two.state.table.map(\.number) == [1, 1])
  }

  @Test("commits of this process that affect neither query read nothing")
  func whatDoesNotConcernThem() async throws {
    let trace = Trace()
    let file = try await TestDatabase(Self.schema)
    let database = try await file.open { $0.trace = { sql in trace.statements.with { $0.append(sql) } } }
    let (one, two) = (database.table(Self.query("one")).loaded, database.table(Self.query("two")).loaded)
    for number in 0..<5 {
      #expect(await Self.read(one, two) == [0])
      if number > 0 { #expect(!trace.take().contains { $0.contains("FROM \"one\"") || $0.contains("FROM \"two\"") }) }
      _ = trace.take()
      try await database.write { try $0.execute("UPDATE other SET number = number + 1") }
    }
  }

  @Test(
    "two combined queries show the same commit at once, whatever another program commits", arguments: ["wal", "delete"])
  func manyCommits(journal: String) async throws {
    let file = try await TestDatabase(Self.schema, journal: journal)
    let database = try await file.open()
    let (one, two) = (database.table(Self.query("one")).loaded, database.table(Self.query("two")).loaded)
    // The number of commits that each reader has seen.
    let seen = Guarded([0, 0])
    let isDone = Guarded(false)
    let readers = (0..<2).map { number in
      Task {
        var last = -1
        while !isDone.now {
          let numbers = await number == 0 ? Self.read(one, two) : Self.read(two, one)
          // There are no numbers while commits lock the file.
          guard let now = numbers.first else { continue }
          #expect(numbers.count == 1 && now >= last, "\(numbers) after \(last)")
          if now > last { seen.with { $0[number] += 1 } }
          last = now
        }
      }
    }
    var count = 0
    while count < 400 || seen.now.contains(where: { $0 < 5 }) {
      _ = try await file.run(String(repeating: Self.step + "\n", count: 50))
      count += 50
    }
    isDone.with { $0 = true }
    for reader in readers { await reader.value }
    database.hub.publish(.foreign)
    #expect(await Self.read(one, two) == [count])
  }

  /// Adds one to all numbers of both tables, in a write of the database.
  private static func step(_ database: SQLiteDatabase) async throws {
    try await database.write {
      try $0.execute(script: "UPDATE one SET number = number + 1; UPDATE two SET number = number + 1;")
    }
  }

  @Test(arguments: [.zero, Duration.seconds(600)])
  func theCounterOfCommitsMayStartAgainWithANewLog(transactionTime: Duration) async throws {
    let file = try await TestDatabase(Self.schema)
    let database = try await file.open { $0.transactionTime = transactionTime }
    let (one, two) = (database.table(Self.query("one")).loaded, database.table(Self.query("two")).loaded)
    var number = 0
    for count in [3, 1, 2] {
      for _ in 0..<count {
        try await Self.step(database)
        number += 1
        #expect(await Self.read(one, two) == [number])
      }
      await database.withConnectionsClosed {}
      #expect(await Self.read(two, one) == [number])
    }
  }

  @Test("the transaction of combined queries ends as early as that of one query") func theTransactionEnds() async throws
  {
    let file = try await TestDatabase(Self.schema)
    let database = try await file.open { ($0.transactionTime, $0.readingTime) = (.zero, .seconds(9000)) }
    let lives = ["one", "two"].map { database.table(Self.query($0)) }
    let rows = await ReadMoment.open { _ in [await lives[0].read.table.first, await lives[1].read.table.first] }
    for row in rows {
      let transaction = try #require(row).transaction
      await eventually("its time is over") { await !transaction.isOpen }
    }
  }

  @Test("combined queries open no connection for each commit", arguments: ["wal", "delete"])
  func noConnectionIsOpenedForACommit(journal: String) async throws {
    let trace = Trace()
    let file = try await TestDatabase(Self.schema, journal: journal)
    let database = try await file.open { $0.trace = { sql in trace.statements.with { $0.append(sql) } } }
    let (one, two) = (database.table(Self.query("one")).loaded, database.table(Self.query("two")).loaded)
    for number in 0..<8 {
      #expect(await Self.read(one, two) == [number])
      try await Self.step(database)
      let opened = trace.take().count { $0.contains("query_only") }
      if number > 3 { #expect(opened == 0, "commit \(number)") }
    }
  }

  @Test("joined tables show the rows of one commit") func joinedTables() async throws {
    let file = try await TestDatabase(Self.schema)
    let database = try await file.open()
    let joined = database.table(Self.query("one")).loaded.joined(
      with: database.table(Self.query("two")).loaded, by: \.id, and: \.id)
    let reading = Task {
      var last = 0
      for await table in joined.tables {
        for row in table { #expect(row.left?.number == row.right?.number) }
        last = table.first?.left?.number ?? -1
      }
      return last
    }
    for _ in 0..<50 {
      _ = try await file.run(Self.step)
      try await Self.step(database)
    }
    var tables = joined.tables.makeAsyncIterator()
    while let table = await tables.next(), table.first?.left?.number != 100 {}
    await database.close()
    #expect(await reading.value > 0)
  }
}
#endif

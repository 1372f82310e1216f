#if Postgres
import LiveTables
import Testing

@testable import LiveTablesPostgres

/// Tests the queries that check whether the definition of a table has changed.
@Suite(.serialized, .timeLimit(.minutes(20))) struct QuestionTests {
  static let schema = """
    CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE TABLE t (id int PRIMARY KEY, m mood); INSERT INTO t VALUES (1, 'sad');
    CREATE PUBLICATION p FOR ALL TABLES;
    """

  private static func table(
    _ settings: PostgresConnection, timeout: Duration = .seconds(30), onTrouble: (@Sendable ((any Error)?) -> Void)?
  ) -> PostgresTable<Keyed<String, String>> {
    var replication = ReplicationSettings(connection: settings, table: "t", publication: nil, slot: .temporary)
    (replication.timeout, replication.checkInterval) = (timeout, .zero)
    return PostgresTable(replication, onTrouble: onTrouble) { Keyed($0["m"] ?? "", id: $0["id"] ?? "") }
  }

  /// Waits for the process that answers the queries, and returns its ID.
  private static func process(_ database: TestDatabase) async throws -> String {
    while true {
      let found = try await database.execute(
        """
        SELECT pid, pg_sleep(0.01) FROM pg_stat_activity WHERE application_name = 'livetables'
          AND datname = current_database() AND backend_type = 'client backend' AND state = 'idle'
          AND query LIKE '%pg_current_wal_insert_lsn%' AND pid <> pg_backend_pid()
        """)
      if let process = found["pid"] { return process }
    }
  }

  @Test func ofSeveralHostsTheOneThatIsFollowedIsAsked() async throws {
    let other = try await TestServer()
    try await other.control("-m fast -w stop")
    let database = try await TestDatabase(Self.schema)
    let hosts =
      "host=127.0.0.1,127.0.0.1 port=\(other.port),\(database.server.port) user=tester dbname=\(database.name)"
    let said = Locked<[String]>([])
    let table = Self.table(
      PostgresConnection(hosts), onTrouble: { error in said.with { $0.append(error.map { "\($0)" } ?? "over") } })
    var reader = ChangeReader(table)
    try await reader.next()
    try await other.control("-w start")
    let process = try await Self.process(database)
    try await database.execute("SELECT pg_terminate_backend(\(process))")
    try await database.execute("INSERT INTO t VALUES (2, 'ok')")
    try await reader.next { $0.count == 2 }
    while try await Self.process(database) == process {}
    // The server may be slow to answer, which is also reported.
    #expect(
      !said.with { $0 }.contains { $0.contains("asked") }, "a connection that was idle may end: \(said.with { $0 })")
    await table.close()
    try await database.end()
  }

  @Test func aConnectionIsMadeToThePlaceOfAnotherOne() async throws {
    let database = try await TestDatabase(Self.schema)
    let settings = PostgresConnection("host=nowhere.invalid,127.0.0.1 port=1,2 sslmode=prefer dbname=mail")
    let place = await database.connection.place
    let found = try settings.at(place).parameters(isReplication: true)
    #expect(found.filter { $0.name == "host" }.map(\.value) == ["127.0.0.1"])
    #expect(found.filter { $0.name == "port" }.map(\.value) == ["\(database.server.port)"])
    #expect(found.filter { $0.name == "hostaddr" }.map(\.value) == ["127.0.0.1"])
    #expect(found.contains { $0.name == "sslmode" && $0.value == "prefer" })
    try await database.end()
  }

  @Test func thatNothingCanBeAskedIsReportedOnceAndSoIsTheEnd() async throws {
    let database = try await TestDatabase(Self.schema)
    let role = database.name + "_reader"
    // The limit does not apply to replication connections.
    try await database.execute(
      "CREATE ROLE \(role) LOGIN REPLICATION CONNECTION LIMIT 0; GRANT SELECT ON t TO \(role)")
    let said = Locked<[String]>([])
    let troubles = Troubles()
    let table = Self.table(
      PostgresConnection(database.server.string(database.name, "user=\(role)")),
      onTrouble: { error in
        said.with { $0.append(error.map { "\($0)" } ?? "over") }
        troubles.receive(error)
      })
    var reader = ChangeReader(table)
    try await reader.next()
    await troubles.wait(for: "too many connections")
    // The table may also have reported that the replication slot waits for a transaction of another test.
    let earlier = said.with { $0.count }
    for id in 2...5 {
      try await database.execute("INSERT INTO t VALUES (\(id), 'ok')")
      try await reader.next { $0.count == id }
    }
    #expect(said.with { $0.count } == earlier, "\(said.with { $0 })")
    try await database.execute("ALTER ROLE \(role) CONNECTION LIMIT -1")
    try await database.execute("INSERT INTO t VALUES (6, 'ok')")
    await troubles.wait(for: nil)
    #expect(said.with { Array($0.dropFirst(earlier)) } == ["over"], "\(said.with { $0 })")
    await table.close()
    try await database.execute("DROP OWNED BY \(role); DROP ROLE \(role)")
    try await database.end()
  }

  @Test func aCheckThatFailsAgainIsReportedOnceWhileTransactionsAreApplied() async throws {
    let said = Locked<[String]>([])
    let table = Self.table(
      PostgresConnection("dbname=mail"),
      onTrouble: { error in said.with { $0.append(error.map { "\($0)" } ?? "over") } })
    for _ in 0..<3 {
      await table.checked(PostgresError("too many connections"))
      try await table.apply([], at: .zero)
    }
    #expect(said.with { $0 } == ["too many connections"])
    #expect(await table.report(PostgresError("lost", isTransient: true)))
    try await table.apply([], at: .zero)
    await table.checked(nil)
    #expect(said.with { $0 } == ["too many connections", "lost", "over"])
    await table.close()
  }

  @Test func withoutAListenerThatNothingCanBeAskedIsWrittenToStandardErrorWhenItLasts() async throws {
    let (lines, line) = AsyncStream.makeStream(of: String.self)
    let table = Self.table(PostgresConnection("dbname=mail"), onTrouble: nil)
    await TroubleLog.$write.withValue({ line.yield($0) }) {
      await table.checked(PostgresError("once"))
      await table.checked(nil)
      for _ in 0..<3 { await table.checked(PostgresError("too many connections")) }
    }
    line.finish()
    var written: [String] = []
    for await words in lines { written.append(words) }
    #expect(written == ["LiveTables: table “t”: too many connections"])
    await table.close()
  }

  @Test func aQuestionThatIsNotAnsweredIsGivenUp() async throws {
    let database = try await TestDatabase(Self.schema, on: TestServer())
    let table = Self.table(database.settings, timeout: .seconds(3), onTrouble: { _ in })
    var reader = ChangeReader(table)
    try await reader.next()
    let process = try await Self.process(database)
    try await TestServer.shell("kill -STOP \(process)")
    try await database.execute("ALTER TYPE mood RENAME VALUE 'sad' TO 'blue'")
    // The table then queries another connection.
    try await reader.next { $0.map(\.value) == ["blue"] }
    try await TestServer.shell("kill -CONT \(process)")
    await table.close()
    try await database.end()
  }
}
#endif

#if Postgres
import Foundation
import LiveTables
import LiveTablesTesting
import Testing

@testable import LiveTablesPostgres

@Suite(.serialized, .timeLimit(.minutes(20))) struct BadDayTests {
  /// Waits until the walsender streams, and returns its process ID.
  private static func walsender(_ database: TestDatabase) async throws -> String {
    for _ in 0..<10_000 {
      let found = try await database.execute(
        "SELECT pid FROM pg_stat_replication WHERE state = 'streaming' AND application_name = 'livetables'")
      if let pid = found["pid"] { return pid }
    }
    throw NoWalsender()
  }

  private struct NoWalsender: Error {}

  @Test("the table continues after its walsender is terminated, with all missed changes as one change")
  func theWalsenderEnds() async throws {
    let database = try await TestDatabase(on: TestServer())
    try await database.execute(
      "INSERT INTO mail SELECT n, 'a', 's' FROM generate_series(1, 5) n; UPDATE mail SET id = 10 WHERE id = 1")
    for slot in [PostgresSlot.temporary, .durable("kept")] {
      let troubles = Troubles()
      let mails = database.mails(slot: slot, onTrouble: troubles.receive)
      var reader = ChangeReader(mails)
      try await reader.next()
      let before = try #require(reader.last?.table.count)
      try await database.execute("SELECT pg_terminate_backend(\(Self.walsender(database)))")
      await troubles.wait(for: "terminat")
      try await database.execute("INSERT INTO mail SELECT max(id) + 1, 'b', 's' FROM mail")
      await troubles.wait(for: nil)
      try await reader.next { $0.count == before + 1 }
      #expect(reader.last?.changeset.stages.map(\.operations.count) == [1])
      #expect(try await reader.last?.table.map(\.self).sorted { $0.id < $1.id } == database.rows())
      await mails.close()
      if slot.isDurable {
        #expect(try await database.settings.slots().map(\.name) == ["kept"])
        try await database.settings.dropSlot("kept")
      }
    }
    try await database.end()
  }

  @Test("a durable slot repeats no row, and delivers every transaction once as one change")
  func aDurableSlotGoesOn() async throws {
    let database = try await TestDatabase(on: TestServer())
    let decoded = Counter()
    let troubles = Troubles()
    try await database.execute("INSERT INTO mail SELECT n, 'a', 's' FROM generate_series(1, 500) n")
    let mails = PostgresTable(
      from: "mail", connection: database.settings, slot: .durable("goes_on"), onTrouble: troubles.receive
    ) { row in
      decoded.add()
      return try row.decode(Mail.self)
    }
    var reader = ChangeReader(mails)
    try await reader.next()
    #expect(decoded.count == 500)
    for id in 1...5 {
      try await database.execute("SELECT pg_terminate_backend(\(Self.walsender(database)))")
      try await database.execute("UPDATE mail SET position = position + 1 WHERE id = \(id)")
      await troubles.wait(for: nil)
      let change = try await reader.next()
      #expect(change.spanned == 1 && change.table.row(id: id)?.position == 1)
    }
    #expect(decoded.count == 505)
    // The slot is lost, so the table can only continue from a snapshot.
    let pid = try await Self.walsender(database)
    try await database.execute(
      "SELECT pg_terminate_backend(\(pid)); DO $$ BEGIN LOOP BEGIN PERFORM pg_drop_replication_slot('goes_on'); EXIT; EXCEPTION WHEN object_in_use THEN PERFORM pg_terminate_backend(active_pid) FROM pg_replication_slots; END; END LOOP; END $$"
    )
    try await database.execute("DELETE FROM mail WHERE id > 2")
    try await reader.next { $0.count == 2 }
    await mails.close()
    #expect(try await database.settings.slots().first.map { $0.name == "goes_on" && $0.lag >= 0 } == true)
    try await database.settings.dropSlot("goes_on")
    await #expect(throws: PostgresError.self) { try await database.settings.dropSlot("goes_on") }
    try await database.end()
  }

  @Test("a durable slot reads a table again that was dropped and created again")
  func aTableThatIsMadeAgain() async throws {
    let database = try await TestDatabase(on: TestServer())
    try await database.execute("INSERT INTO mail VALUES (1, 'a', 'b')")
    let troubles = Troubles()
    let mails = database.mails(slot: .durable("made_again"), onTrouble: troubles.receive)
    var reader = ChangeReader(mails)
    try await reader.next()
    try await database.execute(
      """
      ALTER TABLE mail RENAME TO old; CREATE TABLE mail (LIKE old INCLUDING ALL); DROP TABLE old;
      INSERT INTO mail VALUES (2, 'a', 'b')
      """)
    try await database.execute("SELECT pg_terminate_backend(\(Self.walsender(database)))")
    await troubles.wait(for: nil)
    #expect(await mails.current.map(\.id) == [2])
    try await database.execute("INSERT INTO mail VALUES (3, 'a', 'b')")
    try await reader.next { $0.map(\.id) == [2, 3] }
    await mails.close()
    try await database.settings.dropSlot("made_again")
    try await database.end()
  }

  @Test("a slot can be dropped when nobody reads it any more")
  func aSlotThatIsStillInUse() async throws {
    let database = try await TestDatabase()
    let mails = database.mails(slot: .durable("still_in_use"))
    var reader = ChangeReader(mails)
    try await reader.next()
    let settings = database.settings
    while try await settings.slots().first?.isActive != true { await Task.yield() }
    let error = await #expect(throws: PostgresError.self) { try await settings.dropSlot("still_in_use") }
    #expect(error?.code == "55006")
    async let dropped: Void = settings.dropSlot("still_in_use")
    await mails.close()
    try await dropped
    #expect(try await settings.slots().isEmpty)
    try await database.end()
  }

  @Test("the table continues after the server restarts or is killed", arguments: ["fast", "immediate"])
  func theServerRestarts(mode: String) async throws {
    let server = try await TestServer()
    let database = try await TestDatabase(on: server)
    try await database.execute("INSERT INTO mail VALUES (1, 'a', 'b')")
    for slot in [PostgresSlot.temporary, .durable("restarts")] {
      let troubles = Troubles()
      let mails = database.mails(slot: slot, onTrouble: troubles.receive)
      var reader = ChangeReader(mails)
      try await reader.next()
      try await server.restart(mode)
      try await server.psql("INSERT INTO mail SELECT max(id) + 1, 'b', 's' FROM mail", in: database.name)
      await troubles.wait(for: nil)
      let count = Int(
        try await server.psql("SELECT count(*) FROM mail", in: database.name).trimmingCharacters(in: .newlines))
      try await reader.next { $0.count == count }
      await mails.close()
    }
    try await database.settings.dropSlot("restarts")
    while try await database.slotCount() > 0 { await Task.yield() }
  }

  @Test("the table begins with a snapshot after a standby is promoted")
  func failover() async throws {
    let primary = try await TestServer()
    let database = try await TestDatabase(on: primary)
    try await database.execute("INSERT INTO mail VALUES (1, 'a', 'b')")
    let standby = try await TestServer(standbyOf: primary)
    let settings = PostgresConnection(
      "host=127.0.0.1,127.0.0.1 port=\(primary.port),\(standby.port) user=tester dbname=\(database.name) "
        + "target_session_attrs=read-write")
    let mails = PostgresTable(of: Mail.self, from: "mail", connection: settings, slot: .durable("failover"))
    var reader = ChangeReader(mails)
    try await reader.next()
    try await database.execute("INSERT INTO mail VALUES (2, 'a', 'b')")
    try await reader.next { $0.count == 2 }
    let position = try await database.execute("SELECT pg_current_wal_lsn() AS position")["position"] ?? ""
    while try await standby.psql("SELECT pg_last_wal_replay_lsn() >= '\(position)'", in: database.name) != "t\n" {}
    try await primary.control("-m immediate stop")
    try await standby.control("-w promote")
    try await standby.psql("DELETE FROM mail WHERE id = 1", in: database.name)
    try await reader.next { $0.map(\.id) == [2] }
    try await standby.psql("INSERT INTO mail VALUES (3, 'a', 'b')", in: database.name)
    try await reader.next { $0.map(\.id) == [2, 3] }
    await mails.close()
  }

  @Test("a server that does not answer is replaced after the timeout of the given clock")
  func theNetworkHangs() async throws {
    let database = try await TestDatabase(on: TestServer())
    try await database.execute("INSERT INTO mail VALUES (1, 'a', 'b')")
    let clock = ManualClock()
    let troubles = Troubles()
    let mails = database.mails(timeout: .seconds(30), clock: clock, onTrouble: troubles.receive)
    var reader = ChangeReader(mails)
    try await reader.next()
    await clock.sleeper(for: .seconds(10))
    // The definition of the table has been checked, so no other query runs while time passes.
    await clock.sleeper(for: .seconds(1))
    let pid = try #require(Int32(try await Self.walsender(database)))
    kill(pid, SIGSTOP)
    // The silent connection is probed at each beat and abandoned at the third one. Data that it sent before can still
    // arrive in between. The next beat belongs to the next connection, which must have time to answer.
    while true {
      await clock.sleeper(for: .seconds(10))
      if troubles.contain("the server has not answered for 30") { break }
      clock.advance(by: .seconds(10))
    }
    try await database.execute("INSERT INTO mail VALUES (2, 'a', 'b')")
    await troubles.wait(for: nil)
    try await reader.next { $0.count == 2 }
    kill(pid, SIGCONT)  // until now the server did not notice the loss
    try await database.end(mails)
  }

  @Test("each part of a long message counts as a sign of life")
  func aLongMessage() async throws {
    let database = try await TestDatabase()
    let connection = database.connection
    let before = await connection.received
    try await connection.beginCopy("COPY (SELECT repeat('x', 20000000)) TO STDOUT")
    #expect(try await connection.messages()?.map(\.count) == [20_000_001])
    #expect(await connection.received > before + 1)
    #expect(try await connection.messages() == nil)
    try await database.end()
  }

  @Test("an edit whose answer is lost is looked up, and succeeds or throws")
  func aLostAnswer() async throws {
    let database = try await TestDatabase(on: TestServer())
    let mails = database.mails()
    var reader = ChangeReader(mails)
    try await reader.next()
    // Terminates the session of the edits repeatedly while edits are made.
    let killer = Task {
      while !Task.isCancelled {
        try await database.execute(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'livetables'
          AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND query LIKE 'COMMIT%'; SELECT pg_sleep(0.001)
          """)
      }
    }
    var made: [Int] = []
    for id in 1...200 {
      do {
        try await mails.edit { $0.append(Mail(id: id, folder: "a")) }
        made.append(id)
      } catch is PostgresError {}
    }
    killer.cancel()
    _ = await killer.result
    let other = try await ServerConnection.open(database.settings)
    let ids = try await other.query("SELECT id FROM mail ORDER BY id").rows.compactMap { $0[0].flatMap { Int($0) } }
    await other.close()
    #expect(ids == made)
    try await reader.next { $0.map(\.id) == made }
    await mails.close()
  }

  @Test("an edit whose answer is lost and cannot be looked up throws an error that says so")
  func nobodyToAsk() async throws {
    let primary = try await TestServer()
    let database = try await TestDatabase(on: primary)
    let standby = try await TestServer(standbyOf: primary)
    let insert = WriteStatement(kind: .insert, sql: "INSERT INTO mail VALUES (1, 'a', 'b')", values: [])
    let table = TableDescription(
      id: 1, name: "mail", isPartitioned: false, layout: RowLayout([]), columns: [], publication: "p", filter: nil)
    let both = WriteConnection(
      PostgresConnection(
        "host=127.0.0.1,127.0.0.1 port=\(primary.port),\(standby.port) user=tester dbname=\(database.name) "
          + "target_session_attrs=read-write"), clock: ContinuousClock())
    var error = await #expect(throws: PostgresError.self) {
      _ = try await both.run([insert], in: table) { _ in
        _ = try? await primary.control("-m immediate stop")
        _ = try? await standby.control("-w promote")
      }
    }
    #expect(error?.message.contains("not known") ?? false, "\(error.map { "\($0)" } ?? "")")
    await both.close()
    let one = WriteConnection(PostgresConnection(standby.string(database.name)), clock: ContinuousClock())
    error = await #expect(throws: PostgresError.self) {
      _ = try await one.run([insert], in: table) { _ in
        _ = try? await standby.psql("DROP DATABASE \(database.name) WITH (FORCE)", in: "postgres")
      }
    }
    #expect(error?.message.contains("(SQLSTATE 3D000)") ?? false, "\(error.map { "\($0)" } ?? "")")
    await one.close()
  }

  @Test("a slow reader gets one change for all that it missed, in which every transaction is counted")
  func aSlowReader() async throws {
    let database = try await TestDatabase()
    let mails = database.mails()
    var reader = ChangeReader(mails)
    try await reader.next()
    for id in 1...300 { try await database.execute("INSERT INTO mail VALUES (\(id), 'a', 'b')") }
    var other = ChangeReader(mails)
    try await other.next { $0.count == 300 }
    let change = try await reader.next()
    #expect(change.table.count == 300 && change.spanned == 300)
    try await database.end(mails)
  }

  @Test("an error describes what the server or the table lacks")
  func whatIsMissing() async throws {
    let database = try await TestDatabase(
      """
      CREATE TABLE keyless (id integer); CREATE TABLE fine (id integer PRIMARY KEY); CREATE TABLE none (id integer PRIMARY KEY);
      ALTER TABLE none REPLICA IDENTITY NOTHING; CREATE TABLE alone (id integer PRIMARY KEY); CREATE VIEW seen AS SELECT 1 AS id;
      CREATE PUBLICATION p FOR TABLE keyless, fine, none; CREATE PUBLICATION part FOR TABLE alone WITH (publish = 'insert');
      """)
    let cases = [
      ("keyless", nil, "ADD PRIMARY KEY"), ("none", nil, "REPLICA IDENTITY DEFAULT"),
      ("missing", nil, "there is no table"),
      ("seen", nil, "is no table"), ("fine", "other", "CREATE PUBLICATION \"other\" FOR TABLE \"public\".\"fine\""),
      ("alone", nil, "publish = 'insert, update, delete, truncate'"), ("a b", nil, "42602"),
    ]
    for (name, publication, words) in cases {
      let table = PostgresTable(of: Int.self, from: name, connection: database.settings, publication: publication)
      for await _ in table.changes {}
      let failure = await table.state.failure
      #expect("\(String(describing: failure))".contains(words), "\(name): \(String(describing: failure))")
    }
    let table = PostgresTable(
      of: Int.self, from: "fine", connection: PostgresConnection(database.server.string("nowhere")))
    for await _ in table.changes {}
    #expect((await table.state.failure as? PostgresError)?.code == "3D000")
    try await database.end()
  }

  @Test("a durable slot begins with a snapshot if its publication has changed")
  func anotherPublication() async throws {
    let database = try await TestDatabase()
    let troubles = Counter()
    let mails = database.mails(slot: .durable("s_\(database.name)")) { _ in troubles.add(1) }
    var reader = ChangeReader(mails)
    try await reader.next()
    try await database.execute("DROP PUBLICATION all_tables")
    try await database.execute("INSERT INTO mail VALUES (1, 'a', 'b')")
    try await database.execute("CREATE PUBLICATION all_tables FOR ALL TABLES")
    try await reader.next { $0.map(\.id) == [1] }
    try await database.execute("INSERT INTO mail VALUES (2, 'a', 'b')")
    try await reader.next { $0.map(\.id) == [1, 2] }
    #expect(troubles.count <= 20)
    await mails.close()
    try await database.settings.dropSlot("s_\(database.name)")
    try await database.end(mails)
  }

  @Test("row security policies that hide rows of the snapshot are an error")
  func policies() async throws {
    let database = try await TestDatabase()
    try await database.execute(
      """
      ALTER TABLE mail ENABLE ROW LEVEL SECURITY; ALTER TABLE mail FORCE ROW LEVEL SECURITY;
      CREATE ROLE "r_\(database.name)" LOGIN REPLICATION; GRANT SELECT ON mail TO "r_\(database.name)";
      """)
    let settings = PostgresConnection(database.server.string(database.name, "user=r_\(database.name)"))
    let table = PostgresTable(of: Mail.self, from: "mail", connection: settings)
    for await _ in table.changes {}
    #expect((await table.state.failure as? PostgresError)?.code == "42501")
    try await database.execute("DROP OWNED BY \"r_\(database.name)\"; DROP ROLE \"r_\(database.name)\"")
    try await database.end()
  }

  @Test("a row that cannot be decoded is reported, and the table continues when it can be decoded")
  func aRowThatIsNoGood() async throws {
    let database = try await TestDatabase()
    let troubles = Troubles()
    let mails = PostgresTable(from: "mail", connection: database.settings, onTrouble: troubles.receive) { row in
      if row["folder"] == "bad" { throw TestFailure("a bad row") }
      return try row.decode(Mail.self)
    }
    var reader = ChangeReader(mails)
    try await reader.next()
    try await database.execute("INSERT INTO mail VALUES (1, 'bad', 'b')")
    await troubles.wait(for: "a bad row")
    #expect(await mails.current.isEmpty)
    try await database.execute("UPDATE mail SET folder = 'good'")
    await troubles.wait(for: nil)
    try await reader.next { $0.count == 1 }
    try await database.end(mails)
  }

  @Test("a released table ends its connection and its slot")
  func released() async throws {
    let database = try await TestDatabase()
    var mails: PostgresTable<Mail>? = database.mails()
    weak let last = mails
    do {
      var reader = ChangeReader(try #require(mails))
      try await reader.next()
    }
    #expect(try await database.slotCount() == 1)
    mails = nil
    try await database.untilNoSlot()
    #expect(last == nil)
    try await database.end()
  }
}

/// A thread-safe counter.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0
  var count: Int { lock.withLock { value } }
  func add(_ number: Int = 1) { lock.withLock { value += number } }
}
#endif

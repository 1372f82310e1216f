#if Postgres
import CPostgres
import Dispatch
import Foundation
import LiveTables
import Testing

@testable import LiveTablesPostgres

/// Prints the figures that docs/postgres.md publishes.
///
/// The long forms run if `CI_LONG` is set in the environment, in an optimized build: `make postgres-figures`.
@Suite(.serialized, .timeLimit(.minutes(20))) struct FigureTests {
  static let isLong = ProcessInfo.processInfo.environment["CI_LONG"] != nil && !isDebug

  private static var isDebug: Bool {
    #if DEBUG
    true
    #else
    false
    #endif
  }

  @Test("a high rate of single-row transactions loses nothing, and memory is bounded")
  func manyTransactions() async throws {
    let (rate, seconds, rows) = Self.isLong ? (10_000, 60, 100_000) : (1_000, 3, 10_000)
    let database = try await TestDatabase(on: TestServer())
    try await database.execute("INSERT INTO mail SELECT n, 'a', 'subject ' || n FROM generate_series(1, \(rows)) n")
    let mails = database.mails()
    var reader = ChangeReader(mails)
    try await reader.next()
    let script = database.server.folder + "/script"
    try "\\set id random(1, \(rows))\nUPDATE mail SET position = position + 1 WHERE id = :id;".write(
      toFile: script, atomically: true, encoding: .utf8)
    let before = Self.memory
    let watcher = Task { [reader] in try await Self.watch(reader) }
    let begun = ContinuousClock.now
    let output = try await TestServer.shell(
      "PGOPTIONS='-c synchronous_commit=off' \(TestServer.tools)/pgbench -n -M prepared -c 8 -j 1 -T \(seconds) -R \(rate) -f "
        + "\(script) -h \(database.server.folder) -p \(database.server.port) -U tester \(database.name) 2>&1")
    let written = ContinuousClock.now
    let count = Int(try await database.execute("SELECT sum(position)::bigint AS sum FROM mail")["sum"] ?? "") ?? 0
    try await database.execute("INSERT INTO mail VALUES (0, 'end')")
    let seen = try await watcher.value
    let caughtUp = ContinuousClock.now
    #expect(count > 0, "\(output)")
    #expect(seen.sum == count)
    #expect(seen.spanned == count + 1, "every transaction is one change")
    #expect(seen.peak - before < 300 << 20)
    print(
      "figures: \(count) transactions in \(written - begun), wanted \(rate) a second; read \(caughtUp - written) after "
        + "the last; \(seen.changesets) changesets; memory \(before >> 20) MB, at most \(seen.peak >> 20) MB")
    try await database.end(mails)
  }

  @Test("a backlog of single-row transactions loses nothing, and memory is bounded")
  func backlog() async throws {
    let (count, rows) = Self.isLong ? (600_000, 100_000) : (5_000, 10_000)
    let database = try await TestDatabase(on: TestServer())
    try await database.execute(
      """
      INSERT INTO mail SELECT n, 'a', 'subject ' || n FROM generate_series(1, \(rows)) n;
      CREATE ROLE reader LOGIN SUPERUSER;
      CREATE PROCEDURE many() LANGUAGE plpgsql AS $$ BEGIN FOR n IN 1..\(count) LOOP
        UPDATE mail SET position = position + 1 WHERE id = n::bigint * 7919 % \(rows) + 1; COMMIT;
      END LOOP; END $$
      """)
    let clock = ManualClock()
    let troubles = Troubles()
    let settings = PostgresConnection(database.server.string(database.name).replacing("tester", with: "reader"))
    var replication = ReplicationSettings(
      connection: settings, table: "mail", publication: nil, slot: .durable("backlog"))
    replication.clock = clock
    let mails = PostgresTable(replication, onTrouble: troubles.receive) { try $0.decode(Mail.self) }
    var reader = ChangeReader(mails)
    try await reader.next()
    // The reader follows the server from here on.
    try await database.execute("INSERT INTO mail VALUES (-1, 'begin')")
    try await reader.next { $0.count == rows + 1 }
    // The reader is stopped: it cannot log in, and retries only when the test advances the clock. The role is changed in
    // a separate transaction, because the reader could otherwise log in again before the change is committed.
    try await database.execute("ALTER ROLE reader NOLOGIN")
    try await database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_replication")
    await troubles.wait(for: "not permitted to log in")
    await clock.sleeper(for: .milliseconds(100))
    try await database.execute("SET synchronous_commit = off")
    let start = ContinuousClock.now
    try await database.execute("CALL many()")
    let written = ContinuousClock.now - start
    try await database.execute("INSERT INTO mail VALUES (0, 'end'); ALTER ROLE reader LOGIN")
    let before = Self.memory
    let watcher = Task { [reader] in try await Self.watch(reader) }
    let begun = ContinuousClock.now
    clock.advance(by: .milliseconds(100))
    let seen = try await watcher.value
    let time = ContinuousClock.now - begun
    #expect(seen.sum == count)
    #expect(seen.spanned == count + 1, "every transaction is one change")
    #expect(seen.peak - before < 300 << 20)
    print(
      "figures: a backlog of \(count) transactions, read in \(time / written) of the time to write it; "
        + "\(seen.changesets) changesets; memory \(before >> 20) MB, at most \(seen.peak >> 20) MB")
    await mails.close()
    try await database.settings.dropSlot("backlog")
    try await database.end()
  }

  /// The changes that a reader received up to the row with the identity 0.
  private struct Seen: Sendable {
    var changesets = 0
    var spanned = 0
    var peak = 0
    var sum = 0
  }

  private static func watch(_ reader: ChangeReader<Mail>) async throws -> Seen {
    var (seen, reader, isEnd) = (Seen(), reader, false)
    while !isEnd {
      let change = try await reader.next()
      seen.changesets += 1
      seen.spanned += change.spanned
      seen.peak = max(seen.peak, memory)
      isEnd = change.changeset.stages.contains { stage in
        stage.operations.insertedRows.contains { stage.target[$0]?.id == 0 }
      }
    }
    seen.sum = reader.last?.table.reduce(0) { $0 + Int($1.position) } ?? 0
    return seen
  }

  @Test(
    "measures a snapshot and the time from a commit to its changeset, compared with polling and LISTEN/NOTIFY",
    .enabled(if: isLong))
  func latency() async throws {
    let (rows, commits) = (100_000, 1_000)
    let database = try await TestDatabase(on: TestServer())
    try await database.execute(
      """
      INSERT INTO mail SELECT n, 'a', 'subject ' || n FROM generate_series(1, \(rows)) n; CREATE INDEX ON mail (position);
      CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_notify('mail', NEW.id::text); RETURN NULL; END $$;
      CREATE TRIGGER tell AFTER UPDATE ON mail FOR EACH ROW EXECUTE FUNCTION tell(); ANALYZE mail
      """)
    let begun = ContinuousClock.now
    let mails = database.mails()
    var reader = ChangeReader(mails)
    try await reader.next()
    let snapshot = ContinuousClock.now - begun
    let copyBegun = ContinuousClock.now
    try await TestServer.shell(
      "\(TestServer.tools)/psql -h \(database.server.folder) -p \(database.server.port) -U tester -d \(database.name) "
        + "-c 'COPY mail TO STDOUT' > /dev/null")
    print("figures: the snapshot takes \(snapshot / (ContinuousClock.now - copyBegun)) times as long as psql's COPY")
    let times = Times()
    let followed = Task { [reader] in
      var reader = reader
      while let change = try? await reader.next() {
        let now = ContinuousClock.now
        for stage in change.changeset.stages {
          for path in stage.operations.updatedRows {
            if let number = stage.target[path].map({ Int($0.position) }) { times.end(number, "replication", now) }
          }
        }
        if times.isDone("replication", commits) { return }
      }
    }
    let string = database.server.string(database.name)
    let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
    let polled = Task { await Self.poll(string, times, commits) { isReady.yield() } }
    let notified = Task {
      try await TestServer.inBackground { Self.listen(string, times, commits) { isReady.yield() } }
    }
    var both = ready.makeAsyncIterator()
    _ = (await both.next(), await both.next())
    for number in 1...commits {
      try await database.execute("BEGIN; UPDATE mail SET position = \(number) WHERE id = \(number * 97 % rows + 1)")
      times.begin(number)
      try await database.execute("COMMIT")
      // The next commit waits until both notified readers have received this one.
      await times.wait(for: number, by: ["replication", "notify"])
    }
    await followed.value
    await polled.value
    try await notified.value
    for reader in ["notify", "poll"] {
      let ratios = zip(times.percentiles(reader), times.percentiles("replication")).map { $0 / $1 }
      print("figures: \(reader), as a multiple of replication: median and 99th percentile \(ratios)")
    }
    #expect(times.percentiles("replication")[0] < .milliseconds(10))
    try await database.end(mails)
  }

  /// Polls for new rows every 100 ms.
  private static func poll(_ string: String, _ times: Times, _ commits: Int, _ ready: () -> Void) async {
    let (ticks, tick) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let timer = DispatchSource.makeTimerSource()
    timer.setEventHandler { tick.yield() }
    timer.schedule(deadline: .now(), repeating: .milliseconds(100))
    timer.activate()
    defer { timer.cancel() }
    let connection = PQconnectdb(string)
    defer { PQfinish(connection) }
    ready()
    var last = 0
    for await _ in ticks {
      let result = PQexec(
        connection, "SELECT id, folder, subject, position FROM mail WHERE position > \(last) ORDER BY position")
      let now = ContinuousClock.now
      for row in 0..<PQntuples(result) {
        guard let number = PQgetvalue(result, row, 3).flatMap({ Int(String(cString: $0)) }) else { continue }
        times.end(number, "poll", now)
        last = max(last, number)
      }
      PQclear(result)
      if times.isDone("poll", commits) { return }
    }
  }

  /// Reads each row that a notification names.
  private static func listen(_ string: String, _ times: Times, _ commits: Int, _ ready: () -> Void) {
    let connection = PQconnectdb(string)
    defer { PQfinish(connection) }
    PQclear(PQexec(connection, "LISTEN mail"))
    ready()
    while !times.isDone("notify", commits) {
      var descriptor = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
      _ = Foundation.poll(&descriptor, 1, 1_000)
      PQconsumeInput(connection)
      while let notification = PQnotifies(connection) {
        let id = String(cString: notification.pointee.extra)
        PQfreemem(notification)
        let result = PQexec(connection, "SELECT id, folder, subject, position FROM mail WHERE id = \(id)")
        if let number = PQgetvalue(result, 0, 3).flatMap({ Int(String(cString: $0)) }) {
          times.end(number, "notify", ContinuousClock.now)
        }
        PQclear(result)
      }
    }
  }

  /// The resident memory of the process, in bytes.
  private static var memory: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * 4096
  }

  /// The times from the start of each commit until readers receive it.
  private final class Times: @unchecked Sendable {
    private let lock = NSLock()
    private var begun: [Int: ContinuousClock.Instant] = [:]
    private var taken: [String: [Int: Duration]] = [:]
    private let (news, told) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    func begin(_ number: Int) { lock.withLock { begun[number] = .now } }

    func end(_ number: Int, _ reader: String, _ now: ContinuousClock.Instant) {
      lock.withLock { if let start = begun[number] { taken[reader, default: [:]][number] = now - start } }
      told.yield()
    }

    func wait(for number: Int, by readers: [String]) async {
      for await _ in news where readers.allSatisfy({ isDone($0, number) }) { return }
    }

    func isDone(_ reader: String, _ count: Int) -> Bool { lock.withLock { taken[reader]?[count] != nil } }

    private func sorted(_ reader: String) -> [Duration] { lock.withLock { (taken[reader] ?? [:]).values.sorted() } }

    /// Returns the median and the 99th percentile.
    func percentiles(_ reader: String) -> [Duration] {
      let all = sorted(reader)
      return all.isEmpty ? [.seconds(99), .seconds(99)] : [all[all.count / 2], all[all.count * 99 / 100]]
    }
  }
}
#endif

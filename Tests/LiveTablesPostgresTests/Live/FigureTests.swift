#if Postgres
import CPostgres
import Foundation
import LiveTables
import Testing

@testable import LiveTablesPostgres

/// What docs/postgres.md has as figures.
///
/// They are printed; with `CI_LONG` in the environment the long forms run.
@Suite(.serialized, .timeLimit(.minutes(20))) struct FigureTests {
  static let isLong = ProcessInfo.processInfo.environment["CI_LONG"] != nil

  @Test("single-row transactions at a high rate: nothing is lost, and memory stays what it is")
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
    let watcher = Task {
      var (changes, most, peak) = (0, 0, 0)
      for await change in mails.changes where change.changeset.reload == nil {
        (changes, most, peak) = (changes + 1, max(most, change.spanned), max(peak, Self.memory))
        if change.table.contains(where: { $0.folder == "end" }) { break }
      }
      return (changes, most, peak)
    }
    let begun = ContinuousClock.now
    let output = try await TestServer.shell(
      "PGOPTIONS='-c synchronous_commit=off' \(TestServer.tools)/pgbench -n -M prepared -c 8 -j 2 -T \(seconds) -R \(rate) -f "
        + "\(script) -h 127.0.0.1 -p \(database.server.port) -U tester \(database.name) 2>&1")
    let written = ContinuousClock.now
    let count = Int(try await database.execute("SELECT sum(position)::bigint AS sum FROM mail")["sum"] ?? "") ?? 0
    try await database.execute("INSERT INTO mail VALUES (0, 'end')")
    let (changes, most, peak) = await watcher.value
    try await reader.next { $0.contains { $0.id == 0 } }
    let caughtUp = ContinuousClock.now
    #expect(count > 0, "\(output)")
    #expect(reader.last?.table.reduce(0) { $0 + Int($1.position) } == count)
    #expect(peak - before < 300 << 20)
    print(
      "figures: \(count) transactions in \(written - begun), wanted \(rate) a second; read \(caughtUp - written) after "
        + "the last; \(changes) changesets, at most \(most) transactions in one; memory \(before >> 20) MB, at most \(peak >> 20) MB"
    )
    try await database.end(mails)
  }

  @Test(
    "a snapshot, and the time from a commit to the changeset, beside a poll and LISTEN/NOTIFY", .enabled(if: isLong))
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
    print("figures: a snapshot of \(rows) rows in \(ContinuousClock.now - begun)")
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
    let polled = Task { try await TestServer.inBackground { Self.poll(string, times, commits) } }
    let notified = Task { try await TestServer.inBackground { Self.listen(string, times, commits) } }
    try await Task.sleep(for: .milliseconds(300))
    for number in 1...commits {
      try await database.execute("BEGIN; UPDATE mail SET position = \(number) WHERE id = \(number * 97 % rows + 1)")
      times.begin(number)
      try await database.execute("COMMIT")
      try await Task.sleep(for: .milliseconds(Int.random(in: 5...25)))
    }
    await followed.value
    _ = try await (polled.value, notified.value)
    for reader in ["replication", "notify", "poll"] { print("figures: \(reader) \(times.summary(reader))") }
    #expect(times.median("replication") < .milliseconds(10))
    try await database.end(mails)
  }

  /// Every 100 ms asks for what is new.
  private static func poll(_ string: String, _ times: Times, _ commits: Int) {
    let connection = PQconnectdb(string)
    defer { PQfinish(connection) }
    var last = 0
    while !times.isDone("poll", commits) {
      let result = PQexec(
        connection, "SELECT id, folder, subject, position FROM mail WHERE position > \(last) ORDER BY position")
      let now = ContinuousClock.now
      for row in 0..<PQntuples(result) {
        guard let number = PQgetvalue(result, row, 3).flatMap({ Int(String(cString: $0)) }) else { continue }
        times.end(number, "poll", now)
        last = max(last, number)
      }
      PQclear(result)
      usleep(100_000)
    }
  }

  /// Reads each row that a notification names.
  private static func listen(_ string: String, _ times: Times, _ commits: Int) {
    let connection = PQconnectdb(string)
    defer { PQfinish(connection) }
    PQclear(PQexec(connection, "LISTEN mail"))
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

  /// When commits began, and when readers had them.
  private final class Times: @unchecked Sendable {
    private let lock = NSLock()
    private var begun: [Int: ContinuousClock.Instant] = [:]
    private var taken: [String: [Int: Duration]] = [:]

    func begin(_ number: Int) { lock.withLock { begun[number] = .now } }

    func end(_ number: Int, _ reader: String, _ now: ContinuousClock.Instant) {
      lock.withLock { if let start = begun[number] { taken[reader, default: [:]][number] = now - start } }
    }

    func isDone(_ reader: String, _ count: Int) -> Bool { lock.withLock { taken[reader]?[count] != nil } }

    private func sorted(_ reader: String) -> [Duration] { lock.withLock { (taken[reader] ?? [:]).values.sorted() } }

    func median(_ reader: String) -> Duration {
      sorted(reader).dropFirst(sorted(reader).count / 2).first ?? .seconds(99)
    }

    func summary(_ reader: String) -> String {
      let all = sorted(reader)
      return "median \(median(reader)), 99 % \(all.isEmpty ? .zero : all[all.count * 99 / 100]) of \(all.count)"
    }
  }
}
#endif

#if SQLite
import Foundation
import LiveTables
import Testing

@testable import LiveTablesSQLite

@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct IdleTests {
  /// Counts the observer's wake-ups and all statements, because the kernel's counts include those of other tests.
  @Test("nothing is polled, and an idle database wakes no thread", arguments: ["wal", "delete"])
  func nothingIsPolled(journal: String) async throws {
    let trace = Trace()
    let file = try await TestDatabase(journal: journal)
    let database = try await file.open { options in
      options.trace = { sql in trace.statements.with { $0.append(sql) } }
    }
    var tables = database.table(of: Mail.self, "SELECT * FROM mail").tables.makeAsyncIterator()
    _ = await tables.next()
    try await file.run("INSERT INTO mail VALUES (1, 'in', 'a', 0);")
    _ = await tables.next()
    // Another process sleeps and does not use this database. The system may still announce the previous commit.
    let other = try await TestDatabase("")
    var isQuiet = false
    for _ in 0..<5 where !isQuiet {
      await database.observer.settled()
      let wakeUps = await database.observer.wakeUpCount
      _ = trace.take()
      try await other.run(".shell sleep 0.5")
      isQuiet = await database.observer.wakeUpCount == wakeUps && trace.take() == []
    }
    #expect(isQuiet)
    try await file.run("INSERT INTO mail VALUES (2, 'in', 'b', 0);")
    #expect(await tables.next()?.identities == [[1, 2]])
  }

  @Test("an invalid query is tried again only after a commit")
  func aQueryThatCannotWork() async throws {
    let trace = Trace()
    let database = try await TestDatabase().open { options in
      options.trace = { sql in trace.statements.with { $0.append(sql) } }
    }
    let troubles = Troubles()
    let live = database.table(of: Mail.self, "SELECT * FROM mail", onTrouble: troubles.notes)
    let shown = Shown(live)
    #expect(try await shown.next() == [[]])
    await live.change { $0.filtered("nonsense(") }
    #expect(await troubles.next()?.contains("syntax error") == true)
    // The sleep of another process is longer than the interval between retries.
    let other = try await TestDatabase("")
    var isQuiet = false
    for _ in 0..<3 where !isQuiet {
      await database.observer.settled()
      _ = trace.take()
      try await other.run(".shell sleep 2.5")
      isQuiet = trace.take() == []
    }
    #expect(isQuiet)
    await live.change { _ in TableQuery(of: Mail.self, "SELECT * FROM mail").filtered("size > 0") }
    #expect(await troubles.next()?.contains("no such column") == true)
    try await database.write {
      try $0.execute(
        script: "INSERT INTO mail VALUES (1, 'in', 'a', 0); ALTER TABLE mail ADD COLUMN size INT DEFAULT 1;")
    }
    #expect(try await shown.next() == [[1]])
  }

  @Test("commits of this process rarely wake the observer, and another program's commit is still noticed")
  func ownCommitsAreNotLookedFor() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    var tables = database.table(of: Mail.self, "SELECT * FROM mail").tables.makeAsyncIterator()
    _ = await tables.next()
    await database.observer.settled()
    let before = await database.observer.wakeUpCount
    let start = ContinuousClock.now
    for id in 1...300 {
      try await database.insert(Mail(id: id, folder: "in", subject: "a"))
      _ = await tables.next()
    }
    let wakeUps = await database.observer.wakeUpCount - before
    // Allows one notification and one check per 16 ms. One of each for every commit would be 600.
    let allowed = 60 + 2 * Int(start.duration(to: .now) / .milliseconds(16))
    #expect(wakeUps < allowed, "\(wakeUps) where \(allowed) are allowed")
    try await file.run("DELETE FROM mail WHERE id > 1;")
    #expect(await tables.next()?.identities == [[1]])
  }

  @Test func whatThisProcessWritesIsLookedAtOnceSomeTimeLater() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    database.writer.ownWrites.isRunning = true
    await database.observer.start()
    await database.observer.settled()
    #expect(await database.observer.wakeUpCount == 2, "the sign, and the look")
  }

  @Test("a table that is bound right after a commit of this process is watched from then on")
  func boundRightAfterACommit() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "a"))
    var tables = database.table(of: Mail.self, "SELECT * FROM mail").tables.makeAsyncIterator()
    #expect(await tables.next()?.identities == [[1]])
    #if os(Linux)
    try #require(file.watchCount > 0)
    #endif
    await database.observer.settled()
    #expect(await database.observer.wakeUpCount > 0)
  }

  @Test("a reader is notified of another program's commit before the observer is idle again")
  func whatAnotherProgramCommits() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    let reading = database.hub.subscribe(QueryReaders())
    await database.observer.start()
    await database.observer.settled()
    let before = await database.observer.wakeUpCount
    #expect(try database.hub.take(reading.number).isEmpty)
    try await file.run("INSERT INTO mail VALUES (1, 'in', 'a', 0);")
    await eventually("the write is noticed") { await database.observer.wakeUpCount > before }
    await database.observer.settled()
    #expect(try database.hub.take(reading.number) == .foreign)
  }

  @Test("a reader is notified when the file is deleted, and when it exists again")
  func aFileThatGoesAndComesBack() async throws {
    let file = try await TestDatabase(journal: "delete")
    let database = try await file.open()
    let reading = database.hub.subscribe(QueryReaders())
    await database.observer.start()
    await database.observer.settled()
    _ = try database.hub.take(reading.number)
    for (from, to) in [(file.path, file.path + "-away"), (file.path + "-away", file.path)] {
      let before = await database.observer.wakeUpCount
      #expect(rename(from, to) == 0)
      await eventually("it is noticed") { await database.observer.wakeUpCount > before }
      await database.observer.settled()
      #expect(try database.hub.take(reading.number) == .foreign)
    }
  }

  @Test("a file that is renamed over the database is shown")
  func aFileIsRenamedOverTheDatabase() async throws {
    let file = try await TestDatabase(journal: "delete")
    let other = try await TestDatabase(journal: "delete")
    let database = try await file.open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "a"))
    var tables = database.table(of: Mail.self, "SELECT * FROM mail").tables.makeAsyncIterator()
    #expect(await tables.next()?.identities == [[1]])
    await database.observer.settled()
    try await other.run("INSERT INTO mail VALUES (7, 'in', 'b', 0)")
    #expect(rename(other.path, file.path) == 0)
    #expect(await tables.next()?.identities == [[7]])
  }

  @Test("another process that holds the lock for seconds causes few wake-ups, and its commit arrives")
  func aLockThatIsHeldIsNotPolled() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    var tables = database.table(of: Mail.self, "SELECT * FROM mail").tables.makeAsyncIterator()
    _ = await tables.next()
    await database.observer.settled()
    let before = await database.observer.wakeUpCount
    let start = ContinuousClock.now
    let seen = file.path + ".seen"
    // The first commit causes a check. Then the lock is held while nothing is written.
    async let other = file.run(
      """
      INSERT INTO mail VALUES (1, 'in', 'a', 0);
      BEGIN IMMEDIATE;
      .shell sleep 2.5; until [ -e '\(seen)' ]; do sleep 0.1; done
      INSERT INTO mail VALUES (2, 'in', 'b', 0);
      COMMIT;
      """)
    #expect(await tables.next()?.identities == [[1]])
    #expect(FileManager.default.createFile(atPath: seen, contents: nil))
    #expect(await tables.next()?.identities == [[1, 2]])
    _ = try await other
    await database.observer.settled()
    let wakeUps = await database.observer.wakeUpCount - before
    let polls = Int((.now - start) / .milliseconds(40))
    #expect(wakeUps < polls * 2 / 3, "looking every 40 ms would be \(polls): \(wakeUps)")
  }
}
#endif

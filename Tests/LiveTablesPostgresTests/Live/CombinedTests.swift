#if Postgres
import Foundation
import LiveTables
import LiveTablesOperators
import Testing

@testable import LiveTablesPostgres

/// Tests the combination of two tables of one server.
@Suite(.serialized, .timeLimit(.minutes(20))) struct CombinedTests {
  struct Side: Codable, Diffable, Identifiable, Equatable, Sendable {
    var id: Int
    var n: Int
  }

  static let schema = """
    CREATE TABLE one (id int PRIMARY KEY, n int); CREATE TABLE two (id int PRIMARY KEY, n int);
    INSERT INTO one VALUES (1, 0); INSERT INTO two VALUES (2, 0); CREATE PUBLICATION p FOR ALL TABLES;
    """

  @Test func everyStateIsOneThatBothTablesHadTogether() async throws {
    let database = try await TestDatabase(Self.schema)
    // The tables wait for each other, even on a slow machine.
    let one = PostgresTable(of: Side.self, from: "one", connection: database.settings, patience: .seconds(3600))
    let two = PostgresTable(of: Side.self, from: "two", connection: database.settings, patience: .seconds(3600))
    let both = one.merged(with: two)
    let writer = Task {
      for n in 1...300 {
        // Sometimes changes one table alone, so that the tables do not reach the same positions by chance.
        if n % 7 == 0 { try await database.execute("UPDATE one SET id = id") }
        try await database.execute("BEGIN; UPDATE one SET n = \(n); UPDATE two SET n = \(n); COMMIT")
      }
    }
    var last = -1
    for await table in both.tables where table.count == 2 {
      let numbers = table.map(\.n)
      #expect(numbers[0] == numbers[1] && numbers[0] >= last)
      last = numbers[0]
      if last == 300 { break }
    }
    try await writer.value
    await one.close()
    await two.close()
    try await database.end()
  }

  @Test func aTableThatIsLateIsWaitedForAndThenReported() async throws {
    let database = try await TestDatabase(Self.schema, on: TestServer())
    let troubles = Troubles()
    let one = PostgresTable(
      of: Side.self, from: "one", connection: database.settings, patience: .milliseconds(50),
      onTrouble: troubles.receive)
    let two = PostgresTable(
      of: Side.self, from: "two", connection: database.settings, patience: .milliseconds(50), onTrouble: { _ in })
    var reader = ChangeReader(one)
    try await reader.next()
    var pid: Int32?
    while pid == nil {
      pid = try await database.execute("SELECT pid FROM pg_stat_replication WHERE state = 'streaming'")["pid"]
        .flatMap { Int32($0) }
    }
    // The first table receives no changes from here on.
    kill(try #require(pid), SIGSTOP)
    let both = one.merged(with: two)
    var changes = both.changes.makeAsyncIterator()
    while let change = await changes.next(), change.table.count < 2 {}
    try await database.execute("UPDATE two SET n = 7")
    await troubles.wait(for: "others that it is combined with")
    while await both.current.map(\.n) != [0, 7] {}
    kill(try #require(pid), SIGCONT)
    await troubles.wait(for: nil)
    await one.close()
    await two.close()
    try await database.end()
  }
}
#endif

#if SQLite
import Testing

@testable import LiveTablesSQLite

/// Tests when a query is read again.
struct ReadingMachineTests {
  private let commits = OwnCommits()
  private let start = ContinuousClock.now

  /// Returns the marks of consecutive commits to one file.
  private func marks(_ count: Int) async throws -> [CommitMark] {
    let file = try await TestDatabase()
    defer { withExtendedLifetime(file) {} }
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: file.path))
    return try (0..<count).map { _ in
      try connection.execute("INSERT INTO note (text) VALUES ('a')")
      return try #require(connection.file.flatMap { CommitMark(of: $0) })
    }
  }

  private func changes(_ table: String) -> DatabaseChanges { DatabaseChanges(tables: [table: .init(rows: [1])]) }

  private func read(_ mark: CommitMark?, tables: Set<String> = ["mail"], version: Int = 0) -> ReadingMachine.Read {
    ReadingMachine.Read(queryVersion: version, tables: tables, mark: mark)
  }

  @Test("a query is read first, then after changes to its tables, and after it was changed")
  func readAlone() {
    var machine = ReadingMachine()
    #expect(machine.next(queryVersion: 0, in: nil, commits: commits, at: start) == .read(DatabaseChanges()))
    #expect(machine.finish(read(nil), in: nil, at: start) == false)
    #expect(machine.next(queryVersion: 0, in: nil, commits: commits, at: start) == .keepTable)
    machine.receive(changes("note"), publishedCount: 1)
    #expect(machine.next(queryVersion: 0, in: nil, commits: commits, at: start) == .keepTable)
    machine.receive(changes("mail"), publishedCount: 2)
    #expect(machine.next(queryVersion: 0, in: nil, commits: commits, at: start) == .read(changes("mail")))
    #expect(machine.finish(read(nil), in: nil, at: start) == false)
    #expect(machine.tables(of: 0) == ["mail"] && machine.tables(of: 1) == nil)
    #expect(machine.next(queryVersion: 1, in: nil, commits: commits, at: start) == .read(DatabaseChanges()))
  }

  @Test("changes are kept until a read succeeds")
  func failure() {
    var machine = ReadingMachine()
    machine.receive(changes("mail"), publishedCount: 1)
    for _ in 0..<2 {
      #expect(machine.next(queryVersion: 0, in: nil, commits: commits, at: start) == .read(changes("mail")))
      machine.fail()
      #expect(machine.isBehind && !machine.hasTable)
    }
    #expect(machine.finish(read(nil), in: nil, at: start) == false)
    #expect(!machine.isBehind && machine.hasTable)
    #expect(machine.next(queryVersion: 0, in: nil, commits: commits, at: start) == .keepTable)
  }

  @Test("a query is read again if its tables have changed with the schema")
  func otherTables() {
    var machine = ReadingMachine()
    #expect(machine.finish(read(nil), in: nil, at: start) == false)
    #expect(machine.finish(read(nil, tables: ["note"], version: 1), in: nil, at: start) == false, "of another query")
    #expect(machine.finish(read(nil, tables: ["note", "mail"], version: 1), in: nil, at: start) == true)
    #expect(machine.next(queryVersion: 1, in: nil, commits: commits, at: start) == .read(.foreign))
  }

  @Test("a shared transaction keeps a table that is current at its commit, and the changes that it lacks")
  func shared() async throws {
    let marks = try await marks(4)
    commits.note(changes("note"), from: marks[0], to: marks[1])
    commits.note(changes("mail"), from: marks[1], to: marks[2])
    var machine = ReadingMachine()
    #expect(machine.finish(read(marks[0]), in: nil, at: start) == false)
    func moment(_ index: Int, published: Int = 9, begun: Duration = .seconds(1)) -> SharedReading.Moment {
      SharedReading.Moment(mark: marks[index], begun: start + begun, publishedCount: published)
    }
    func next(_ moment: SharedReading.Moment) -> ReadingMachine.Step {
      machine.next(queryVersion: 0, in: moment, commits: commits, at: start + .seconds(2))
    }
    #expect(next(moment(0)) == .keepTable)
    #expect(next(moment(1)) == .keepTable, "the commit in between was to another table")
    machine.receive(changes("mail"), publishedCount: 2)
    var both = changes("mail")
    both.merge(.foreign)
    #expect(next(moment(2, published: 1, begun: .seconds(3))) == .read(both))
    #expect(machine.finish(read(marks[2]), in: moment(2, published: 1), at: start + .seconds(3)) == false)
    #expect(machine.next(queryVersion: 0, in: nil, commits: commits, at: start) == .read(changes("mail")), "not seen")
    #expect(machine.finish(read(marks[3]), in: nil, at: start + .seconds(4)) == false)
    #expect(next(moment(2)) == .startOver, "another reader has read a later commit since")
    #expect(next(moment(2, begun: .seconds(5))) == .read(.foreign), "the counter has started again")
  }

  @Test("queries that read different commits are read again at once three times, and then less and less often")
  func startOver() async throws {
    let marks = try await marks(2)
    var machine = ReadingMachine()
    let delays = (0..<10).map { _ in machine.startOver() }
    #expect(delays == ([0, 0, 0, 2, 4, 8, 16, 32, 64, 64] as [Int]).map { .milliseconds($0) })
    let moment = SharedReading.Moment(mark: marks[0], begun: start, publishedCount: 0)
    #expect(machine.finish(read(marks[1]), in: moment, at: start) == false)
    #expect(machine.startOver() == .milliseconds(64), "this one has seen another commit")
    #expect(machine.finish(read(marks[0]), in: moment, at: start) == false)
    #expect(machine.startOver() == .zero)
  }
}
#endif

#if SQLite
import Foundation
import LiveTables

@testable import LiveTablesSQLite

/// A database in a separate folder, which is removed with the last reference.
final class TestDatabase: Sendable {
  let folder: URL
  let path: String
  private let prelude: String

  init(_ script: String = TestDatabase.mails, journal: String = "wal") async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "livetables-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "mail.db").path()
    // A file does not store these kinds of rollback journals.
    let isTransient = ["truncate", "persist"].contains(journal)
    prelude = ".timeout 10000\n" + (isTransient ? ".once /dev/null\nPRAGMA journal_mode = \(journal);\n" : "")
    try await run("PRAGMA journal_mode = \(journal); \(script)")
  }

  /// Creates a copy of another database, which no program has open.
  init(copying other: TestDatabase) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "livetables-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "mail.db").path()
    prelude = other.prelude
    try FileManager.default.copyItem(atPath: other.path, toPath: path)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  static let mails = """
    CREATE TABLE mail (id INTEGER PRIMARY KEY, folder TEXT NOT NULL, subject TEXT NOT NULL, isRead INT DEFAULT 0);
    CREATE INDEX mailFolder ON mail (folder, id);
    CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT);
    """

  func open(_ change: (inout DatabaseOptions) -> Void = { _ in }) async throws -> SQLiteDatabase {
    var options = DatabaseOptions(
      isReadOnly: false, createsFile: false, busyTimeout: .seconds(5), readerCount: 4, enforcesForeignKeys: true,
      // Long, because a transaction that ends early on a busy machine would change what a test reads.
      transactionTime: .seconds(600))
    change(&options)
    let trace = options.trace
    options.trace = { [self] sql in  // keeps the folder as long as the database exists
      withExtendedLifetime(self) { trace?(sql) }
    }
    return try await SQLiteDatabase(path: path, options: options)
  }

  /// Runs SQL in the `sqlite3` program, in another process.
  @discardableResult func run(_ sql: String) async throws -> String {
    let outcome = try await SQLiteProgram.run(path, prelude + sql)
    guard outcome.status == 0 else { throw SQLiteProgram.Failure(words: outcome.output) }
    return outcome.output
  }
}

/// The `sqlite3` program.
enum SQLiteProgram {
  struct Outcome: Sendable {
    var status: Int32
    var output: String
  }

  struct Failure: Error {
    var words: String
  }

  /// Runs a script in a process that inherits nothing, without blocking a thread.
  static func run(_ path: String, _ script: String) async throws -> Outcome {
    let started = try start(path, script)
    return await started.end()
  }

  struct Started: Sendable {
    let pid: Int32
    let ended: AsyncStream<Int32>
    let output: URL

    func end() async -> Outcome {
      var status: Int32 = -1
      for await code in ended { status = code }
      defer { try? FileManager.default.removeItem(at: output.deletingLastPathComponent()) }
      return Outcome(status: status, output: (try? String(contentsOf: output, encoding: .utf8)) ?? "")
    }

    func kill() { _ = Foundation.kill(pid, SIGKILL) }
  }

  static func start(_ path: String, _ script: String) throws -> Started {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sqlite3-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (input, output) = (folder.appending(path: "in"), folder.appending(path: "out"))
    try Data(script.utf8).write(to: input)
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-batch", "-bail", path]
    let (reading, writing) = (try FileHandle(forReadingFrom: input), try FileHandle(forWritingTo: output))
    process.standardInput = reading
    process.standardOutput = writing
    process.standardError = writing
    let (ended, end) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = { @Sendable process in
      end.yield(process.terminationStatus)
      end.finish()
    }
    try process.run()
    // The files are not closed later, with the process object, because hundreds of processes run at once.
    for handle in [reading, writing] { try handle.close() }
    return Started(pid: process.processIdentifier, ended: ended, output: output)
  }
}

/// A value that is protected by a lock.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value  // only accessed under the lock

  init(_ value: Value) { self.value = value }

  @discardableResult func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }

  var now: Value { with { $0 } }
}

/// A recorder of the statements that a database runs.
final class Trace: Sendable {
  let statements = Guarded<[String]>([])

  var count: Int { statements.now.count }

  /// Returns the statements since the last call.
  func take() -> [String] {
    statements.with { list in
      defer { list = [] }
      return list
    }
  }
}

struct Mail: Codable, Diffable, Identifiable, Equatable, Sendable {
  var id: Int
  var folder: String
  var subject: String
  var isRead = false
}

extension SQLiteDatabase {
  func table<Value: Decodable & Sendable>(
    of type: Value.Type, _ select: SQLQuery, groupedBy column: String
  ) -> LiveQuery<SQLiteValue, Value> {
    table(TableQuery(of: type, select).grouped(by: column))
  }

  func insert(_ mails: Mail...) async throws {
    try await write { connection in
      for mail in mails {
        try connection.execute(
          """
          INSERT INTO mail (id, folder, subject, isRead)
          VALUES (\(mail.id), \(mail.folder), \(mail.subject), \(mail.isRead))
          """)
      }
    }
  }
}

extension TableSnapshot {
  /// The identities of the rows, section by section.
  var identities: [[Row.Identity]] { sections.map { $0.rows.map(\.identity) } }
}
#endif

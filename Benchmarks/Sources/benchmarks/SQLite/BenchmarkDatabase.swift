#if SQLite
import Foundation
import LiveTablesSQLite

/// A database of mails, in a temporary folder unless it is kept.
final class BenchmarkDatabase: Sendable {
  let path: String
  let rows: Int
  private let folder: URL
  private let isKept: Bool

  var name: String { "\(Format.grouped(rows)) rows" }

  /// Creates the database, or reuses one in the folder `BENCHMARK_DATABASES`, which keeps databases that are only read.
  init(rows: Int, isOnlyRead: Bool = false) async throws {
    self.rows = rows
    let kept = isOnlyRead ? ProcessInfo.processInfo.environment["BENCHMARK_DATABASES"] : nil
    isKept = kept != nil
    folder =
      kept.map { URL(filePath: $0, directoryHint: .isDirectory) }
      ?? FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "mail-\(rows).db").path()
    if FileManager.default.fileExists(atPath: path) { return }
    let database = try await SQLiteDatabase(path: path)
    try await database.write { connection in
      try connection.execute(
        script: """
          CREATE TABLE mail (id INTEGER PRIMARY KEY, folder TEXT NOT NULL, subject TEXT NOT NULL, date INT NOT NULL);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
          INSERT INTO mail SELECT i, 'folder ' || (i % 10), 'a subject of some thirty letters ' || i,
            i * 1000 + (i * 7919) % 1000 FROM n;
          CREATE INDEX mailDate ON mail (date);
          """)
    }
    await database.close()
  }

  deinit { if !isKept { try? FileManager.default.removeItem(at: folder) } }
}

/// A `sqlite3` process that reports each commit.
@MainActor final class OtherProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let lines: AsyncStream<Void>

  init(path: String) throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    lines = stream
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-batch", path]
    process.standardInput = input
    process.standardOutput = output
    output.fileHandleForReading.readabilityHandler = { @Sendable handle in
      if !handle.availableData.isEmpty { continuation.yield() }
    }
    try process.run()
  }

  /// Commits a statement.
  ///
  /// - Returns: The time at which the process reported the commit.
  func commit(_ statement: String) async throws -> Double {
    let sql = "\(statement) SELECT 'done';\n"
    try input.fileHandleForWriting.write(contentsOf: Data(sql.utf8))
    for await _ in lines { break }
    return Stopwatch.wall
  }

  func end() async {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    output.fileHandleForReading.readabilityHandler = nil
  }
}
#endif

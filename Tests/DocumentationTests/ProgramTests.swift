#if SQLite && os(Linux)
import Foundation
import Testing

/// Tests programs that a reader can assemble from all blocks of a guide.
struct ProgramTests {
  @Test func theProgramOfTheGuideToSQLiteRunsInAnEmptyFolder() async throws {
    let snippets = try Snippet.all().filter { $0.page == "docs/sqlite.md" }
    let first = try #require(snippets.first?.code)
    let code = first + snippets.dropFirst().map { $0.code.dropFirst(first.count) }.joined()
    let folder = FileManager.default.temporaryDirectory.appending(path: "program-\(UUID().uuidString)")
    let (source, program) = (folder.appending(path: "source"), folder.appending(path: "program"))
    try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let main = source.appending(path: "main.swift").path()
    try code.write(toFile: main, atomically: true, encoding: .utf8)
    let outcome = try await Compiler.compile([main] + Compiler.objects, ["-o", program.path(), "-lsqlite3"])
    #expect(outcome.status == 0, "\(outcome.messages)")
    let empty = folder.appending(path: "empty").path()
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    // In the second run, the database already exists.
    for _ in 1...2 {
      let run = try await Compiler.run(URL(filePath: "/usr/bin/env"), ["-C", empty, program.path()])
      #expect(run.status == 0, "\(run.messages)")
      #expect(run.messages.contains("Lunch?"))
    }
  }
}

extension Compiler {
  /// The object files of the modules that the guide imports, without those of deleted sources.
  fileprivate static var objects: [String] {
    let names = [
      "TableDiff", "LiveTables", "LiveTablesCells", "LiveTablesOperators", "LiveTablesTesting", "LiveTablesSQLite",
    ]
    return modules.flatMap { folder in
      names.flatMap { name in
        let map = try? Data(contentsOf: folder.appending(path: "\(name).build/output-file-map.json"))
        let outputs = map.flatMap { try? JSONDecoder().decode([String: [String: String]].self, from: $0) }
        return (outputs ?? [:]).values.compactMap { $0["object"] }
      }
    }
  }
}
#endif

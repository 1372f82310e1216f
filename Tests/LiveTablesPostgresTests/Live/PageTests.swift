#if Postgres
import Foundation
import Testing

@testable import LiveTablesPostgres

/// Runs the examples of docs/postgres.md unchanged.
@Suite(.timeLimit(.minutes(20))) struct PageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the code blocks of a kind in the page.
  private static func blocks(_ kind: String) throws -> [String] {
    let page = try String(contentsOf: root.appending(path: "docs/postgres.md"), encoding: .utf8)
    return page.components(separatedBy: "\n```\(kind)\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```\n").first.map { $0 + "\n" }
    }
  }

  /// The folder in which the build put the modules and object files, next to the running tests.
  private static var build: URL {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    if let bundle = Bundle.allBundles.map(\.bundleURL).first(where: { $0.pathExtension == "xctest" }) {
      folder = bundle.deletingLastPathComponent()
    }
    return folder
  }

  @Test func theFirstBlocksOfThePageRunAsTheyStand() async throws {
    let server = try await TestServer()
    let folder = server.folder + "-page"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await TestServer.shell("sed -i '1i host all reader all scram-sha-256' \(server.folder)/data/pg_hba.conf")
    let commands = try Self.blocks("sh").prefix(2)
    let code = try #require(try Self.blocks("swift").first)
    #expect(commands.count == 2)
    try code.write(toFile: folder + "/main.swift", atomically: true, encoding: .utf8)
    let environment = """
      export PATH=\(TestServer.tools):$PATH PGHOST=127.0.0.1 PGPORT=\(server.port) PGUSER=tester PGDATABASE=postgres
      cd \(folder)

      """
    var output = try await TestServer.shell(environment + "set -e\n\(commands[0])echo done")
    try #require(output.hasSuffix("done\n"), "\(output)")
    try await server.restart()
    output = try await TestServer.shell(environment + "set -e\n\(commands[1])echo done")
    try #require(output.hasSuffix("done\n"), "\(output)")
    let modules = [
      "TableDiff", "LiveTables", "LiveTablesCells", "LiveTablesOperators", "LiveTablesTesting", "LiveTablesPostgres",
    ]
    output = try await TestServer.shell(
      environment + """
        swiftc -swift-version 6 -module-cache-path \(folder)/cache -I \(Self.build.path())/Modules \
          -I \(Self.root.path())/Sources/CPostgres -I /usr/include/postgresql main.swift \
          \(modules.map { "\(Self.build.path())/\($0).build/*.o" }.joined(separator: " ")) -lpq -o page 2>&1 && ./page && echo done
        """)
    #expect(output.hasSuffix("done\n"), "\(output)")
    // The edit in the code block has been written.
    #expect(try await server.psql("SELECT id FROM mail", in: "mail") == "8\n")
  }
}
#endif

import Foundation
import Testing

/// Tests that docs/guarantees.md lists every guarantee with tests that exist.
struct GuaranteesTests {
  private struct Promise {
    let number: Int
    let proof: Set<String>
    let tests: [String]
  }

  /// Returns the rows of the page's tables: a number, a guarantee, its kind of proof, and the tests in backticks.
  private static func promises() throws -> [Promise] {
    let page = try String(contentsOf: Snippet.root.appending(path: "docs/guarantees.md"), encoding: .utf8)
    return page.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, let number = Int(cells[0]) else { return nil }
      return Promise(
        number: number, proof: Set(cells[2].components(separatedBy: ", ")),
        tests: cells[3].matches(of: /`([^`]+)`/).map { String($0.1) })
    }
  }

  #if SQLite
  @Test("every test that docs/sqlite.md names exists")
  func everyTestOfThePageAboutDatabasesExists() async throws {
    let page = try String(contentsOf: Snippet.root.appending(path: "docs/sqlite.md"), encoding: .utf8)
    let names = page.matches(of: /`(LiveTablesSQLiteTests\.[^`]+)`/).map { String($0.1) }
    #expect(names.count > 20)
    let tests = try await Self.tests()
    for name in names { #expect(tests.contains(name), "there is no test \(name)") }
  }
  #endif

  #if Postgres
  @Test("every test that docs/postgres.md names exists")
  func everyTestOfThePageAboutPostgresExists() async throws {
    let page = try String(contentsOf: Snippet.root.appending(path: "docs/postgres.md"), encoding: .utf8)
    let names = page.matches(of: /`(LiveTablesPostgresTests\.[^`]+)`/).map { String($0.1) }
    #expect(names.count > 15)
    let tests = try await Self.tests()
    for name in names { #expect(tests.contains(name), "there is no test \(name)") }
  }
  #endif

  /// Returns the tests that `swift test list` prints.
  private static func tests() async throws -> Set<String> {
    let outcome = try await Compiler.run(
      URL(filePath: CommandLine.arguments[0]), ["--testing-library", "swift-testing", "--list-tests"])
    return Set(outcome.messages.split(separator: "\n").map(String.init))
  }

  @Test("every guarantee is listed once, with tests that exist")
  func everyPromiseHasItsTests() async throws {
    let promises = try Self.promises()
    #expect(promises.count >= 50 && promises.map(\.number).sorted() == Array(1...promises.count))
    let tests = try await Self.tests()
    #expect(tests.count > 100)
    for promise in promises {
      #expect(
        promise.proof.isSubset(of: ["all cases", "random", "one case", "schedules", "compiler"]),
        "promise \(promise.number): \(promise.proof) is no kind of proof")
      #expect(!promise.tests.isEmpty, "promise \(promise.number) has no test")
      for test in promise.tests {
        #expect(tests.contains(test), "promise \(promise.number): there is no test \(test)")
      }
    }
  }
}

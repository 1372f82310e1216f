import Foundation
import Testing

/// Tests that the tests of UIKit and AppKit views that docs/guarantees.md names exist.
@Suite("Promises about the views of Apple's systems") struct GuaranteesTests {
  private static let modules = ["LiveTablesUIKitTests", "AdapterTests"]

  /// Returns the tests of these modules that the page names.
  private static func names() throws -> [String] {
    let root = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    let page = try String(contentsOf: root.appending(path: "docs/guarantees.md"), encoding: .utf8)
    return page.matches(of: /`([^`]+)`/).map { String($0.1) }
      .filter { name in modules.contains { name.hasPrefix($0 + ".") } }
  }

  /// Returns the output of `swift test list`.
  private static func tests() throws -> Set<String> {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["--testing-library", "swift-testing", "--list-tests"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    return Set(String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  @Test("every test that the page names exists") func everyTestExists() throws {
    let names = try Self.names()
    #expect(names.count > 20)
    let tests = try Self.tests()
    for name in names { #expect(tests.contains(name), "there is no test \(name)") }
  }
}

import Foundation
import XCTest

/// Compiles the code in docs/gtk.md, where a block without an import continues the last one with imports.
final class DocumentationTests: XCTestCase {
  private func output(of command: [String]) throws -> (text: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (text, process.terminationStatus)
  }

  func testTheGuideCompiles() throws {
    let root = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    let modules = Bundle(for: Self.self).bundleURL.appending(path: "Modules").path()
    let flags = try output(of: ["pkg-config", "--cflags-only-I", "gtk4"]).text.split { $0.isWhitespace }
    let page = try String(contentsOf: root.appending(path: "docs/gtk.md"), encoding: .utf8)
    let blocks = page.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    XCTAssertGreaterThan(blocks.count, 2)
    var complete = ""
    for block in blocks {
      if block.hasPrefix("import ") { complete = block }
      let file = FileManager.default.temporaryDirectory.appending(path: "gtk-\(UUID().uuidString).swift")
      defer { try? FileManager.default.removeItem(at: file) }
      try (block == complete ? block : complete + "\n" + block).write(to: file, atomically: true, encoding: .utf8)
      let command = ["swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", modules]
      let map = ["-Xcc", "-fmodule-map-file=" + root.appending(path: "Sources/CGTK/module.modulemap").path()]
      let (text, status) = try output(
        of: command + map + flags.flatMap { ["-Xcc", String($0)] } + ["-parse-as-library", file.path()])
      XCTAssertEqual(status, 0, "\(text)\n\(block)")
    }
  }
}

import Foundation
import XCTest

/// Compiles the code in the pages and examples about GTK.
final class DocumentationTests: XCTestCase {
  private let root = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

  private let folder = FileManager.default.temporaryDirectory.appending(path: "gtk-\(UUID().uuidString)")

  override func setUpWithError() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

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

  private func compile(_ arguments: [String], _ code: String) throws {
    let modules = Bundle(for: Self.self).bundleURL.appending(path: "Modules").path()
    let headers = try output(of: ["pkg-config", "--cflags-only-I", "gtk4"]).text.split { $0.isWhitespace }
    let map = "-fmodule-map-file=" + root.appending(path: "Sources/CGTK/module.modulemap").path()
    let command = ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-I", modules, "-I", folder.path()]
    let (text, status) = try output(
      of: command + (headers.map(String.init) + [map]).flatMap { ["-Xcc", $0] } + arguments)
    XCTAssertEqual(status, 0, "\(text)\n\(code)")
  }

  /// Compiles the blocks of a page, where a block without an import continues the last one with imports.
  private func compilePage(_ name: String, blocks expected: Int, _ arguments: String...) throws {
    let page = try String(contentsOf: root.appending(path: name), encoding: .utf8)
    let blocks = page.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
      .filter { !$0.hasPrefix("// swift-tools-version") }
    XCTAssertEqual(blocks.count, expected)
    var complete = ""
    for block in blocks {
      if block.hasPrefix("import ") { complete = block }
      let file = folder.appending(path: "block.swift")
      let code = block == complete ? block : complete + "\n" + block
      try code.write(to: file, atomically: true, encoding: .utf8)
      try compile(["-typecheck", file.path()] + arguments, code)
    }
  }

  func testTheGuideCompiles() throws { try compilePage("docs/gtk.md", blocks: 6, "-parse-as-library") }

  func testTheTutorialCompiles() throws { try compilePage("docs/tutorials/gtk-list.md", blocks: 3) }

  func testTheLandingPageCompiles() throws {
    try compilePage("Sources/LiveTablesGTK/LiveTablesGTK.docc/LiveTablesGTK.md", blocks: 1)
  }

  func testTheChatCompiles() throws {
    let examples = root.appending(path: "docs/examples")
    let model = ["Chat", "EchoServer"].map { examples.appending(path: "chat/Sources/ChatModel/\($0).swift").path() }
    let module = folder.appending(path: "ChatModel.swiftmodule").path()
    try compile(["-emit-module", "-parse-as-library", "-module-name", "ChatModel", "-o", module] + model, "the model")
    try compile(["-typecheck", examples.appending(path: "chat-gtk/Sources/chat-gtk/main.swift").path()], "the program")
  }
}

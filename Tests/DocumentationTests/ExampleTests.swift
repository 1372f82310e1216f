import Foundation
import Testing

/// Tests that the examples compile, because no other check builds their packages.
///
/// Tests/AppleTargets compiles the examples that need UIKit.
struct ExampleTests {
  private static func files(_ folder: String) throws -> [String] {
    let path = Snippet.root.appending(path: "docs/examples/\(folder)")
    return try FileManager.default.contentsOfDirectory(atPath: path.path()).filter { $0.hasSuffix(".swift") }.sorted()
      .map { path.appending(path: $0).path() }
  }

  @Test("the chat example compiles, with its model as a module")
  func theChatCompiles() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "example-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = try await Compiler.compile(
      try Self.files("chat/Sources/ChatModel"),
      [
        "-emit-module", "-parse-as-library", "-module-name", "ChatModel", "-o",
        folder.appending(path: "ChatModel.swiftmodule").path(),
      ])
    #expect(model.status == 0, "\(model.messages)")
    let program = try await Compiler.compile(
      try Self.files("chat/Sources/chat"), ["-typecheck", "-module-name", "chat", "-I", folder.path()])
    #expect(program.status == 0, "\(program.messages)")
  }

  @Test
  func theToDoListCompiles() async throws {
    let program = try await Compiler.compile(
      try Self.files("todo/Sources/todo"), ["-typecheck", "-module-name", "todo"])
    #expect(program.status == 0, "\(program.messages)")
  }

  #if SQLite
  @Test
  func theMailClientCompiles() async throws {
    let program = try await Compiler.compile(
      try Self.files("mail/Sources/mail"), ["-typecheck", "-module-name", "mail"])
    #expect(program.status == 0, "\(program.messages)")
  }
  #endif
}

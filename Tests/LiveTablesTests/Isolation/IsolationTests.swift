import Foundation
import LiveTables
import TestSupport
import Testing

@MainActor struct IsolationTests {
  @Test("34: a view is called on the main actor, which is not the main thread under Swift Testing")
  func mainActorUnderSwiftTesting() async throws {
    let shown = try await IsolatedView.showTwoTables()
    #expect(shown.rows == [2, 3])
    #expect(shown.turns == 2)
  }

  @Test("34: no source code checks the current thread")
  func noThreadChecks() throws {
    var root = URL(filePath: #filePath)
    let manager = FileManager.default
    var sources = root
    // The tests may be in a nested package.
    while root.pathComponents.count > 1, !manager.fileExists(atPath: sources.appending(path: "LiveTables").path()) {
      root.deleteLastPathComponent()
      sources = root.appending(path: "Sources")
    }
    // A nested package has a link to the sources.
    sources = sources.appending(path: "LiveTables").resolvingSymlinksInPath().deletingLastPathComponent()
    let files = try #require(manager.enumerator(at: sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains("isMainThread"), "\(file.lastPathComponent)")
      count += 1
    }
    #expect(count > 50)
  }
}

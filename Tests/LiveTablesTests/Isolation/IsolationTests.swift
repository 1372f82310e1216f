import Dispatch
import Foundation
import LiveTables
import Testing

@MainActor struct IsolationTests {
  @Test("34: a view is told on the main actor, which is not the main thread under Swift Testing")
  func mainActorUnderSwiftTesting() async throws {
    let shown = try await IsolatedView.showTwoTables()
    #expect(shown.rows == [2, 3])
    #expect(shown.turns == 2)
  }

  @Test("34: no source asks which thread it is on")
  func noThreadChecks() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let sources = root.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains("isMainThread"), "\(file.lastPathComponent)")
      count += 1
    }
    #expect(count > 50)
  }

  @Test("35: the main actor is free while a difference is made", .timeLimit(.minutes(10)))
  func differencesAreOffTheMainActor() async throws {
    struct Row: Diffable, Identifiable, Equatable {
      let id: Int
      let text: String
      static let began = AsyncStream.makeStream(of: Void.self)
      static let mainActorWasHere = DispatchSemaphore(value: 0)

      /// Waits for the main actor: on it, this would wait in vain.
      nonisolated static func == (one: Row, two: Row) -> Bool {
        guard one.text == "wait" || two.text == "wait" else { return one.text == two.text }
        began.continuation.yield()
        guard mainActorWasHere.wait(timeout: .now() + 300) == .success else { return true }
        mainActorWasHere.signal()  // whoever compares again need not wait
        return false
      }
    }
    let store = TableStore<OneSection, Row>()
    let view = RowsView<Row>()
    let binding = view.bind(store)
    try await store.submit(Table(rows: [Row(id: 1, text: "first")]))
    async let applied = store.submit(Table(rows: [Row(id: 1, text: "wait")]))
    var began = Row.began.stream.makeAsyncIterator()
    await began.next()
    Row.mainActorWasHere.signal()
    // Had nobody come, the rows would count as equal, and nothing would be updated.
    #expect(try await applied.changeset.operationCount == 1)
    binding.cancel()
  }
}

@MainActor private final class RowsView<Row: Diffable & Sendable>: TableView {
  let link = TableLink<OneSection, Row>()
  func reload(commit: () -> Void) { commit() }
  func perform(_ stage: BatchUpdate<OneSection, Row>, animated: Bool, commit: () -> Void) throws { commit() }
}

import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

@MainActor struct RecordingTableViewTests {
  @Test func eventsAreRememberedInOrder() async throws {
    let view = RecordingTableView<OneSection, Int>()
    var seen = 0
    view.onEvent = { _ in seen += 1 }
    try await view.withStore { store in
      try await store.submit(TableSnapshot(rows: [1, 2]))
      try await store.submit(TableSnapshot(rows: [2, 3]))
      view.isReady = false
      try await store.submit(TableSnapshot(rows: [3]))
    }
    #expect(
      view.events.map(\.table) == [
        TableSnapshot(rows: [1, 2]), TableSnapshot(rows: [2, 3]), TableSnapshot(rows: [3]),
      ])
    #expect(
      view.batches == [
        batch {
          $0.deletedRows = [path(0, 0)]
          $0.insertedRows = [path(0, 1)]
        }
      ])
    #expect(view.reloads == 2 && seen == 3)
    view.forget()
    #expect(view.events.isEmpty)
  }
}

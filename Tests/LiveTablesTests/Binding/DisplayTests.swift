import LiveTables
import Testing

@Suite("Display") @MainActor
struct DisplayTests {
  @Test("a stream of rows is shown until it ends")
  func rows() async throws {
    let view = FlatView()
    let (stream, input) = AsyncStream.makeStream(of: [Item].self)
    view.told = { view in
      switch view.events.count {
      case 1: input.yield(items([1, 2, 3, 4]))
      case 2: input.finish()
      default: Issue.record("too many events")
      }
    }
    input.yield(items([1, 2, 3]))
    try await view.display(stream)
    var inserted = BatchOperations()
    inserted.insertedRows = [RowPath(section: 0, row: 3)]
    #expect(
      view.events == [
        .reload([items([1, 2, 3])]), .batch(inserted, [items([1, 2, 3, 4])], animated: true),
      ])
    #expect(view.link.revision == 2)
  }
}

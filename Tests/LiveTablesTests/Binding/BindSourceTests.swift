import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(20))) struct BindSourceTests {
  private typealias View = RecordingTableView<OneSection, Int>

  private func bind(_ view: View, to source: some TableSource<OneSection, Int>) -> TableBinding<OneSection, Int> {
    view.bind(source)
  }

  @Test("a store that is bound as a source receives the view's edits")
  func genericStore() async throws {
    let store = TableStore(TableSnapshot(rows: [1, 2, 3]))
    let view = View()
    let binding = bind(view, to: store)
    #expect(binding.store === store)
    try await store.submit([1, 2, 3, 4])
    #expect(view.link.table == TableSnapshot(rows: [1, 2, 3, 4]))
    view.link.edit(.remove(.id(2)))
    try await store.edit { $0.append(5) }
    #expect(await store.table == TableSnapshot(rows: [1, 3, 4, 5]))
  }

  @Test("a store that is displayed as a source receives the view's edits until the task is cancelled")
  func displayedStore() async throws {
    let store = TableStore(TableSnapshot(rows: [1, 2, 3]))
    let view = View()
    let task = Task { try await view.display(store) }
    await until { view.link.table.count == 3 }
    view.link.edit(.remove(.id(2)))
    await until { await store.table == TableSnapshot(rows: [1, 3]) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!view.link.isBound)
  }

  private actor Loading: TableSource {
    private(set) var state = SourceState<OneSection, Int>()
    private var subscribers = SubscriberList()

    func subscribe(_ signal: Signal) { subscribers.add(signal) }

    func load(_ rows: [Int]) {
      state.advance(to: TableSnapshot(rows: rows))
      subscribers.notify()
    }
  }

  @Test("views and derived tables wait for a source without a table")
  func noTableYet() async throws {
    let source = Loading()
    let (view, derived) = (View(), View())
    let bindings = [bind(view, to: source), bind(derived, to: source.filter { $0 > 1 })]
    #expect(await source.filter { $0 > 1 }.current.isEmpty)
    var changes = source.changes.makeAsyncIterator()
    await source.load([1, 2, 3])
    #expect(await changes.next()?.revision == 0)
    await until { view.link.table.count == 3 && derived.link.table.count == 2 }
    #expect(view.link.revision == 1 && derived.link.revision == 1, "nothing was shown before the first table")
    for binding in bindings { binding.cancel() }
  }
}

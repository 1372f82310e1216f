import LiveTables
import LiveTablesOperators
import TestSupport
import Testing

@Suite("Lifetimes of live tables", .timeLimit(.minutes(20))) @MainActor
struct LiveLifetimeTests {
  private typealias Living = Guarded<(now: Int, most: Int)>

  @Test("a binding retains neither the live table nor the view after the view is released", arguments: [true, false])
  func bound(cancels: Bool) async throws {
    let living = Living((0, 0))
    var view: TestView<OneSection, Counted>? = TestView()
    weak let weakView = view
    weak var table: LiveTable<OneSection, Counted>?
    var binding: TableBinding<OneSection, Counted>?
    do {
      let live = LiveTable(rows: (0..<10).map { Counted($0, living) })
      table = live
      binding = view?.bind(live.filter { $0.id % 2 == 0 }.sorted { $0.id > $1.id })
      await until { weakView?.rows.first?.count == 5 }
      try await live.edit { $0.remove(id: 4) }
      await until { weakView?.rows.first?.count == 4 }
    }
    #expect(table != nil, "the binding reads it")
    if cancels { binding?.cancel() }
    view = nil
    #expect(weakView == nil)
    try await binding?.finished
    binding = nil
    await until { table == nil && living.now.now == 0 }
  }

  @Test("display releases its view, and the live table when it returns")
  func displayed() async throws {
    let living = Living((0, 0))
    var view: TestView<OneSection, Counted>? = TestView()
    weak let weakView = view
    weak var table: LiveTable<OneSection, Counted>?
    var call: Task<Void, any Error>?
    do {
      let live = LiveTable(rows: (0..<10).map { Counted($0, living) })
      table = live
      call = Task { [weak view] in try await view?.display(live.filter { $0.id < 3 }) }
      await until { weakView?.rows.first?.count == 3 }
    }
    view = nil
    #expect(weakView == nil)
    try await call?.value
    call = nil
    await until { table == nil && living.now.now == 0 }
  }
}

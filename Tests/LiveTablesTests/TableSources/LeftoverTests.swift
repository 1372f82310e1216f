import TestSupport
import Testing

@testable import LiveTablesOperators

@testable import LiveTables

/// A source that counts its readers.
private actor CountingSource: TableSource {
  private(set) var state: SourceState<OneSection, Counted>
  private var subscribers = SubscriberList()
  private let living: LeftoverTests.Living

  init(_ living: LeftoverTests.Living) {
    self.living = living
    state = SourceState(TableSnapshot(rows: (0..<10).map { Counted($0, living) }))
  }

  /// The number of readers, without those that have ended.
  var readers: Int {
    subscribers.notify()
    return subscribers.count
  }

  func subscribe(_ signal: Signal) { subscribers.add(signal) }

  /// Replaces all rows.
  func advance() {
    state.advance(to: TableSnapshot(rows: (10..<20).map { Counted($0, living) }))
    subscribers.notify()
  }
}

/// Tests that cancelled, released or replaced readers leave no reader, row or object behind.
@Suite("Leftovers", .timeLimit(.minutes(20))) @MainActor struct LeftoverTests {
  typealias Living = Guarded<(now: Int, most: Int)>
  fileprivate typealias Rows<Row: Diffable & Sendable> = any TableSource<OneSection, Row>

  /// The way in which a table is derived from a source.
  enum Derivation: CaseIterable {
    case none, filter, parameter, sorted, grouped, prefix, asyncMap, merged, joined, segments, optimistic

    @MainActor fileprivate func source(_ source: CountingSource) -> Rows<Counted> {
      switch self {
      case .none: return source
      case .filter: return source.filter { $0.id < 100 }
      case .parameter: return source.filter(LiveValue<@Sendable (Counted) -> Bool> { $0.id < 100 })
      case .sorted: return source.sorted { $0.id > $1.id }
      case .grouped: return source.grouped { $0.id % 2 }.flattened()
      case .prefix: return source.prefix(100)
      case .asyncMap: return source.map(atMost: 2, placeholder: { $0 }) { $0 }
      case .merged: return source.merged(with: source.filter { $0.id > 4 })
      case .joined:
        let joined = JoinedTables<OneSection, Counted>()
        joined.add(source)
        return joined.flattened()
      case .segments:
        let segments = TableSegments<OneSection, Counted>()
        segments.add("all", source)
        return segments
      case .optimistic: return OptimisticTable(source)
      }
    }
  }

  /// The way in which a source is read, and how the reading ends.
  enum Reading: CaseIterable {
    case cancelledTables, cancelledChanges, droppedTables, droppedChanges
    case cancelledBinding, droppedView, replacedBinding, cancelledDisplay, droppedDisplay
  }

  @Test("a reader of a source leaves nothing after it stops", arguments: Derivation.allCases, Reading.allCases)
  func readers(_ derivation: Derivation, _ reading: Reading) async throws {
    let living = Living((0, 0))
    weak var weakSource: CountingSource?
    do {
      let source = CountingSource(living)
      weakSource = source
      try await read(derivation.source(source), reading) { await source.advance() }
      await until { await source.readers == 0 }
    }
    await until { weakSource == nil && living.now.now == 0 }
  }

  @Test("a reader of an outline leaves nothing in it or its tree after it stops", arguments: Reading.allCases)
  func outlines(_ reading: Reading) async throws {
    let living = Living((0, 0))
    func tree(_ ids: Range<Int>) -> Tree<Counted> {
      Tree(depthFirst: ids.map { TreeElement(depth: 0, value: Counted($0, living)) })
    }
    weak var weakTree: LiveTree<Counted>?
    weak var weakOutline: LiveOutline<Counted>?
    do {
      let live = LiveTree(tree(0..<10))
      weakTree = live
      do {
        let outline = live.outline()
        weakOutline = outline
        try await read(outline, reading) {
          let new = tree(10..<20)
          await #expect(throws: Never.self) { try await live.edit { $0 = new } }
        }
      }
      // The tree retains its last change, which includes the old rows.
      await until { weakOutline == nil && living.now.now == 20 }
      var first = 20
      await until {
        first += 10
        let new = tree(first..<first + 10)
        await #expect(throws: Never.self) { try await live.edit { $0 = new } }
        return await live.subscribers.count == 0
      }
    }
    await until { weakTree == nil && living.now.now == 0 }
  }

  private func read<Row: Equatable>(
    _ source: Rows<Row>, _ reading: Reading, advance: () async -> Void
  ) async throws {
    switch reading {
    case .cancelledTables:
      try await cancelled(advance) { heard in for await _ in source.tables { heard() } }
    case .cancelledChanges:
      try await cancelled(advance) { heard in for await _ in source.changes { heard() } }
    case .droppedTables:
      var reader = source.tables.makeAsyncIterator()
      _ = await reader.next()
      await advance()
      _ = await reader.next()
    case .droppedChanges:
      var reader = source.changes.makeAsyncIterator()
      _ = await reader.next()
      await advance()
    case .cancelledBinding, .droppedView, .replacedBinding:
      try await bound(source, reading, advance)
    case .cancelledDisplay, .droppedDisplay:
      try await displayed(source, cancels: reading == .cancelledDisplay, advance)
    }
  }

  /// Reads in a task, and cancels the task while it waits after the second read.
  private func cancelled(
    _ advance: () async -> Void, _ read: @escaping @MainActor (() -> Void) async -> Void
  ) async throws {
    let count = Guarded(0)
    let task = Task { await read { count.with { $0 += 1 } } }
    await until { count.now > 0 }
    let before = count.now
    await advance()
    await until { count.now > before }
    task.cancel()
    await task.value
  }

  private func bound<Row: Equatable>(
    _ source: Rows<Row>, _ reading: Reading, _ advance: () async -> Void
  ) async throws {
    var view: TestView<OneSection, Row>? = TestView()
    view?.remembers = false
    let binding = view.map { bind($0, source) }
    await until { view?.rows.first?.count == 10 }
    await advance()
    switch reading {
    case .cancelledBinding: binding?.cancel()
    case .replacedBinding: view?.show([])
    default: view = nil
    }
    try await binding?.finished
  }

  private func bind<Row: Equatable>(
    _ view: TestView<OneSection, Row>, _ source: some TableSource<OneSection, Row>
  ) -> TableBinding<OneSection, Row> { view.bind(source) }

  private func displayed<Row: Equatable>(
    _ source: Rows<Row>, cancels: Bool, _ advance: () async -> Void
  ) async throws {
    var view: TestView<OneSection, Row>? = TestView()
    view?.remembers = false
    let task = Task { [weak view] in try await Self.display(view, source) }
    await until { view?.rows.first?.count == 10 }
    await advance()
    if cancels { task.cancel() } else { view = nil }
    _ = await task.result
  }

  private static func display<Row: Equatable>(
    _ view: consuming TestView<OneSection, Row>?, _ source: some TableSource<OneSection, Row>
  ) async throws {
    try await view.take()?.display(source)
  }

  @Test("a submission whose caller is cancelled leaves no row after another table is shown")
  func submission() async throws {
    let (living, shown) = (Living((0, 0)), Living((0, 0)))
    let view = TestView<OneSection, Counted>()
    view.remembers = false
    let store = TableStore<OneSection, Counted>()
    try await withBinding(view, store) { _ in
      view.link.beginInteraction()
      let caller = Task { try await store.submit((0..<10).map { Counted($0, living) }) }
      await until { await store.table.count == 10 }
      caller.cancel()
      _ = await caller.result
      async let applied = store.submit([Counted(1, shown)])
      await until { await store.table.count == 1 }
      view.link.endInteraction()
      _ = try await applied
      await until { living.now.now == 0 }
    }
  }

  @Test("a released store with pending tables and edits leaves nothing", arguments: 0..<20)
  func store(turns: Int) async throws {
    let living = Living((0, 0))
    weak var weakStore: TableStore<OneSection, Counted>?
    var calls: [Task<Void, Never>] = []
    do {
      var view: TestView<OneSection, Counted>? = TestView()
      let store = TableStore<OneSection, Counted>()
      weakStore = store
      view?.bind(store)
      await until { view?.link.revision == 1 }
      view?.link.beginInteraction()
      calls.append(Task { _ = try? await store.submit((0..<10).map { Counted($0, living) }) })
      calls.append(Task { _ = try? await store.edit(.append(Counted(11, living))) })
      view?.link.edit(.append(Counted(12, living)))
      for _ in 0..<turns { await Task.yield() }
      calls[0].cancel()
      view = nil
    }
    for call in calls { await call.value }
    calls = []
    await until { weakStore == nil && living.now.now == 0 }
  }
}

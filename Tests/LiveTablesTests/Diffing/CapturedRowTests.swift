import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables

/// A row that is an object whose identity can change at any time.
private final class Mutable: Diffable, Equatable, Sendable {
  private let state: Guarded<(id: Int, text: String)>

  init(_ id: Int, _ text: String = "") { state = Guarded((id, text)) }

  var identity: Int { state.now.id }
  var text: String { state.now.text }

  func become(_ id: Int) { state.with { $0.id = id } }
  func write(_ text: String) { state.with { $0.text = text } }

  func hasSameContent(as other: Mutable) -> Bool { text == other.text }
  static func == (one: Mutable, two: Mutable) -> Bool { one === two }
}

/// A row whose identity counts how often it is compared.
private struct Compared: Diffable, Sendable {
  struct ID: Hashable, Sendable {
    let number: Int
    let comparisons: Guarded<Int>

    static func == (one: ID, two: ID) -> Bool {
      one.comparisons.with { $0 += 1 }
      return one.number == two.number
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  let identity: ID

  func hasSameContent(as other: Compared) -> Bool { true }
}

@Suite("Rows that are objects", .timeLimit(.minutes(20))) @MainActor
struct CapturedRowTests {
  private func rows(_ ids: Int...) -> [Mutable] { ids.map { Mutable($0) } }

  @Test("47: objects are matched by the identity that they had when they were submitted")
  func captured() async throws {
    let view = TestView<OneSection, Mutable>()
    try await view.withStore { store in
      let old = rows(1, 2, 3)
      try await store.submit(TableSnapshot(rows: old))
      for row in old { row.become(row.identity + 100) }
      let new = rows(3, 1, 2)
      let applied = try await store.submit(TableSnapshot(rows: new))
      #expect(applied.mode == .batch)
      #expect(applied.changeset.operationCount == 1, "one move, no delete, no insert")
      #expect(view.rows == [new])
    }
  }

  @Test("many rows to refresh are found in one pass", arguments: [3, 500])
  func paths(count: Int) {
    let comparisons = Guarded(0)
    let table = TableSnapshot(
      rows: (0..<1_000).map { Compared(identity: .init(number: $0, comparisons: comparisons)) })
    let ids = Set((0..<count).map { Compared.ID(number: $0 * 2, comparisons: comparisons) })
    comparisons.with { $0 = 0 }
    let found = table.paths(of: ids, check: {})
    #expect(found == (0..<count).map { RowPath(section: 0, row: $0 * 2) })
    #expect(comparisons.now <= 8_000)
  }

  @Test("47: objects that remain after a user's deletion keep their identity")
  func userDeletion() async throws {
    let view = TestView<OneSection, Mutable>()
    let store = TableStore<OneSection, Mutable>(TableSnapshot(rows: rows(1, 2, 3)))
    try await withBinding(view, store) { _ in
      view.rows[0][2].become(30)
      view.link.edit(.remove(.path(RowPath(section: 0, row: 1))))
      #expect(view.rows[0].map(\.identity) == [1, 30])
      #expect(view.link.screen.presented.captured?.map(\.identity) == [1, 3])
    }
  }

  @Test("47: objects that change between diff and update make no batch invalid")
  func mutating() async throws {
    let view = TestView<OneSection, Mutable>()
    var reports = 0
    try await view.withStore(options: BindingOptions { _ in reports += 1 }) { store in
      let pool = (0..<40).map { Mutable($0) }
      let stop = Guarded(false)
      let vandal = Task.detached {
        var random = SeededGenerator(seed: 1)
        while !stop.now {
          pool[Int.random(in: 0..<40, using: &random)].become(Int.random(in: 0..<40, using: &random))
          pool[Int.random(in: 0..<40, using: &random)].write("\(Int.random(in: 0..<3, using: &random))")
          await Task.yield()
        }
      }
      var random = SeededGenerator(seed: 2)
      for _ in 0..<200 {
        let table = Array(pool.shuffled(using: &random).prefix(Int.random(in: 0...40, using: &random)))
        try await store.submit(TableSnapshot(rows: table))
        #expect(view.rows == [table])
      }
      stop.with { $0 = true }
      await vandal.value
    }
    #expect(reports == 0)
    for case .reload in view.events.dropFirst() { Issue.record("a batch was refused") }
  }

  @Test("47: edits of objects use the submitted identities, and refresh shows changed content in place")
  func edits() async throws {
    let view = TestView<OneSection, Mutable>()
    let store = TableStore<OneSection, Mutable>(TableSnapshot(rows: rows(1, 2, 3)))
    try await withBinding(view, store) { _ in
      let two = view.rows[0][1]
      two.become(20)
      let applied = try await store.edit {
        let found = $0.paths(of: .id(2))
        #expect(found == [RowPath(section: 0, row: 1)])
        $0.remove(id: 2)
      }
      #expect(applied.notFound.isEmpty && view.rows[0].map(\.identity) == [1, 3])
      view.rows[0][1].write("new")
      #expect(try await store.submit(view.link.table).changeset.isEmpty, "nobody can see it")
      let refreshed = try await store.refresh(ids: [3])
      #expect(refreshed.changeset.stages.map(\.operations.updatedRows) == [[RowPath(section: 0, row: 1)]])
      view.link.edit(.move(.id(3), to: .path(RowPath(section: 0, row: 0))))
      await until { await store.table.map(\.identity) == [3, 1] }
      #expect(view.rows[0].map(\.identity) == [3, 1])
    }
  }

  @Test("a search for rows to refresh often checks for cancellation")
  func polling() throws {
    let table = TableSnapshot<OneSection, Item>(rows: items(0..<10_000))
    for ids in [[9_999], Array(9_990..<10_000)] {
      var asked = 0
      let found = table.paths(of: Set(ids), check: { asked += 1 })
      #expect(found.map(\.row) == ids && asked >= 9)
    }
    #expect(throws: Broken()) { try table.paths(of: [9_999], check: { throw Broken() }) }
  }

  @Test("objects of the main actor are identified by reference")
  func mainActorObjects() async throws {
    @MainActor final class Model: Diffable, Equatable {
      nonisolated static func == (one: Model, two: Model) -> Bool { one === two }
      var text = ""
    }
    let view = TestView<OneSection, Model>()
    let (one, two) = (Model(), Model())
    try await view.withStore { store in
      try await store.submit(TableSnapshot(rows: [one, two]))
      one.text = "new"
      #expect(try await store.refresh(ids: [one.identity]).changeset.operationCount == 1)
      #expect(try await store.submit(TableSnapshot(rows: [two, one])).changeset.operationCount == 1)
    }
    #expect(view.rows == [[two, one]])
  }
}

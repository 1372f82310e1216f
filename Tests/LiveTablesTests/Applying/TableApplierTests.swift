import Testing

@_spi(Adapters) @testable import LiveTables

/// What an applier does with the screen, seen from inside.
@Suite("Applying: what is on screen", .timeLimit(.minutes(20))) @MainActor
struct TableApplierTests {
  /// A row with something that is not shown.
  struct Noted: Diffable, Identifiable, Equatable, Sendable {
    let id: Int
    var note: String

    func hasSameContent(as other: Noted) -> Bool { true }
  }

  final class Follower: BindingFollower {
    func bindingBegan() {}
    func bindingEnded(_ reason: EndReason) {}
  }

  @Test("rows that look the same are swapped all the same, without an update of the view")
  func unseen() async throws {
    let view = TestView<OneSection, Noted>()
    try await view.withStore { store in
      try await store.submit([Noted(id: 1, note: "old")])
      let applied = try await store.submit([Noted(id: 1, note: "new")])
      #expect(applied.changeset.isEmpty && view.events.count == 1)
      #expect(view.rows[0][0].note == "new")
    }
  }

  @Test("22: a reload keeps edits on screen that the store has not merged")
  func onTop() throws {
    let view = FlatView()
    let applier = TableApplier(
      view: view, differencer: Differencer(), bindings: StoreBindings(), options: TableOptions())
    applier.showFirst(CapturedTable(flat(1, 2)))
    view.link.edit(.replace(Item(2, "edited")))
    let new = CapturedTable(flat(2, 3))
    let order = TableApplier<OneSection, Item>.Order(
      target: new, session: 1, version: 1, tables: 1, newestTable: 1, superseded: 0, isNews: true, merged: 0, notes: [])
    let change = PreparedChange(reloading: new, from: new, because: .alwaysStale)
    guard case .applied = applier.reload(change, because: .alwaysStale, base: nil, for: order) else {
      Issue.record("not applied")
      return
    }
    #expect(view.rows == [[Item(2, "edited"), Item(3)]])
  }

  @Test("23: what ends the binding in the first stage of a user's edit leaves out the second")
  func endInsideEdit() {
    let view = FlatView()
    let binding = view.show([Item(1), Item(2)])
    view.told = { _ in binding.cancel() }
    view.link.edit(.set([Item(2, "new"), Item(3)]))
    #expect(view.events.count == 2)
    #expect(view.rows == [[Item(1), Item(2, "new")]])
  }

  @Test("29: a diagnostic is delivered when the view is idle: what its handler does is shown at once")
  func diagnostics() async throws {
    let view = FlatView()
    var shown: [[Item]] = []
    let options = TableOptions { [weak view] _ in
      guard let view else { return }
      #expect(!view.link.isUpdating)
      view.link.edit(.append(Item(9)))
      shown = view.rows
    }
    try await view.withStore(options: options) { store in
      try await store.submit(flat(1, 2))
      view.tampered = [5]
      try await store.submit(flat(1))
      #expect(shown == [items([1, 9])])
    }
  }

  @Test("a first table that is shown while a change is decided on follows that change")
  func boundWhileDeciding() async throws {
    let view = FlatView()
    let store = TableStore<OneSection, Item>()
    var options = TableOptions()
    var inner: TableBinding<OneSection, Item>?
    options.shouldAnimate = { [weak view] _ in
      // The store's first table may be the empty one.
      guard let view, view.rows == [items([1])] else { return .animated }
      inner = view.show([Item(7)])
      #expect(view.rows == [items([1])], "the view is being updated")
      return .animated
    }
    let binding = view.bind(store, options: options)
    try await store.submit(flat(1))
    try await store.submit(flat(1, 2))
    try await binding.finished
    await until { view.rows == [items([7])] }
    inner?.cancel()
  }

  @Test("followers that are gone are forgotten")
  func followers() {
    let link = TableLink<OneSection, Item>()
    for _ in 0..<100 { link.follow(Follower()) }
    #expect(link.bindingFollowers.count == 1)
  }
}

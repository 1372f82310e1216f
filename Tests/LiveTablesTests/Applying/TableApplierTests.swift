import TestSupport
import Testing

@testable import LiveTables

private typealias FlatApplier = TableApplier<OneSection, Item>

/// Tests of an applier and its screen.
@Suite("Applying changes", .timeLimit(.minutes(20))) @MainActor
struct TableApplierTests {

  final class Follower: BindingFollower {
    func bindingBegan() {}
    func bindingEnded(_ reason: EndReason) {}
  }

  @Test("rows that compare equal are replaced without updating the view")
  func unseen() async throws {
    let view = TestView<OneSection, Noted>()
    try await view.withStore { store in
      try await store.submit([Noted(id: 1, note: "old")])
      let applied = try await store.submit([Noted(id: 1, note: "new")])
      #expect(applied.changeset.isEmpty && view.events.count == 1)
      #expect(view.rows[0][0].note == "new")
    }
  }

  @Test("rows that compare equal are replaced in a view that is not ready, whatever its counts")
  func unseenOutside() async throws {
    let view = TestView<OneSection, Noted>()
    var reports: [String] = []
    try await view.withStore(options: BindingOptions { reports.append("\($0)") }) { store in
      try await store.submit([Noted(id: 1, note: "old")])
      (view.isReady, view.tampered) = (false, [7])
      try await store.submit([Noted(id: 1, note: "new")])
      #expect(view.rows[0][0].note == "new" && view.events.count == 1 && reports.isEmpty)
    }
  }

  @Test("22: a reload keeps unmerged edits on screen")
  func onTop() throws {
    let view = FlatView()
    let applier = applier(of: view, showing: flat(1, 2))
    view.link.edit(.replace(Item(2, "edited")))
    let new = CapturedTable(flat(2, 3))
    let change = PreparedUpdate(reloading: new, from: new, because: .alwaysStale)
    guard case .applied = applier.reload(change, because: .alwaysStale, diffedFrom: nil, for: order(new)) else {
      Issue.record("not applied")
      return
    }
    #expect(view.rows == [[Item(2, "edited"), Item(3)]])
    // The diff starts from the presented table, but its target lacks the edit.
    let shown = view.link.screen.stamped
    let last = CapturedTable(flat(2, 3, 4))
    let diffed = PreparedUpdate(reloading: last, from: shown.content, because: .batchTooLarge)
    let outcome = applier.reload(diffed, because: .batchTooLarge, diffedFrom: shown.stamp, for: order(last))
    guard case .applied(let applied, _) = outcome else {
      Issue.record("not applied")
      return
    }
    #expect(view.rows == [[Item(2, "edited"), Item(3), Item(4)]])
    #expect(applied.table == view.link.table && applied.changeset.source == shown.content.table)
  }

  @Test("a reload of a view that was not updated is a change, even if the table is the same")
  func withoutNews() throws {
    let view = FlatView()
    let applier = applier(of: view, showing: flat(1, 2))
    for (table, revision) in [(flat(2), 2), (flat(2), 2), (flat(2, 3), 3)] {
      let (target, base) = (CapturedTable(table), view.link.screen.stamped)
      let change = try Differencer().update(from: base.content, to: target, limit: 10) {}
      let progress = applier.apply(change, .init(from: base.stamp), for: order(target, isNews: false))
      guard case .done(.applied(let applied, _)) = progress else {
        Issue.record("not applied")
        return
      }
      #expect(applied.revision == revision && view.link.revision == revision && view.link.table == table)
    }
  }

  @Test("readers get a change from what they saw to the table after an interrupted change")
  func afterHalfAChange() async throws {
    let view = FlatView()
    let applier = applier(of: view, showing: flat(1, 2, 3))
    var reader = applier.log.changes.makeAsyncIterator()
    #expect(await reader.next()?.table == flat(1, 2, 3))
    func change(to table: TableSnapshot<OneSection, Item>) throws -> PreparedUpdate<OneSection, Item> {
      try Differencer().update(from: view.link.screen.presented, to: CapturedTable(table), limit: 10) {}
    }
    let left = try change(to: TableSnapshot(rows: [Item(3), Item(1, "new")]))
    guard case .partial = applier.apply(left, .init(from: view.link.screen.stamp), for: order(left.target)) else {
      Issue.record("one stage")
      return
    }
    let half = view.link.table
    #expect(half != flat(1, 2, 3) && half != left.target.table)
    for (table, isNews) in [(half, false), (flat(9), true)] {
      let next = try change(to: table)
      _ = applier.apply(next, .init(from: view.link.screen.stamp), for: order(next.target, isNews: isNews))
    }
    let last = try #require(await reader.next())
    #expect(last.changeset.source == flat(1, 2, 3) && last.table == flat(9))
  }

  @Test("15: a reload shows a table once, however often the view commits it, and the problem is reported")
  func reloadCommits() {
    @MainActor final class View: TableView {
      let link = TableLink<OneSection, Item>()
      var commits = 1
      func reload(commit: () -> Void) { for _ in 0..<commits { commit() } }
      func perform(_ stage: BatchUpdate<OneSection, Item>, animation: BatchAnimation, commit: () -> Void) { commit() }
    }
    for commits in 0...3 {
      let view = View()
      view.commits = commits
      var reports: [String] = []
      view.show(flat(1), options: BindingOptions { reports.append("\($0)") }).cancel()
      #expect(view.link.table == flat(1) && view.link.screen.stamp == 1)
      #expect(
        reports
          == (commits == 1 ? [] : ["table: the view committed the reload of revision 1 \(commits) times, not once"]))
    }
  }

  private func applier(of view: FlatView, showing first: TableSnapshot<OneSection, Item>) -> FlatApplier {
    let applier = FlatApplier(
      view: view, differencer: Differencer(), bindings: StoreBindings(), options: BindingOptions())
    applier.showFirst(CapturedTable(first))
    return applier
  }

  private func order(_ target: CapturedTable<OneSection, Item>, isNews: Bool = true) -> FlatApplier.Order {
    FlatApplier.Order(
      target: target, bindingNumber: 1, version: 1, tableCount: 1, newestTableVersion: 1, superseded: 0, isNews: isNews,
      lastMergedEdit: 0,
      replacementTime: nil, notes: [])
  }

  @Test("23: ending the binding in the first stage of a user's edit omits the second")
  func endInsideEdit() {
    let view = FlatView()
    let binding = view.show([Item(1), Item(2)])
    view.told = { _ in binding.cancel() }
    view.link.edit(.set([Item(2, "new"), Item(3)]))
    #expect(view.events.count == 2)
    #expect(view.rows == [[Item(1), Item(2, "new")]])
  }

  @Test("23: ending the binding in shouldAnimate omits the change", arguments: [false, true])
  func endInsideDecision(cancelsTask: Bool) async throws {
    for decision in [ChangeDecision.animated, .reload] {
      let view = FlatView()
      let (stream, input) = AsyncStream.makeStream(of: [Item].self)
      var call: Task<Void, any Error>?
      var binding: TableBinding<OneSection, Item>?
      var options = BindingOptions()
      options.shouldAnimate = { [weak view] _ in
        guard view?.rows == [items([1])] else { return .animated }  // the first table may be empty
        call?.cancel()
        binding?.cancel()
        return decision
      }
      if cancelsTask {
        call = Task { [options] in try await view.display(stream, options: options) }
      } else {
        binding = view.bind(stream, options: options)
      }
      input.yield([Item(1)])
      await until { view.rows == [items([1])] }
      let events = view.events
      input.yield([Item(1), Item(2)])
      try? await call?.value
      try await binding?.finished
      #expect(view.events == events && view.rows == [items([1])] && !view.link.isUpdating)
    }
  }

  @Test("23: ending the binding while a user's edit is decided on omits the edit")
  func endInsideDecisionOnEdit() {
    for decision in [ChangeDecision.animated, .reload] {
      let view = FlatView()
      var binding: TableBinding<OneSection, Item>?
      var options = BindingOptions()
      options.shouldAnimate = { _ in
        binding?.cancel()
        return decision
      }
      binding = view.show([Item(1)], options: options)
      view.link.edit(.append(Item(2)))
      #expect(view.events.count == 1 && view.rows == [items([1])])
    }
  }

  @Test("29: a diagnostic is delivered while the view is idle, and its handler's changes are shown at once")
  func diagnostics() async throws {
    let view = FlatView()
    var shown: [[Item]] = []
    let options = BindingOptions { [weak view] _ in
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

  @Test("a first table that is shown while a change is decided on replaces the change")
  func boundWhileDeciding() async throws {
    let view = FlatView()
    let store = TableStore<OneSection, Item>()
    var options = BindingOptions()
    var inner: TableBinding<OneSection, Item>?
    options.shouldAnimate = { [weak view] _ in
      // The store's first table may be empty.
      guard let view, view.rows == [items([1])] else { return .animated }
      inner = view.show([Item(7)])
      #expect(view.rows == [items([1])], "the view is being updated")
      return .animated
    }
    let binding = view.bind(store, options: options)
    try await store.submit(flat(1))
    #expect(try await store.submit(flat(1, 2)).mode == .reload(.noView))
    try await binding.finished
    await until { view.rows == [items([7])] }
    inner?.cancel()
  }

  @Test("released followers are forgotten")
  func followers() {
    let link = TableLink<OneSection, Item>()
    for _ in 0..<100 { link.follow(Follower()) }
    #expect(link.bindingFollowers.count == 1)
  }
}

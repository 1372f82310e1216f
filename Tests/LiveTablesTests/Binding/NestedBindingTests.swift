import LiveTables
@_spi(Adapters) import LiveTablesCells
import LiveTablesTesting
import TestSupport
import Testing

/// Tests of views that are bound by a callback of another binding, or by code that runs at its end.
@MainActor @Suite("Nested bindings", .timeLimit(.minutes(20)))
struct NestedBindingTests {
  private typealias View = HeadlessTableView<OneSection, Item>

  /// The callback that makes the inner call.
  enum Place: CaseIterable {
    case scope, selection, configuring, decision, batch
  }

  /// The call that binds the view.
  enum Call: CaseIterable {
    case sameStore, otherStore, source, sequence, show
  }

  /// Calls a closure once.
  private final class Hook {
    var body: (() -> Void)?

    func fire() {
      let body = body
      self.body = nil
      body?()
    }
  }

  /// A binding, and a closure that shows other rows through it.
  private struct Bound {
    let binding: TableBinding<OneSection, Item>
    let show: @MainActor ([Int]) async -> Void
  }

  private func bind(
    _ view: View, by call: Call, _ store: TableStore<OneSection, Item>, first: Int,
    options: BindingOptions = BindingOptions()
  ) -> Bound {
    switch call {
    case .sameStore:
      return Bound(binding: view.bind(store, options: options)) { _ = try? await store.submit(items($0)) }
    case .otherStore:
      let other = TableStore<OneSection, Item>(flat(first))
      return Bound(binding: view.bind(other, options: options)) { _ = try? await other.submit(items($0)) }
    case .source:
      let live = LiveTable(rows: items([first]))
      return Bound(binding: view.bind(live, options: options)) { _ = try? await live.set(items($0)) }
    case .sequence:
      let (tables, input) = AsyncStream.makeStream(of: [Item].self)
      return Bound(binding: view.bind(tables, initial: items([first]), options: options)) { input.yield(items($0)) }
    case .show:
      let binding = view.show(items([first]), options: options)
      return Bound(binding: binding) { _ = try? await binding.store.submit(items($0)) }
    }
  }

  /// Checks that the binding is live, and that it is the only one.
  private func expectLive(_ bound: Bound?, in view: View) async throws {
    let bound = try #require(bound)
    await bound.show([9])
    await until { view.visibleTexts == ["9"] }
    await bound.show([9, 10])
    await until { view.visibleTexts == ["9", "10"] }
    #expect(view.link.isBound)
    bound.binding.cancel()
    try await bound.binding.finished
    #expect(!view.link.isBound)
  }

  private func makeView(_ hook: Hook, _ place: Place) async -> (View, TableStore<OneSection, Item>) {
    let store = TableStore<OneSection, Item>(flat(1))
    let view = View(
      .one(HeadlessCell.self) { cell, item, context in
        cell.text = "\(item.id)"
        if place == .configuring, item.id > 1 { hook.fire() }
        if place == .scope { context.scope.onEnd { hook.fire() } }
      })
    view.link.selection.mode = .one
    view.bind(store)
    await until { view.visibleTexts == ["1"] }
    view.link.selection.select(ids: [1])
    view.link.selection.onChange = { _ in if place == .selection { hook.fire() } }
    return (view, store)
  }

  @Test(
    "71: the last call to bind wins, also if it is nested in another one",
    arguments: Place.allCases, Call.allCases)
  func inside(_ place: Place, _ outer: Call) async throws {
    for inner in Call.allCases {
      let hook = Hook()
      let (view, store) = await makeView(hook, place)
      var nested: Bound?
      hook.body = { [unowned view] in nested = bind(view, by: inner, store, first: 8) }
      var options = BindingOptions()
      if place == .decision {
        options.shouldAnimate = { @MainActor _ in
          hook.fire()
          return .animated
        }
      }
      if place == .batch {
        options.performBatch = { @MainActor _, animation, perform in
          hook.fire()
          try perform(animation)
        }
      }
      let replaced = bind(view, by: outer, store, first: 2, options: options)
      await replaced.show([2])
      await until { nested != nil || view.visibleTexts == ["2"] }
      await replaced.show([2, 3])
      await until { nested != nil }
      try await replaced.binding.finished
      if outer == .show || outer == .sequence {
        await #expect(throws: TableError.ended(.replaced), "\(inner)") {
          try await replaced.binding.store.submit(items([2]))
        }
      }
      try await expectLive(nested, in: view)
    }
  }

  @Test("71: a binding that is made when a cancelled one ends stays", arguments: Call.allCases)
  func cancelled(_ inner: Call) async throws {
    let hook = Hook()
    let (view, store) = await makeView(hook, .scope)
    let binding = bind(view, by: .otherStore, store, first: 2).binding
    await until { view.visibleTexts == ["2"] }
    var nested: Bound?
    hook.body = { [unowned view] in nested = bind(view, by: inner, store, first: 8) }
    binding.cancel()
    try await binding.finished
    try await expectLive(nested, in: view)
  }

  @Test("71: cell scopes that begin when another binding ends stay open")
  func scopes() async throws {
    var ended: [Int] = []
    let hook = Hook()
    let view = View(
      .one(HeadlessCell.self) { cell, item, context in
        cell.text = "\(item.id)"
        context.scope.onEnd {
          ended.append(item.id)
          hook.fire()
        }
      })
    let binding = view.show(items([1, 2, 3]))
    hook.body = { [unowned view] in view.show(items([4, 5, 6])) }
    binding.cancel()
    #expect(ended.sorted() == [1, 2, 3])
    #expect(view.visibleTexts == ["4", "5", "6"])
  }

  /// A follower that logs its notifications.
  private final class Notified: BindingFollower {
    var log: [String] = []
    func bindingBegan() { log.append("began") }
    func bindingEnded(_ reason: EndReason) { log.append("ended: \(reason)") }
  }

  @Test("71: followers are notified of the end of a binding before the beginning of the next")
  func followers() async throws {
    let hook = Hook()
    let (view, _) = await makeView(hook, .scope)
    let notified = Notified()
    view.link.follow(notified)
    hook.body = { [unowned view] in view.show(items([3])) }
    view.show(items([2]))
    #expect(notified.log == ["ended: replaced", "began"])
    #expect(view.visibleTexts == ["3"])
  }
}

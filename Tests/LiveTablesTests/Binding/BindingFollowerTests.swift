import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

/// Tests of the notifications that adapters receive about their views' bindings.
@Suite("Followers of bindings", .timeLimit(.minutes(20))) @MainActor
struct BindingFollowerTests {
  @MainActor private final class Follower: BindingFollower {
    var heard: [String] = []
    func bindingBegan() { heard.append("began") }
    func bindingEnded(_ reason: EndReason) { heard.append("ended: \(reason)") }
    func viewDidBecomeIdle() { heard.append("rests") }
    func rulesChanged() { heard.append("editor") }
  }

  @Test("followers are notified of the beginning, of every idle state and of the end")
  func order() async throws {
    let view = FlatView()
    let follower = Follower()
    view.link.follow(follower)
    let binding = view.show(flat(1))
    #expect(follower.heard == ["began", "rests"])
    try await binding.store.submit(flat(1, 2))
    #expect(follower.heard == ["began", "rests", "rests"])
    binding.cancel()
    #expect(follower.heard.suffix(2) == ["ended: cancelled", "rests"])
  }

  @Test("an end during a turn is notified at once, and the idle state after the turn")
  func inTurn() async throws {
    let view = FlatView()
    let follower = Follower()
    view.link.follow(follower)
    let binding = view.show(flat(1))
    view.configure = { _ in
      binding.cancel()
      follower.heard.append("configured")
    }
    _ = try? await binding.store.submit(flat(1, 2))
    #expect(follower.heard == ["began", "rests", "ended: cancelled", "configured", "rests"])
  }

  @Test("a link can end its binding, and the presented table stays")
  func end() async throws {
    let view = FlatView()
    let follower = Follower()
    view.link.follow(follower)
    let binding = view.show(flat(1))
    view.link.end()
    #expect(follower.heard.suffix(2) == ["ended: replaced", "rests"])
    #expect(!view.link.isBound)
    _ = try? await binding.store.submit(flat(2))
    #expect(view.rows == [items([1])])
    view.link.end()
    #expect(follower.heard.count == 4)
  }

  @MainActor private final class Rebinder: BindingFollower {
    var bind: (() -> Void)?
    func bindingBegan() {}
    func bindingEnded(_ reason: EndReason) {
      let bind = bind
      self.bind = nil
      bind?()
    }
  }

  @Test("a view that is bound when the previous binding ends stays bound")
  func boundInTheEnd() async throws {
    let view = FlatView()
    let rebinder = Rebinder()
    view.link.follow(rebinder)
    view.show(flat(1))
    var inner: TableBinding<OneSection, Item>?
    rebinder.bind = { inner = view.show(flat(30)) }
    let outer = view.show(flat(20))
    await #expect(throws: TableError.ended(.replaced)) { try await outer.store.submit(flat(21)) }
    #expect(view.rows == [items([30])])
    let binding = try #require(inner)
    try await binding.store.submit(flat(30, 31))
    #expect(view.rows == [items([30, 31])])
    binding.cancel()
  }

  @Test("followers are notified when editing is allowed or not any more")
  func editor() {
    let view = FlatView()
    let follower = Follower()
    view.link.follow(follower)
    view.link.editing.rules = .deleting()
    #expect(follower.heard == ["editor"])
    view.link.editing.rules = .deleting() + .inserting()
    #expect(follower.heard == ["editor"])
    view.link.editing.rules = EditRules()
    #expect(follower.heard == ["editor", "editor"])
  }

  @Test("followers are notified once when the selection mode changes")
  func modes() {
    @MainActor final class Presenter: SelectionPresenter {
      var modes: [SelectionMode] = []
      func showSelection(selected: [RowPath], deselected: [RowPath]) {}
      func scroll(to path: RowPath) {}
      func selectionModeChanged(to mode: SelectionMode) { modes.append(mode) }
    }
    let view = FlatView()
    let presenter = Presenter()
    view.link.selection.presenter = presenter
    view.link.selection.mode = .one
    view.link.selection.mode = .one
    view.link.selection.mode = .many
    #expect(presenter.modes == [.one, .many])
  }
}

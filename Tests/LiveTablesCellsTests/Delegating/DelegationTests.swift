import LiveTables
@_spi(Adapters) import LiveTablesCells
import LiveTablesTesting
import TestSupport
import Testing

@MainActor @Suite("Delegation") struct DelegationTests {
  private let view = StrictTableView<OneSection, Item>()
  private let questions: Set<DelegateMessage> = [.maySelect, .mayEdit, .mayMove, .moveTarget, .actions]

  @Test("a custom delegate receives every event")
  func told() {
    view.link.selection.mode = .many
    for message in DelegateMessage.allCases where !questions.contains(message) {
      let route = view.link.delegation.route(message, isImplemented: true)
      #expect(route.isForwarded, "\(message)")
    }
    #expect(view.link.delegation.route(.didSelect, isImplemented: true).isHandled)
  }

  @Test("the delegate answers only questions without a configured answer") func asked() {
    for message in questions {
      #expect(view.link.delegation.route(message, isImplemented: true).isForwarded, "\(message)")
      let route = view.link.delegation.route(message, isImplemented: false)
      #expect(!route.isHandled && !route.isForwarded, "\(message)")
    }
    view.link.selection.mode = .one
    view.link.selection.maySelect = { row, _ in row.id > 0 }
    view.link.editing.rules = .deleting() + .actions { _ in [] }
    for message in questions {
      let route = view.link.delegation.route(message, isImplemented: true)
      #expect(route.isHandled && !route.isForwarded, "\(message)")
    }
  }

  @Test("the library answers only what was configured") func handled() {
    let shown: Set<DelegateMessage> = [.willDisplay, .didEndDisplaying]
    let selected: Set<DelegateMessage> = [.didSelect, .didDeselect]
    #expect(view.link.delegation.handled == shown)
    view.link.selection.mode = .many
    #expect(view.link.delegation.handled == shown.union(selected))
    view.link.selection.maySelect = { _, _ in true }
    #expect(view.link.delegation.handled == shown.union(selected).union([.maySelect]))
    view.link.selection.mode = .none
    withExtendedLifetime(view.link.events.highlighted) {
      #expect(view.link.delegation.handled == shown.union([.didHighlight, .didUnhighlight]))
    }
    withExtendedLifetime(view.link.events.unhighlighted) {
      #expect(view.link.delegation.handled == shown.union([.didHighlight, .didUnhighlight]))
    }
    let edited: Set<DelegateMessage> = [.mayEdit, .didEdit, .mayMove, .moveTarget, .didMove]
    view.link.editing.rules = .deleting()
    #expect(view.link.delegation.handled == shown.union(edited))
    view.link.editing.rules = .moving(to: .anywhere) + .actions { _ in [] }.when { $0.row.id > 0 }
    #expect(view.link.delegation.handled == shown.union(edited).union([.actions]))
  }

  @Test("the delegate gets every message that the library does not implement") func other() {
    let all = Delegation(handling: Set(DelegateMessage.allCases))
    #expect(!all.route(.other, isImplemented: false).isHandled)
    #expect(all.route(.other, isImplemented: true).isForwarded)
  }
}

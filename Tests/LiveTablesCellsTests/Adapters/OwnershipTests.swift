import LiveTables
import LiveTablesCells
import Testing

/// The ways to reach each state.
private enum Start: CaseIterable {
  case free, awaiting, overtaken, attached, cancelled, requested, cancelledAndRequested

  var ownership: Ownership {
    var ownership = Ownership()
    switch self {
    case .free: break
    case .awaiting: ownership.waits()
    case .overtaken: _ = ownership.overtaken(isBound: false)
    case .attached: ownership.attached()
    case .cancelled, .requested, .cancelledAndRequested:
      ownership.attached()
      if self != .requested { ownership.bindingEnded(.cancelled) }
      if self != .cancelled { ownership.requested() }
    }
    return ownership
  }
}

private typealias State = Ownership.State
private typealias Action = Ownership.Action

@Suite("Ownership of a view") struct OwnershipTests {
  private static let allStates: [(Start, State)] = [
    (.free, .free), (.awaiting, .awaiting), (.overtaken, .overtaken), (.attached, .attached),
    (.cancelled, .leaving(isHandedOver: false)), (.requested, .leaving(isHandedOver: true)),
    (.cancelledAndRequested, .leaving(isHandedOver: true)),
  ]

  @Test("a binder owns a view that uses its data", arguments: allStates)
  private func state(of start: Start, state: State) {
    let ownership = start.ownership
    #expect(ownership.state == state)
    let isLeaving = [.cancelled, .requested, .cancelledAndRequested].contains(start)
    #expect(ownership.isLeaving == isLeaving && ownership.isOwner == (isLeaving || start == .attached))
    #expect(ownership.hasEnded == [.cancelled, .cancelledAndRequested].contains(start))
  }

  private static let beginnings: [(Start, Action, State)] = [
    (.free, .takeOver, .free), (.awaiting, .none, .awaiting), (.overtaken, .endBinding, .free),
    (.attached, .none, .attached), (.cancelled, .none, .attached),
    (.requested, .none, .leaving(isHandedOver: true)),
    (.cancelledAndRequested, .none, .leaving(isHandedOver: true)),
  ]

  @Test(
    "a binding takes back a view that was released, and ends if another binder has replaced it", arguments: beginnings)
  private func begins(start: Start, action: Action, state: State) {
    var ownership = start.ownership
    #expect(ownership.bindingBegan() == action)
    #expect(ownership.state == state && !ownership.hasEnded)
  }

  private static let idleCases: [(Start, earlier: Bool, Action, State)] = [
    (.free, true, .none, .free), (.awaiting, true, .none, .awaiting), (.overtaken, true, .none, .overtaken),
    (.attached, true, .none, .attached), (.cancelled, true, .giveBack, .leaving(isHandedOver: false)),
    (.cancelled, false, .none, .leaving(isHandedOver: false)),
    (.requested, true, .handOver, .attached),
    (.cancelledAndRequested, true, .handOver, .leaving(isHandedOver: false)),
  ]

  @Test(
    "an idle view goes to a waiting binder or its earlier data source, but not during a call", arguments: idleCases
  )
  private func becomesIdle(start: Start, hasEarlier: Bool, action: Action, state: State) {
    var ownership = start.ownership
    let whileCalling = ownership.viewIsIdle(hasEarlierDataSource: hasEarlier, isCalling: true)
    #expect(whileCalling == (action == .none ? .none : .leaveLater) && ownership == start.ownership)
    #expect(ownership.viewIsIdle(hasEarlierDataSource: hasEarlier, isCalling: false) == action)
    #expect(ownership.state == state)
  }

  @Test(
    "only a cancelled binding gives its view back", arguments: [EndReason.finished, .cancelled, .viewGone, .replaced])
  func ends(reason: EndReason) {
    var ownership = Start.attached.ownership
    ownership.bindingEnded(reason)
    #expect(ownership.isLeaving == (reason == .cancelled))
    #expect(ownership.hasEnded == (reason == .cancelled || reason == .viewGone))
    ownership.replaced()
    #expect(ownership == Ownership())
  }

  @Test("a cancelled binding waits for no view, and a replaced binder ends its binding")
  func waitsNoMore() {
    var ownership = Start.awaiting.ownership
    ownership.bindingEnded(.finished)
    #expect(ownership.state == .awaiting)
    ownership.bindingEnded(.cancelled)
    #expect(ownership.state == .free && ownership.bindingBegan() == .takeOver)
    ownership.waits()
    #expect(ownership.overtaken(isBound: true) == .endBinding && ownership.state == .free)
    #expect(ownership.overtaken(isBound: false) == .none && ownership.state == .overtaken)
  }

  @Test(
    "a view is released if no waiting binder takes it, unless its binder is bound again", arguments: [true, false])
  func noTaker(isBoundAgain: Bool) {
    var ownership = Start.cancelledAndRequested.ownership
    if isBoundAgain { #expect(ownership.bindingBegan() == .none) }
    #expect(ownership.viewIsIdle(hasEarlierDataSource: true, isCalling: false) == .handOver)
    let next = ownership.viewIsIdle(hasEarlierDataSource: true, isCalling: false)
    #expect(next == (isBoundAgain ? .none : .giveBack) && ownership.isLeaving == !isBoundAgain)
  }

  @Test(
    "a binder that is attached again keeps its view, and one without a view releases none", arguments: Start.allCases
  )
  private func again(start: Start) {
    var ownership = start.ownership
    ownership.requested()
    #expect(ownership.isLeaving == start.ownership.isOwner)
    ownership.attached()
    #expect(ownership.state == .attached)
    ownership.left()
    #expect(ownership.state == .free)
  }
}

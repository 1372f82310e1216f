import LiveTables

/// Whether a binder owns its view, and whether it must release the view.
///
///     free ── attach ──→ attached ── cancelled, or another binder waits ──→ leaving ── idle ──→ free
///      ├─ attach while another binder is busy ──→ awaiting ── it hands over the view ──→ attached
///      └─ attach, while a further binder takes the view ──→ overtaken ── a binding begins ──→ free
///
/// A binder that is `awaiting` becomes `free` if its binding is cancelled, and is overtaken if another binder gets the
/// view. A binder that is `leaving` becomes `attached` if it is bound again and no other binder takes over the view.
package struct Ownership: Equatable {
  package enum State: Equatable {
    /// The binder has no view, or has released it. If it has released a view, the next binding takes over that view
    /// again.
    case free
    /// Another binder is updating the view, or answering a call of the view. Afterwards, it hands over the view to this
    /// binder.
    case awaiting
    /// A later call attached another binder to the view. When this binder's next binding begins, it ends immediately.
    case overtaken
    /// The view uses the binder's data.
    case attached
    /// The view uses the binder's data until the view is idle. After that, the earlier data source or another binder
    /// takes over the view.
    case leaving(isHandedOver: Bool)
  }

  package enum Action: Equatable {
    case none
    /// Take over the view.
    case takeOver
    /// End the binding.
    case endBinding
    /// Return the view to its earlier data source.
    case giveBack
    /// Let the waiting binders take over the view.
    case handOver
    /// Leave in a later turn, because the view is waiting for a result and must get the rows from the same data source.
    case leaveLater
  }

  package private(set) var state = State.free
  /// The reason the last binding ended, or `nil` during a binding and before the first binding.
  private var ending: EndReason?

  package init() {}

  package var isOwner: Bool {
    switch state {
    case .attached, .leaving: true
    case .free, .awaiting, .overtaken: false
    }
  }

  /// Whether the binder must release the view when the view is idle.
  package var isLeaving: Bool { if case .leaving = state { true } else { false } }

  /// Whether the last binding has ended, unless its sequence finished or the binding was replaced.
  package var hasEnded: Bool { ending.map { $0 != .finished && $0 != .replaced } ?? false }

  // MARK: - Attaching

  /// Handles taking over the view, or attaching to it again.
  package mutating func attached() { state = .attached }

  /// Handles attaching to a view with which another binder is busy.
  package mutating func waits() { state = .awaiting }

  /// Handles a later call that attached another binder to the view.
  ///
  /// - Parameter isBound: Whether the binder has a binding, which then ends.
  package mutating func overtaken(isBound: Bool) -> Action {
    state = isBound ? .free : .overtaken
    return isBound ? .endBinding : .none
  }

  /// Handles another binder that waits for the view.
  package mutating func requested() { if isOwner { state = .leaving(isHandedOver: true) } }

  /// Handles the release of the view.
  package mutating func left() { state = .free }

  /// Handles another binder that takes over the view and becomes responsible for the last binding.
  package mutating func replaced() {
    state = .free
    ending = nil
  }

  // MARK: - Bindings

  package mutating func bindingBegan() -> Action {
    ending = nil
    switch state {
    case .free: return .takeOver
    case .overtaken:
      state = .free
      return .endBinding
    case .leaving(isHandedOver: false):
      state = .attached
      return .none
    case .awaiting, .attached, .leaving: return .none
    }
  }

  package mutating func bindingEnded(_ reason: EndReason) {
    ending = reason
    if reason != .cancelled { return }
    switch state {
    case .attached: state = .leaving(isHandedOver: false)
    case .awaiting: state = .free
    case .free, .overtaken, .leaving: break
    }
  }

  /// Handles a view that is idle, and is called again after a hand-over.
  ///
  /// If no waiting binder takes over the view, a binder that has a binding keeps the view.
  ///
  /// - Parameters:
  ///   - hasEarlierDataSource: Whether the view had a data source before the binding. If not, the rows stay on screen.
  ///   - isCalling: Whether the view is waiting for the result of a delegate or data source method.
  package mutating func viewIsIdle(hasEarlierDataSource: Bool, isCalling: Bool) -> Action {
    guard case .leaving(let isHandedOver) = state, isHandedOver || hasEarlierDataSource else { return .none }
    if isCalling { return .leaveLater }
    if !isHandedOver { return .giveBack }
    state = ending == nil ? .attached : .leaving(isHandedOver: false)  // if no other binder takes the view
    return .handOver
  }
}

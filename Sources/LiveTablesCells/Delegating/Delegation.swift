@_spi(Adapters) public import LiveTables

/// What a view asks or tells its delegate, whatever its platform calls it.
@_spi(Adapters) public enum DelegateMessage: Hashable, Sendable, CaseIterable {
  /// May this row be selected?
  case maySelect
  /// A row was selected.
  case didSelect
  /// A row was deselected.
  case didDeselect
  /// A row stands out because it is touched.
  case didHighlight
  /// A row does not stand out any more.
  case didUnhighlight
  /// A row comes on screen.
  case willDisplay
  /// A row leaves the screen.
  case didEndDisplaying
  /// May this row be edited?
  case mayEdit
  /// A row was deleted, inserted or changed by the user.
  case didEdit
  /// May this row be moved?
  case mayMove
  /// Where does a row that is moved go?
  case moveTarget
  /// A row was moved by the user.
  case didMove
  /// What is offered for this row?
  case actions
  /// Anything else: what views ask and tell besides is no business of this library.
  case other

  /// Whether an answer is wanted, which only one can give.
  @_spi(Adapters) public var isQuestion: Bool {
    switch self {
    case .maySelect, .mayEdit, .mayMove, .moveTarget, .actions: true
    case .didSelect, .didDeselect, .didHighlight, .didUnhighlight, .willDisplay, .didEndDisplaying, .didEdit, .didMove,
      .other:
      false
    }
  }
}

/// Who hears of what a view asks and tells its delegate: this library, or a delegate of the caller's own.
///
/// An adapter takes the place of the view's delegate and routes everything that arrives there by this value, so that a
/// delegate of the caller's own gets what it would still get:
///
/// - notifications go to both;
/// - what is asked is answered by this library if something was set up here that has an opinion, else by the caller's
///   delegate if it has one, else as the view does by itself;
/// - what this library does not know goes to the caller's delegate.
@_spi(Adapters) public struct Delegation: Hashable, Sendable {
  /// Who hears of a message.
  @_spi(Adapters) public struct Route: Hashable, Sendable {
    /// Whether this library does, and answers if it is a question.
    @_spi(Adapters) public let isHandled: Bool

    /// Whether the caller's delegate does, and answers if it is a question.
    @_spi(Adapters) public let isForwarded: Bool

    /// Whether the view does what it does without any delegate.
    @_spi(Adapters) public var isDefault: Bool { !isHandled && !isForwarded }
  }

  /// What something was set up for here.
  @_spi(Adapters) public let handled: Set<DelegateMessage>

  /// Creates a delegation.
  @_spi(Adapters) public init(handling handled: Set<DelegateMessage>) { self.handled = handled.subtracting([.other]) }

  /// Who hears of a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - isImplemented: Whether the caller's delegate knows it.
  @_spi(Adapters) public func route(_ message: DelegateMessage, isImplemented: Bool) -> Route {
    let isHandled = handled.contains(message)
    return Route(isHandled: isHandled, isForwarded: isImplemented && !(isHandled && message.isQuestion))
  }
}

extension TableLink {
  /// What was set up for this view until now, so that its adapter knows what to leave to a delegate of the caller's own.
  @_spi(Adapters) public var delegation: Delegation {
    var handled: Set<DelegateMessage> = [.didSelect, .didDeselect, .willDisplay, .didEndDisplaying]
    if selection.mode == .none {
      handled.subtract([.didSelect, .didDeselect])
    } else if selection.maySelect != nil {
      handled.insert(.maySelect)
    }
    if events.isHeard(.highlighted) || events.isHeard(.unhighlighted) {
      handled.formUnion([.didHighlight, .didUnhighlight])
    }
    if !editing.editor.isEmpty {
      handled.formUnion([.mayEdit, .didEdit, .mayMove, .moveTarget, .didMove])
    }
    if editing.editor.offersActions { handled.insert(.actions) }
    return Delegation(handling: handled)
  }
}

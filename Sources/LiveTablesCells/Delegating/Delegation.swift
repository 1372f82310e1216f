package import LiveTables

/// A delegate method, independent of the platform.
package enum DelegateMessage: Hashable, Sendable, CaseIterable {
  /// Asks whether a row can be selected.
  case maySelect
  /// Reports that a row was selected.
  case didSelect
  /// Reports that a row was deselected.
  case didDeselect
  /// Reports that a row was highlighted.
  case didHighlight
  /// Reports that a row is no longer highlighted.
  case didUnhighlight
  /// Reports that a row is about to appear on screen.
  case willDisplay
  /// Reports that a row has left the screen.
  case didEndDisplaying
  /// Asks whether a row can be edited.
  case mayEdit
  /// Reports that the user deleted, inserted or changed a row.
  case didEdit
  /// Asks whether a row can be moved.
  case mayMove
  /// Asks for the destination of a moved row.
  case moveTarget
  /// Reports that the user moved a row.
  case didMove
  /// Asks for a row's actions.
  case actions
  /// Any other method, which this library does not handle.
  case other

  /// Whether the method returns a value, which only one receiver can provide.
  package var isQuestion: Bool {
    switch self {
    case .maySelect, .mayEdit, .mayMove, .moveTarget, .actions: true
    case .didSelect, .didDeselect, .didHighlight, .didUnhighlight, .willDisplay, .didEndDisplaying, .didEdit, .didMove,
      .other:
      false
    }
  }
}

/// A value that determines whether this library, the caller's delegate, or both receive a call of a delegate method.
///
/// An adapter replaces the view's delegate and uses this value to route every call:
///
/// - Methods that return nothing are called on both receivers.
/// - A value comes from this library if it is configured to provide the value. Otherwise, it comes from the caller's
///   delegate if the delegate implements the method. Otherwise, the view uses its default behavior.
/// - Methods that this library does not handle are called on the caller's delegate.
package struct Delegation: Hashable, Sendable {
  /// The receivers of a method call.
  package struct Route: Hashable, Sendable {
    /// Whether this library receives the call, and provides the value if the method returns one.
    package let isHandled: Bool

    /// Whether the caller's delegate receives the call, and provides the value if the method returns one.
    package let isForwarded: Bool
  }

  /// The methods that this library is configured to handle.
  package let handled: Set<DelegateMessage>

  /// Creates a delegation for the given methods.
  package init(handling handled: Set<DelegateMessage>) { self.handled = handled.subtracting([.other]) }

  /// Returns the receivers of a method call.
  ///
  /// - Parameters:
  ///   - message: The delegate method.
  ///   - isImplemented: Whether the caller's delegate implements the method.
  package func route(_ message: DelegateMessage, isImplemented: Bool) -> Route {
    let isHandled = handled.contains(message)
    return Route(isHandled: isHandled, isForwarded: isImplemented && !(isHandled && message.isQuestion))
  }
}

extension TableLink {
  /// The current delegation of this view, which determines the methods that its adapter forwards to the caller's
  /// delegate.
  package var delegation: Delegation {
    var handled: Set<DelegateMessage> = [.didSelect, .didDeselect, .willDisplay, .didEndDisplaying]
    if selection.mode == .none {
      handled.subtract([.didSelect, .didDeselect])
    } else if selection.maySelect != nil {
      handled.insert(.maySelect)
    }
    if events.isHeard(.highlighted) || events.isHeard(.unhighlighted) {
      handled.formUnion([.didHighlight, .didUnhighlight])
    }
    if !editing.rules.isEmpty {
      handled.formUnion([.mayEdit, .didEdit, .mayMove, .moveTarget, .didMove])
    }
    if editing.rules.offersActions { handled.insert(.actions) }
    return Delegation(handling: handled)
  }
}

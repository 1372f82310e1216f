/// Why a binding has ended.
public enum EndReason: Hashable, Sendable {
  /// The sequence ended, or the body of `withStore` returned, and the last table is on screen.
  case finished
  /// The task or the binding was cancelled.
  case cancelled
  /// The view was released.
  case viewGone
  /// The view was bound to something else, or the store to another view.
  case replaced
}

/// Thrown by a submission or an edit after the store, or the live table, has ended.
public struct TableEndedError: Error, Hashable, CustomStringConvertible {
  /// Why it has ended.
  public let reason: EndReason

  /// Creates the error.
  ///
  /// - Parameter reason: Why the store has ended.
  package init(reason: EndReason) { self.reason = reason }

  /// The reason in words.
  public var description: String {
    switch reason {
    case .finished: "the table has ended: its sequence is finished"
    case .cancelled: "the table has ended: it was cancelled"
    case .viewGone: "the table has ended: its view is gone"
    case .replaced: "the table has ended: its view shows another one"
    }
  }
}

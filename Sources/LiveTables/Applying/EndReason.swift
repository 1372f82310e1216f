/// Why a view is no longer kept true to its store.
public enum EndReason: Hashable, Sendable {
  /// The stream ended, or the body of `withStore` returned, and the last table is on screen.
  case finished
  /// The task or the binding was cancelled.
  case cancelled
  /// The view is gone.
  case viewGone
  /// The view was given another stream or store, or the store another view.
  case replaced
}

/// A store takes no more tables: the view it was made for is no longer kept true to it.
public struct TableEnded: Error, Hashable, CustomStringConvertible {
  /// What ended it.
  public let reason: EndReason

  /// Creates the error.
  public init(reason: EndReason) { self.reason = reason }

  /// The reason in words.
  public var description: String {
    switch reason {
    case .finished: "the table has ended: its stream is finished"
    case .cancelled: "the table has ended: it was cancelled"
    case .viewGone: "the table has ended: its view is gone"
    case .replaced: "the table has ended: its view shows another one"
    }
  }
}

/// The reason why a binding has ended.
public enum EndReason: Hashable, Sendable {
  /// The bound sequence finished, or the body of `withStore` returned. The last table stays on screen.
  case finished
  /// The task or the binding was cancelled.
  case cancelled
  /// The bound view was deallocated.
  case viewGone
  /// The view was bound again, or the store was bound to another view.
  case replaced
}

#if canImport(UIKit)
@_spi(Adapters) import LiveTablesCells

/// Tracks whether the user holds a row by its reorder control, based on what the table view reports to its delegate.
///
/// The view requests a target for the held row and reports a drop in another position, but not a drop in the original
/// position. Therefore, a row counts as held while its target differs from its position, until the row is dropped or
/// the user does something that is impossible while holding a row.
///
///     idle → held, when the target is another position → idle, when the target is the original position, the row is
///                                                        dropped, or another touch begins
struct ReorderTracker: Equatable {
  enum Action: Equatable {
    case none
    case begin
    case end
  }

  private(set) var isHolding = false

  mutating func targeted(_ target: RowPath, from source: RowPath) -> Action {
    let isHolding = target != source
    defer { self.isHolding = isHolding }
    if isHolding == self.isHolding { return .none }
    return isHolding ? .begin : .end
  }

  /// Handles an event that cannot occur while a row is held.
  mutating func over() -> Action {
    defer { isHolding = false }
    return isHolding ? .end : .none
  }
}
#endif

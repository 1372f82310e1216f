#if canImport(UIKit)
@_spi(Adapters) import LiveTablesCells

/// Knows when the user holds a row by its reorder control, as far as a table view lets its delegate know.
///
/// The view asks where a held row would go, and tells that it was dropped somewhere else; it does not tell that it was
/// dropped where it was. So a row counts as held while it would go elsewhere, until it is dropped or the user does
/// something that cannot be done while holding a row.
///
///     at rest → held, when a row would go to another place → at rest, when it would go nowhere, is dropped, or another
///                                                            touch begins
struct ReorderTracker: Equatable {
  enum Action: Equatable {
    case none
    case begin
    case end
  }

  private(set) var isHolding = false

  /// The view wants to know where a row goes.
  mutating func targeted(_ target: RowPath, from source: RowPath) -> Action {
    let isHolding = target != source
    defer { self.isHolding = isHolding }
    if isHolding == self.isHolding { return .none }
    return isHolding ? .begin : .end
  }

  /// No row can be held any more.
  mutating func over() -> Action {
    defer { isHolding = false }
    return isHolding ? .end : .none
  }
}
#endif

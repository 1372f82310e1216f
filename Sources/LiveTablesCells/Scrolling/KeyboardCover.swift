/// How much of a view a keyboard covers, and what the view keeps free therefore.
///
/// All numbers are in the view's units.
@_spi(Adapters) public struct KeyboardCover: Hashable, Sendable {
  /// What has to be kept free at the lower edge, besides what the view keeps free there anyway.
  @_spi(Adapters) public let inset: Double

  /// - Parameters:
  ///   - height: The view's height.
  ///   - keyboardTop: Where the keyboard begins, counted from the view's upper edge; at its lower edge or further down if
  ///     there is none.
  ///   - safeArea: What the view keeps free at its lower edge anyway.
  @_spi(Adapters) public init(height: Double, keyboardTop: Double, safeArea: Double) {
    guard height.isFinite, keyboardTop.isFinite, safeArea.isFinite else {
      inset = 0
      return
    }
    inset = max(0, height - max(0, keyboardTop) - max(0, safeArea))
  }
}

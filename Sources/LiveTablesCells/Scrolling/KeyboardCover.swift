/// The part of a view that a keyboard covers, and the inset that compensates for it.
///
/// All lengths are in the view's units.
@_spi(Adapters) public struct KeyboardCover: Hashable, Sendable {
  /// The inset at the lower edge, in addition to the view's safe area.
  @_spi(Adapters) public let inset: Double

  /// Creates the cover of a keyboard.
  ///
  /// - Parameters:
  ///   - height: The view's height.
  ///   - keyboardTop: The distance of the keyboard's upper edge from the view's upper edge. If there is no keyboard,
  ///     the view's height or more.
  ///   - safeArea: The view's safe area at the lower edge.
  @_spi(Adapters) public init(height: Double, keyboardTop: Double, safeArea: Double) {
    guard height.isFinite, keyboardTop.isFinite, safeArea.isFinite else {
      inset = 0
      return
    }
    inset = max(0, height - max(0, keyboardTop) - max(0, safeArea))
  }
}

/// The part of a view that the keyboard covers, and the inset that compensates for it.
///
/// All lengths are in the view's coordinate units.
package struct KeyboardCover: Hashable, Sendable {
  /// The inset at the bottom edge, in addition to the view's safe area.
  package let inset: Double

  /// Creates a value from the positions of a view and the keyboard.
  ///
  /// - Parameters:
  ///   - height: The view's height.
  ///   - keyboardTop: The distance from the view's top edge to the keyboard's top edge. If there is no keyboard, pass
  ///     the view's height or a larger value.
  ///   - safeArea: The view's safe area inset at the bottom edge.
  package init(height: Double, keyboardTop: Double, safeArea: Double) {
    guard height.isFinite, keyboardTop.isFinite, safeArea.isFinite else {
      inset = 0
      return
    }
    inset = max(0, height - max(0, keyboardTop) - max(0, safeArea))
  }
}

extension Equatable {
  /// Returns whether both values are equal, or both are NaN.
  @usableFromInline package func isSame(as other: Self) -> Bool {
    if self == other { return true }
    // A value that is unequal to itself for another reason may have been changed.
    return self != self && other != other && self is any FloatingPoint && other is any FloatingPoint
  }
}

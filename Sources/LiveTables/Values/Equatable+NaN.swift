extension Equatable {
  /// Whether both values are equal, or both are not a number.
  @usableFromInline package func isSame(as other: Self) -> Bool {
    if self == other { return true }
    // What is unequal to itself for another reason may have changed all the same.
    return self != self && other != other && self is any FloatingPoint && other is any FloatingPoint
  }
}

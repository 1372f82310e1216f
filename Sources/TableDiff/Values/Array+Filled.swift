extension Array where Element: BitwiseCopyable {
  /// Creates an array of a repeated value.
  ///
  /// `Array(repeating:count:)` is not specialized: it looks up the type of its storage on each call. For few elements,
  /// appending is faster.
  @inlinable package init(filledWith value: Element, count: Int) {
    if count > 64 {
      self.init(repeating: value, count: count)
      return
    }
    self.init()
    reserveCapacity(count)
    // Debug builds take several times as long for a loop over a range.
    while self.count < count { append(value) }
  }
}

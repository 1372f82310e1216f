extension Array where Element: BitwiseCopyable {
  /// Creates an array that contains a repeated value.
  ///
  /// `Array(repeating:count:)` is not specialized, and looks up the type of its storage on each call. Appending is
  /// faster for few elements.
  @inlinable package init(filledWith value: Element, count: Int) {
    if count > 64 {
      self.init(repeating: value, count: count)
      return
    }
    self.init()
    reserveCapacity(count)
    // A loop over a range takes several times as long in debug builds.
    while self.count < count { append(value) }
  }
}

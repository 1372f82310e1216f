extension Array where Element: BitwiseCopyable {
  /// One value several times.
  ///
  /// `Array(repeating:count:)` is not specialised: it looks up the type of its storage each time. For few elements that takes
  /// longer than to append them.
  @inlinable package init(filledWith value: Element, count: Int) {
    if count > 64 {
      self.init(repeating: value, count: count)
      return
    }
    self.init()
    reserveCapacity(count)
    // A debug build takes several times as long for a loop over a range.
    while self.count < count { append(value) }
  }
}

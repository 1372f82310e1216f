extension Span where Element: ~Copyable {
  /// Lends an element to a function.
  ///
  /// Where elements can be copied, the compiler copies one before it passes it to a function that it does not know, and
  /// counts all that the element refers to. For elements that need not be copyable it cannot.
  @inlinable package func lend<Result, Failure: Error>(
    _ index: Int, to body: (borrowing Element) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(self[index])
  }

  /// Lends an element to a function, and one of another span.
  @inlinable package func lend<Result>(
    _ index: Int, with other: Span, at otherIndex: Int, to body: (borrowing Element, borrowing Element) -> Result
  ) -> Result {
    body(self[index], other[otherIndex])
  }
}

extension UnsafePointer where Pointee: ~Copyable {
  /// Lends what is at an index to a function.
  @inlinable package func lend<Result>(_ index: Int, to body: (borrowing Pointee) -> Result) -> Result {
    body(self[index])
  }

  /// Lends what is at an index of both to a function.
  @inlinable package func lend<Result>(
    _ index: Int, with other: Self, to body: (borrowing Pointee, borrowing Pointee) -> Result
  ) -> Result {
    body(self[index], other[index])
  }
}

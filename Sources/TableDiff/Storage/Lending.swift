extension Span where Element: ~Copyable {
  /// Passes an element to a function without copying it.
  ///
  /// The compiler copies a copyable element, retaining all of its references, before passing it to an unknown function.
  /// It cannot copy an element whose type is not known to be copyable.
  @inlinable package func lend<Result, Failure: Error>(
    _ index: Int, to body: (borrowing Element) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(self[index])
  }

  @inlinable package func lend<Result>(
    _ index: Int, with other: Span, at otherIndex: Int, to body: (borrowing Element, borrowing Element) -> Result
  ) -> Result {
    body(self[index], other[otherIndex])
  }
}

extension UnsafePointer where Pointee: ~Copyable {
  @inlinable package func lend<Result>(_ index: Int, to body: (borrowing Pointee) -> Result) -> Result {
    body(self[index])
  }

  @inlinable package func lend<Result>(
    _ index: Int, with other: Self, to body: (borrowing Pointee, borrowing Pointee) -> Result
  ) -> Result {
    body(self[index], other[index])
  }
}

extension Span where Element: ~Copyable {
  /// Lends an element to a function.
  ///
  /// Where elements can be copied, the compiler copies one before it passes it to a function that it does not know, and
  /// counts all that the element refers to. Here it cannot.
  @inlinable package func lend<Result>(_ index: Int, to body: (borrowing Element) -> Result) -> Result {
    body(self[index])
  }

  /// Lends an element to a function, and one of another span.
  @inlinable package func lend<Result>(
    _ index: Int, _ other: Span, _ otherIndex: Int, to body: (borrowing Element, borrowing Element) -> Result
  ) -> Result {
    body(self[index], other[otherIndex])
  }
}

/// Asks rows where they are; see `lend`.
extension Span where Element: Diffable {
  @inlinable package func identity(at index: Int) -> Element.Identity { lend(index) { $0.identity } }
}

/// The same for rows that are known to be there.
extension UnsafePointer where Pointee: Diffable {
  @inlinable package func identity(at index: Int) -> Pointee.Identity { lend(index) { $0.identity } }

  /// Compares the rows at one index of two places.
  @inlinable package func hasSameContent(at index: Int, as other: Self) -> Bool {
    lend(index, with: other) { $0.hasSameContent(as: $1) }
  }
}

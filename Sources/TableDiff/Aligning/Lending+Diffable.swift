extension Span where Element: Diffable {
  @inlinable package func identity(at index: Int) -> Element.Identity { lend(index) { $0.identity } }
}

extension UnsafePointer where Pointee: Diffable {
  @inlinable package func identity(at index: Int) -> Pointee.Identity { lend(index) { $0.identity } }

  @inlinable package func hasSameContent(at index: Int, as other: Self) -> Bool {
    lend(index, with: other) { $0.hasSameContent(as: $1) }
  }
}

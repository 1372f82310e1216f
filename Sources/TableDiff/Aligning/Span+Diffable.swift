/// Asks rows where they are; see `lend`.
extension Span where Element: Diffable {
  @inlinable package func identity(at index: Int) -> Element.Identity { lend(index) { $0.identity } }

  @inlinable package func hasSameContent(at index: Int, as other: Span, at otherIndex: Int) -> Bool {
    lend(index, with: other, at: otherIndex) { $0.hasSameContent(as: $1) }
  }
}

package import LiveTables

/// The position of a supplementary view in a table.
package struct SupplementaryPlace: Hashable, Sendable {
  /// The kind of supplementary view.
  package let kind: SupplementaryKind
  /// The index of the view's section.
  package let section: Int
  /// The index of the view among the section's supplementary views of the same kind.
  package let item: Int

  /// Creates a position.
  ///
  /// - Parameters:
  ///   - kind: The kind of supplementary view.
  ///   - section: The index of the view's section.
  ///   - item: The index of the view among the section's supplementary views of the same kind.
  package init(_ kind: SupplementaryKind, section: Int, item: Int = 0) {
    self.kind = kind
    self.section = section
    self.item = item
  }
}

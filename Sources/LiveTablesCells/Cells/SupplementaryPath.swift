package import LiveTables

/// The kind, section, and index of a supplementary view.
package struct SupplementaryPath: Hashable, Sendable {
  package let kind: SupplementaryKind
  /// The index of the view's section.
  package let section: Int
  /// The index of the view among the section's supplementary views of the same kind.
  package let item: Int

  /// Creates a path.
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

  /// The section and the item as a path.
  package var itemPath: RowPath { RowPath(section: section, row: item) }
}

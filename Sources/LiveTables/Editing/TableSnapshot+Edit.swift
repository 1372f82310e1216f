extension TableSnapshot where Section: Sendable, Row: Sendable {
  /// Applies an edit, for instance one of the user's to a caller's own model.
  ///
  /// - Returns: Whether the table has what the edit names; if not, nothing has changed.
  /// - Complexity: O(log *n*) for an insertion by path, else O(*n*).
  @discardableResult public mutating func apply(_ edit: TableEdit<Section, Row>) -> Bool {
    edit.apply(to: &self) != .notFound
  }
}

extension TableSnapshot {
  /// Where a row is that was at a path when the user saw it.
  ///
  /// - Returns: `nil` if it is gone.
  /// - Complexity: O(log *n*) if it is still there; else one scan.
  package func path(of id: Row.Identity, near path: RowPath) -> RowPath? {
    if self[path]?.identity == id { return path }
    return self.path(of: id)
  }
}

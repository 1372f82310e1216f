/// Changes to rows that comparing two tables cannot detect.
@usableFromInline package struct RowMarks<Identity: Hashable & Sendable>: Sendable {
  /// The rows to refresh although their content compares equal.
  @usableFromInline var refreshed: Set<Identity>
  /// The new identities of rows, keyed by their old identities.
  @usableFromInline var renamed: [Identity: Identity]

  @inlinable var isEmpty: Bool { refreshed.isEmpty && renamed.isEmpty }

  @usableFromInline package init(refreshed: Set<Identity> = [], renamed: [Identity: Identity] = [:]) {
    self.refreshed = refreshed
    self.renamed = renamed
  }
}

extension TableSnapshot {
  /// Returns the table with its renamed rows, and the paths of these rows.
  ///
  /// - Returns: The table and the paths, or `nil` if no row is renamed.
  /// - Complexity: O(*n*), unless `renamed` is empty.
  @usableFromInline func renaming(
    _ renamed: [Row.Identity: Row.Identity], asIn target: TableSnapshot
  ) -> (table: TableSnapshot, paths: [RowPath])? {
    if renamed.isEmpty { return nil }
    let wanted = Set(renamed.values)
    var news: [Row.Identity: Row] = [:]
    var left: Set<Row.Identity> = []
    for path in target.paths(where: { wanted.contains($0.identity) || renamed[$0.identity] != nil }) {
      guard let row = target[path] else { continue }
      let id = row.identity
      if wanted.contains(id), news[id] == nil { news[id] = row }
      if renamed[id] != nil { left.insert(id) }
    }
    if news.isEmpty { return nil }
    var table = self
    var paths: [RowPath] = []
    for path in self.paths(where: { renamed[$0.identity] != nil && !left.contains($0.identity) }) {
      guard let old = self[path], let id = renamed[old.identity], let new = news.removeValue(forKey: id) else {
        continue
      }
      table.replace(at: path, with: new)
      paths.append(path)
    }
    return paths.isEmpty ? nil : (table, paths)
  }
}

/// Changes to rows that comparing two tables cannot detect.
@usableFromInline package struct DiffHints<Identity: Hashable & Sendable>: Sendable {
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
  /// Returns the paths of all rows with the given identities.
  ///
  /// - Parameter check: A closure that is called at least once for every 1,024 rows.
  /// - Complexity: O(*n*), or O(1) if no identities are given.
  @inlinable func paths(of ids: Set<Row.Identity>, check: () throws -> Void) rethrows -> [RowPath] {
    if ids.isEmpty { return [] }
    // For a few identities, comparing every row is faster than hashing it.
    let few = ids.count <= 4 ? Array(ids) : []
    var looked = 0
    return try paths { row in
      if looked % 1_024 == 0 { try check() }
      looked += 1
      return few.isEmpty ? ids.contains(row.identity) : few.contains(row.identity)
    }
  }

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

extension Changeset {
  /// The same changeset with more rows listed as updated: to be reloaded although their content compares equal.
  ///
  /// ```swift
  /// let changeset = new.difference(from: old).updating([RowPath(section: 0, row: 3)])
  /// ```
  ///
  /// They join the stage of content updates. Rows that are listed already stay listed once; rows that do not survive,
  /// and paths that the source does not have, are ignored. A ``reload`` shows all rows again in any case.
  ///
  /// - Parameter paths: Paths in ``source``.
  /// - Returns: The changeset with these rows updated.
  /// - Complexity: O(*k* log *k*) for *k* paths and operations.
  @inlinable package func updating(_ paths: some Sequence<RowPath>) -> Changeset {
    let rows = paths.filter { path in
      source.section(at: path.section).map { path.row >= 0 && path.row < $0.rows.count } ?? false
    }
    if reload != nil || rows.isEmpty { return self }
    return Changeset(source: source, target: target, plan: plan.updating(rows))
  }
}

extension Changeset {
  /// Who the rows are that are listed as updated although their content compares equal; see ``updating(_:)``.
  ///
  /// - Complexity: O(*k* log *n*) for *k* updated rows.
  @inlinable package var refreshed: [Row.Identity] {
    var ids: [Row.Identity] = []
    for (old, new) in zip(plan.updates.updatedRows, plan.updatedRowTargets) {
      let row = target.rope[new.section].rows.rope[new.row]
      if source.rope[old.section].rows.rope[old.row].hasSameContent(as: row) { ids.append(row.identity) }
    }
    return ids
  }
}

extension StagePlan {
  /// The same with more rows updated, by paths that the source has.
  @usableFromInline func updating(_ paths: [RowPath]) -> StagePlan {
    let maps = [structure, sectionMoves].filter { !$0.isEmpty }.map { PathMap($0) }
    var targets = Dictionary(uniqueKeysWithValues: zip(updates.updatedRows, updatedRowTargets))
    for path in paths where targets[path] == nil {
      targets[path] = maps.reduce(path) { place, map in place.flatMap { map.target(of: $0) } }
    }
    var plan = self
    plan.updates.updatedRows = targets.keys.sorted()
    plan.updatedRowTargets = plan.updates.updatedRows.compactMap { targets[$0] }
    return plan
  }
}

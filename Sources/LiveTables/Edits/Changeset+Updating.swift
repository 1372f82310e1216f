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
  @usableFromInline package func updating(_ paths: [RowPath]) -> Changeset {
    let rows = paths.filter { source.hasRow(at: $0) }
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
    for update in plan.updatedRows {
      let row = target.rope[update.to.section].rows.rope[update.to.row]
      let before = source.rope[update.from.section].rows.rope[update.from.row]
      if before.hasSameContent(as: row) { ids.append(row.identity) }
    }
    return ids
  }
}

extension StagePlan {
  /// The same with more rows updated, by paths that the source has.
  @usableFromInline package func updating(_ paths: [RowPath]) -> StagePlan {
    let maps = [structure, sectionMoves].filter { !$0.isEmpty }.map { PathMap($0) }
    var targets = Dictionary(uniqueKeysWithValues: updatedRows.lazy.map { ($0.from, $0.to) })
    for path in paths where targets[path] == nil {
      targets[path] = maps.reduce(path) { place, map in place.flatMap { map.target(of: $0) } }
    }
    return StagePlan(
      updatedRows: targets.map { BatchMove(from: $0.key, to: $0.value) }.sorted { $0.from.number },
      updatedSections: updatedSections, structure: structure, movedSections: movedSections,
      intermediateOrder: intermediateOrder)
  }
}

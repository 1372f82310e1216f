extension Changeset {
  /// Returns the changeset with additional rows listed as updated, although their content compares equal.
  ///
  /// Rows that are already listed, are deleted, or do not exist in the source are ignored.
  ///
  /// - Parameter paths: The paths of the rows in ``source``.
  /// - Complexity: O(*k* log *k*) for *k* paths and operations.
  @usableFromInline package func updating(_ paths: [RowPath]) -> Changeset {
    let rows = paths.filter { source.hasRow(at: $0) }
    if reload != nil || rows.isEmpty { return self }
    return Changeset(source: source, target: target, plan: plan.updating(rows))
  }
}

extension Changeset {
  /// The identities of the rows that ``updating(_:)`` has listed even though their content compares equal.
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
  /// Returns the plan with additional updated rows, specified by paths that exist in the source.
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

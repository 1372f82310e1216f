public import LiveTables

extension Tree {
  /// The nodes as a flat table in depth-first order.
  ///
  /// The table shares storage with the tree, so the cost of a diff depends on the number of changes.
  ///
  /// - Complexity: O(1).
  @inlinable package var depthFirstTable: TableSnapshot<OneSection, Value> {
    TableSnapshot(sections: CollectionOfOne(TableSection(OneSection(), rows: SectionRows(values))))
  }

  /// The nodes as a table with a section for each depth, starting with the roots.
  ///
  /// - Complexity: O(*n*).
  @inlinable package var breadthFirstTable: TableSnapshot<Int, Value> {
    var levels: [[Value]] = []
    for node in depthFirst {
      if node.depth == levels.count { levels.append([]) }
      levels[node.depth].append(node.value)
    }
    return TableSnapshot(sections: levels.enumerated().map { TableSection($0, rows: $1) })
  }
}

public import LiveTables

extension Tree {
  /// The nodes as the rows of a flat table, each before those under it.
  ///
  /// It has the tree's own storage, so that the difference of two of them costs what has changed.
  ///
  /// - Complexity: O(1).
  @inlinable package var depthFirstTable: TableSnapshot<OneSection, Value> {
    TableSnapshot(sections: CollectionOfOne(TableSection(OneSection(), rows: SectionRows(values))))
  }

  /// The nodes as rows, with a section for each depth: the roots, then their children, then theirs.
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

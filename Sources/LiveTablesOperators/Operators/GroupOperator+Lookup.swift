public import LiveTables

extension GroupOperator {
  /// Returns the rows of a group, or no rows if there is no such group.
  ///
  /// Groups must be ordered by first rows.
  ///
  /// - Complexity: O(log² *n*).
  @inlinable func rows(of id: Section.Identity) -> SectionRows<Row> {
    guard let number = groupNumbers.existingNumber(of: id), groupTokens[number].count > 0 else {
      return SectionRows([])
    }
    return derived.rope[place(of: groupSections[number], groupTokens[number][0])].rows
  }

  /// Returns the number of rows in a group.
  ///
  /// - Complexity: O(1) on average.
  @inlinable func count(of id: Section.Identity) -> Int {
    groupNumbers.existingNumber(of: id).map { groupTokens[$0].count } ?? 0
  }

  /// Returns the section of a row in the source.
  ///
  /// - Complexity: O(log² *n*).
  @inlinable func section(ofRowAt position: Int) -> Int {
    let number = Int(groupOfToken[Int(tokens[position])])
    return place(of: groupSections[number], groupTokens[number][0])
  }

  /// Returns the position of a source row within its group, and the number of rows in the group.
  ///
  /// - Complexity: O(log² *n*).
  @inlinable func rank(of position: Int) -> (rank: Int, count: Int) {
    let token = tokens[position]
    let members = groupTokens[Int(groupOfToken[Int(token)])]
    return (list.position(of: token, in: members), members.count)
  }

  /// Returns the ascending source positions of the rows in the given groups.
  ///
  /// - Complexity: O(*k* log² *n*) for *k* rows.
  @inlinable func positions(of ids: Set<Section.Identity>) -> [Int] {
    var positions: [Int] = []
    for id in ids {
      guard let number = groupNumbers.existingNumber(of: id) else { continue }
      for token in groupTokens[number] { positions.append(list.position(of: token, in: tokens)) }
    }
    return positions.sorted()
  }
}

extension TableSnapshot {
  /// Returns the ascending offsets of the rows with the given identities.
  ///
  /// - Complexity: O(*n*), or O(1) if no identities are given.
  @inlinable func offsets(ofRows ids: [Row.Identity]) -> [Int] {
    if ids.isEmpty { return [] }
    let ids = Set(ids)
    return paths { ids.contains($0.identity) }.compactMap { offset(of: $0) }
  }
}

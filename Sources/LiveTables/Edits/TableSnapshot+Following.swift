extension TableSnapshot {
  /// Returns the paths of rows in another table, matching the rows by identity and occurrence.
  ///
  /// Rows that share an identity are matched in order, first within sections of the same identity, and then among the
  /// remaining rows. No diff is computed.
  ///
  /// - Returns: The path in `other` for each given path, or `nil` if there is no such row in either table.
  /// - Complexity: O(*n*) for the rows of both tables, or O(1) if there are no paths.
  @inlinable package func places(of paths: [RowPath], in other: TableSnapshot) -> [RowPath?] {
    var identities = IdentityIndex<Row.Identity>()
    var numbers: [Int?] = []
    for path in paths { numbers.append(self[path].map { identities.number(of: $0.identity).number }) }
    guard !identities.identities.isEmpty else { return paths.map { _ in nil } }
    let old = occurrences(of: identities)
    let new = other.occurrences(of: identities)
    var sections: [Int: Int]?
    var places: [RowPath: RowPath] = [:]
    for (olds, news) in zip(old, new) {
      if olds.count == 1, news.count == 1 {
        places[olds[0]] = news[0]
        continue
      }
      let known = sections ?? sectionPlaces(in: other)
      sections = known
      pair(olds, with: news, sections: known, &places)
    }
    return zip(paths, numbers).map { path, number in number.flatMap { _ in places[path] } }
  }

  /// Returns the path of the first row with each identity, or `nil` if there is none.
  ///
  /// - Complexity: O(*n*) for all identities.
  @inlinable package func paths(of ids: some Sequence<Row.Identity>) -> [RowPath?] {
    if remembersRows { return ids.map { path(of: $0) } }
    var identities = IdentityIndex<Row.Identity>()
    let numbers = ids.map { identities.number(of: $0).number }
    if numbers.isEmpty { return [] }
    let found = occurrences(of: identities)
    return numbers.map { found[$0].first }
  }

  /// Returns the index of the first section with each identity, or `nil` if there is none.
  ///
  /// - Complexity: O(*s*) for all identities.
  @inlinable package func sectionIndices(of ids: [Section.Identity]) -> [Int?] {
    if ids.count < 4 { return ids.map { sectionIndex(of: $0) } }
    var identities = IdentityIndex<Section.Identity>()
    let numbers = ids.map { identities.number(of: $0).number }
    var found = [Int?](repeating: nil, count: identities.identities.count)
    for (index, section) in rope.enumerated() {
      guard let number = identities.existingNumber(of: section.value.identity) else { continue }
      if found[number] == nil { found[number] = index }
    }
    return numbers.map { found[$0] }
  }

  @inlinable package func occurrences(of identities: IdentityIndex<Row.Identity>) -> [[RowPath]] {
    var found = [[RowPath]](repeating: [], count: identities.identities.count)
    if identities.isShort {
      forEachIdentity { path, identity in
        if let number = identities.existingNumber(of: identity) { found[number].append(path) }
      }
      return found
    }
    let rows = RowType(Row.self)
    forEachLeaf { path, leaf in
      rows.find(Segment(leaf, at: 0), in: identities.table) { index, number in
        let isSame = identities.identities[number] == leaf.span.identity(at: index)
        if isSame { found[number].append(RowPath(section: path.section, row: path.row + index)) }
        return isSame
      }
    }
    return found
  }

  /// Returns the index in another table of the first section with the same identity, for each section that has one.
  @inlinable package func sectionPlaces(in other: TableSnapshot) -> [Int: Int] {
    var identities = IdentityIndex<Section.Identity>()
    var indices: [Int: Int] = [:]
    for (index, section) in other.sections.enumerated() {
      let (number, isNew) = identities.number(of: section.identity)
      if isNew { indices[number] = index }
    }
    var places: [Int: Int] = [:]
    for (index, section) in sections.enumerated() {
      places[index] = identities.existingNumber(of: section.identity).flatMap { indices[$0] }
    }
    return places
  }

  @usableFromInline package func pair(
    _ olds: [RowPath], with news: [RowPath], sections: [Int: Int], _ places: inout [RowPath: RowPath]
  ) {
    var inSection = Dictionary(grouping: news, by: \.section).mapValues { $0[...] }
    var taken: Set<RowPath> = []
    var left: [RowPath] = []
    for old in olds {
      if let section = sections[old.section], let new = inSection[section]?.popFirst() {
        places[old] = new
        taken.insert(new)
      } else {
        left.append(old)
      }
    }
    for (old, new) in zip(left, news.lazy.filter { !taken.contains($0) }) { places[old] = new }
  }
}

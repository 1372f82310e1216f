extension TableSnapshot {
  /// Where rows of this table are in another one that nobody has differenced: by identity, and where several rows have
  /// one, by occurrence.
  ///
  /// Of rows with one identity those in the same section, by its identity, pair first, k-th with k-th, then what is left
  /// does.
  ///
  /// - Parameters:
  ///   - paths: Paths in this table.
  ///   - other: The table to look in.
  /// - Returns: For every path the path in `other`, or `nil` where there is no such row, before or after.
  /// - Complexity: O(*n*) in the rows of both; O(1) without paths.
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

  /// The path of the first row with each of some identities, or `nil` where there is none.
  ///
  /// - Complexity: O(*n*), one scan for all of them.
  @inlinable package func paths(of ids: some Sequence<Row.Identity>) -> [RowPath?] {
    if remembersRows { return ids.map { path(of: $0) } }
    var identities = IdentityIndex<Row.Identity>()
    let numbers = ids.map { identities.number(of: $0).number }
    if numbers.isEmpty { return [] }
    let found = occurrences(of: identities)
    return numbers.map { found[$0].first }
  }

  /// The index of the first section with each of some identities, or `nil` where there is none.
  ///
  /// - Complexity: O(*s*), one scan for all of them.
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

  /// The paths of every row whose identity has a number, by that number.
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

  /// The index in another table of the first section with the identity of each of these.
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

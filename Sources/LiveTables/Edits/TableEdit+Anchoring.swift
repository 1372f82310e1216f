extension TableEdit {
  /// Returns the edit with paths replaced by identities where a row's identity is unique.
  ///
  /// - Complexity: The cost of finding *k* rows by identity.
  package func naming(
    in table: TableSnapshot<Section, Row>, with finder: inout RowFinder<Section, Row>
  ) -> TableEdit {
    switch self {
    case .remove(let rows): .remove(rows.naming(in: table, with: &finder))
    case .replace(let rows, let new, let isRefresh):
      .replace(
        rows.naming(in: table, with: &finder).paired(in: table, with: &finder), with: new, isRefresh: isRefresh)
    case .patch(let rows, let change): .patch(rows.naming(in: table, with: &finder), change)
    case .move(let rows, let place): .move(rows.naming(in: table, with: &finder), to: place)
    case .insert, .order, .set, .insertSections, .removeSections, .updateSection, .moveSections, .orderSections,
      .setSections:
      self
    }
  }

  /// Returns the edit anchored in a version of the table, so that it refers to the same rows and destinations in other
  /// versions.
  ///
  /// - Complexity: O(*k*) for *k* rows.
  package func anchored(in shown: TableSnapshot<Section, Row>) -> TableEdit {
    switch self {
    case .insert(let rows, let place): return .insert(rows, at: place.anchored(in: shown, leaving: []))
    case .remove(let rows): return .remove(rows.anchored(in: shown))
    case .replace(let rows, let new, let isRefresh):
      var finder = RowFinder<Section, Row>()
      return .replace(rows.paired(in: shown, with: &finder).anchored(in: shown), with: new, isRefresh: isRefresh)
    case .patch(let rows, let change): return .patch(rows.anchored(in: shown), change)
    case .move(let rows, let place):
      guard case .path = place.kind else { return .move(rows.anchored(in: shown), to: place) }
      var finder = RowFinder<Section, Row>()
      let leaving = rows.paths(in: shown, with: &finder) ?? []
      return .move(rows.anchored(in: shown), to: place.anchored(in: shown, leaving: leaving))
    case .removeSections(let sections): return .removeSections(sections.anchored(in: shown))
    case .insertSections(let sections, let place):
      return .insertSections(sections, at: place.anchored(in: shown, leaving: []))
    case .moveSections(let sections, let place):
      var finder = RowFinder<Section, Row>()
      let leaving = sections.indices(in: shown, with: &finder) ?? []
      return .moveSections(sections.anchored(in: shown), to: place.anchored(in: shown, leaving: leaving))
    case .order, .set, .updateSection, .orderSections, .setSections: return self
    }
  }

  /// Returns the edit with its paths in the version of the table in which it was anchored.
  ///
  /// - Parameter table: The table. If it is a different version, the edit is returned unchanged.
  package func unanchored(in table: TableSnapshot<Section, Row>) -> TableEdit {
    switch self {
    case .insert(let rows, let place): .insert(rows, at: place.unanchored(in: table))
    case .remove(let rows): .remove(rows.unanchored(in: table))
    case .replace(let rows, let new, let isRefresh):
      .replace(rows.unanchored(in: table), with: new, isRefresh: isRefresh)
    case .patch(let rows, let change): .patch(rows.unanchored(in: table), change)
    case .move(let rows, let place): .move(rows.unanchored(in: table), to: place.unanchored(in: table))
    case .order, .set, .insertSections, .removeSections, .updateSection, .moveSections, .orderSections, .setSections:
      self
    }
  }
}

extension TableEdit.Rows {
  fileprivate func naming(
    in table: TableSnapshot<Section, Row>, with finder: inout RowFinder<Section, Row>
  ) -> Self {
    guard case .paths(let paths) = kind else { return self }
    var ids: [Row.Identity] = []
    for path in paths {
      guard let id = table[path]?.identity, finder.hasOne(id, in: table) else { return self }
      ids.append(id)
    }
    return .ids(ids)
  }

  /// Returns the edit's rows that exist in the table, each paired with its replacement.
  fileprivate func paired(
    in table: TableSnapshot<Section, Row>, with finder: inout RowFinder<Section, Row>
  ) -> Self {
    guard case .ids(let ids) = kind, ids.count > 1, !isPaired else { return self }
    let places = places(in: table, with: &finder)
    // If no row exists, the edit has no effect and reports the missing rows.
    if !places.contains(where: { $0 != nil }) { return self }
    var paired = Self(.ids(zip(ids, places).compactMap { id, place in place.map { _ in id } }))
    paired.isPaired = true
    return paired
  }

  fileprivate func anchored(in shown: TableSnapshot<Section, Row>) -> Self {
    switch kind {
    case .paths, .range:
      var finder = RowFinder<Section, Row>()
      var anchored = Self(
        .anchored(RowAnchor(paths(in: shown, with: &finder) ?? [RowPath(section: -1, row: -1)], in: shown)))
      anchored.isPaired = true
      return anchored
    case .ids, .matching, .all, .anchored: return self
    }
  }

  fileprivate func unanchored(in table: TableSnapshot<Section, Row>) -> Self {
    guard case .anchored(let anchor) = kind, table.rope.isIdentical(to: anchor.table.rope) else { return self }
    var paths = Self(.paths(anchor.paths))
    paths.isPaired = isPaired
    return paths
  }
}

extension TableEdit.Place {
  fileprivate func anchored(in shown: TableSnapshot<Section, Row>, leaving: [RowPath]) -> Self {
    guard case .path(let path) = kind, shown.sections.indices.contains(path.section) else { return self }
    let section = shown.sections[path.section]
    let room = section.rows.count - leaving.count { $0.section == path.section }
    guard path.row >= 0, path.row <= room else { return self }
    return Self(.anchored(PlaceAnchor(path, in: shown, leaving: leaving)))
  }

  fileprivate func unanchored(in table: TableSnapshot<Section, Row>) -> Self {
    guard case .anchored(let anchor) = kind, table.rope.isIdentical(to: anchor.table.rope) else { return self }
    return Self(.path(anchor.path))
  }
}

extension TableEdit.SectionPlace {
  /// - Parameter leaving: The indices of the sections that are removed before other sections are inserted.
  fileprivate func anchored(in shown: TableSnapshot<Section, Row>, leaving: [Int]) -> Self {
    guard case .index(let index) = kind else { return self }
    let out = Set(leaving)
    let staying = shown.sections.indices.filter { !out.contains($0) }.map { shown.sections[$0].identity }
    guard 0...staying.count ~= index, Set(staying).count == staying.count else { return self }
    return Self(.gap(index, among: staying))
  }
}

extension TableEdit.Sections {
  fileprivate func anchored(in shown: TableSnapshot<Section, Row>) -> Self {
    guard case .indices(let indices) = kind else { return self }
    let existing = indices.filter { shown.sections.indices.contains($0) }
    guard let last = existing.max() else { return self }
    var counts: [Section.Identity: Int] = [:]
    let earlier = shown.sections[...last].map { section in
      defer { counts[section.identity, default: 0] += 1 }
      return counts[section.identity, default: 0]
    }
    let sections = existing.map { (id: shown.sections[$0].identity, skipping: earlier[$0]) }
    return Self(sections.allSatisfy { $0.skipping == 0 } ? .ids(sections.map(\.id)) : .repeated(sections))
  }
}

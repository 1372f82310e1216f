extension TableEdit {
  @usableFromInline package typealias Content = TableSnapshot<Section, Row>
  @usableFromInline package typealias Finder = RowFinder<Section, Row>

  @usableFromInline package enum Effect: Equatable {
    case done
    /// The edit was applied, and these rows must be refreshed although their content compares equal.
    case refreshed([Row.Identity])
    /// The edit was applied, and the new rows must not be diffed with the old rows.
    case undiffed
    /// The edit had no effect, because the table does not contain the section or destination, or any of the rows.
    case notFound

    @inlinable package init(_ isDone: Bool) { self = isDone ? .done : .notFound }
  }

  /// Applies the edit to a table, which does not change if it does not contain the edit's rows, section or destination.
  ///
  /// - Complexity: O(*k* log *n*) for *k* rows, plus the cost of finding them.
  @inlinable package func apply(to table: inout Content, with finder: inout Finder) -> Effect {
    let memory = table.memory
    // If the edit discarded the table's stored row positions, they are not stored again.
    defer { if table.memory === memory { finder.note(in: &table) } else { finder.hasDiscarded = true } }
    // The first cases report their changes to the finder themselves.
    switch self {
    case .insert, .remove, .replace, .patch, .move: break
    case .set where table.sections.isEmpty: finder.noteStructure(in: table)
    case .orderSections, .setSections: finder.noteStructure(in: table)
    case .order, .set, .insertSections, .removeSections, .updateSection, .moveSections: finder.noteRows(in: table)
    }
    switch self {
    case .insert(let rows, let place):
      if case .anchored(let anchor) = place.kind, let result = anchor.result(for: table) {
        finder.noteStructure(in: table)
        table = result
        return .done
      }
      // The place may be in a section that this edit creates.
      if table.sections.isEmpty { finder.noteStructure(in: table) }
      guard let path = place.path(in: &table, with: &finder), table.insert(contentsOf: rows, at: path) else {
        return .notFound
      }
      finder.noteInserted(rows, at: path)
      return .done
    case .remove(let rows):
      if case .all(nil) = rows.kind {
        finder.noteRows(in: table)
        table.removeAllRows()
        return .done
      }
      if let result = rows.result(for: table) {
        finder.noteStructure(in: table)
        table = result
        return .done
      }
      guard let paths = rows.paths(in: table, with: &finder) else { return .notFound }
      finder.noteRemoved(table.remove(at: paths))
      return .done
    case .replace(let rows, let new, let isRefresh):
      if let result = rows.result(for: table) {
        let effect = replace(rows, new, isRefresh: isRefresh, in: &table, &finder)
        finder.noteStructure(in: table)
        table = result
        return effect
      }
      return replace(rows, new, isRefresh: isRefresh, in: &table, &finder)
    case .patch(let rows, let change):
      guard let paths = rows.paths(in: table, with: &finder) else { return .notFound }
      table.update(at: paths) { rank, row in
        let old = row
        change(&row)
        finder.noteReplaced(old, by: row, at: paths[rank])
      }
      return .done
    case .move(let rows, let place): return move(rows, place, in: &table, with: &finder)
    case .order(let id?, let areInIncreasingOrder):
      guard let index = finder.sectionIndex(of: id, in: table) else { return .notFound }
      return Effect(table.sort(section: index, by: areInIncreasingOrder))
    case .order(nil, let areInIncreasingOrder):
      for index in table.sections.indices { table.sort(section: index, by: areInIncreasingOrder) }
      return .done
    case .set(let rows, let id, let isDiffed):
      guard let index = Place.section(id, in: &table, with: &finder) else { return .notFound }
      table.replace(rows: rows, inSection: index)
      return isDiffed ? .done : .undiffed
    case .insertSections(let sections, let place):
      finder.hasInserted = true
      guard let index = place.index(in: table, with: &finder), table.insert(contentsOf: sections, atSection: index)
      else {
        return .notFound
      }
      finder.noteInsertedSections(sections.map(\.value), at: index)
      return .done
    case .removeSections(let sections):
      finder.hasRemoved = true
      guard let indices = sections.indices(in: table, with: &finder) else { return .notFound }
      table.remove(sections: indices)
      finder.noteRemovedSections(indices)
      return .done
    case .updateSection(let value):
      guard let index = finder.sectionIndex(of: value.identity, in: table) else { return .notFound }
      return Effect(table.replace(section: index, with: value))
    case .moveSections(let sections, let place): return moveSections(sections, place, in: &table, with: &finder)
    case .orderSections(let areInIncreasingOrder):
      table.sortSections(by: areInIncreasingOrder)
      return .done
    case .setSections(let sections, let isDiffed):
      table = Content(sections: sections)
      return isDiffed ? .done : .undiffed
    }
  }

  @inlinable package func replace(
    _ rows: Rows, _ new: [Row], isRefresh: Bool, in table: inout Content, _ finder: inout Finder
  ) -> Effect {
    let places = rows.places(in: table, with: &finder)
    if places.count == 1, let row = new.first {
      guard let path = places[0], let old = table.replace(at: path, with: row) else { return .notFound }
      finder.noteReplaced(old, by: row, at: path)
      return isRefresh && old.hasSameContent(as: row) ? .refreshed([row.identity]) : .done
    }
    let pairs = rows.pairs(places, with: new)
    if pairs.isEmpty, !places.isEmpty, !places.contains(where: { $0 != nil }) { return .notFound }
    let paths = pairs.map(\.path)
    var refreshed: [Row.Identity] = []
    table.update(at: paths) { rank, row in
      var old = pairs[rank].new
      swap(&old, &row)
      finder.noteReplaced(old, by: row, at: paths[rank])
      if isRefresh, old.hasSameContent(as: row) { refreshed.append(row.identity) }
    }
    return refreshed.isEmpty ? .done : .refreshed(refreshed)
  }

  @inlinable package func move(
    _ rows: Rows, _ place: Place, in table: inout Content, with finder: inout Finder
  ) -> Effect {
    if let result = rows.result(for: table) {
      finder.noteStructure(in: table)
      table = result
      return .done
    }
    guard let paths = rows.paths(in: table, with: &finder) else { return .notFound }
    // In this case, no row moves, but the table may receive a section.
    if table.sections.isEmpty { finder.noteStructure(in: table) }
    // The rows that are removed are the ones that were inserted.
    let (hasInserted, hasRemoved) = (finder.hasInserted, finder.hasRemoved)
    defer { (finder.hasInserted, finder.hasRemoved) = (hasInserted, hasRemoved) }
    var moved = table
    let rows = paths.compactMap { table[$0] }
    finder.noteRemoved(moved.remove(at: paths))
    let target: RowPath?
    if case .anchored(let anchor) = place.kind {
      target = anchor.path(in: table, leaving: paths)
    } else {
      target = place.path(in: &moved, with: &finder)
    }
    guard let target, moved.insert(contentsOf: rows, at: target) else {
      finder.noteStructure(in: moved)
      return .notFound
    }
    finder.noteInserted(rows, at: target)
    table = moved
    return .done
  }

  @inlinable package func moveSections(
    _ sections: Sections, _ place: SectionPlace, in table: inout Content, with finder: inout Finder
  ) -> Effect {
    guard let indices = sections.indices(in: table, with: &finder) else { return .notFound }
    var moved = table
    let found = indices.map { table.sections[$0] }
    moved.remove(sections: indices)
    finder.noteRemovedSections(indices)
    guard let index = place.index(in: moved, with: &finder), moved.insert(contentsOf: found, atSection: index) else {
      finder.forgetSections()
      return .notFound
    }
    finder.noteInsertedSections(found.map(\.value), at: index)
    table = moved
    return .done
  }
}

extension TableEdit.Rows {
  @inlinable package func result(for table: TableSnapshot<Section, Row>) -> TableSnapshot<Section, Row>? {
    if case .anchored(let anchor) = kind { anchor.result(for: table) } else { nil }
  }

  /// Returns the paths of the edit's rows in the given order, with `nil` for missing and repeated rows.
  ///
  /// - Complexity: O(1) for each path, O(*n*) for a condition, or the cost of the finder for identities.
  @inlinable package func places(
    in table: TableSnapshot<Section, Row>, with finder: inout RowFinder<Section, Row>
  ) -> [RowPath?] {
    switch kind {
    case .ids(let ids): return Self.once(finder.paths(of: ids, in: table))
    case .paths(let paths): return Self.once(paths.map { table.hasRow(at: $0) ? $0 : nil })
    case .range(0..<0, in: nil) where table.sections.isEmpty: return []
    case .range(let range, let id):
      guard let index = Self.section(id, in: table, with: &finder), range.lowerBound >= 0,
        range.upperBound <= table.sections[index].rows.count
      else { return [nil] }
      return range.map { RowPath(section: index, row: $0) }
    case .matching(let isIncluded): return table.paths(where: isIncluded)
    case .all(nil): return table.paths
    case .all(let id?):
      guard let index = finder.sectionIndex(of: id, in: table) else { return [nil] }
      return table.sections[index].rows.indices.map { RowPath(section: index, row: $0) }
    case .anchored(let anchor): return Self.once(anchor.places(in: table))
    }
  }

  /// Returns the existing rows, along with their replacements.
  @inlinable package func pairs<New>(_ places: [RowPath?], with new: [New]) -> [(path: RowPath, new: New)] {
    let places = isPaired ? places : places.filter { $0 != nil }
    return zip(places, new).compactMap { place, new in place.map { ($0, new) } }
  }

  /// Returns the paths of the existing rows in the given order, or `nil` if rows are given and none exists.
  @inlinable package func paths(
    in table: TableSnapshot<Section, Row>, with finder: inout RowFinder<Section, Row>
  ) -> [RowPath]? {
    let places = places(in: table, with: &finder)
    let found = places.compactMap { $0 }
    return found.isEmpty && !places.isEmpty ? nil : found
  }

  @inlinable package static func once(_ places: [RowPath?]) -> [RowPath?] {
    if places.count < 2 || areAscending(places) { return places }
    var seen: Set<RowPath> = []
    return places.map { place in place.flatMap { seen.insert($0).inserted ? $0 : nil } }
  }

  @inlinable package static func areAscending(_ places: [RowPath?]) -> Bool {
    var last = RowPath(-1, -1)
    for place in places {
      guard let place, last < place else { return false }
      last = place
    }
    return true
  }

  @inlinable package static func section(
    _ id: Section.Identity?, in table: TableSnapshot<Section, Row>, with finder: inout RowFinder<Section, Row>
  ) -> Int? {
    if let id { return finder.sectionIndex(of: id, in: table) }
    return table.sections.isEmpty ? nil : table.sections.count - 1
  }
}

extension TableEdit.Place {
  /// Returns the path at which to insert rows, or `nil` if the destination does not exist.
  @inlinable package func path(
    in table: inout TableSnapshot<Section, Row>, with finder: inout RowFinder<Section, Row>
  ) -> RowPath? {
    switch kind {
    case .path(let path):
      if path.section == 0, path.row == 0, table.sections.isEmpty {
        _ = Self.section(nil, in: &table, with: &finder)
      }
      return path
    case .before(let id): return finder.path(of: id, in: table)
    case .after(let id):
      return finder.path(of: id, in: table).map { RowPath(section: $0.section, row: $0.row + 1) }
    case .end(of: let id):
      return Self.section(id, in: &table, with: &finder).map {
        RowPath(section: $0, row: table.sections[$0].rows.count)
      }
    case .between(let above, let below, let section):
      if let path = above.flatMap({ finder.path(of: $0, in: table) }) { return RowPath(path.section, path.row + 1) }
      if let path = below.flatMap({ finder.path(of: $0, in: table) }) { return path }
      return Self(.end(of: section)).path(in: &table, with: &finder)
    case .anchored(let anchor): return anchor.path(in: table, leaving: [])
    }
  }

  /// Returns the index of a section or, by default, of the last section, which is created in an empty flat table.
  @inlinable package static func section(
    _ id: Section.Identity?, in table: inout TableSnapshot<Section, Row>, with finder: inout RowFinder<Section, Row>
  ) -> Int? {
    if let id { return finder.sectionIndex(of: id, in: table) }
    if table.sections.isEmpty, let only = OneSection() as? Section {
      table.insert(TableSection(only, rows: []), atSection: 0)
    }
    return table.sections.isEmpty ? nil : table.sections.count - 1
  }
}

extension TableEdit.Sections {
  /// Returns the indices of the existing sections in the given order, or `nil` if sections are given and none exists.
  @inlinable package func indices(
    in table: TableSnapshot<Section, Row>, with finder: inout RowFinder<Section, Row>
  ) -> [Int]? {
    let named: [Int?]
    switch kind {
    case .ids(let ids): named = finder.sectionIndices(of: ids, in: table)
    case .indices(let indices): named = indices.map { table.sections.indices.contains($0) ? $0 : nil }
    case .repeated(let sections):
      var found: [Section.Identity: [Int]] = [:]
      for (index, section) in table.sections.enumerated() { found[section.identity, default: []].append(index) }
      named = sections.map { id, skipping in
        found[id].flatMap { $0.indices.contains(skipping) ? $0[skipping] : nil }
      }
    case .matching(let isIncluded): return table.sections.indices.filter { isIncluded(table.sections[$0]) }
    }
    var seen: Set<Int> = []
    let found = named.compactMap { $0 }.filter { seen.insert($0).inserted }
    return found.isEmpty && !named.isEmpty ? nil : found
  }
}

extension TableEdit.SectionPlace {
  /// Returns the index at which to insert sections, or `nil` if the destination does not exist.
  @inlinable package func index(
    in table: TableSnapshot<Section, Row>, with finder: inout RowFinder<Section, Row>
  ) -> Int? {
    switch kind {
    case .index(let index): index
    case .before(let id): finder.sectionIndex(of: id, in: table)
    case .after(let id): finder.sectionIndex(of: id, in: table).map { $0 + 1 }
    case .end: table.sections.count
    case .gap(let index, let ids): Self.gap(index, among: ids, in: table)
    }
  }

  /// Returns the index next to the nearest existing section, or next to the preceding one of two equally near ones.
  @usableFromInline static func gap(
    _ index: Int, among ids: [Section.Identity], in table: TableSnapshot<Section, Row>
  ) -> Int {
    for distance in 0..<max(index, ids.count - index) {
      let (before, after) = (index - 1 - distance, index + distance)
      if before >= 0, let found = table.sectionIndex(of: ids[before]) { return found + 1 }
      if after < ids.count, let found = table.sectionIndex(of: ids[after]) { return found }
    }
    return min(index, table.sections.count)
  }
}

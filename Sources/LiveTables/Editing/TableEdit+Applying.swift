extension TableEdit {
  @usableFromInline typealias Content = TableSnapshot<Section, Row>
  @usableFromInline typealias Finder = RowFinder<Section, Row>

  /// What an edit did to a table.
  @usableFromInline enum Effect: Equatable {
    case done
    /// Done, and this row is to be shown anew although its content compares equal.
    case refreshed(Row.Identity)
    /// Done, and nobody is to look for what has stayed.
    case undifferenced
    /// The table has no such row, section or place; it is what it was.
    case notFound
  }

  /// Changes a table; one that lacks what the edit names stays as it is.
  @inlinable func apply(to table: inout Content) -> Effect {
    var finder = Finder()
    return apply(to: &table, with: &finder)
  }

  /// Changes a table, with a finder for rows that are named by identity.
  ///
  /// - Complexity: O(*k* log *n*) for *k* rows, besides finding them.
  @inlinable func apply(to table: inout Content, with finder: inout Finder) -> Effect {
    switch action {
    case .insert(let row, let place):
      guard let path = place.path(in: &table, with: &finder) else { return .notFound }
      return Self.effect(table.insert(row, at: path))
    case .restore(let row, let place, let count):
      guard table.count(of: row.identity) < count, let path = place.path(in: &table, with: &finder) else {
        return .notFound
      }
      return Self.effect(table.insert(row, at: path))
    case .remove(let who):
      return Self.effect(who.path(in: table, with: &finder).flatMap { table.remove(at: $0) } != nil)
    case .update(let row, let who):
      guard let path = who.path(in: table, with: &finder), let old = table.replace(at: path, with: row) else {
        return .notFound
      }
      return old.hasSameContent(as: row) ? .refreshed(row.identity) : .done
    case .revert(let row, to: let old, let who):
      guard let path = who.path(in: table, with: &finder), table[path]?.hasSameContent(as: row) == true else {
        return .notFound
      }
      table.replace(at: path, with: old)
      return .done
    case .move(let who, let place): return Self.effect(who.move(in: &table, to: place, with: &finder))
    case .moveBack(let who, let place, let origin):
      return Self.effect(who.move(in: &table, from: place, to: origin, with: &finder))
    case .insertRows(let rows, let place):
      guard let path = place.path(in: &table, with: &finder) else { return .notFound }
      return Self.effect(table.insert(contentsOf: rows, at: path))
    case .removeRows(.all(nil)):
      table.removeAllRows()
      return .done
    case .removeRows(let rows):
      guard let paths = rows.paths(in: table, with: &finder) else { return .notFound }
      table.remove(at: paths)
      return .done
    case .change(let rows, let change):
      guard let paths = rows.paths(in: table, with: &finder) else { return .notFound }
      for path in paths { table.update(at: path, change) }
      return .done
    case .moveRows(let rows, let place): return move(rows, place, in: &table, with: &finder)
    case .sort(let id, let comesFirst): return sort(id, comesFirst, in: &table)
    case .setRows(let rows, let id, let isDifferenced):
      guard let index = Place.section(id, in: &table) else { return .notFound }
      table.replace(rows: rows, inSection: index)
      return isDifferenced ? .done : .undifferenced
    case .setSections(let sections, let isDifferenced):
      table = Content(sections: sections)
      return isDifferenced ? .done : .undifferenced
    case .insertSections, .removeSections, .updateSection, .moveSections, .sortSections:
      return applyToSections(of: &table)
    }
  }

  @inlinable static func effect(_ isDone: Bool) -> Effect { isDone ? .done : .notFound }

  @inlinable func move(
    _ rows: Rows, _ place: Place, in table: inout Content, with finder: inout Finder
  ) -> Effect {
    guard let paths = rows.paths(in: table, with: &finder) else { return .notFound }
    var moved = table
    let rows = paths.compactMap { table[$0] }
    moved.remove(at: paths)
    guard let path = place.path(in: &moved, with: &finder), moved.insert(contentsOf: rows, at: path) else {
      return .notFound
    }
    table = moved
    return .done
  }

  @inlinable func sort(
    _ id: Section.Identity?, _ comesFirst: (Row, Row) -> Bool, in table: inout Content
  ) -> Effect {
    if let id {
      return Self.effect(table.sectionIndex(of: id).map { table.sort(section: $0, by: comesFirst) } ?? false)
    }
    for index in table.sections.indices { table.sort(section: index, by: comesFirst) }
    return .done
  }

  @inlinable func applyToSections(of table: inout Content) -> Effect {
    switch action {
    case .insertSections(let sections, let place):
      return Self.effect(place.index(in: table).map { table.insert(contentsOf: sections, atSection: $0) } ?? false)
    case .removeSections(let sections):
      guard let indices = sections.indices(in: table) else { return .notFound }
      table.remove(sections: indices)
      return .done
    case .updateSection(let value):
      return Self.effect(
        table.sectionIndex(of: value.identity).map { table.replace(section: $0, with: value) } ?? false)
    case .moveSections(let sections, let place):
      guard let indices = sections.indices(in: table) else { return .notFound }
      var moved = table
      let found = indices.map { table.sections[$0] }
      moved.remove(sections: indices)
      guard let index = place.index(in: moved), moved.insert(contentsOf: found, atSection: index) else {
        return .notFound
      }
      table = moved
      return .done
    case .sortSections(let comesFirst):
      table.sortSections(by: comesFirst)
      return .done
    default: return .notFound
    }
  }
}

extension TableEdit.Who {
  /// Where the row is, if it is there.
  ///
  /// - Complexity: O(*n*) unless it is named by its path or found by an index.
  @inlinable func path(
    in table: TableSnapshot<Section, Row>, with finder: inout RowFinder<Section, Row>
  ) -> RowPath? {
    switch self {
    case .id(let id), .occurrence(let id, 0): finder.path(of: id, in: table)
    case .occurrence(let id, let number): table.path(of: id, number)
    case .path(let path): table[path] == nil ? nil : path
    }
  }

  /// Moves the row; if there is no such row or place, or it is not where it should be, nothing happens.
  @inlinable func move(
    in table: inout TableSnapshot<Section, Row>, from origin: TableEdit.Place? = nil, to place: TableEdit.Place,
    with finder: inout RowFinder<Section, Row>
  ) -> Bool {
    var moved = table
    guard let source = path(in: moved, with: &finder), let row = moved.remove(at: source),
      origin?.contains(source, in: moved, with: &finder) != false,
      let path = place.path(in: &moved, with: &finder), moved.insert(row, at: path)
    else { return false }
    table = moved
    return true
  }
}

extension TableEdit.Rows {
  /// The paths of those that there are, in the order in which they are named; `nil` where something named is not there.
  @inlinable func paths(
    in table: TableSnapshot<Section, Row>, with finder: inout RowFinder<Section, Row>
  ) -> [RowPath]? {
    switch self {
    case .ids(let ids):
      let found = ids.compactMap { finder.path(of: $0, in: table) }
      return found.isEmpty && !ids.isEmpty ? nil : found
    case .paths(let paths):
      let found = paths.filter { table[$0] != nil }
      return found.isEmpty && !paths.isEmpty ? nil : found
    case .range(let range, let id):
      guard let index = Self.section(id, in: table) else { return nil }
      let count = table.sections[index].rows.count
      guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
      return range.map { RowPath(section: index, row: $0) }
    case .matching(let isMeant): return table.paths(where: isMeant)
    case .last(let id):
      let last: RowPath?
      if let id {
        last = table.sectionIndex(of: id).map {
          RowPath(section: $0, row: table.sections[$0].rows.count - 1)
        }
      } else {
        last = table.path(at: table.count - 1)
      }
      return last.flatMap { $0.row >= 0 && table[$0] != nil ? [$0] : nil }
    case .all(let id):
      guard let id else { return table.paths }
      return table.sectionIndex(of: id).map { index in
        table.sections[index].rows.indices.map { RowPath(section: index, row: $0) }
      }
    }
  }

  @inlinable static func section(_ id: Section.Identity?, in table: TableSnapshot<Section, Row>) -> Int? {
    if let id { return table.sectionIndex(of: id) }
    return table.sections.isEmpty ? nil : table.sections.count - 1
  }
}

extension TableEdit.Place {
  /// Where to insert, if there is such a place.
  @inlinable func path(
    in table: inout TableSnapshot<Section, Row>, with finder: inout RowFinder<Section, Row>
  ) -> RowPath? {
    switch self {
    case .path(let path): return path
    case .before(let id): return finder.path(of: id, in: table)
    case .after(let id): return finder.path(of: id, in: table).map(Self.next)
    case .end: return Self.section(nil, in: &table).map { Self.end(of: $0, in: table) }
    case .endOf(let id): return table.sectionIndex(of: id).map { Self.end(of: $0, in: table) }
    case .between(let one, let two, let section):
      guard let index = table.sectionIndex(of: section) else { return nil }
      if let path = one?.path(in: table, with: &finder), path.section == index { return Self.next(path) }
      if let path = two?.path(in: table, with: &finder), path.section == index { return path }
      return one == nil ? RowPath(section: index, row: 0) : Self.end(of: index, in: table)
    }
  }

  /// Whether a row that was removed from a path was between the neighbours that this names, as far as they are there.
  @inlinable func contains(
    _ path: RowPath, in table: TableSnapshot<Section, Row>, with finder: inout RowFinder<Section, Row>
  ) -> Bool {
    guard case .between(let one, let two, let section) = self, path.section < table.sections.count,
      table.sections[path.section].identity == section
    else { return false }
    if let before = one?.path(in: table, with: &finder), before.section == path.section, before.row >= path.row {
      return false
    }
    if let after = two?.path(in: table, with: &finder), after.section == path.section, after.row < path.row {
      return false
    }
    return true
  }

  /// The index of a section, or of the last one; a flat table without any gets one.
  @inlinable static func section(_ id: Section.Identity?, in table: inout TableSnapshot<Section, Row>) -> Int? {
    if let id { return table.sectionIndex(of: id) }
    if table.sections.isEmpty, let only = OneSection() as? Section { table.append(TableSection(only, rows: [])) }
    return table.sections.isEmpty ? nil : table.sections.count - 1
  }

  @inlinable static func end(of section: Int, in table: TableSnapshot<Section, Row>) -> RowPath {
    RowPath(section: section, row: table.sections[section].rows.count)
  }

  @inlinable static func next(_ path: RowPath) -> RowPath { RowPath(section: path.section, row: path.row + 1) }
}

extension TableEdit.Sections {
  /// The indices of those that there are, in the order in which they are named; `nil` where none of them is there.
  @inlinable func indices(in table: TableSnapshot<Section, Row>) -> [Int]? {
    switch self {
    case .ids(let ids):
      let found = ids.compactMap { table.sectionIndex(of: $0) }
      return found.isEmpty && !ids.isEmpty ? nil : found
    case .matching(let isMeant): return table.sections.indices.filter { isMeant(table.sections[$0]) }
    case .all: return Array(table.sections.indices)
    }
  }
}

extension TableEdit.SectionPlace {
  /// Where to insert, if there is such a place.
  @inlinable func index(in table: TableSnapshot<Section, Row>) -> Int? {
    switch self {
    case .index(let index): index
    case .before(let id): table.sectionIndex(of: id)
    case .after(let id): table.sectionIndex(of: id).map { $0 + 1 }
    case .end: table.sections.count
    }
  }
}

extension TableSnapshot {
  /// How many rows have an identity.
  @inlinable func count(of id: Row.Identity) -> Int { count { $0.identity == id } }

  /// How many rows before a path have an identity.
  func count(of id: Row.Identity, before path: RowPath) -> Int {
    guard let end = offset(of: path) else { return 0 }
    return prefix(end).count { $0.identity == id }
  }

  /// The path of one of the rows with an identity, counted from zero.
  @inlinable func path(of id: Row.Identity, _ number: Int) -> RowPath? {
    if number == 0 { return path(of: id) }
    var left = number
    return firstIndex { candidate in
      if candidate.identity == id { left -= 1 }
      return left < 0
    }.flatMap { path(at: $0) }
  }
}

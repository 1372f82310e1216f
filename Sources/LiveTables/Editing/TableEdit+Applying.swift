extension TableEdit {
  /// What an edit did to a table.
  enum Effect: Equatable {
    case done
    /// Done, and this row is to be shown anew although its content compares equal.
    case refreshed(Row.Identity)
    /// The table has no such row, section or place; it is what it was.
    case notFound
  }

  /// Changes a table; one that lacks what the edit names stays as it is.
  ///
  /// - Complexity: O(*n*) for the scan that finds the row, O(log *n*) for an insertion by path.
  func apply(to table: inout Table<Section, Row>) -> Effect {
    switch action {
    case .insert(let row, let place):
      guard let path = place.path(in: &table) else { return .notFound }
      return table.insert(row, at: path) ? .done : .notFound
    case .restore(let row, let place, let count):
      guard table.count(of: row.identity) < count, let path = place.path(in: &table) else { return .notFound }
      return table.insert(row, at: path) ? .done : .notFound
    case .remove(let who):
      return who.path(in: table).flatMap { table.remove(at: $0) } == nil ? .notFound : .done
    case .update(let row, let who):
      guard let path = who.path(in: table), let old = table.replace(at: path, with: row) else { return .notFound }
      return old.hasSameContent(as: row) ? .refreshed(row.identity) : .done
    case .revert(let row, to: let old, let who):
      guard let path = who.path(in: table), table[path]?.hasSameContent(as: row) == true else { return .notFound }
      table.replace(at: path, with: old)
      return .done
    case .move(let who, let place): return who.move(in: &table, to: place) ? .done : .notFound
    case .moveBack(let who, let place, let origin):
      return who.move(in: &table, from: place, to: origin) ? .done : .notFound
    case .appendSection(let section):
      table.append(section)
      return .done
    case .removeSection(let id):
      return table.sectionIndex(of: id).flatMap { table.remove(section: $0) } == nil ? .notFound : .done
    case .updateSection(let value):
      guard let index = table.sectionIndex(of: value.identity) else { return .notFound }
      return table.replace(section: index, with: value) ? .done : .notFound
    case .moveSection(let id, let target):
      guard let index = table.sectionIndex(of: id) else { return .notFound }
      return table.move(section: index, to: target) ? .done : .notFound
    }
  }

  /// The same edit with rows named by identity and occurrence, and its place by the rows around it.
  ///
  /// What the user did on screen has to mean the same in a table that has changed in the meantime.
  ///
  /// - Parameter shown: The table that the user saw.
  func anchored(in shown: Table<Section, Row>) -> TableEdit {
    switch action {
    case .insert(let row, .path(let path)):
      guard let place = Place(path, in: shown) else { return self }
      return TableEdit(.insert(row, place))
    case .remove(let who): return TableEdit(.remove(who.anchored(in: shown)))
    case .update(let row, let who): return TableEdit(.update(row, who.anchored(in: shown)))
    case .move(let who, let place):
      let named = who.anchored(in: shown)
      var rest = shown
      guard case .path(let path) = place, let source = who.path(in: rest), rest.remove(at: source) != nil,
        let anchored = Place(path, in: rest)
      else { return TableEdit(.move(named, place)) }
      return TableEdit(.move(named, anchored))
    default: return self
    }
  }

  /// The same edit of a table with other rows of the same identities.
  func mapRows<Other: Diffable & Sendable>(_ transform: (Row) -> Other) -> TableEdit<Section, Other>
  where Other.Identity == Row.Identity {
    typealias Mapped = TableEdit<Section, Other>
    return switch action {
    case .insert(let row, let place): Mapped(.insert(transform(row), Mapped.Place(place)))
    case .restore(let row, let place, let count): Mapped(.restore(transform(row), Mapped.Place(place), count: count))
    case .remove(let who): Mapped(.remove(Mapped.Who(who)))
    case .update(let row, let who): Mapped(.update(transform(row), Mapped.Who(who)))
    case .revert(let row, to: let old, let who): Mapped(.revert(transform(row), to: transform(old), Mapped.Who(who)))
    case .move(let who, let place): Mapped(.move(Mapped.Who(who), Mapped.Place(place)))
    case .moveBack(let who, from: let place, to: let origin):
      Mapped(.moveBack(Mapped.Who(who), from: Mapped.Place(place), to: Mapped.Place(origin)))
    case .appendSection(let section):
      Mapped(.appendSection(TableSection(section.value, rows: section.rows.map(transform))))
    case .removeSection(let id): Mapped(.removeSection(id))
    case .updateSection(let value): Mapped(.updateSection(value))
    case .moveSection(let id, let index): Mapped(.moveSection(id, index))
    }
  }
}

extension TableEdit.Who {
  init<Other>(_ who: TableEdit<Section, Other>.Who) where Other.Identity == Row.Identity {
    self =
      switch who {
      case .id(let id): .id(id)
      case .occurrence(let id, let number): .occurrence(id, number)
      case .path(let path): .path(path)
      }
  }

  /// The row at a path, by its identity, and by its number among those that share it.
  init?(at path: RowPath, in table: Table<Section, Row>) {
    guard let row = table[path] else { return nil }
    self = .occurrence(row.identity, table.count(of: row.identity, before: path))
  }

  func anchored(in table: Table<Section, Row>) -> Self {
    if case .path(let path) = self { Self(at: path, in: table) ?? self } else { self }
  }

  /// Moves the row; if there is no such row or place, or it is not where it should be, nothing happens.
  func move(
    in table: inout Table<Section, Row>, from origin: TableEdit.Place? = nil, to place: TableEdit.Place
  ) -> Bool {
    var moved = table
    guard let source = path(in: moved), let row = moved.remove(at: source),
      origin?.contains(source, in: moved) != false, let path = place.path(in: &moved), moved.insert(row, at: path)
    else { return false }
    table = moved
    return true
  }

  /// Where the row is, if it is there.
  ///
  /// - Complexity: O(*n*) unless it is named by its path.
  func path(in table: Table<Section, Row>) -> RowPath? {
    switch self {
    case .id(let id): table.path(of: id)
    case .occurrence(let id, let number): table.path(of: id, number)
    case .path(let path): table[path] == nil ? nil : path
    }
  }
}

extension TableEdit.Place {
  /// The place of a row that is to be at a path, by those that will be its neighbours.
  init?(_ path: RowPath, in table: Table<Section, Row>) {
    guard table.sections.indices.contains(path.section) else { return nil }
    let section = table.sections[path.section]
    guard path.row >= 0, path.row <= section.rows.count else { return nil }
    let before = TableEdit.Who(at: RowPath(section: path.section, row: path.row - 1), in: table)
    self = .between(before, TableEdit.Who(at: path, in: table), in: section.identity)
  }

  /// Whether a row that was removed from a path was between the neighbours that this names, as far as they are there.
  func contains(_ path: RowPath, in table: Table<Section, Row>) -> Bool {
    guard case .between(let one, let two, let section) = self, path.section < table.sections.count,
      table.sections[path.section].identity == section
    else { return false }
    if let before = one?.path(in: table), before.section == path.section, before.row >= path.row { return false }
    if let after = two?.path(in: table), after.section == path.section, after.row < path.row { return false }
    return true
  }

  init<Other>(_ place: TableEdit<Section, Other>.Place) where Other.Identity == Row.Identity {
    self =
      switch place {
      case .path(let path): .path(path)
      case .before(let id): .before(id)
      case .after(let id): .after(id)
      case .end: .end
      case .endOf(let section): .endOf(section)
      case .between(let one, let two, in: let section):
        .between(one.map { TableEdit.Who($0) }, two.map { TableEdit.Who($0) }, in: section)
      }
  }

  /// Where to insert, if there is such a place.
  func path(in table: inout Table<Section, Row>) -> RowPath? {
    switch self {
    case .path(let path): return path
    case .before(let id): return table.path(of: id)
    case .after(let id): return table.path(of: id)?.next
    case .end:
      if table.sections.isEmpty, let only = OneSection() as? Section { table.append(TableSection(only, rows: [])) }
      return Self.end(of: table.sections.count - 1, in: table)
    case .endOf(let id): return table.sectionIndex(of: id).flatMap { Self.end(of: $0, in: table) }
    case .between(let one, let two, let section):
      guard let index = table.sectionIndex(of: section) else { return nil }
      if let path = one?.path(in: table), path.section == index { return path.next }
      if let path = two?.path(in: table), path.section == index { return path }
      return one == nil ? RowPath(section: index, row: 0) : Self.end(of: index, in: table)
    }
  }

  private static func end(of section: Int, in table: Table<Section, Row>) -> RowPath? {
    guard section >= 0, section < table.sections.count else { return nil }
    return RowPath(section: section, row: table.sections[section].rows.count)
  }
}

extension RowPath {
  fileprivate var next: RowPath { RowPath(section: section, row: row + 1) }
}

extension Table {
  /// How many rows have an identity.
  func count(of id: Row.Identity) -> Int { count { $0.identity == id } }

  /// How many rows before a path have an identity.
  func count(of id: Row.Identity, before path: RowPath) -> Int {
    guard let end = offset(of: path) else { return 0 }
    return prefix(end).count { $0.identity == id }
  }

  /// The path of one of the rows with an identity, counted from zero.
  func path(of id: Row.Identity, _ number: Int) -> RowPath? {
    if number == 0 { return path(of: id) }
    var left = number
    return firstIndex { candidate in
      if candidate.identity == id { left -= 1 }
      return left < 0
    }.flatMap { path(at: $0) }
  }
}

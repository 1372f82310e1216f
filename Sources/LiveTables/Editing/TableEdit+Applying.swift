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
    case .remove(let id):
      return table.remove(id: id) == nil ? .notFound : .done
    case .update(let row):
      guard let old = table.replace(row) else { return .notFound }
      return old.hasSameContent(as: row) ? .refreshed(row.identity) : .done
    case .move(let id, let place):
      var moved = table
      guard let row = moved.remove(id: id), let path = place.path(in: &moved), moved.insert(row, at: path) else {
        return .notFound
      }
      table = moved
      return .done
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

  /// The same edit with its place named by the rows around it, in the table that it leads to.
  ///
  /// What the user did on screen has to mean the same in a table that has changed in the meantime.
  ///
  /// - Parameter shown: The table that the user saw.
  func anchored(in shown: Table<Section, Row>) -> TableEdit {
    let path: RowPath
    switch action {
    case .insert(_, .path(let place)), .move(_, .path(let place)): path = place
    default: return self
    }
    var result = shown
    guard apply(to: &result) != .notFound, let place = Place(around: path, in: result) else { return self }
    return switch action {
    case .insert(let row, _): TableEdit(.insert(row, place))
    case .move(let id, _): TableEdit(.move(id, place))
    default: self
    }
  }

  /// The same edit of a table with other rows of the same identities.
  func mapRows<Other: Diffable & Sendable>(_ transform: (Row) -> Other) -> TableEdit<Section, Other>
  where Other.Identity == Row.Identity {
    typealias Mapped = TableEdit<Section, Other>
    return switch action {
    case .insert(let row, let place): Mapped(.insert(transform(row), Mapped.Place(place)))
    case .remove(let id): Mapped(.remove(id))
    case .update(let row): Mapped(.update(transform(row)))
    case .move(let id, let place): Mapped(.move(id, Mapped.Place(place)))
    case .appendSection(let section):
      Mapped(.appendSection(TableSection(section.value, rows: section.rows.map(transform))))
    case .removeSection(let id): Mapped(.removeSection(id))
    case .updateSection(let value): Mapped(.updateSection(value))
    case .moveSection(let id, let index): Mapped(.moveSection(id, index))
    }
  }
}

extension TableEdit.Place {
  /// The place of a row by its neighbours.
  init?(around path: RowPath, in table: Table<Section, Row>) {
    guard path.section >= 0, path.section < table.sections.count, table[path] != nil else { return nil }
    let before = table[RowPath(section: path.section, row: path.row - 1)]?.identity
    let after = table[RowPath(section: path.section, row: path.row + 1)]?.identity
    self = .between(before, after, in: table.sections[path.section].value.identity)
  }

  init<Other>(_ place: TableEdit<Section, Other>.Place) where Other.Identity == Row.Identity {
    self =
      switch place {
      case .path(let path): .path(path)
      case .before(let id): .before(id)
      case .after(let id): .after(id)
      case .end: .end
      case .endOf(let section): .endOf(section)
      case .between(let one, let two, in: let section): .between(one, two, in: section)
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
      if let path = one.flatMap({ table.path(of: $0) }), path.section == index { return path.next }
      if let path = two.flatMap({ table.path(of: $0) }), path.section == index { return path }
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

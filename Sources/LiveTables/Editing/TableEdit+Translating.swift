extension TableEdit {
  /// The same edit with rows named by identity and occurrence, and its place by the rows around it.
  ///
  /// What the user did on screen has to mean the same in a table that has changed in the meantime.
  ///
  /// - Parameter shown: The table that the user saw.
  func anchored(in shown: TableSnapshot<Section, Row>) -> TableEdit {
    var finder = Finder()
    switch action {
    case .insert(let row, .path(let path)):
      return Place(path, in: shown).map { TableEdit(.insert(row, $0)) } ?? self
    case .insertRows(let rows, .path(let path)):
      return Place(path, in: shown).map { TableEdit(.insertRows(rows, $0)) } ?? self
    case .remove(let who): return TableEdit(.remove(who.anchored(in: shown)))
    case .removeRows(let rows): return TableEdit(.removeRows(rows.named(in: shown)))
    case .update(let row, let who): return TableEdit(.update(row, who.anchored(in: shown)))
    case .change(let rows, let change): return TableEdit(.change(rows.named(in: shown), change))
    case .move(let who, let place):
      let source = who.path(in: shown, with: &finder)
      return TableEdit(.move(who.anchored(in: shown), place.anchored(in: shown, without: source.map { [$0] })))
    case .moveRows(let rows, let place):
      let sources = rows.paths(in: shown, with: &finder)
      return TableEdit(.moveRows(rows.named(in: shown), place.anchored(in: shown, without: sources)))
    default: return self
    }
  }

  /// The same edit of a table with other rows of the same identities.
  func mapRows<Other: Diffable & Sendable>(
    _ transform: @escaping @Sendable (Row) -> Other, back: @escaping @Sendable (Other) -> Row
  ) -> TableEdit<Section, Other> where Other.Identity == Row.Identity {
    typealias Mapped = TableEdit<Section, Other>
    let section: @Sendable (TableSection<Section, Row>) -> TableSection<Section, Other> = {
      TableSection($0.value, rows: $0.rows.map(transform))
    }
    return switch action {
    case .insert(let row, let place): Mapped(.insert(transform(row), Mapped.Place(place)))
    case .restore(let row, let place, let count): Mapped(.restore(transform(row), Mapped.Place(place), count: count))
    case .remove(let who): Mapped(.remove(Mapped.Who(who)))
    case .update(let row, let who): Mapped(.update(transform(row), Mapped.Who(who)))
    case .revert(let row, to: let old, let who): Mapped(.revert(transform(row), to: transform(old), Mapped.Who(who)))
    case .move(let who, let place): Mapped(.move(Mapped.Who(who), Mapped.Place(place)))
    case .moveBack(let who, from: let place, to: let origin):
      Mapped(.moveBack(Mapped.Who(who), from: Mapped.Place(place), to: Mapped.Place(origin)))
    case .insertRows(let rows, let place): Mapped(.insertRows(rows.map(transform), Mapped.Place(place)))
    case .removeRows(let rows): Mapped(.removeRows(Mapped.Rows(rows, back)))
    case .change(let rows, let change):
      Mapped(
        .change(Mapped.Rows(rows, back)) { other in
          var row = back(other)
          change(&row)
          other = transform(row)
        })
    case .moveRows(let rows, let place): Mapped(.moveRows(Mapped.Rows(rows, back), Mapped.Place(place)))
    case .sort(let id, let comesFirst): Mapped(.sort(id) { comesFirst(back($0), back($1)) })
    case .setRows(let rows, let id, let isDifferenced):
      Mapped(.setRows(rows.map(transform), id, isDifferenced: isDifferenced))
    case .setSections(let sections, let isDifferenced):
      Mapped(.setSections(sections.map(section), isDifferenced: isDifferenced))
    case .insertSections(let sections, let place):
      Mapped(.insertSections(sections.map(section), Mapped.SectionPlace(place)))
    case .removeSections(let sections): Mapped(.removeSections(Mapped.Sections(sections, back)))
    case .updateSection(let value): Mapped(.updateSection(value))
    case .moveSections(let sections, let place):
      Mapped(.moveSections(Mapped.Sections(sections, back), Mapped.SectionPlace(place)))
    case .sortSections(let comesFirst): Mapped(.sortSections(comesFirst))
    }
  }
}

extension TableEdit.Rows {
  /// The same rows by their identities, unless they are meant by a condition.
  fileprivate func named(in table: TableSnapshot<Section, Row>) -> Self {
    switch self {
    case .paths, .range, .last:
      var finder = RowFinder<Section, Row>()
      return .ids((paths(in: table, with: &finder) ?? []).compactMap { table[$0]?.identity })
    case .ids, .matching, .all: return self
    }
  }

  fileprivate init<Other>(
    _ rows: TableEdit<Section, Other>.Rows, _ back: @escaping @Sendable (Row) -> Other
  ) where Other.Identity == Row.Identity {
    self =
      switch rows {
      case .ids(let ids): .ids(ids)
      case .paths(let paths): .paths(paths)
      case .range(let range, let section): .range(range, in: section)
      case .matching(let isMeant): .matching { isMeant(back($0)) }
      case .last(let section): .last(in: section)
      case .all(let section): .all(in: section)
      }
  }
}

extension TableEdit.Who {
  fileprivate init<Other>(_ who: TableEdit<Section, Other>.Who) where Other.Identity == Row.Identity {
    self =
      switch who {
      case .id(let id): .id(id)
      case .occurrence(let id, let number): .occurrence(id, number)
      case .path(let path): .path(path)
      }
  }

  /// The row at a path, by its identity, and by its number among those that share it.
  init?(at path: RowPath, in table: TableSnapshot<Section, Row>) {
    guard let row = table[path] else { return nil }
    self = .occurrence(row.identity, table.count(of: row.identity, before: path))
  }

  fileprivate func anchored(in table: TableSnapshot<Section, Row>) -> Self {
    if case .path(let path) = self { Self(at: path, in: table) ?? self } else { self }
  }
}

extension TableEdit.Place {
  /// The place of a row that is to be at a path, by those that will be its neighbours.
  init?(_ path: RowPath, in table: TableSnapshot<Section, Row>) {
    guard table.sections.indices.contains(path.section) else { return nil }
    let section = table.sections[path.section]
    guard path.row >= 0, path.row <= section.rows.count else { return nil }
    let before = TableEdit.Who(at: RowPath(section: path.section, row: path.row - 1), in: table)
    self = .between(before, TableEdit.Who(at: path, in: table), in: section.identity)
  }

  /// The same place by the rows around it, once some rows are taken out; `nil`: there are none to be taken out.
  fileprivate func anchored(in table: TableSnapshot<Section, Row>, without sources: [RowPath]?) -> Self {
    guard case .path(let path) = self, let sources else { return self }
    var rest = table
    rest.remove(at: sources)
    return Self(path, in: rest) ?? self
  }

  fileprivate init<Other>(_ place: TableEdit<Section, Other>.Place) where Other.Identity == Row.Identity {
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
}

extension TableEdit.Sections {
  fileprivate init<Other>(
    _ sections: TableEdit<Section, Other>.Sections, _ back: @escaping @Sendable (Row) -> Other
  ) {
    self =
      switch sections {
      case .ids(let ids): .ids(ids)
      case .matching(let isMeant): .matching { isMeant(TableSection($0.value, rows: $0.rows.map(back))) }
      case .all: .all
      }
  }
}

extension TableEdit.SectionPlace {
  fileprivate init<Other>(_ place: TableEdit<Section, Other>.SectionPlace) {
    self =
      switch place {
      case .index(let index): .index(index)
      case .before(let id): .before(id)
      case .after(let id): .after(id)
      case .end: .end
      }
  }
}

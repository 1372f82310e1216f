extension TableEdit where Section: Sendable, Row: Sendable {
  typealias Captured = TableEdit<Section, CapturedRow<Row>>

  func captured() -> Captured {
    switch self {
    case .insert(let rows, let place): .insert(rows.map { CapturedRow($0) }, at: place.captured())
    case .remove(let rows): .remove(rows.captured())
    case .replace(let rows, let new, let isRefresh):
      .replace(rows.captured(), with: new.map { CapturedRow($0) }, isRefresh: isRefresh)
    case .patch(let rows, let change):
      .patch(rows.captured()) { captured in
        var row = captured.row
        change(&row)
        captured = CapturedRow(row)
      }
    case .move(let rows, let place): .move(rows.captured(), to: place.captured())
    case .order(let id, let areInIncreasingOrder): .order(id) { areInIncreasingOrder($0.row, $1.row) }
    case .set(let rows, let id, let isDiffed): .set(rows.map { CapturedRow($0) }, in: id, isDiffed: isDiffed)
    case .insertSections(let sections, let place):
      .insertSections(sections.map(Self.captured), at: place.captured())
    case .removeSections(let sections): .removeSections(sections.captured())
    case .updateSection(let value): .updateSection(value)
    case .moveSections(let sections, let place): .moveSections(sections.captured(), to: place.captured())
    case .orderSections(let areInIncreasingOrder): .orderSections(by: areInIncreasingOrder)
    case .setSections(let sections, let isDiffed): .setSections(sections.map(Self.captured), isDiffed: isDiffed)
    }
  }

  private static func captured(
    _ section: TableSection<Section, Row>
  ) -> TableSection<Section, CapturedRow<Row>> {
    TableSection(section.value, rows: section.rows.map { CapturedRow($0) })
  }
}

extension RowAnchor where Section: Sendable, Row: Sendable {
  fileprivate func captured() -> RowAnchor<Section, CapturedRow<Row>> {
    RowAnchor<Section, CapturedRow<Row>>(paths, in: table.mapRows { CapturedRow($0) }, condition)
  }
}

extension TableEdit.Rows where Section: Sendable, Row: Sendable {
  func captured() -> TableEdit<Section, CapturedRow<Row>>.Rows {
    var captured = capturedKind
    captured.isPaired = isPaired
    return captured
  }

  private var capturedKind: TableEdit<Section, CapturedRow<Row>>.Rows {
    switch kind {
    case .ids(let ids): .ids(ids)
    case .paths(let paths): .paths(paths)
    case .range(let range, let section): .range(range, in: section)
    case .matching(let isIncluded): .where { isIncluded($0.row) }
    case .all(let section): .all(in: section)
    case .anchored(let anchor): .init(.anchored(anchor.captured()))
    }
  }
}

extension TableEdit.Place where Section: Sendable, Row: Sendable {
  fileprivate func captured() -> TableEdit<Section, CapturedRow<Row>>.Place {
    switch kind {
    case .path(let path): .path(path)
    case .before(let id): .before(id)
    case .after(let id): .after(id)
    case .end(of: let section): .init(.end(of: section))
    case .between(let above, let below, let section): .init(.between(above, below, orEndOf: section))
    case .anchored(let anchor):
      .init(
        .anchored(
          PlaceAnchor(
            anchor.path, in: anchor.table.mapRows { CapturedRow($0) }, leaving: anchor.leaving,
            returning: anchor.returning?.captured())))
    }
  }
}

extension TableEdit.Sections where Section: Sendable, Row: Sendable {
  fileprivate func captured() -> TableEdit<Section, CapturedRow<Row>>.Sections {
    switch kind {
    case .ids(let ids): .ids(ids)
    case .indices(let indices): .init(.indices(indices))
    case .repeated(let sections): .init(.repeated(sections))
    case .matching(let isIncluded): .where { isIncluded(TableSection($0.value, rows: $0.rows.map(\.row))) }
    }
  }
}

extension TableEdit.SectionPlace where Section: Sendable, Row: Sendable {
  fileprivate func captured() -> TableEdit<Section, CapturedRow<Row>>.SectionPlace {
    switch kind {
    case .index(let index): .index(index)
    case .before(let id): .before(id)
    case .after(let id): .after(id)
    case .end: .end
    case .gap(let index, let ids): .init(.gap(index, among: ids))
    }
  }
}

extension TableEdit: CustomStringConvertible {
  /// A sentence without a subject, with the descriptions of the rows.
  public var description: String {
    switch self {
    case .insert(let rows, let place): "insert \(Self.list(rows)) \(place.words)"
    case .remove(let rows): "remove \(rows.words)"
    case .replace(let rows, let new, isRefresh: true): "replace \(rows.words) with \(Self.list(new))"
    case .replace(let rows, let new, isRefresh: false): "update \(rows.words) to \(Self.list(new))"
    case .patch(let rows, _): "update \(rows.words)"
    case .move(let rows, let place): "move \(rows.words) \(place.words)"
    case .order(let section?, _): "sort \(section)"
    case .order(nil, _): "sort"
    case .set(let rows, let section?, let isDiffed): "set \(Self.list(rows)) in \(section)\(Self.note(isDiffed))"
    case .set(let rows, nil, let isDiffed): "set \(Self.list(rows))\(Self.note(isDiffed))"
    case .insertSections(let sections, let place): "insert section \(Self.list(sections)) \(place.words)"
    case .removeSections(let sections): "remove section \(sections.words)"
    case .updateSection(let value): "update section \(value.identity) to \(value)"
    case .moveSections(let sections, let place): "move section \(sections.words) \(place.words)"
    case .orderSections: "sort sections"
    case .setSections(let sections, let isDiffed): "set sections \(Self.list(sections))\(Self.note(isDiffed))"
    }
  }

  private static func note(_ isDiffed: Bool) -> String { isDiffed ? "" : " without a diff" }

  fileprivate static func list(_ things: [some Any]) -> String {
    if things.isEmpty { return "none" }
    return things.prefix(4).map { "\($0)" }.joined(separator: ", ")
      + (things.count > 4 ? " and \(things.count - 4) more" : "")
  }
}

extension TableEdit.Rows {
  package var words: String {
    switch kind {
    case .ids(let ids): TableEdit.list(ids)
    case .paths(let paths): "at \(TableEdit.list(paths))"
    case .range(let range, let section?): "\(range) in \(section)"
    case .range(let range, nil): "\(range)"
    case .matching: "what matches"
    case .all(let section?): "all of \(section)"
    case .all(nil): "all rows"
    case .anchored(let anchor): TableEdit.list(anchor.paths.compactMap { anchor.table[$0]?.identity })
    }
  }
}

extension TableEdit.Place {
  package var words: String {
    switch kind {
    case .path(let path): "at \(path)"
    case .before(let id): "before \(id)"
    case .after(let id): "after \(id)"
    case .end(of: nil): "at the end"
    case .end(of: let section?): "at the end of \(section)"
    case .between(let above?, _, _): "after \(above)"
    case .between(nil, let below?, _): "before \(below)"
    case .between(nil, nil, let section): Self(.end(of: section)).words
    case .anchored(let anchor): "at \(anchor.path)"
    }
  }
}

extension TableEdit.Sections {
  package var words: String {
    switch kind {
    case .ids(let ids): TableEdit.list(ids)
    case .indices(let indices): "at \(TableEdit.list(indices))"
    case .repeated(let sections): TableEdit.list(sections.map(\.id))
    case .matching: "what matches"
    }
  }
}

extension TableEdit.SectionPlace {
  package var words: String {
    switch kind {
    case .index(let index), .gap(let index, _): "at \(index)"
    case .before(let id): "before \(id)"
    case .after(let id): "after \(id)"
    case .end: "at the end"
    }
  }
}

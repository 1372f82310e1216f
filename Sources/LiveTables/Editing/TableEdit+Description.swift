extension TableEdit: CustomStringConvertible {
  /// What the edit does, in words.
  public var description: String {
    switch action {
    case .insert(let row, let place): "insert \(row.identity) \(place)"
    case .restore(let row, let place, count: _): "restore \(row.identity) \(place)"
    case .remove(let who): "remove \(who)"
    case .update(let row, _): "update \(row.identity)"
    case .revert(let row, to: _, _): "revert \(row.identity)"
    case .move(let who, let place): "move \(who) \(place)"
    case .moveBack(let who, from: _, let place): "move \(who) back \(place)"
    case .insertRows(let rows, let place): "insert \(Self.list(rows.map(\.identity))) \(place)"
    case .removeRows(let rows): "remove \(rows)"
    case .change(let rows, _): "change \(rows)"
    case .moveRows(let rows, let place): "move \(rows) \(place)"
    case .sort(let section?, _): "sort \(section)"
    case .sort(nil, _): "sort"
    case .setRows(let rows, let section?, _): "set \(rows.count) rows in \(section)"
    case .setRows(let rows, nil, _): "set \(rows.count) rows"
    case .setSections(let sections, _): "set \(sections.count) sections"
    case .insertSections(let sections, .end): "append section \(Self.list(sections.map(\.identity)))"
    case .insertSections(let sections, let place): "insert section \(Self.list(sections.map(\.identity))) \(place)"
    case .removeSections(let sections): "remove section \(sections)"
    case .updateSection(let value): "update section \(value.identity)"
    case .moveSections(let sections, let place): "move section \(sections) \(place)"
    case .sortSections: "sort sections"
    }
  }

  fileprivate static func list(_ things: [some Any]) -> String {
    things.prefix(4).map { "\($0)" }.joined(separator: ", ") + (things.count > 4 ? " and \(things.count - 4) more" : "")
  }
}

extension TableEdit.Who: CustomStringConvertible {
  @usableFromInline var description: String {
    switch self {
    case .id(let id), .occurrence(let id, 0): "\(id)"
    case .occurrence(let id, let number): "\(id) (number \(number + 1))"
    case .path(let path): "\(path)"
    }
  }
}

extension TableEdit.Rows: CustomStringConvertible {
  @usableFromInline var description: String {
    switch self {
    case .ids(let ids): TableEdit.list(ids)
    case .paths(let paths): TableEdit.list(paths)
    case .range(let range, let section?): "\(range) in \(section)"
    case .range(let range, nil): "\(range)"
    case .matching: "what matches"
    case .last(let section?): "the last of \(section)"
    case .last(nil): "the last"
    case .all(let section?): "all of \(section)"
    case .all(nil): "all rows"
    }
  }
}

extension TableEdit.Place: CustomStringConvertible {
  @usableFromInline var description: String {
    switch self {
    case .path(let path): "at \(path)"
    case .before(let id): "before \(id)"
    case .after(let id): "after \(id)"
    case .end: "at the end"
    case .endOf(let section): "at the end of \(section)"
    case .between(let one?, _, _): "after \(one)"
    case .between(nil, let two?, _): "before \(two)"
    case .between(nil, nil, let section): "in \(section)"
    }
  }
}

extension TableEdit.Sections: CustomStringConvertible {
  @usableFromInline var description: String {
    switch self {
    case .ids(let ids): TableEdit.list(ids)
    case .matching: "what matches"
    case .all: "all"
    }
  }
}

extension TableEdit.SectionPlace: CustomStringConvertible {
  @usableFromInline var description: String {
    switch self {
    case .index(let index): "to \(index)"
    case .before(let id): "before \(id)"
    case .after(let id): "after \(id)"
    case .end: "to the end"
    }
  }
}

import LiveTables

/// A row with an identity and a version.
struct Item: Diffable, Identifiable, Hashable, Sendable, CustomStringConvertible {
  let id: Int
  var version = 0

  init(_ id: Int, _ version: Int = 0) {
    self.id = id
    self.version = version
  }

  var description: String { version == 0 ? "\(id)" : "\(id)v\(version)" }
}

typealias Items = TableSnapshot<String, Item>
typealias Edit = TableEdit<String, Item>
typealias Store = TableStore<String, Item>
typealias Applied = AppliedChangeset<String, Item>

/// Returns a table with one section.
func rows(_ ids: Int..., version: Int = 0) -> Items {
  Items(sections: [TableSection("s", rows: ids.map { Item($0, version) })])
}

/// Returns a table with several sections.
func sections(_ sections: KeyValuePairs<String, [Int]>, version: Int = 0) -> Items {
  Items(sections: sections.map { TableSection($0, rows: $1.map { Item($0, version) }) })
}

extension TableSnapshot where Section == String, Row == Item {
  /// A short description for failures.
  var text: String { sections.map { "\($0.value)\(Array($0.rows))" }.joined(separator: " ") }
}

extension TableEdit {
  static func append(_ row: Row, to section: Section.Identity? = nil) -> TableEdit {
    .insert([row], at: section.map { .end(of: $0) } ?? .end)
  }

  static func replace(_ row: Row) -> TableEdit { .replace(.id(row.identity), with: [row]) }

  static func remove(id: Row.Identity) -> TableEdit { .remove(.id(id)) }
}

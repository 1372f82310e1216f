/// What happens to a table.
enum Scenario: String, CaseIterable {
  case unchanged
  case append1
  case insert1
  case update1
  /// One row in a hundred: two in five change their text, a quarter each goes or comes, one in ten moves.
  case edits1pct
  /// DifferenceKit's own benchmark: of 100,000 rows 10,000 go, 10,000 come and 2,000 are shuffled.
  case readme
  case shuffle
  case reverse
  case replaceAll = "replace-all"
  /// 1,000 sections of 100 rows: one row in a hundred as in `edits1pct`, and five sections move.
  case sections
  /// One row in ten, at least one, changes its text, one goes and one comes.
  case small
  /// Every other row goes, as where a list is filtered.
  case filterHalf = "filter-half"
  /// The reverse.
  case unfilterHalf = "unfilter-half"
  /// The order by another column, which has few values.
  case sortColumn = "sort-column"
  /// Fifty rows come at the end.
  case page
  /// A message comes at the end, and the one before is marked as read.
  case chat
  /// One row in twenty has another price.
  case prices
  /// A tenth of the rows, in twenty blocks, goes elsewhere.
  case blocks
  /// Three rows have one identity each; the table is shuffled in part.
  case duplicates

  /// The kinds of rows that it is measured with.
  var rowKinds: [RowKind] {
    switch self {
    case .unchanged, .append1, .update1, .edits1pct, .shuffle, .reverse, .replaceAll: RowKind.allCases
    case .insert1, .readme, .sections: [.text]
    case .small, .filterHalf, .unfilterHalf, .sortColumn, .page, .chat, .prices, .blocks, .duplicates: [.eight]
    }
  }
}

/// The rows of a table.
enum RowKind: String, CaseIterable {
  /// An identity and 35 bytes of text.
  case text
  /// Eight fields, three of them strings.
  case eight

  var identities: [IdentityKind] { self == .text ? [.int, .string] : [.int, .string, .uuid] }
  /// What the library's own edit methods do is measured with small rows.
  var storages: [Storage] { self == .text ? Storage.allCases : [.rebuilt, .fresh] }
}

/// What identifies the rows.
enum IdentityKind: String, CaseIterable {
  case int
  case string
  case uuid
}

/// What the new table has in common with the old one in memory.
enum Storage: String, CaseIterable {
  /// The same storage, or made from it by the library's own edit methods.
  case shared
  /// A new array whose rows share their strings with the old ones.
  case rebuilt
  /// Rows and strings are elsewhere in memory, as after a second fetch from a database.
  case fresh
}

/// One line of the results.
struct Case {
  let scenario: Scenario
  let row: RowKind
  let identity: IdentityKind
  let storage: Storage
  let rows: Int

  /// What `--filter` looks at.
  var name: String {
    switch row {
    case .text: "\(scenario.rawValue)/\(identity.rawValue)/\(storage.rawValue)/\(rows)"
    case .eight: "eight/\(scenario.rawValue)/\(identity.rawValue)-\(storage.rawValue)/\(rows)"
    }
  }
}

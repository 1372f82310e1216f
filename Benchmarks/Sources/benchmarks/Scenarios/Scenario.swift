/// A change of a table.
enum Scenario: String, CaseIterable {
  case unchanged
  case append1
  case insert1
  case update1
  /// 1 % of the rows are edited: of twenty edits, eight update a row, five delete, five insert and two move one.
  case edits1pct
  /// DifferenceKit's benchmark: of 100,000 rows, 10,000 are deleted, 10,000 inserted and 2,000 shuffled.
  case readme
  case shuffle
  case reverse
  case replaceAll = "replace-all"
  /// Each section of 100 rows has one edit of the kinds in `edits1pct`, and five sections move.
  case sections
  /// One row in ten is updated, one row is deleted and one is inserted.
  case small
  /// About half of the rows are deleted, as by a filter.
  case filterHalf = "filter-half"
  /// About half of the rows are inserted, as if a filter were removed.
  case unfilterHalf = "unfilter-half"
  /// The rows are sorted by another column, which has few values.
  case sortColumn = "sort-column"
  /// Fifty rows are appended.
  case page
  /// A message is appended, and the one before it is updated.
  case chat
  /// One row in twenty is updated.
  case prices
  /// A tenth of the rows move, in twenty blocks.
  case blocks
  /// Three rows share each identity, and some rows are swapped.
  case duplicates

  /// The kinds of rows with which the scenario is measured.
  var rowKinds: [RowKind] {
    switch self {
    case .unchanged, .append1, .update1, .edits1pct, .shuffle, .reverse, .replaceAll: RowKind.allCases
    case .insert1, .readme, .sections: [.text]
    case .small, .filterHalf, .unfilterHalf, .sortColumn, .page, .chat, .prices, .blocks, .duplicates: [.eight]
    }
  }
}

/// The kind of a table's rows.
enum RowKind: String, CaseIterable {
  /// An identity and 35 bytes of text.
  case text
  /// Eight fields, three of them strings.
  case eight

  var identities: [IdentityKind] { self == .text ? [.int, .string] : [.int, .string, .uuid] }
  /// The storages to measure; `shared`, which uses the library's edit methods, is measured with small rows only.
  var storages: [Storage] { self == .text ? Storage.allCases : [.rebuilt, .fresh] }
}

/// The type of the rows' identities.
enum IdentityKind: String, CaseIterable {
  case int
  case string
  case uuid
}

/// The memory that the new table shares with the old one.
enum Storage: String, CaseIterable {
  /// The old table's storage, edited with the library's edit methods.
  case shared
  /// A new array whose rows share their strings with the old ones.
  case rebuilt
  /// Rows and strings that share no memory with the old ones, as after a second fetch from a database.
  case fresh
}

/// A case to measure, which is one line of the results.
struct Case {
  let scenario: Scenario
  let row: RowKind
  let identity: IdentityKind
  let storage: Storage
  let rows: Int

  /// The name that `--filter` searches.
  var name: String {
    switch row {
    case .text: "\(scenario.rawValue)/\(identity.rawValue)/\(storage.rawValue)/\(rows)"
    case .eight: "eight/\(scenario.rawValue)/\(identity.rawValue)-\(storage.rawValue)/\(rows)"
    }
  }
}

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
  /// `edits1pct`, and the table after each stage is asked for.
  case edits1pctStages = "edits1pct-stages"
}

/// What identifies the rows.
enum IdentityKind: String, CaseIterable {
  case int
  case string
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
  let identity: IdentityKind
  let storage: Storage
  let rows: Int

  /// What `--filter` looks at.
  var name: String { "\(scenario.rawValue)/\(identity.rawValue)/\(storage.rawValue)/\(rows)" }
}

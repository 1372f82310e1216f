/// Something measured that is no line of the big table.
enum Study: String, CaseIterable {
  /// The fewest moves where others move everything.
  case moves
  /// Edits by path and their changesets, in tables of any size.
  case paths
  /// Edits of trees, their changesets and their outlines, at any size.
  case trees
  /// One edit through operators, beside deriving all anew.
  case operators
  /// One edit through several operators, and edits that wait.
  case chains
  /// Edits of live tables of rows with eight fields, reading, and the way to whoever reads what is derived.
  case live
  /// What an edit by the user costs the main actor.
  case userEdits = "user-edits"
  /// From a submission to its answer.
  case endToEnd = "end-to-end"
  /// Differences in code that is not compiled for its rows.
  case generic
  /// Identities whose hashes are all the same.
  case collisions
  /// What an update costs the main actor, and when it is answered.
  case mainActor = "main-actor"
  /// Readers of single rows, beside readers of an array.
  case observation
  /// Updates a second.
  case throughput
  /// A producer that is too fast.
  case flood
  /// The tables between stages, and the check of each batch.
  case batches
  /// The types that serve as identities, and small tables.
  case identities
  /// Whether the difference is compiled for a client's rows.
  case specialisation
  /// Work in which the library was once behind, beside the plain way.
  case race
  /// Ten million rows.
  case memory
  #if SQLite
  /// Live tables of a database.
  case sqlite
  /// One commit and its changeset, beside running the query again.
  case sql
  /// The same, ten million rows.
  case sqliteLarge = "sqlite-large"
  #endif

  /// What was found, line by line.
  @MainActor func findings() throws -> [Finding] {
    switch self {
    case .moves: MoveStudy.findings()
    case .paths: PathStudy.findings()
    case .trees: TreeStudy.findings()
    case .operators: try MainLoop.wait { try await OperatorStudy.findings() }
    case .chains: try MainLoop.wait { try await ChainStudy.findings() }
    case .live: try MainLoop.wait { try await LiveStudy.results().map(\.finding) }
    case .userEdits: try MainLoop.wait { try await UserEditStudy.findings() }
    case .endToEnd: try MainLoop.wait { try await EndToEndStudy.findings() }
    case .generic: GenericStudy.findings()
    case .collisions: CollisionStudy.findings()
    case .mainActor: try MainLoop.wait { try await MainActorStudy.findings() }
    case .observation: try MainLoop.wait { try await ObservationStudy.findings() }
    case .throughput: try MainLoop.wait { try await ThroughputStudy.findings() }
    case .flood: try MainLoop.wait { try await FloodStudy.findings() }
    case .batches: BatchStudy.findings()
    case .identities: IdentityStudy.findings()
    case .specialisation: try MainLoop.wait { try await SpecialisationStudy.findings() }
    case .race: try RaceStudy.findings() + MainLoop.wait { try await LiveRaceStudy.findings() }
    case .memory: MemoryStudy.findings()
    #if SQLite
    case .sqlite: try MainLoop.wait { try await SQLiteStudy.findings() }
    case .sql: try MainLoop.wait { try await SQLStudy.findings() }
    case .sqliteLarge: try MainLoop.wait { try await SQLiteStudy.largeFindings() }
    #endif
    }
  }

  /// Whether it takes more than seconds.
  var isLong: Bool {
    #if SQLite
    if self == .sqliteLarge { return true }
    #endif
    return self == .memory
  }
}

/// A line of a study.
struct Finding: Sendable {
  let what: String
  let value: String
  /// What was hoped for, and whether it came true.
  var target: (text: String, isMet: Bool)?
  /// The same for machines, with fixed keys.
  var json: JSONLine?

  var line: String {
    let verdict = target.map { "  (\($0.text): \($0.isMet ? "met" : "MISSED"))" } ?? ""
    return "  " + Format.padded(what, to: 64, left: true) + "  " + value + verdict
  }
  /// Creates a finding from the times of the library and of the usual way, in milliseconds.
  static func race(_ what: String, _ rows: Int, _ ours: Double, _ name: String, _ beside: Double) -> Finding {
    Finding(
      what: "\(what), \(Format.grouped(rows)) rows",
      value: "\(Format.short(ours * 1e3)) µs; \(name) \(Format.short(beside * 1e3)) µs",
      json: [
        "scenario": "race", "case": .text(what), "rows": .count(rows), "ours_ms": .time(ours),
        "beside_ms": .time(beside), "beside": .text(name),
      ])
  }
}

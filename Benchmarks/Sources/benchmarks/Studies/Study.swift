/// A measurement that is not part of the main table.
enum Study: String, CaseIterable {
  /// The number of moves, against the least possible and Heckel's algorithm.
  case moves
  /// Edits by path and their changesets, in tables of several sizes.
  case paths
  /// Edits of trees, their changesets and their outlines, at several sizes.
  case trees
  /// One edit through each operator, at several sizes.
  case operators
  /// One edit through several operators, pending edits, and changes by index.
  case chains
  /// Edits and reads of live tables with rows of eight fields, and the time until a reader receives an edit.
  case live
  /// The main actor's time for an edit by the user.
  case userEdits = "user-edits"
  /// The time from a submission to its answer.
  case endToEnd = "end-to-end"
  /// Diffs in generic code that is not specialized for its rows.
  case generic
  /// Identities that all have the same hash.
  case collisions
  /// The main actor's time for an update, and the time until the update is answered.
  case mainActor = "main-actor"
  /// Observers of single rows, against observers of an array.
  case observation
  /// Updates per second.
  case throughput
  /// A producer that is faster than its view.
  case flood
  /// The tables between stages, and the validation of each batch.
  case batches
  /// The types of identities, and small tables.
  case identities
  /// Whether the diff is specialized for the rows of a client.
  case specialization
  /// Work in which the library was once slower, against plain code.
  case race
  /// Diffs of ten million rows.
  case memory
  #if SQLite
  /// Live tables of a database.
  case sqlite
  /// One commit and its changeset, against running the query again.
  case sql
  /// Live tables of ten million rows.
  case sqliteLarge = "sqlite-large"
  #endif

  /// Runs the study and returns its results.
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
    case .specialization: try MainLoop.wait { try await SpecializationStudy.findings() }
    case .race: try RaceStudy.findings() + MainLoop.wait { try await LiveRaceStudy.findings() }
    case .memory: MemoryStudy.findings()
    #if SQLite
    case .sqlite: try MainLoop.wait { try await SQLiteStudy.findings() }
    case .sql: try MainLoop.wait { try await SQLStudy.findings() }
    case .sqliteLarge: try MainLoop.wait { try await SQLiteStudy.largeFindings() }
    #endif
    }
  }

  /// Whether the study is slow, so that it runs only with `--memory`.
  var isLong: Bool {
    #if SQLite
    if self == .sqliteLarge { return true }
    #endif
    return self == .memory
  }
}

/// A result of a study, which is printed as one line.
struct Finding: Sendable {
  let what: String
  let value: String
  /// The expectation, and whether the result meets it.
  var target: (text: String, isMet: Bool)?
  /// The result as JSON with fixed keys.
  var json: JSONLine?

  var line: String {
    let verdict = target.map { "  (\($0.text): \($0.isMet ? "met" : "MISSED"))" } ?? ""
    return "  " + Format.padded(what, to: 64, left: true) + "  " + value + verdict
  }
  /// Creates a finding from the milliseconds of the library and of the code that it is compared with.
  static func race(
    _ what: String, _ rows: Int, _ ours: Double, _ name: String, _ beside: Double,
    target: (text: String, isMet: Bool)? = nil
  ) -> Finding {
    Finding(
      what: "\(what), \(Format.grouped(rows)) rows",
      value: "\(Format.short(ours * 1e3)) µs; \(name) \(Format.short(beside * 1e3)) µs", target: target,
      json: [
        "scenario": "race", "case": .text(what), "rows": .count(rows), "ours_ms": .time(ours),
        "beside_ms": .time(beside), "beside": .text(name),
      ])
  }
}

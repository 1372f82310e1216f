#if SQLite
/// What a live table does when rows of its query have changed.
struct QueryStrategy: Hashable, Sendable {
  /// The tables whose changed rows alone are looked at, by name: the cost of a commit grows with the change.
  ///
  /// After a change of any other table of the query, all its ids are read.
  let incrementalTables: Set<String>

  /// Why the ids are read after every commit that concerns the query; `nil` if there are ``incrementalTables``.
  let reason: String?

  /// Whether a change log says which rows other programs have changed; else all ids are read after their commits.
  let hasChangeLog: Bool

  let otherTables: Set<String>

  /// The incremental tables whose rows are not listed when this process changes them: then all ids are read, too.
  let unlistedTables: Set<String>

  init(_ plan: QueryPlan, on connection: DatabaseConnection) throws {
    let catalog = try connection.catalog()
    hasChangeLog = plan.logged != nil
    let tables = plan.tables.filter { catalog.entries[$0.lowercased()]?.type != "view" }
    switch plan.keyed {
    case .success(let keyed):
      incrementalTables = Set(keyed.reaches.keys)
      reason = nil
    case .failure(let failure):
      incrementalTables = []
      reason = failure.reason
    }
    otherTables = tables.subtracting(incrementalTables)
    unlistedTables = incrementalTables.intersection(
      try connection.tablesWithoutRowIDs().filter { !$0.isListed }.map(\.name))
  }
}

extension QueryStrategy: CustomStringConvertible {
  /// The strategy in a sentence.
  var description: String {
    if let reason { return "reads all ids after each commit that concerns it: \(reason)" }
    let tables = incrementalTables.sorted().joined(separator: ", ")
    let others = otherTables.isEmpty ? "" : "; all ids when \(otherTables.sorted().joined(separator: ", ")) changes"
    let log = hasChangeLog ? "" : "; all ids after commits of other programs, as there is no change log"
    let own =
      unlistedTables.isEmpty
      ? ""
      : "; all ids after own commits to \(unlistedTables.sorted().joined(separator: ", ")), with generated columns before the key"
    return "incremental: reads changed rows of \(tables)\(others)\(own)\(log)"
  }
}

extension LiveQuery {
  /// What the table does when rows of its query have changed, by the schema as it is now, in a sentence.
  ///
  /// - Throws: What is wrong with the query or the database.
  public var strategy: String { get async throws { try await currentStrategy.description } }

  var currentStrategy: QueryStrategy {
    get async throws {
      let parts = query.parts
      return try await database.read { connection in
        try QueryStrategy(connection.plan(parts, nil), on: connection)
      }
    }
  }
}
#endif

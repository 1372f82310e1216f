#if SQLite
/// A description of how a live query responds to changes, for diagnostics.
struct QueryStrategy: Hashable, Sendable {
  /// The tables whose changes are read row by row.
  let incrementalTables: Set<String>

  /// The reason why all ids are read after every relevant commit, or `nil` if there are ``incrementalTables``.
  let reason: String?

  let hasChangeLog: Bool

  /// The query's other tables, except views, after whose changes all ids are read.
  let otherTables: Set<String>

  /// The incremental tables whose rows changed by this process are not known, so that all ids are read.
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
  /// A sentence that describes how the live table responds to changes, for the current schema.
  ///
  /// - Throws: An error if the query is invalid or the database cannot be read.
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

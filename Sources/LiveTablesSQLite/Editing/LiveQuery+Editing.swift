#if SQLite
public import LiveTables
public import LiveTablesOperators

extension LiveQuery {
  /// Returns a table that users can edit, and whose edits are written to the database.
  ///
  /// ```swift
  /// let edited = tasks.editable(by: SQLiteRowWriter("task", order: "position"))
  /// view.bind(edited, editing: .deleting() + .moving(to: .sameSection)) { edit, error in show(error) }
  /// ```
  ///
  /// Each edit is written in its own transaction, in the order in which users make the edits. When the live query reads
  /// the commit, views do not change again unless a trigger or another program has also changed the row. An edit is
  /// reverted if it cannot be written, if its row does not exist, or if a trigger reverts it. The binding's `onFailure`
  /// receives the error: ``SQLiteError``, ``QueryError``, `RowConflict`, or an error thrown by the writer's closures.
  ///
  /// Updates and deletions cannot be undone, because a row does not contain its previous contents.
  ///
  /// Edits are written even after the view has been deallocated. Call `editsSaved()` to wait until they have been
  /// written, for example before you close the database.
  public func editable(by writer: SQLiteRowWriter<Section, Value>) -> OptimisticTable<Section, QueryRow<Value>> {
    let obstacles = writer.obstacles.merging([.insert: "rows are inserted into a loaded query"]) { $1 }
    return OptimisticTable(self, except: obstacles, lossy: [.update]) { [database, reading] request in
      try await database.write(request, by: writer)
      return .once { _ in !reading.isBehind }
    }
  }
}

extension LoadedQuery {
  /// Returns a table that users can edit, and whose edits are written to the database.
  ///
  /// See ``LiveQuery/editable(by:)``. A moved row is updated if its position is part of its content. The identity of a
  /// row must be the value of its id column.
  public func editable(by writer: SQLiteRowWriter<Section, Value>) -> OptimisticTable<Section, Value>
  where Value.Identity: DatabaseBindable {
    OptimisticTable(self, except: writer.obstacles) { [live, reading] request in
      try await live.database.write(request, to: live.query, by: writer)
      return .once { _ in !reading.isBehind }
    }
  }
}

extension SQLiteDatabase {
  /// Writes an edit of a row whose contents are read on demand.
  fileprivate func write<Section, Value>(
    _ request: UserRequest<Section, QueryRow<Value>>, by writer: SQLiteRowWriter<Section, Value>
  ) async throws {
    let work = try SQLiteRowWriter<Section, Value>.Work(request, \.id, request.row.value)
    let row = request.row
    let cache = row.state.source.cache
    do {
      try await write { connection in
        func content() throws -> (entry: RowCache<Value>.Entry, rest: Int)? {
          try connection.content(of: row.id, row.state.recipe, stamp: row.stamp, except: writer.moveColumns)
        }
        let before = try content()
        try writer.write(work, on: connection)
        let after = try content()
        try work.check(before?.entry, after?.entry)
        guard let before, let after, cache.knows(before.entry.fingerprint, of: row.id) else { return }
        // The row may differ because of another program or a trigger. In that case, the difference is shown.
        let isExpected =
          if case .change(_, let value) = work { isEqual(value, after.entry.value) } else { before.rest == after.rest }
        // Readers of the commit treat the row as unchanged.
        if isExpected { cache.expect(after.entry, of: row.id) }
      }
      cache.commit(row.id)
    } catch {
      cache.forget(row.id)
      throw error
    }
  }

  /// Writes an edit of a row with its contents, merged with the row in the database.
  fileprivate func write<Section, Value: Diffable>(
    _ request: UserRequest<Section, Value>, to query: TableQuery<Section, Value>,
    by writer: SQLiteRowWriter<Section, Value>
  ) async throws where Value.Identity: DatabaseBindable {
    let work = try SQLiteRowWriter<Section, Value>.Work(request, { RowID($0.identity) }, request.row)
    try await write { connection in
      guard case .change(let id, let value) = work else { return try writer.write(work, on: connection) }
      let recipe = RowReadPlan(plan: try connection.plan(query.parts, nil), decoding: query.decoding)
      let before = try connection.content(of: id, recipe)?.entry
      var merged = value
      if let merge = request.merge, let seen = request.seen, let before, !before.value.hasSameContent(as: seen) {
        merged = merge(seen, value, before.value)
      }
      let change = SQLiteRowWriter<Section, Value>.Work.change(id, merged)
      try writer.write(change, on: connection)
      try change.check(before, connection.content(of: id, recipe)?.entry)
    }
  }
}

extension SQLiteRowWriter.Work {
  /// - Throws: ``QueryError/editCannotBeWritten`` for a row whose identity changes, whose contents are not known, or
  ///   that an operator changes while it is moved.
  fileprivate init<Row>(_ request: UserRequest<Section, Row>, _ id: (Row) -> RowID, _ value: Value?) throws {
    let row = id(request.row)
    let destination = SQLiteRowWriter<Section, Value>.Destination(
      above: request.above.map(id), below: request.below.map(id), section: request.newSection)
    switch (request.kind, value) {
    case (.delete, _): self = .delete(row)
    case (.move, _) where !request.traits.isChanged: self = .move(row, destination)
    case (.insert, let value?): self = .insert(row, value, destination)
    case (.update, let value?) where request.seen.map(id) == row: self = .change(row, value)
    default: throw QueryError.editCannotBeWritten
    }
  }

  /// Checks that an edit has changed the row, unless the row already had the new value.
  fileprivate func check(_ before: RowCache<Value>.Entry?, _ after: RowCache<Value>.Entry?) throws {
    guard case .change(_, let value) = self, let before, let after, before.fingerprint == after.fingerprint,
      !isEqual(value, before.value)
    else { return }
    throw QueryError.editWasIgnored("the row was not changed")
  }
}

extension DatabaseConnection {
  /// Returns the contents of a row, along with a fingerprint of the contents that excludes some columns.
  fileprivate func content<Value>(
    of id: RowID, _ recipe: RowReadPlan<Value>, stamp: UInt32 = 0, except columns: Set<String> = []
  ) throws -> (entry: RowCache<Value>.Entry, rest: Int)? {
    var found: (RowCache<Value>.Entry, Int)?
    try forEach([id], recipe.plan) { _, content in
      let value = try recipe.decoding.decode(content)
      found = (
        .init(value: value, fingerprint: content.fingerprint(), stamp: stamp), content.fingerprint(except: columns)
      )
    }
    return found
  }
}

/// Returns whether two values are equal, or `true` if their type is not `Equatable`.
private func isEqual<Value>(_ one: Value, _ other: Value) -> Bool {
  func compare<Comparable: Equatable>(_ one: Comparable) -> Bool { one == other as? Comparable }
  return (one as? any Equatable).map { compare($0) } ?? true
}
#endif

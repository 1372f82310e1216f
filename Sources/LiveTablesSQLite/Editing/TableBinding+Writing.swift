#if SQLite
@_spi(Adapters) public import LiveTables

extension TableBinding {
  /// Writes what the user does in the view to the database: each edit is a transaction.
  ///
  /// ```swift
  /// view.bind(tasks).writeEdits(to: tasks, by: EditWriter("task", order: "position")) { edit, error in show(error) }
  /// ```
  ///
  /// The edit is on screen at once; a table that is read before it is written has it, too; and when it comes back from
  /// the database, nothing more happens on screen: a row that was moved does not count as changed by its new place. What
  /// a trigger or another program has made of the row besides is shown. If it cannot be written, if the database has no such
  /// row, or if a trigger undoes the edit, the row returns to where it was.
  ///
  /// If `link.editing.editor` is empty, the user can do what can be written, until the binding ends; otherwise it stays as
  /// it is.
  ///
  /// Lasts as long as the binding, and does not keep it alive. What the user has done before it ends is written.
  ///
  /// - Parameters:
  ///   - live: What the view is bound to.
  ///   - writer: How it is written.
  ///   - onFailure: Receives every edit that could not be written and was taken back, and the error: ``DatabaseError``,
  ///     ``QueryError``, or what the writer throws.
  public func writeEdits<Value: Sendable>(
    to live: LiveQuery<Section, Value>, by writer: EditWriter<Section, Value>,
    onFailure: @escaping @MainActor (UserEdit<Section, QueryRow<Value>>, any Error) -> Void
  ) where Row == QueryRow<Value> {
    live.ledger.write(
      self, live.database, writer, id: { $0.id }, value: { $0.value },
      expect: { row, work, connection, write in
        let cache = row.state.source.cache
        let before = try connection.content(of: row, except: writer.placeColumns)
        try write()
        // Another program or a trigger may have done something else to the row: then it is shown.
        let after = try connection.content(of: row, except: writer.placeColumns)
        try work.check(before?.entry, after?.entry)
        guard let before, let after, cache.knows(before.entry.fingerprint, of: row.id) else { return }
        let isExpected =
          switch work {
          case .change(_, let value): isEqual(value, after.entry.value)
          default: before.rest == after.rest
          }
        if isExpected { cache.expect(after.entry, of: row.id) }
      },
      end: { row, isCommitted in
        let cache = row.state.source.cache
        if isCommitted { cache.commit(row.id) } else { cache.forget(row.id) }
      }, onFailure: onFailure)
  }

  /// Writes what the user does in a view of loaded rows to the database: each edit is a transaction.
  ///
  /// See the other `writeEdits`. A row that was moved is updated where its new place is a part of its content. A row's
  /// identity is the value of its id column.
  ///
  /// - Parameters:
  ///   - loaded: What the view is bound to.
  ///   - writer: How it is written.
  ///   - onFailure: Receives every edit that could not be written, and the error.
  public func writeEdits(
    to loaded: LoadedQuery<Section, Row>, by writer: EditWriter<Section, Row>,
    onFailure: @escaping @MainActor (UserEdit<Section, Row>, any Error) -> Void
  ) where Row.Identity: DatabaseBindable {
    loaded.ledger.write(
      self, loaded.live.database, writer, id: { RowID($0.identity) }, value: { $0 },
      expect: { _, work, connection, write in
        guard case .change(let id, _) = work else { return try write() }
        let query = loaded.live.query
        let before = try connection.content(of: id, in: query)
        try write()
        try work.check(before, connection.content(of: id, in: query))
      },
      end: { _, _ in }, onFailure: onFailure)
  }
}

extension LiveQuery {
  /// Waits until all that the user has done so far is written or taken back, or the task is cancelled; for instance
  /// before the database is closed.
  public func editsWritten() async { await ledger.settled() }
}

extension LoadedQuery {
  /// Waits until all that the user has done so far is written or taken back, or the task is cancelled.
  public func editsWritten() async { await ledger.settled() }
}

extension EditLedger {
  /// Writes what the user does in a view.
  ///
  /// - Parameters:
  ///   - expect: Writes, in the transaction, and sees to it that readers of the commit find that the row is what is on
  ///     screen, if it is.
  ///   - end: The row is committed, or could not be written.
  @MainActor fileprivate func write<Value: Sendable>(
    _ binding: TableBinding<Section, Row>, _ database: SQLiteDatabase, _ writer: EditWriter<Section, Value>,
    id: @escaping @Sendable (Row) -> RowID, value: @escaping @Sendable (Row) -> Value?,
    expect:
      @escaping @Sendable (
        Row, EditWriter<Section, Value>.Work, DatabaseConnection, _ write: () throws -> Void
      ) throws -> Void,
    end: @escaping @Sendable (Row, _ isCommitted: Bool) -> Void,
    onFailure: @escaping EditWriting<Section, Row>.Failure
  ) {
    EditWriting.begin(binding, writer.editor(of: Row.self), onFailure: onFailure) { edit, work in
      let number = self.begin(edit.edit)
      return {
        do {
          guard let work = work.flatMap({ EditWriter<Section, Value>.Work($0, id, value) }) else {
            throw QueryError.editCannotBeWritten
          }
          try await database.write { connection in
            try expect(edit.row, work, connection) { try writer.write(work, on: connection) }
          }
          end(edit.row, true)
          self.end(number, isCommitted: true)
        } catch {
          end(edit.row, false)
          self.end(number, isCommitted: false)
          throw error
        }
      }
    }
  }
}

extension EditWriter.Work {
  fileprivate init?<Row>(_ work: EditWork<Section, Row>, _ id: (Row) -> RowID, _ value: (Row) -> Value?) {
    switch work {
    case .delete(let row): self = .delete(id(row))
    case .move(let row, let above, let below, let section):
      self = .move(id(row), after: above.map(id), before: below.map(id), to: section)
    case .change(_, let row):
      guard let value = value(row) else { return nil }
      self = .change(id(row), value)
    }
  }

  /// Sees to it that a change has changed something, unless the row was so before.
  ///
  /// - Throws: ``QueryError/editWasIgnored(_:)``.
  fileprivate func check(_ before: RowCache<Value>.Entry?, _ after: RowCache<Value>.Entry?) throws {
    guard case .change(_, let value) = self, let before, let after, before.fingerprint == after.fingerprint,
      !isEqual(value, before.value)
    else { return }
    throw QueryError.editWasIgnored("the row was not changed")
  }
}

extension DatabaseConnection {
  /// What is in a row, and what distinguishes one content from another but for some columns.
  fileprivate func content<Value>(
    of row: QueryRow<Value>, except columns: Set<String>
  ) throws -> (entry: RowCache<Value>.Entry, rest: Int)? {
    let recipe = row.state.recipe
    var found: (RowCache<Value>.Entry, Int)?
    try forEach([row.id], recipe.plan) { _, content in
      found = (
        RowCache<Value>.Entry(
          value: try recipe.decoding.decode(content), fingerprint: content.fingerprint(), stamp: row.stamp),
        content.fingerprint(except: columns)
      )
    }
    return found
  }

  /// What is in a row of a query.
  fileprivate func content<Section, Value>(
    of id: RowID, in query: TableQuery<Section, Value>
  ) throws -> RowCache<Value>.Entry? {
    var found: RowCache<Value>.Entry?
    try forEach([id], plan(query.parts, nil)) { _, content in
      found = .init(value: try query.decoding.decode(content), fingerprint: content.fingerprint(), stamp: 0)
    }
    return found
  }
}

/// Whether two values are the same, as far as their type can tell.
private func isEqual<Value>(_ one: Value, _ other: Value) -> Bool {
  func compare<Comparable: Equatable>(_ one: Comparable) -> Bool { one == other as? Comparable }
  return (one as? any Equatable).map { compare($0) } ?? true
}
#endif

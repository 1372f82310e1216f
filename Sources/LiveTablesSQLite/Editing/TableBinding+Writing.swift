#if SQLite
@_spi(Adapters) public import LiveTables

extension TableBinding {
  /// Writes the user's edits in the view to the database, each in a transaction.
  ///
  /// ```swift
  /// view.bind(tasks).writeEdits(to: tasks, by: EditWriter("task", order: "position")) { edit, error in show(error) }
  /// ```
  ///
  /// An edit is shown immediately, and tables that are read before it is written include it. When it arrives from the
  /// database, the view does not change again, unless a trigger or another program has changed the row further. A
  /// row that only moved is not updated. The edit is reverted if it cannot be written, if the row does not exist, or if
  /// a trigger undoes it.
  ///
  /// If `link.editing.editor` is empty, it allows the edits that can be written until the binding ends. Otherwise, it
  /// is not changed.
  ///
  /// Writing lasts as long as the binding, and does not keep it alive. Edits made before the binding ends are written.
  ///
  /// - Parameters:
  ///   - live: The query that the view is bound to.
  ///   - writer: How edits are written.
  ///   - onFailure: A closure that receives every reverted edit and the error: ``DatabaseError``, ``QueryError``, or an
  ///     error of the writer.
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
        // The row may differ because of another program or a trigger. In that case it is shown.
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

  /// Writes the user's edits in a view of loaded rows to the database, each in a transaction.
  ///
  /// See the other `writeEdits`. A moved row is updated if its position is part of its content. The identity of a row
  /// is the value of its id column.
  ///
  /// - Parameters:
  ///   - loaded: The query that the view is bound to.
  ///   - writer: How edits are written.
  ///   - onFailure: A closure that receives every reverted edit and the error.
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
  /// Waits until all edits so far are written or reverted, or until the task is cancelled, for example before you close
  /// the database.
  public func editsWritten() async { await ledger.settled() }
}

extension LoadedQuery {
  /// Waits until all edits so far are written or reverted, or until the task is cancelled.
  public func editsWritten() async { await ledger.settled() }
}

extension EditLedger {
  /// Writes the user's edits in a view.
  ///
  /// - Parameters:
  ///   - expect: Writes in the transaction. If the row then equals the row on screen, readers of the commit treat it as
  ///     unchanged.
  ///   - end: Called when the row is committed, or could not be written.
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

  /// Checks that an edit has changed the row, unless the row already had the new value.
  fileprivate func check(_ before: RowCache<Value>.Entry?, _ after: RowCache<Value>.Entry?) throws {
    guard case .change(_, let value) = self, let before, let after, before.fingerprint == after.fingerprint,
      !isEqual(value, before.value)
    else { return }
    throw QueryError.editWasIgnored("the row was not changed")
  }
}

extension DatabaseConnection {
  /// Returns the contents of a row, and a fingerprint of its contents without some columns.
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

/// Returns whether two values are equal, or `true` if their type is not equatable.
private func isEqual<Value>(_ one: Value, _ other: Value) -> Bool {
  func compare<Comparable: Equatable>(_ one: Comparable) -> Bool { one == other as? Comparable }
  return (one as? any Equatable).map { compare($0) } ?? true
}
#endif

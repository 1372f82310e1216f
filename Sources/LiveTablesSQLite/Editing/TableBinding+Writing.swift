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
  /// the database, nothing more happens on screen: a row that was moved does not count as changed by its new place. If
  /// it cannot be written, the row returns to where it was.
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
      expect: { row, connection in
        let entries = try connection.entries([row.id], row.state.recipe) { _ in row.stamp }
        if let entry = entries[row.id] { row.state.source.cache.expect(entry, of: row.id) }
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
      self, loaded.live.database, writer, id: { RowID($0.identity) }, value: { $0 }, expect: { _, _ in },
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
  ///   - expect: The row is about to be committed: readers of the commit find that it is what is on screen.
  ///   - end: The row is committed, or could not be written.
  @MainActor fileprivate func write<Value: Sendable>(
    _ binding: TableBinding<Section, Row>, _ database: SQLiteDatabase, _ writer: EditWriter<Section, Value>,
    id: @escaping @Sendable (Row) -> RowID, value: @escaping @Sendable (Row) -> Value?,
    expect: @escaping @Sendable (Row, DatabaseConnection) throws -> Void,
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
            try writer.write(work, on: connection)
            try expect(edit.row, connection)
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
    case .move(let row, let above, _, let section): self = .move(id(row), after: above.map(id), to: section)
    case .change(_, let row):
      guard let value = value(row) else { return nil }
      self = .change(id(row), value)
    }
  }
}
#endif

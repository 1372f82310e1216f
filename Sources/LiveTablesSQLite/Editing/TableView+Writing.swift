#if SQLite
@_spi(Adapters) public import LiveTables

extension TableView {
  /// Shows a live table, and writes what the user does in it: each edit is a transaction.
  ///
  /// ```swift
  /// view.bind(tasks, writing: EditWriter("task", order: "position")) { edit, error in show(error) }
  /// ```
  ///
  /// The edit is on screen at once; a table that is read before it is written has it, too; and when it comes back from
  /// the database, nothing more happens on screen: a row that was moved does not count as changed by its new place. If
  /// it cannot be written, the row returns to where it was.
  ///
  /// If `link.editing.editor` is empty, the user can do what can be written; otherwise it stays as it is.
  ///
  /// Keeps neither the view nor the binding alive. What the user has done before either ends is written.
  ///
  /// - Parameters:
  ///   - live: What is shown.
  ///   - writer: How it is written.
  ///   - options: How it is shown.
  ///   - onFailure: Receives every edit that could not be written and was taken back, and the error: ``DatabaseError``,
  ///     ``QueryError``, or what the writer throws.
  @inlinable @discardableResult public func bind<Value: Sendable>(
    _ live: LiveQuery<Section, Value>, writing writer: EditWriter<Section, Value>,
    options: TableOptions = TableOptions(),
    onFailure: @escaping @MainActor (UserEdit<Section, QueryRow<Value>>, any Error) -> Void
  ) -> TableBinding<Section, QueryRow<Value>> where Row == QueryRow<Value> {
    let binding = bind(live, options: options)
    live.write(editsOf: link.editing, writer, onFailure)
    return binding
  }

  /// Shows a live table whose rows are loaded, and writes what the user does in it: each edit is a transaction.
  ///
  /// See the other `bind`. A row that was moved is updated where its new place is a part of its content. A row's identity
  /// is the value of its id column.
  ///
  /// - Parameters:
  ///   - loaded: What is shown.
  ///   - writer: How it is written.
  ///   - options: How it is shown.
  ///   - onFailure: Receives every edit that could not be written, and the error.
  /// - Returns: The binding.
  @inlinable @discardableResult public func bind(
    _ loaded: LoadedQuery<Section, Row>, writing writer: EditWriter<Section, Row>,
    options: TableOptions = TableOptions(),
    onFailure: @escaping @MainActor (UserEdit<Section, Row>, any Error) -> Void
  ) -> TableBinding<Section, Row> where Row.Identity: DatabaseBindable {
    let binding = bind(loaded, options: options)
    loaded.write(editsOf: link.editing, writer, onFailure)
    return binding
  }
}

extension LiveQuery {
  /// Waits until all that the user has done so far is written or taken back, or the task is cancelled; for instance
  /// before the database is closed.
  public func editsWritten() async { await ledger.settled() }

  @usableFromInline @MainActor func write(
    editsOf editing: TableEditing<Section, QueryRow<Value>>, _ writer: EditWriter<Section, Value>,
    _ onFailure: @escaping @MainActor (UserEdit<Section, QueryRow<Value>>, any Error) -> Void
  ) {
    ledger.write(
      editing, database, writer, id: { $0.id }, value: { $0.value },
      expect: { row, connection in
        let entries = try connection.entries([row.id], row.state.recipe) { _ in row.stamp }
        if let entry = entries[row.id] { row.state.source.cache.expect(entry, of: row.id) }
      },
      end: { row, isCommitted in
        let cache = row.state.source.cache
        if isCommitted { cache.commit(row.id) } else { cache.forget(row.id) }
      }, onFailure: onFailure)
  }
}

extension LoadedQuery {
  /// Waits until all that the user has done so far is written or taken back, or the task is cancelled.
  public func editsWritten() async { await ledger.settled() }
}

extension LoadedQuery where Value.Identity: DatabaseBindable {
  @usableFromInline @MainActor func write(
    editsOf editing: TableEditing<Section, Value>, _ writer: EditWriter<Section, Value>,
    _ onFailure: @escaping @MainActor (UserEdit<Section, Value>, any Error) -> Void
  ) {
    ledger.write(
      editing, live.database, writer, id: { RowID($0.identity) }, value: { $0 }, expect: { _, _ in }, end: { _, _ in },
      onFailure: onFailure)
  }
}

extension EditLedger {
  /// Writes what the user does in a view.
  ///
  /// - Parameters:
  ///   - expect: The row is about to be committed: readers of the commit find that it is what is on screen.
  ///   - end: The row is committed, or could not be written.
  @MainActor fileprivate func write<Value: Sendable>(
    _ editing: TableEditing<Section, Row>, _ database: SQLiteDatabase, _ writer: EditWriter<Section, Value>,
    id: @escaping @Sendable (Row) -> RowID, value: @escaping @Sendable (Row) -> Value?,
    expect: @escaping @Sendable (Row, DatabaseConnection) throws -> Void,
    end: @escaping @Sendable (Row, _ isCommitted: Bool) -> Void,
    onFailure: @escaping EditWriting<Section, Row>.Failure
  ) {
    EditWriting.begin(editing, writer.editor(of: Row.self), onFailure: onFailure) { edit, work in
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

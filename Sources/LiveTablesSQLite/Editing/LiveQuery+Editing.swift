#if SQLite
public import LiveTables

extension LiveQuery {
  /// Shows a user's edit immediately, and writes it to the database.
  ///
  /// ```swift
  /// try await mails.edit(.remove(id: row.id), in: view) { try $0.execute("DELETE FROM mail WHERE id = \(row.id)") }
  /// ```
  ///
  /// When the edit arrives from the database, the view does not change again. Tables that are read before the edit is
  /// written include it. If it cannot be written, the view shows the previous state.
  ///
  /// - Parameters:
  ///   - edit: The user's edit.
  ///   - view: A view that is bound to this query.
  ///   - write: A closure that makes the same change in the database, in a transaction.
  /// - Throws: The errors of ``SQLiteDatabase/write(_:)``.
  @MainActor public func edit(
    _ edit: TableEdit<Section, QueryRow<Value>>, in view: some TableView<Section, QueryRow<Value>>,
    write: @escaping @Sendable (DatabaseConnection) throws -> Void
  ) async throws {
    view.link.edit(edit)
    try await ledger.commit(edit, in: database, write)
  }
}

extension LoadedQuery {
  /// Shows a user's edit immediately, and writes it to the database.
  ///
  /// The view must be bound to this same value: `let mails = live.loaded`. See ``LiveQuery/edit(_:in:write:)``.
  ///
  /// - Parameters:
  ///   - edit: The user's edit.
  ///   - view: A view that is bound to this query.
  ///   - write: A closure that makes the same change in the database, in a transaction.
  /// - Throws: The errors of ``SQLiteDatabase/write(_:)``.
  @MainActor public func edit(
    _ edit: TableEdit<Section, Value>, in view: some TableView<Section, Value>,
    write: @escaping @Sendable (DatabaseConnection) throws -> Void
  ) async throws {
    view.link.edit(edit)
    try await ledger.commit(edit, in: live.database, write)
  }
}

extension EditLedger {
  func commit(
    _ edit: TableEdit<Section, Row>, in database: SQLiteDatabase,
    _ write: @escaping @Sendable (DatabaseConnection) throws -> Void
  ) async throws {
    let number = begin(edit)
    do {
      try await database.write(write)
      end(number, isCommitted: true)
    } catch {
      end(number, isCommitted: false)
      throw error
    }
  }
}
#endif

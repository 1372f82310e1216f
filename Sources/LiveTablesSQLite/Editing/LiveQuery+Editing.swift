#if SQLite
public import LiveTables

extension LiveQuery {
  /// Shows a change that the user made, at once, and writes it.
  ///
  /// ```swift
  /// try await mails.edit(.remove(id: row.id), in: view) { try $0.execute("DELETE FROM mail WHERE id = \(row.id)") }
  /// ```
  ///
  /// It comes back from the database as the same change, so that nothing more happens on screen; tables that are read
  /// before it is written have it, too. If it cannot be written, what was shown before is shown again.
  ///
  /// - Parameters:
  ///   - edit: What the user did.
  ///   - view: Where; it is bound to this table.
  ///   - write: Does the same in the database, in a transaction.
  /// - Throws: As ``SQLiteDatabase/write(_:)``.
  @MainActor public func edit(
    _ edit: TableEdit<Section, QueryRow<Value>>, in view: some TableView<Section, QueryRow<Value>>,
    write: @escaping @Sendable (DatabaseConnection) throws -> Void
  ) async throws {
    view.link.edit(edit)
    try await ledger.commit(edit, in: database, write)
  }
}

extension LoadedQuery {
  /// Shows a change that the user made, at once, and writes it.
  ///
  /// The view has to be bound to this very value: `let mails = live.loaded`. See ``LiveQuery/edit(_:in:write:)``.
  ///
  /// - Parameters:
  ///   - edit: What the user did.
  ///   - view: The view that is bound to this table.
  ///   - write: Does the same in the database, in a transaction.
  /// - Throws: As ``SQLiteDatabase/write(_:)``.
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

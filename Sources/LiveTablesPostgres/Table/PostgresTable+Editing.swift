#if Postgres
public import LiveTables

extension PostgresTable where Row: Encodable {
  /// Edits the table, and writes the edits to the server in a single transaction.
  ///
  /// ```swift
  /// try await mails.edit {
  ///   $0.remove(id: 7)
  ///   $0.update(.id(8)) { $0.isRead = true }
  ///   $0.append(mail)
  /// }
  /// ```
  ///
  /// Readers receive the edits immediately, and receive another change only if triggers also change the rows. If the
  /// server rejects the transaction, the edits are reverted and this method throws. The transaction is rejected if a
  /// changed row no longer exists, if the server does not change a row, or if a row ends up with a different key.
  ///
  /// Updates write only the columns that differ. The positions of rows are not written. To move rows, call
  /// `move(_:after:by:)`, which changes the number by which rows are sorted.
  ///
  /// - Parameter body: A closure that edits the shown rows. If the closure throws an error, the table does not change.
  /// - Throws: ``PostgresError``, or any error thrown by `body`. `CancellationError` if the task is cancelled before
  ///   the commit. The table is then unchanged.
  public func edit(_ body: sending (inout TableEditor<OneSection, Row>) throws -> Void) async throws {
    if let edit = try begin(body) { try await write(edit) }
  }

  /// Applies an edit to the shown table.
  ///
  /// - Returns: The edit, or `nil` if there is nothing to write.
  private func begin(
    _ body: (inout TableEditor<OneSection, Row>) throws -> Void
  ) throws -> QueuedWrite? {
    if let ending { throw ending }
    guard let description else { throw PostgresError.notYetRead }
    let before = shown
    var editor = TableEditor(CapturedTable(before))
    editor.recorded = []
    try body(&editor)
    var edits: [RowWrite<Row>] = []
    var statements: [WriteStatement] = []
    for edit in RowWrite.edits(of: (editor.recorded ?? []).map(\.edit), on: before) {
      // Edits that are not written are not shown, because they would overwrite changes that arrive from the server.
      guard let statement = try edit.statement(in: description, key: serverKey) else { continue }
      edits.append(edit)
      statements.append(statement)
    }
    return statements.isEmpty
      ? nil : QueuedWrite(number: add(edits), table: description, statements: statements)
  }

  private func write(_ edit: QueuedWrite) async throws {
    do {
      let end = try await writer.run(edit.statements, in: edit.table) { [weak self] transaction in
        await self?.begin(edit, as: transaction)
      }
      commit(edit, before: end)
    } catch {
      takeBack(edit)
      throw error
    }
  }
}
#endif

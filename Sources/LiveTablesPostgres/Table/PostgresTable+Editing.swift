#if Postgres
public import LiveTables

extension PostgresTable where Row: Encodable {
  /// Changes the table, and the server's table by one transaction.
  ///
  /// ```swift
  /// try await mails.edit {
  ///   $0.remove(id: 7)
  ///   $0.update(.id(8)) { $0.isRead = true }
  ///   $0.append(mail)
  /// }
  /// ```
  ///
  /// Every reader has the edit at once. When it comes back from the server nothing more happens, unless the server has made
  /// something else of it. If the server refuses it, it is taken back and the call throws.
  ///
  /// Rows become `DELETE`, `UPDATE` of the columns that differ, and `INSERT`, by the keys and values that the row encodes.
  /// Where a row stands is not written; `move(_:after:by:)` gives it a number in an order, which is.
  ///
  /// - Parameter body: Edits the rows as they are shown. If it throws, nothing changes.
  /// - Throws: ``PostgresError``, what `body` throws, and `CancellationError` if the task is cancelled before the commit:
  ///   then nothing was changed.
  public func edit(_ body: sending (inout TableSnapshot<OneSection, Row>) throws -> Void) async throws {
    taken.take(by: self)
    if let edit = try begin(body) { try await write(edit) }
  }

  /// Takes an edit that a user has made in a view.
  ///
  /// - Returns: Writes it. To be called for one edit after the other, in their order.
  nonisolated func take(
    _ body: @escaping @Sendable (inout TableSnapshot<OneSection, Row>) throws -> Void
  ) -> @Sendable () async throws -> Void {
    let number = taken.add { number, table in table.begun[number] = Result { try table.begin(body) } }
    return { try await self.write(number) }
  }

  private func write(_ number: Int) async throws {
    taken.take(by: self)
    defer { end(number) }
    if let edit = try begun[number]?.get() { try await write(edit) }
  }

  /// Waits until all that users have done in views so far is written or taken back, or the task is cancelled; for instance
  /// before the table is closed.
  public func editsWritten() async {
    taken.take(by: self)
    if begun.isEmpty { return }
    for await _ in untilWritten() {}
  }

  /// Shows an edit.
  ///
  /// - Returns: `nil` if it writes nothing.
  private func begin(
    _ body: (inout TableSnapshot<OneSection, Row>) throws -> Void
  ) throws -> BegunEdit? {
    if let ending { throw ending }
    guard let description else { throw PostgresError.notYetRead }
    let before = shown
    var after = before
    try body(&after)
    var edits: [RowEdit<Row>] = []
    var statements: [EditStatement] = []
    for edit in RowEdit.edits(from: before, to: after) {
      // What is not written is not shown either: it would overwrite what comes from the server meanwhile.
      guard let statement = try edit.statement(in: description) else { continue }
      edits.append(edit)
      statements.append(statement)
    }
    return statements.isEmpty ? nil : BegunEdit(number: add(edits), statements: statements)
  }

  private func write(_ edit: BegunEdit) async throws {
    do {
      let end = try await writer.run(edit.statements) { [weak self] transaction in
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

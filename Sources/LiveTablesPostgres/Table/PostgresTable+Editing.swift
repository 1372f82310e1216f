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
  /// Rows become `DELETE`, `UPDATE` of the columns that differ, and `INSERT`, in the order in which `body` names them.
  /// Where a row stands is not written; `move(_:after:by:)` gives it a number in an order, which is.
  ///
  /// The edit is refused if a row that it changes does not exist any more, if the server leaves a row as it was, or if a row
  /// has another key in the end. What triggers change besides is shown as the server has it.
  ///
  /// - Parameter body: Edits the rows as they are shown. If it throws, nothing changes.
  /// - Throws: ``PostgresError``, what `body` throws, and `CancellationError` if the task is cancelled before the commit:
  ///   then nothing was changed.
  public func edit(_ body: sending (inout TableEditor<OneSection, Row>) throws -> Void) async throws {
    taken.take(by: self)
    if let edit = try begin(body) { try await write(edit) }
  }

  /// Takes an edit that a user has made in a view.
  ///
  /// - Returns: Writes it. To be called for one edit after the other, in their order.
  nonisolated func take(
    _ body: @escaping @Sendable (inout TableEditor<OneSection, Row>) throws -> Void
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
    _ body: (inout TableEditor<OneSection, Row>) throws -> Void
  ) throws -> BegunEdit? {
    if let ending { throw ending }
    guard let description else { throw PostgresError.notYetRead }
    let before = shown
    var editor = TableEditor(CapturedTable(before))
    editor.recorded = []
    try body(&editor)
    var edits: [RowEdit<Row>] = []
    var statements: [EditStatement] = []
    // Of different columns, two changes of a row can be one statement: a row that moves to another section.
    let made = RowEdit.edits(of: (editor.recorded ?? []).map(\.edit), on: before) { old, middle, new in
      (try? RowEncoder.changes(to: middle, from: old, description.layout)
        .isDisjoint(with: RowEncoder.changes(to: new, from: middle, description.layout))) ?? false
    }
    for edit in made {
      // What is not written is not shown either: it would overwrite what comes from the server meanwhile.
      guard let statement = try edit.statement(in: description, key: serverKey) else { continue }
      edits.append(edit)
      statements.append(statement)
    }
    return statements.isEmpty
      ? nil : BegunEdit(number: add(edits), table: description, statements: statements)
  }

  private func write(_ edit: BegunEdit) async throws {
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

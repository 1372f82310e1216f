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
    if let failure = pending.failure { throw failure }
    guard let description else { throw PostgresError.notYetRead }
    let before = shown()
    var after = before
    try body(&after)
    let (edits, statements) = try Self.work(from: before, to: after, in: description)
    if statements.isEmpty { return }
    let id = pending.add(edits)
    show()
    do {
      let end = try await writer.run(statements) { [weak self] number in await self?.begin(id, as: number) }
      pending.commit(id, before: end)
    } catch {
      pending.remove(id)
      show()
      throw error
    }
    show()
  }

  private func begin(_ id: Int, as transaction: UInt32) { pending.begin(id, as: transaction) }

  /// What an edit comes to: of rows, and in SQL.
  private static func work(
    from before: TableSnapshot<OneSection, Row>, to after: TableSnapshot<OneSection, Row>, in table: TableDescription
  ) throws -> ([RowEdit<Row>], [EditStatement]) {
    let changeset = after.difference(from: before)
    var old: [Row.Identity: Row] = [:]
    var new: [Row] = []
    for stage in changeset.stages {
      for path in stage.operations.deletedRows + stage.operations.updatedRows {
        if let row = stage.source[path], old[row.identity] == nil { old[row.identity] = row }
      }
    }
    // A row that goes and comes in different stages is the same row.
    var ids = Set(old.keys)
    for stage in changeset.stages {
      for path in stage.operations.insertedRows {
        if let row = stage.target[path] { ids.insert(row.identity) }
      }
    }
    if changeset.reload != nil {
      old = Dictionary(before.map { ($0.identity, $0) }) { first, _ in first }
      ids = Set(old.keys).union(after.map(\.identity))
    }
    if !ids.isEmpty { new = after.filter { ids.contains($0.identity) } }
    var edits: [RowEdit<Row>] = []
    var statements: [EditStatement] = []
    let kept = Set(new.map(\.identity))
    for row in old.values where !kept.contains(row.identity) {
      edits.append(.delete(row.identity))
      statements.append(try EditStatement.delete(row, in: table))
    }
    for row in new {
      if let last = old[row.identity] {
        guard let update = try EditStatement.update(last, to: row, in: table) else { continue }
        edits.append(.update(row))
        statements.append(update)
      } else {
        edits.append(.insert(row))
        statements.append(try EditStatement.insert(row, in: table))
      }
    }
    return (edits, statements)
  }
}

extension EditStatement {
  fileprivate static func delete(_ row: some Encodable, in table: TableDescription) throws -> EditStatement {
    let (condition, values) = try condition(RowEncoder.values(of: row, table.layout), table, first: 1)
    return EditStatement(sql: "DELETE FROM \(table.name) WHERE \(condition)", values: values, namesRow: true)
  }

  fileprivate static func insert(_ row: some Encodable, in table: TableDescription) throws -> EditStatement {
    let values = try RowEncoder.values(of: row, table.layout)
    let columns = table.layout.names.filter { values[$0] != nil }
    let places = (1...max(1, columns.count)).map { "$\($0)" }.joined(separator: ", ")
    return EditStatement(
      sql: "INSERT INTO \(table.name) (\(columns.map(quoted).joined(separator: ", "))) VALUES (\(places))",
      values: columns.map { values[$0] ?? nil }, namesRow: false)
  }

  /// - Returns: `nil` if both are written the same way.
  fileprivate static func update<Row: Encodable>(
    _ row: Row, to other: Row, in table: TableDescription
  ) throws -> EditStatement? {
    let old = try RowEncoder.values(of: row, table.layout)
    let new = try RowEncoder.values(of: other, table.layout)
    let columns = table.layout.names.filter { new[$0] != nil && new[$0] != old[$0] }
    if columns.isEmpty { return nil }
    let (condition, values) = try condition(old, table, first: columns.count + 1)
    let sets = columns.enumerated().map { "\(quoted($1)) = $\($0 + 1)" }.joined(separator: ", ")
    return EditStatement(
      sql: "UPDATE \(table.name) SET \(sets) WHERE \(condition)", values: columns.map { new[$0] ?? nil } + values,
      namesRow: true)
  }

  private static func condition(
    _ row: [String: String?], _ table: TableDescription, first: Int
  ) throws -> (sql: String, values: [String?]) {
    let keys = table.layout.keys.map { table.layout.columns[$0].name }
    let values = try keys.map { key in
      guard let value = row[key] ?? nil else {
        throw PostgresError("the row does not encode “\(key)”, which is a part of the key of \(table.name)")
      }
      return value
    }
    return (
      keys.enumerated().map { "\(quoted($1)) = $\(first + $0)" }.joined(separator: " AND "), values
    )
  }
}
#endif

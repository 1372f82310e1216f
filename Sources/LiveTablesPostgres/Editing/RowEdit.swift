#if Postgres
internal import LiveTables

/// A change of a row by an edit.
enum RowEdit<Row: Diffable & Sendable>: Sendable {
  case insert(Row)
  case update(Row, to: Row)
  case delete(Row)

  /// The same for the table that is shown.
  var edit: TableEdit<OneSection, Row> {
    switch self {
    case .insert(let row): .append(row)
    case .update(let old, let row): .replace(.id(old.identity), with: [row], isRefresh: false)
    case .delete(let row): .remove(id: row.identity)
    }
  }

  /// The changes that lead from one table to another; where rows stand is none of them.
  ///
  /// Rows that were set but look the same are among them: what does not show may be written.
  static func edits(
    from before: TableSnapshot<OneSection, Row>, to after: TableSnapshot<OneSection, Row>
  ) -> [RowEdit] {
    let changeset = after.difference(from: before)
    var old: [Row.Identity: Row] = [:]
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
    let others = after.pathsOfRowsNotShared(with: before).compactMap { after[$0]?.identity }.filter { old[$0] == nil }
    for path in before.paths(of: others) {
      guard let row = path.flatMap({ before[$0] }) else { continue }
      old[row.identity] = row
      ids.insert(row.identity)
    }
    if ids.isEmpty { return [] }
    let new = after.filter { ids.contains($0.identity) }
    let kept = Set(new.map(\.identity))
    return old.values.filter { !kept.contains($0.identity) }.map { .delete($0) }
      + new.map { row in old[row.identity].map { .update($0, to: row) } ?? .insert(row) }
  }
}

extension RowEdit where Row: Encodable {
  /// The same in SQL; `nil` if it writes nothing.
  func statement(in table: TableDescription) throws -> EditStatement? {
    switch self {
    case .insert(let row): try .insert(row, in: table)
    case .update(let old, let row): try .update(old, to: row, in: table)
    case .delete(let row): try .delete(row, in: table)
    }
  }
}

extension EditStatement {
  fileprivate static func delete(_ row: some Encodable, in table: TableDescription) throws -> EditStatement {
    let (condition, values) = try condition(RowEncoder.values(of: row, table.layout), table, first: 1)
    // A row that is gone is what was wanted.
    return EditStatement(sql: "DELETE FROM \(table.name) WHERE \(condition)", values: values, namesRow: false)
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

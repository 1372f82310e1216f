#if Postgres
internal import LiveTables

/// A statement that writes an edit, with the keys of its row.
struct WriteStatement: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case insert
    case update
    case delete
  }

  let kind: Kind
  let sql: String
  let values: [String?]
  /// The key used to find the row, or `nil` for an inserted row.
  var oldKey: [String]?
  /// The key of the row after the edit, or `nil` if the row is deleted or the server generates the key.
  var newKey: [String]?
}

/// An edit that the table shows, with the statements that write the edit.
struct QueuedWrite: Sendable {
  let number: Int
  let table: TableDescription
  let statements: [WriteStatement]
}

extension RowWrite where Row: Encodable {
  /// Returns the statement that writes the edit, or `nil` if there is nothing to write.
  ///
  /// - Parameters:
  ///   - key: A closure that returns the server's spelling of a row's encoded key.
  func statement(in table: TableDescription, key: (Row.Identity, [String]) -> [String]) throws
    -> WriteStatement?
  {
    switch self {
    case .insert(let row): try .insert(row, in: table)
    case .update(let old, let row, _): try .update(old, to: row, in: table, key: key)
    case .delete(let row): try .delete(row, in: table, key: key)
    }
  }
}

extension WriteStatement {
  fileprivate static func delete<Row: Diffable & Encodable>(
    _ row: Row, in table: TableDescription, key: (Row.Identity, [String]) -> [String]
  ) throws -> WriteStatement {
    let old = key(row.identity, try table.key(of: PostgresRowEncoder.values(of: row, table.layout)))
    return WriteStatement(
      kind: .delete, sql: "DELETE FROM \(table.rows) AS t WHERE \(table.condition(first: 1))",
      values: old, oldKey: old)
  }

  fileprivate static func insert(_ row: some Encodable, in table: TableDescription) throws
    -> WriteStatement
  {
    let values = try PostgresRowEncoder.values(of: row, table.layout)
    // A `NULL` is omitted if the column does not allow it and the server supplies a value in its place.
    let columns = table.layout.columns.filter { column in
      values[column.name].map { $0 != nil || !column.replacesNull } ?? false
    }
    let names = columns.map { quoted($0.name) }.joined(separator: ", ")
    let places = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let isFilled = table.layout.keys.allSatisfy {
      (values[table.layout.columns[$0].name] ?? nil) != nil
    }
    return WriteStatement(
      kind: .insert,
      sql: "INSERT INTO \(table.name) "
        + (columns.isEmpty ? "DEFAULT VALUES" : "(\(names)) VALUES (\(places))"),
      values: columns.map { values[$0.name] ?? nil },
      newKey: isFilled ? try table.key(of: values) : nil)
  }

  /// - Returns: The statement, or `nil` if both rows are written in the same way.
  fileprivate static func update<Row: Diffable & Encodable>(
    _ row: Row, to other: Row, in table: TableDescription,
    key: (Row.Identity, [String]) -> [String]
  ) throws -> WriteStatement? {
    let old = try PostgresRowEncoder.values(of: row, table.layout)
    let new = try PostgresRowEncoder.values(of: other, table.layout)
    let columns = table.layout.columns.filter {
      new[$0.name] != nil && new[$0.name] != old[$0.name]
    }
    if columns.isEmpty { return nil }
    let oldKey = key(row.identity, try table.key(of: old))
    // The server keeps the parts of the key that are not written.
    var newKey = oldKey
    for (place, index) in table.layout.keys.enumerated() {
      let name = table.layout.columns[index].name
      if let text = new[name], text != old[name] { newKey[place] = text ?? "" }
    }
    let sets = columns.enumerated().map { "\(quoted($1.name)) = $\($0 + 1)" }.joined(
      separator: ", ")
    let condition = table.condition(first: columns.count + 1)
    let before = columns.enumerated().map { "\(quoted($1.name))::text AS v\($0)" }.joined(
      separator: ", ")
    // A trigger may replace the written value, but must not leave the row unchanged.
    let isWritten = columns.enumerated().map { place, column in
      "t.\(quoted(column.name))::text IS DISTINCT FROM old.v\(place) "
        + "OR t.\(quoted(column.name))::text IS NOT DISTINCT FROM ($\(place + 1)::\(column.sql))::text"
    }
    return WriteStatement(
      kind: .update,
      sql:
        "UPDATE \(table.rows) AS t SET \(sets) FROM (SELECT \(before) FROM \(table.rows) AS t WHERE \(condition) "
        + "FOR UPDATE) AS old WHERE \(condition) RETURNING \(isWritten.joined(separator: " OR ")) AS is_written",
      values: columns.map { new[$0.name] ?? nil } + oldKey, oldKey: oldKey, newKey: newKey)
  }
}

extension TableDescription {
  /// The rows of the table, excluding the rows of tables that inherit from it.
  var rows: String { (isPartitioned ? "" : "ONLY ") + name }

  /// Returns a condition that matches the key of the row in the table with the alias `t`.
  func condition(first: Int) -> String {
    layout.keys.enumerated().map { place, index in
      "t.\(quoted(layout.columns[index].name)) = $\(first + place)::\(layout.columns[index].cast)"
    }.joined(separator: " AND ")
  }

  func key(of values: [String: String?]) throws -> [String] {
    try layout.keys.map { index in
      let column = layout.columns[index].name
      guard let value = values[column] ?? nil else {
        throw PostgresError(
          "the row does not encode “\(column)”, which is a part of the key of \(name)")
      }
      return value
    }
  }

  /// Returns a query for a key whose row unexpectedly exists or does not exist.
  ///
  /// - Parameter keys: The keys in the order of the edits, and whether their rows should exist. Of keys that the server
  ///   considers equal, such as `1.5` and `1.50`, the last one counts.
  func query(of keys: [(texts: [String], isThere: Bool)]) -> (sql: String, values: [String?]) {
    let columns = layout.keys.map { layout.columns[$0] }
    let names = columns.indices.map { "k\($0)" }
    let all = names.joined(separator: ", ")
    let lists = columns.indices.map { "$\($0 + 1)::text[], " }.joined()
    let cast = zip(names, columns).map { "\($0)::\($1.cast) AS \($0), " }.joined()
    let same = zip(names, columns).map { "t.\(quoted($1.name)) = v.\($0)" }.joined(separator: " AND ")
    let sql = """
      SELECT is_there, \(all) FROM (SELECT DISTINCT ON (\(all)) * FROM (SELECT \(cast)is_there, number \
      FROM unnest(\(lists)$\(names.count + 1)::boolean[]) WITH ORDINALITY AS v (\(all), is_there, number)) AS v \
      ORDER BY \(all), number DESC) AS v \
      WHERE is_there <> EXISTS (SELECT FROM \(rows) AS t WHERE \(same)) LIMIT 1
      """
    func list(_ texts: [String]) -> String { "{" + texts.map(PostgresArray.text).joined(separator: ",") + "}" }
    return (
      sql,
      columns.indices.map { place in list(keys.map { $0.texts[place] }) } + [list(keys.map { $0.isThere ? "t" : "f" })]
    )
  }
}
#endif

#if Postgres
/// The properties of a replicated table, from the server's catalog.
struct TableDescription: Sendable {
  /// The table's object identifier (OID).
  let id: UInt32
  /// The quoted name, including the schema.
  let name: String
  let isPartitioned: Bool
  let layout: RowLayout
  /// The columns as the server will describe them during replication.
  let columns: [OutputMessage.Relation.Column]
  let publication: String
  /// The row filter of the publication in SQL, or `nil` if all rows are published.
  let filter: String?

  /// The statement that reads all rows in the transaction's snapshot.
  var copy: String {
    let columns = layout.names.map(quoted).joined(separator: ", ")
    let keys = layout.keys.map { quoted(layout.columns[$0].name) }.joined(separator: ", ")
    return "COPY (SELECT \(columns) FROM \(rows)"
      + (filter.map { " WHERE \($0)" } ?? "") + " ORDER BY \(keys)) TO STDOUT"
  }
}

extension TableDescription {
  /// - Parameters:
  ///   - table: The table's name, quoted as in SQL or unquoted.
  ///   - publication: The publication, or `nil` for any publication that contains all rows and columns of the table.
  ///   - connection: A replication connection, on which values must be part of the statements.
  /// - Throws: `PostgresError`, which describes the requirement that the server or the table does not meet.
  static func load(
    _ table: String, publication: String?, on connection: ServerConnection
  ) async throws -> TableDescription {
    let level = try await connection.query("SELECT current_setting('wal_level') AS level")["level"] ?? ""
    guard level == "logical" else {
      throw PostgresError(
        "the server's wal_level is \(level), not logical",
        hint: "run ALTER SYSTEM SET wal_level = 'logical', and restart the server")
    }
    let version = await connection.version
    let missing = PostgresError(code: "42P01", "there is no table “\(table)”")
    guard let id = try await connection.id(of: table) else { throw missing }
    let found = try await connection.query(
      """
      SELECT n.nspname, c.relname, c.relkind, c.relreplident FROM pg_class c \
      JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = \(id)
      """)
    guard let schema = found["nspname"], let relation = found["relname"] else { throw missing }
    let name = "\(quoted(schema)).\(quoted(relation))"
    let kind = found["relkind"] ?? ""
    guard ["r", "p"].contains(kind) else {
      throw PostgresError("\(name) is no table", hint: "views and foreign tables are not replicated; name their tables")
    }
    let identity = found["relreplident"] ?? ""
    let publication = try await Publication.load(
      publication, of: name, id, isPartitioned: kind == "p", version, on: connection)
    // An index may include columns that are not part of its key.
    let keys = version >= 110000 ? "(i.indkey::int2[])[0:i.indnkeyatts - 1]" : "i.indkey"
    let columns = try await connection.query(
      """
      WITH RECURSIVE steps(type, id, base, refuses_null, has_default) AS (
        SELECT oid, oid, typbasetype, typnotnull, typdefault IS NOT NULL FROM pg_type UNION ALL
        SELECT s.type, t.oid, t.typbasetype, t.typnotnull, t.typdefault IS NOT NULL
        FROM steps s JOIN pg_type t ON t.oid = s.base),
      bases AS (SELECT type, max(id) FILTER (WHERE base = 0) AS id, bool_or(refuses_null) AS refuses_null,
        bool_or(has_default) AS has_default FROM steps GROUP BY type)
      SELECT a.attname, b.id, \
      coalesce(a.attnum = ANY (\(keys)), false) AS key, a.atttypid, a.atttypmod, \
      \(identity == "f" ? "true" : "coalesce(a.attnum = ANY (\(keys)) AND i.indimmediate AND i.indisvalid, false)"), \
      CASE WHEN t.typinput = 'array_in'::regproc THEN e.id ELSE 0 END, ascii(t.typdelim::text), \
      format_type(a.atttypid, a.atttypmod), format_type(a.atttypid, -1) || coalesce((SELECT ' COLLATE ' \
      || quote_ident(s.nspname) || '.' || quote_ident(c.collname) FROM pg_collation c JOIN pg_namespace s \
      ON s.oid = c.collnamespace WHERE c.oid = a.attcollation AND c.collname <> 'default'), ''), \
      (a.attnotnull OR b.refuses_null) AND (a.atthasdef OR a.attidentity <> '' OR b.has_default), \
      \(version >= 110000 ? "i.indnkeyatts" : "i.indnatts") \
      FROM pg_attribute a JOIN bases b ON b.type = a.atttypid JOIN pg_type t ON t.oid = b.id \
      LEFT JOIN bases e ON e.type = t.typelem \
      LEFT JOIN pg_index i ON i.indrelid = a.attrelid \
      AND \(identity == "i" ? "i.indisreplident" : "i.indisprimary") \
      WHERE a.attrelid = \(id) AND a.attnum > 0 AND NOT a.attisdropped \
      \(version >= 120000 ? "AND a.attgenerated = ''" : "") ORDER BY a.attnum
      """)
    var all: [RowLayout.Column] = []
    var sent: [OutputMessage.Relation.Column] = []
    for row in columns.rows {
      guard let name = row[0], let type = row[1].flatMap({ UInt32($0) }), let declared = row[3].flatMap({ UInt32($0) }),
        let modifier = row[4].flatMap({ Int32($0) }), publication.columns?.contains(name) ?? true
      else { continue }
      let form = ValueType(
        id: type, element: row[6].flatMap { UInt32($0) } ?? 0,
        delimiter: row[7].flatMap { UInt8($0) } ?? UInt8(ascii: ","))
      all.append(
        RowLayout.Column(
          name: name, type: form, isKey: row[2] == "t", sql: row[8] ?? "text", cast: row[9] ?? "text",
          replacesNull: row[10] == "t"))
      sent.append(.init(name: name, type: declared, modifier: modifier, isKey: row[5] == "t"))
    }
    let layout = RowLayout(all, of: name)
    let width = columns.rows.first?[11].flatMap { Int($0) }
    guard identity != "n", let width else { throw PostgresError.noKey(name, identity) }
    guard layout.keys.count == width else {
      throw PostgresError(
        "a column of the key of \(name) is not sent, because it is generated or the publication leaves it out",
        hint: "publish all columns of a key of columns that are not generated")
    }
    return TableDescription(
      id: id, name: name, isPartitioned: kind == "p", layout: layout, columns: sent,
      publication: publication.name, filter: publication.filter)
  }
}

extension PostgresError {
  fileprivate static func noKey(_ name: String, _ identity: String) -> PostgresError {
    PostgresError(
      "\(name) has no \("ni".contains(identity) ? "replica identity" : "primary key"), so that deletes and updates do not "
        + "name their row",
      hint: "ni".contains(identity)
        ? "run ALTER TABLE \(name) REPLICA IDENTITY DEFAULT" : "run ALTER TABLE \(name) ADD PRIMARY KEY (…)")
  }
}

/// The publication through which a table is replicated, with its restrictions on rows and columns.
private struct Publication {
  let name: String
  /// The row filter in SQL, or `nil` if all rows are published.
  let filter: String?
  /// The published columns, or `nil` if the server is older than version 15 and publishes all columns.
  let columns: [String]?

  /// - Parameters:
  ///   - wanted: The name, or `nil` for the first publication that contains all rows and columns of the table.
  ///   - table: The table's name in SQL.
  static func load(
    _ wanted: String?, of table: String, _ id: UInt32, isPartitioned: Bool, _ version: Int,
    on connection: ServerConnection
  ) async throws -> Publication {
    let restrictions = """
      t.rowfilter, t.attnames, t.rowfilter IS NULL AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid \
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attname <> ALL (t.attnames))
      """
    let found = try await connection.query(
      """
      SELECT pubname, is_whole, rowfilter, attnames, has_all FROM (SELECT t.pubname, p.puballtables, \
      p.pubinsert AND p.pubupdate AND p.pubdelete AND p.pubtruncate AS is_whole, \
      \(version >= 150000 ? restrictions : "NULL AS rowfilter, NULL AS attnames, true") AS has_all \
      FROM pg_publication_tables t JOIN pg_publication p USING (pubname) \
      JOIN pg_namespace n ON n.nspname = t.schemaname \
      JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = t.tablename WHERE c.oid = \(id)) found \
      \(wanted.map { "WHERE pubname = \(literal($0))" } ?? "") \
      ORDER BY is_whole AND has_all DESC, has_all DESC, puballtables, pubname LIMIT 1
      """)
    let create = quoted(wanted ?? "livetables")
    let creates =
      "run CREATE PUBLICATION \(create) FOR TABLE \(table)"
      + (isPartitioned ? " WITH (publish_via_partition_root = true)" : "")
    guard let name = found["pubname"] else {
      throw PostgresError(
        wanted.map { "the publication “\($0)” does not have \(table)" } ?? "no publication has \(table)",
        hint: "\(creates), or ALTER PUBLICATION \(create) ADD TABLE \(table)")
    }
    guard wanted != nil || found["has_all"] == "t" else {
      throw PostgresError(
        "the publication “\(name)” has only some of the rows or columns of \(table)",
        hint: "\(creates), or ask for that part with publication: \"\(name)\"")
    }
    guard found["is_whole"] == "t" else {
      throw PostgresError(
        "the publication “\(name)” does not publish every kind of change",
        hint: "run ALTER PUBLICATION \(quoted(name)) SET (publish = 'insert, update, delete, truncate')")
    }
    return Publication(
      name: name, filter: found["rowfilter"],
      columns: found["attnames"].flatMap { names in
        PostgresArray.elements(of: names)?.compactMap { if case .text(let name) = $0 { name } else { nil } }
      })
  }
}
#endif

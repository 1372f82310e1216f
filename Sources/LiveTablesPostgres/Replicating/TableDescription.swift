#if Postgres
/// A table of the server, and how it is published.
struct TableDescription: Sendable {
  let id: UInt32
  /// Its name in SQL, with its schema, in quotes.
  let name: String
  let isPartitioned: Bool
  let layout: RowLayout
  /// The columns as the server will describe them.
  let columns: [OutputMessage.Relation.Column]
  let publication: String
  /// What the publication restricts the rows to, in SQL.
  let filter: String?

  /// Reads all rows in the transaction's snapshot.
  var copy: String {
    let columns = layout.names.map(quoted).joined(separator: ", ")
    let keys = layout.keys.map { quoted(layout.columns[$0].name) }.joined(separator: ", ")
    return "COPY (SELECT \(columns) FROM \(isPartitioned ? "" : "ONLY ")\(name)"
      + (filter.map { " WHERE \($0)" } ?? "") + " ORDER BY \(keys)) TO STDOUT"
  }
}

extension TableDescription {
  /// What a name means now, in SQL: as it is, or as in SQL.
  private static func id(of table: String) -> String {
    "coalesce(to_regclass(quote_ident(\(literal(table)))), to_regclass(\(literal(table))))"
  }

  /// Whether a name means this table: it may have been dropped and made again.
  func isStill(_ name: String, on connection: ServerConnection) async throws -> Bool {
    try await connection.query("SELECT \(Self.id(of: name))::oid AS id")["id"] == "\(id)"
  }

  /// Asks the server for a table.
  ///
  /// - Parameters:
  ///   - table: Its name as in SQL, or as it is.
  ///   - publication: The publication to use; `nil` for any that has the table.
  ///   - connection: A connection for replication, so that values are part of the texts.
  /// - Throws: `PostgresError`, which says what the server or the table lacks.
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
    let found = try await connection.query(
      """
      SELECT c.oid, n.nspname, c.relname, c.relkind, c.relreplident FROM pg_class c \
      JOIN pg_namespace n ON n.oid = c.relnamespace \
      WHERE c.oid = \(id(of: table))
      """)
    guard let id = found["oid"].flatMap({ UInt32($0) }), let schema = found["nspname"], let relation = found["relname"]
    else { throw PostgresError(code: "42P01", "there is no table “\(table)”") }
    let name = "\(quoted(schema)).\(quoted(relation))"
    let kind = found["relkind"] ?? ""
    guard ["r", "p"].contains(kind) else {
      throw PostgresError("\(name) is no table", hint: "views and foreign tables are not replicated; name their tables")
    }
    let identity = found["relreplident"] ?? ""
    let publication = try await Publication.load(
      publication, of: name, schema, relation, isPartitioned: kind == "p", version, on: connection)
    // An index may include columns that are no part of the key.
    let keys = version >= 110000 ? "(i.indkey::int2[])[0:i.indnkeyatts - 1]" : "i.indkey"
    let columns = try await connection.query(
      """
      SELECT a.attname, CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END AS type, \
      coalesce(a.attnum = ANY (\(keys)), false) AS key, a.atttypid, a.atttypmod, \
      \(identity == "f" ? "true" : "coalesce(a.attnum = ANY (\(keys)) AND i.indimmediate AND i.indisvalid, false)") \
      FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid \
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
      all.append(RowLayout.Column(name: name, type: type, isKey: row[2] == "t"))
      sent.append(.init(name: name, type: declared, modifier: modifier, isKey: row[5] == "t"))
    }
    let layout = RowLayout(all)
    guard identity != "n", !layout.keys.isEmpty else { throw PostgresError.noKey(name, identity) }
    return TableDescription(
      id: id, name: name, isPartitioned: kind == "p", layout: layout, columns: sent,
      publication: publication.name, filter: publication.filter)
  }
}

extension PostgresError {
  fileprivate static func noKey(_ name: String, _ identity: String) -> PostgresError {
    PostgresError(
      "\(name) has no \(identity == "n" ? "replica identity" : "primary key"), so that deletes and updates do not name "
        + "their row",
      hint: identity == "n"
        ? "run ALTER TABLE \(name) REPLICA IDENTITY DEFAULT" : "run ALTER TABLE \(name) ADD PRIMARY KEY (…)")
  }
}

/// What is published of a table.
private struct Publication {
  let name: String
  let filter: String?
  let columns: [String]?

  static func load(
    _ wanted: String?, of table: String, _ schema: String, _ relation: String, isPartitioned: Bool, _ version: Int,
    on connection: ServerConnection
  ) async throws -> Publication {
    let found = try await connection.query(
      """
      SELECT t.pubname, p.pubinsert AND p.pubupdate AND p.pubdelete AND p.pubtruncate AS whole, \
      \(version >= 150000 ? "t.rowfilter, t.attnames" : "NULL AS rowfilter, NULL AS attnames") \
      FROM pg_publication_tables t JOIN pg_publication p USING (pubname) \
      WHERE t.schemaname = \(literal(schema)) AND t.tablename = \(literal(relation)) \
      \(wanted.map { "AND t.pubname = \(literal($0))" } ?? "") ORDER BY whole DESC, p.puballtables, t.pubname LIMIT 1
      """)
    guard let name = found["pubname"] else {
      let create = quoted(wanted ?? "livetables")
      throw PostgresError(
        wanted.map { "the publication “\($0)” does not have \(table)" } ?? "no publication has \(table)",
        hint: "run CREATE PUBLICATION \(create) FOR TABLE \(table)"
          + (isPartitioned ? " WITH (publish_via_partition_root = true)" : "")
          + ", or ALTER PUBLICATION \(create) ADD TABLE \(table)")
    }
    guard found["whole"] == "t" else {
      throw PostgresError(
        "the publication “\(name)” does not publish every kind of change",
        hint: "run ALTER PUBLICATION \(quoted(name)) SET (publish = 'insert, update, delete, truncate')")
    }
    return Publication(
      name: name, filter: found["rowfilter"],
      columns: found["attnames"].flatMap { PostgresArray.elements(of: $0)?.compactMap(\.self) })
  }
}
#endif

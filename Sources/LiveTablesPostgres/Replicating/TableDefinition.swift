#if Postgres
/// The parts of a table's definition that can affect its rows without any row being sent: columns, types, key,
/// partitions, and publications.
///
/// Every change to a catalog entry also changes its `xmin`, which identifies most entries.
struct TableDefinition: Hashable, Sendable {
  /// The catalog entries that must be neither removed nor added.
  private var parts: Set<String> = []
  /// The catalog entries that must not be removed, but can be added without affecting rows, such as enum labels.
  private var labels: Set<String> = []
  private var publications: [String: Set<String>] = [:]

  /// Returns whether rows that were read with this definition are still valid with a later definition.
  func isStill(_ later: TableDefinition, in publication: String) -> Bool {
    parts == later.parts && labels.isSubset(of: later.labels)
      && publications[publication] == later.publications[publication]
  }

  /// - Parameter table: The table's name, quoted as in SQL or unquoted.
  static func load(_ table: String, on connection: ServerConnection) async throws -> TableDefinition {
    var definition = TableDefinition()
    let id = try await connection.id(of: table)
    definition.parts.insert("table \(id.map { "\($0)" } ?? "none")")
    guard let id else { return definition }
    for row in try await connection.query(query(of: id, await connection.version)).rows {
      let text = "\(row[2] ?? "") \(row[3] ?? "")"
      switch row[0] {
      case "label": definition.labels.insert(text)
      case "publication": definition.publications[row[1] ?? "", default: []].insert(text)
      default: definition.parts.insert(text)
      }
    }
    return definition
  }

  /// Returns a query for the kind, publication, description, and version of each catalog entry.
  private static func query(of id: UInt32, _ version: Int) -> String {
    """
    WITH RECURSIVE below(id) AS (
      SELECT \(id)::oid UNION SELECT i.inhrelid FROM pg_inherits i JOIN below b ON i.inhparent = b.id
      JOIN pg_class c ON c.oid = i.inhparent AND c.relkind = 'p'),
    above(id) AS (SELECT \(id)::oid UNION SELECT i.inhparent FROM pg_inherits i JOIN above a ON i.inhrelid = a.id),
    columns(relation, number, type, version) AS (
      SELECT attrelid, attnum, atttypid, xmin FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped),
    types(id) AS (
      SELECT type FROM columns WHERE relation = \(id) UNION
      SELECT part.id FROM types JOIN pg_type t ON t.oid = types.id CROSS JOIN LATERAL (
        SELECT t.typelem AS id UNION ALL SELECT t.typbasetype
        UNION ALL SELECT rngsubtype FROM pg_range WHERE rngtypid = t.oid \
    \(version >= 140000 ? "OR rngmultitypid = t.oid" : "")
        UNION ALL SELECT type FROM columns WHERE relation = t.typrelid) part
      WHERE part.id <> 0)
    SELECT 'part', '', 'kind', concat(relfilenode, relkind, relreplident, relpersistence, relispartition, relnamespace::regnamespace)
      FROM pg_class WHERE oid = \(id)
    UNION ALL SELECT 'part', '', 'type', concat(t.oid, '/', t.xmin, '/', format_type(t.oid, -1))
      FROM pg_type t JOIN types ON t.oid = types.id
    UNION ALL SELECT 'part', '', 'columns', string_agg(concat(number, '/', version), ' ' ORDER BY number)
      FROM columns WHERE relation = \(id)
        OR relation IN (SELECT t.typrelid FROM pg_type t JOIN types ON t.oid = types.id) GROUP BY relation
    UNION ALL SELECT 'part', '', 'key',
        concat(indexrelid, '/', indkey, indisprimary, indisreplident, indimmediate, indisvalid)
      FROM pg_index WHERE indrelid = \(id) AND (indisprimary OR indisreplident)
    UNION ALL SELECT 'part', '', 'partition', concat(c.oid, '/', c.relfilenode, '/', i.inhparent, '/', i.xmin)
      FROM below JOIN pg_class c ON c.oid = below.id JOIN pg_inherits i ON i.inhrelid = c.oid WHERE c.oid <> \(id)
    UNION ALL SELECT 'label', '', concat(e.oid, '/', e.xmin), e.enumlabel FROM pg_enum e JOIN types ON types.id = e.enumtypid
    UNION ALL SELECT 'publication', pubname, 'publication', concat(oid, '/', xmin) FROM pg_publication
    UNION ALL SELECT 'publication', p.pubname, 'table', concat(r.oid, '/', r.xmin)
      FROM pg_publication_rel r JOIN pg_publication p ON p.oid = r.prpubid
      WHERE r.prrelid IN (SELECT id FROM above UNION SELECT id FROM below)
    """
      + (version < 150000
        ? ""
        : """

        UNION ALL SELECT 'publication', p.pubname, 'schema', concat(n.oid, '/', n.xmin)
          FROM pg_publication_namespace n JOIN pg_publication p ON p.oid = n.pnpubid
          WHERE n.pnnspid IN (SELECT relnamespace FROM pg_class
            WHERE oid IN (SELECT id FROM above UNION SELECT id FROM below))
        """)
  }
}

extension ServerConnection {
  /// Returns the table that a name currently refers to, quoted as in SQL or unquoted, or `nil` if there is none.
  ///
  /// The name is looked up in the schemas of the role. Afterwards, the search path is empty, so the server qualifies all
  /// other names.
  func id(of table: String) async throws -> UInt32? {
    let name = literal(table)
    let found = try await query(
      """
      SET search_path TO DEFAULT; SELECT coalesce(pg_catalog.to_regclass(pg_catalog.quote_ident(\(name))),
        pg_catalog.to_regclass(\(name)))::pg_catalog.oid AS id
      """)
    try await query("SET search_path TO ''")
    return found["id"].flatMap { UInt32($0) }
  }
}
#endif

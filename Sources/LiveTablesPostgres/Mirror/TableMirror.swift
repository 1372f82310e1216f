#if Postgres
internal import LiveTables

/// The rows of a table on the server, as of the last applied transaction.
struct TableMirror<Row: Diffable & Sendable>: Sendable {
  struct Entry: Sendable {
    let identity: Row.Identity
    /// The row as sent by the server, if the row is long, because an update may omit parts of a long row.
    let source: Tuple?
  }

  /// The minimum length, in bytes of text, of rows that the server may store in several parts.
  static var longRow: Int { 256 }

  private(set) var table = TableSnapshot<OneSection, Row>()
  private(set) var layout = RowLayout([])
  private var entries: [RowKey: Entry] = [:]
  private var finder = RowFinder<OneSection, Row>()

  init() {}

  /// All rows at a point in time, while the rows are being read.
  struct Snapshot: Sendable {
    let layout: RowLayout
    private(set) var rows: [Row] = []
    fileprivate var entries: [RowKey: Entry] = [:]

    init(_ layout: RowLayout) { self.layout = layout }

    mutating func add(_ tuple: Tuple, _ decode: (PostgresRow) throws -> Row) throws {
      let row = try PostgresRow(layout: layout, tuple: tuple).made(by: decode)
      guard let key = tuple.key(layout.keys) else { throw PostgresError("a key is NULL") }
      rows.append(row)
      entries[key] = Entry(row, tuple)
    }
  }

  /// Replaces all rows, but keeps the order of the rows that remain.
  ///
  /// - Complexity: O(*n*).
  mutating func replace(by snapshot: consuming Snapshot) throws(PostgresError) {
    var places: [Row.Identity: Int] = [:]
    places.reserveCapacity(snapshot.rows.count)
    for (place, row) in snapshot.rows.enumerated() where places.updateValue(place, forKey: row.identity) != nil {
      throw PostgresError.doubleIdentity("\(row.identity)")
    }
    (layout, entries) = (snapshot.layout, snapshot.entries)
    defer { finder = RowFinder(indexing: table) }
    if table.isEmpty {
      table = TableSnapshot(rows: snapshot.rows)
      return
    }
    var rows: [Row] = []
    rows.reserveCapacity(snapshot.rows.count)
    for row in table {
      if let place = places.removeValue(forKey: row.identity) { rows.append(snapshot.rows[place]) }
    }
    for row in snapshot.rows where places[row.identity] != nil { rows.append(row) }
    table = TableSnapshot(rows: rows)
  }

  /// Returns the server's spelling of a row's key, which may differ from the encoded key, for example for `1.50`, or the
  /// encoded key if the mirror does not contain the row.
  ///
  /// - Complexity: O(1) on average if both spellings are equal; otherwise, O(*n*).
  func key(of id: Row.Identity, _ encoded: [String]) -> [String] {
    if entries[RowKey(encoded)]?.identity == id { return encoded }
    return entries.first { $0.value.identity == id }?.key.texts(encoded.count) ?? encoded
  }

  /// Applies a transaction.
  ///
  /// - Returns: Whether rows may differ from the previous rows although they compare equal.
  /// - Throws: Any error thrown by `decode`. `PostgresError` if the transaction does not match the table. The table is
  ///   then unchanged, but only a snapshot can update it.
  @discardableResult mutating func apply(
    _ changes: [RowChange], _ decode: (PostgresRow) throws -> Row
  ) throws -> Bool {
    var delta = TableDelta<Row>()
    for change in changes {
      switch change {
      case .insert(let tuple): try put(PostgresRow(layout: layout, tuple: tuple).made(by: decode), tuple, &delta)
      case .update(let old, let new): try update(old, new, &delta, decode)
      case .delete(let old):
        guard let key = old.key(layout.keys) else { throw PostgresError.outOfStep }
        guard let entry = entries.removeValue(forKey: key) else { throw PostgresError.outOfDate("deleted", key) }
        delta.remove(entry.identity)
      case .truncate:
        entries = [:]
        delta.removeAll()
      }
    }
    if delta.isEmpty { return false }
    let applied = try delta.applied(to: table, &finder)
    table = applied.table
    return applied.hasOtherRows
  }

  private mutating func put(_ row: Row, _ tuple: Tuple, _ delta: inout TableDelta<Row>) throws {
    guard let key = tuple.key(layout.keys), !tuple.hasUnchanged else { throw PostgresError.outOfStep }
    if entries.updateValue(Entry(row, tuple), forKey: key) != nil { throw PostgresError.isThere(key) }
    guard delta.add(row) else { throw PostgresError.doubleIdentity("\(row.identity)") }
  }

  private mutating func update(
    _ old: Tuple?, _ new: Tuple, _ delta: inout TableDelta<Row>, _ decode: (PostgresRow) throws -> Row
  ) throws {
    var tuple = new
    guard let key = (old ?? new).key(layout.keys) else { throw PostgresError.outOfStep }
    guard let entry = entries[key] else { throw PostgresError.outOfDate("changed", key) }
    // A full old row contains all of its values. A key contains `NULL` in the other columns.
    let whole = old.flatMap { old in entry.source == nil && !old.fields.contains(.unchanged) ? old : nil }
    if tuple.hasUnchanged, !tuple.fill(from: entry.source) {
      let isFull = whole?.isFull(over: layout) ?? false
      guard isFull, tuple.fill(from: whole) else { throw PostgresError.outOfStep }
    }
    guard let newKey = tuple.key(layout.keys) else { throw PostgresError.outOfStep }
    let row = try PostgresRow(layout: layout, tuple: tuple).made(by: decode)
    if newKey == key, row.identity == entry.identity {
      entries[key] = Entry(row, tuple)
      return delta.replace(row)
    }
    entries[key] = nil
    delta.remove(entry.identity)
    try put(row, tuple, &delta)
  }
}

extension TableMirror.Entry {
  fileprivate init(_ row: Row, _ tuple: Tuple) {
    self.init(identity: row.identity, source: tuple.bytes.count > TableMirror<Row>.longRow ? tuple : nil)
  }
}

extension Tuple {
  /// Returns whether the row has values in columns outside its key.
  fileprivate func isFull(over layout: RowLayout) -> Bool {
    fields.indices.contains { index in
      if case .text = fields[index] { !layout.keys.contains(index) } else { false }
    }
  }
}

extension PostgresError {
  /// An error for a change that does not contain enough information.
  static let outOfStep = PostgresError(
    "a change says too little about its row, so the table is read again", isTransient: true)

  /// An error for a change that does not match the table, because earlier changes were not sent.
  fileprivate static func outOfDate(_ what: String, _ key: RowKey) -> PostgresError {
    PostgresError(
      "the server has \(what) a row that the table does not have (key \(key)), so the table is read again",
      isTransient: true)
  }

  fileprivate static func isThere(_ key: RowKey) -> PostgresError {
    PostgresError(
      "the server has added a row that the table has already (key \(key)), so the table is read again",
      isTransient: true)
  }
}
#endif

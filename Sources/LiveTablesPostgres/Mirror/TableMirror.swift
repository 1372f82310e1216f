#if Postgres
internal import LiveTables

/// The rows of a table of the server as of the last transaction that was applied.
struct TableMirror<Row: Diffable & Sendable>: Sendable {
  /// What is known of a row besides itself.
  struct Entry: Sendable {
    let identity: Row.Identity
    /// The row as the server wrote it, if it is long: parts of it may not be sent with an update.
    let source: Tuple?
  }

  /// A row has parts that are stored apart only if it is longer than this, in bytes of text.
  static var longRow: Int { 256 }

  private(set) var table = TableSnapshot<OneSection, Row>()
  private(set) var layout = RowLayout([])
  private var entries: [RowKey: Entry] = [:]
  private var finder = RowFinder<OneSection, Row>()

  init() {}

  /// All rows at one moment, as they are read.
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

  /// Goes on to another snapshot; rows that stay keep their order.
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

  /// The key of a row as the server has written it, which is not always how a row encodes it: `1.50`, or a time in
  /// microseconds.
  ///
  /// - Parameters:
  ///   - id: The row's identity.
  ///   - encoded: The key as the row encodes it; the answer for a row that the mirror has not got.
  /// - Complexity: O(1) on average if both are the same, else O(*n*).
  func key(of id: Row.Identity, _ encoded: [String]) -> [String] {
    if entries[RowKey(encoded)]?.identity == id { return encoded }
    return entries.first { $0.value.identity == id }?.key.texts(encoded.count) ?? encoded
  }

  /// Applies a transaction.
  ///
  /// - Throws: What decoding throws; `PostgresError` where a part of a row is not known, a row that is changed or deleted is
  ///   not there, or one that is added is. The table is what it was, but only a snapshot can go on.
  mutating func apply(_ changes: [RowChange], _ decode: (PostgresRow) throws -> Row) throws {
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
    if !delta.isEmpty { table = try delta.applied(to: table, &finder) }
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
    // A full old row has all parts; that of a key has NULL in the other columns.
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
  /// Whether it has values in other columns than those of the key.
  fileprivate func isFull(over layout: RowLayout) -> Bool {
    fields.indices.contains { index in
      if case .text = fields[index] { !layout.keys.contains(index) } else { false }
    }
  }
}

extension PostgresError {
  /// A change that needs more than is known; a snapshot has it.
  static let outOfStep = PostgresError(
    "a change says too little about its row, so the table is read again", isTransient: true)

  /// A change that shows that the table is not the server's any more: something was changed that was not sent.
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

#if Postgres
internal import LiveTables

/// The rows of a table on the server, as of the last applied transaction.
///
/// The server names rows by key. A key leads to a token, and a token to a position, which does not depend on the type of
/// the rows, so that this code is compiled only once.
struct TableMirror<Row: Diffable & Sendable>: Sendable {
  private(set) var table = TableSnapshot<OneSection, Row>()
  private(set) var layout = RowLayout([])
  /// The token of each key's row.
  ///
  /// During a transaction, each row that it adds has the complement of its index in `TableDelta.added`.
  private var places: [RowKey: Int32] = [:]
  private var tokens = RowTokens(rowCounts: [0])
  /// The rows as sent by the server, by token, if they are long.
  private var sources: [Int32: Tuple] = [:]
  /// Finds rows with the identity of an inserted row, or `nil` if the table has been replaced since the last search.
  private var finder: RowFinder<OneSection, Row>?

  init() {}

  /// All rows at a point in time, while the rows are being read.
  struct Snapshot: Sendable {
    let layout: RowLayout
    fileprivate var rows = DecodedRows<Row>()
    private var keys: [RowKey] = []

    var count: Int { rows.rows.count }

    init(_ layout: RowLayout) { self.layout = layout }

    mutating func add(_ tuple: Tuple, _ decode: (PostgresRow) throws -> Row) throws {
      _ = try rows.add(tuple, layout, decode)
      guard let key = tuple.key(layout.keys) else { throw PostgresError("a key is NULL") }
      keys.append(key)
    }

    /// The number of each key's row, in a dictionary that is created at its full size.
    fileprivate var places: [RowKey: Int32] {
      var places = [RowKey: Int32](minimumCapacity: keys.count)
      for (row, key) in keys.enumerated() { places[key] = Int32(row) }
      return places
    }
  }

  /// Replaces all rows, but keeps the order of the rows that remain.
  ///
  /// - Complexity: O(*n*).
  mutating func replace(by snapshot: consuming Snapshot) throws(PostgresError) {
    try Self.check(snapshot.rows.rows)
    layout = snapshot.layout
    if table.isEmpty { return adopt(snapshot.rows.rows, snapshot.places, snapshot.rows.sources) }
    let new = TableSnapshot<OneSection, Row>(rows: snapshot.rows.rows)
    var order = new.paths(of: table.map(\.identity)).compactMap { $0.map { Int32($0.row) } }
    var isKept = [Bool](repeating: false, count: new.count)
    for row in order { isKept[Int(row)] = true }
    for row in isKept.indices where !isKept[row] { order.append(Int32(row)) }
    var positions = [Int32](repeating: 0, count: order.count)
    for (position, row) in order.enumerated() { positions[Int(row)] = Int32(position) }
    let sources = snapshot.rows.sources.map { (positions[Int($0.key)], $0.value) }
    adopt(
      order.map { snapshot.rows.rows[Int($0)] }, snapshot.places.mapValues { positions[Int($0)] },
      Dictionary(uniqueKeysWithValues: sources))
  }

  /// Replaces all rows, whose tokens are their positions.
  private mutating func adopt(_ rows: [Row], _ places: [RowKey: Int32], _ sources: [Int32: Tuple]) {
    table = TableSnapshot(rows: rows)
    (self.places, self.sources) = (places, sources)
    tokens = RowTokens(rowCounts: [rows.count])
    finder = nil
  }

  /// - Throws: `PostgresError` if two rows have the same identity.
  private static func check(_ rows: [Row]) throws(PostgresError) {
    let offsets = TableSnapshot<OneSection, Row>(rows: rows).offsetsByIdentity()
    if !offsets.isExhausted, offsets.slots.count(where: { $0 != 0 }) == rows.count { return }
    var identities = Set<Row.Identity>()
    for row in rows where !identities.insert(row.identity).inserted {
      throw PostgresError.doubleIdentity("\(row.identity)")
    }
  }

  /// Creates the index that finds the identities of inserted rows, so that even the first insertion is fast.
  ///
  /// - Complexity: O(*n*) after the table has been replaced, otherwise O(1).
  mutating func prepare() { if finder == nil { finder = RowFinder(indexing: table) } }

  /// Returns the server's spelling of a row's key, which may differ from the encoded key, for example for `1.50`, or the
  /// encoded key if the mirror does not contain the row.
  ///
  /// - Complexity: O(log² *n*) on average if both spellings are equal; otherwise, O(*n*).
  func key(of id: Row.Identity, _ encoded: [String]) -> [String] {
    // After an error in the middle of a transaction, some keys have no token.
    if let token = places[RowKey(encoded)], token >= 0, table[path(of: token)]?.identity == id { return encoded }
    guard let path = table.path(of: id) else { return encoded }
    let token = tokens.tokens(at: path).row
    return places.first { $0.value == token }?.key.texts(encoded.count) ?? encoded
  }

  private func path(of token: Int32) -> RowPath { tokens.path(of: token, in: 0) }

  /// The effect of a transaction.
  struct Applied {
    /// The changeset, which equals the diff of both tables, or `nil` if it is unknown.
    var changeset: Changeset<OneSection, Row>?
    /// Whether rows may differ from the previous rows although they compare equal.
    var hasOtherRows = false
  }

  /// Applies a transaction.
  ///
  /// - Throws: Any error thrown by `decode`. `PostgresError` if the transaction does not match the table. The table is
  ///   then unchanged, but only a snapshot can update it.
  /// - Complexity: O(*k* log² *n*) on average for *k* changed rows, or O(*n*).
  @discardableResult mutating func apply(
    _ changes: consuming DecodedChanges<Row>, _ decode: (PostgresRow) throws -> Row
  ) throws -> Applied {
    var delta = TableDelta()
    var rows = changes.rows
    for change in changes.changes {
      switch change {
      case .insert(let key, let row): try put(key, row, &delta)
      case .update(let key, let row):
        guard let place = places[key] else { throw PostgresError.outOfDate("changed", key) }
        delta.set(place, to: row)
      case .delete(let key):
        guard let place = places.removeValue(forKey: key) else { throw PostgresError.outOfDate("deleted", key) }
        delta.set(place, to: -1)
      case .truncate:
        places = [:]
        delta.removeAll()
      case .failed(let error, let key):
        if let key, places[key] == nil { throw PostgresError.outOfDate("changed", key) }
        throw error
      case .other(let change): try apply(change, &rows, &delta, decode)
      }
    }
    return delta.isEmpty ? Applied() : try apply(&delta, rows)
  }

  private mutating func put(_ key: RowKey, _ row: Int32, _ delta: inout TableDelta) throws {
    if places.updateValue(~Int32(delta.added.count), forKey: key) != nil { throw PostgresError.isThere(key) }
    delta.added.append(.init(key: key, row: row))
  }

  /// Applies a change that could not be decoded as it arrived.
  private mutating func apply(
    _ change: RowChange, _ rows: inout DecodedRows<Row>, _ delta: inout TableDelta,
    _ decode: (PostgresRow) throws -> Row
  ) throws {
    switch change {
    case .insert(let tuple):
      guard let key = tuple.key(layout.keys), !tuple.hasUnchanged else { throw PostgresError.outOfStep }
      try put(key, rows.add(tuple, layout, decode), &delta)
    case .update(let old, var tuple):
      guard let key = (old ?? tuple).key(layout.keys) else { throw PostgresError.outOfStep }
      guard let place = places[key] else { throw PostgresError.outOfDate("changed", key) }
      let source = delta.row(at: place).map { rows.sources[$0] } ?? sources[place]
      // A full old row contains all of its values. A key contains `NULL` in the other columns.
      let whole = old.flatMap { old in source == nil && !old.fields.contains(.unchanged) ? old : nil }
      if tuple.hasUnchanged, !tuple.fill(from: source) {
        guard whole?.isFull(over: layout) ?? false, tuple.fill(from: whole) else { throw PostgresError.outOfStep }
      }
      guard let newKey = tuple.key(layout.keys) else { throw PostgresError.outOfStep }
      let row = try rows.add(tuple, layout, decode)
      if newKey == key { return delta.set(place, to: row) }
      places[key] = nil
      delta.set(place, to: -1)
      try put(newKey, row, &delta)
    case .delete, .truncate: throw PostgresError.outOfStep
    }
  }
}

extension TableMirror {
  private mutating func apply(_ delta: inout TableDelta, _ new: DecodedRows<Row>) throws(PostgresError) -> Applied {
    let added = try placed(&delta, new)
    let (replaced, leaving) = positions(of: delta.fates)
    delta.fates = [:]  // no longer needed
    if delta.isCleared || leaving.count == table.count {
      let rows = added.map { new.rows[Int($0.row)] }
      try Self.check(rows)
      var sources: [Int32: Tuple] = [:]
      for (position, one) in added.enumerated() {
        places[one.key] = Int32(position)
        sources[Int32(position)] = new.sources[one.row]
      }
      adopt(rows, places, sources)
      return Applied(hasOtherRows: delta.isCleared)
    }
    var result = table
    var applied = Applied()
    var updated: [BatchMove<RowPath>] = []
    var hasOtherIdentities = false
    updated.reserveCapacity(replaced.count)
    result.update(at: replaced.map { RowPath(section: 0, row: $0.position) }) { rank, row in
      let other = new.rows[Int(replaced[rank].row)]
      if row.hasSameContent(as: other) {
        applied.hasOtherRows = true
      } else {
        let path = RowPath(section: 0, row: replaced[rank].position)
        updated.append(BatchMove(from: path, to: path))
      }
      if row.identity != other.identity { hasOtherIdentities = true }
      row = other
    }
    if hasOtherIdentities {
      var all = result
      all.remove(at: leaving.map { RowPath(section: 0, row: $0.position) })
      try Self.check(Array(all) + added.map { new.rows[Int($0.row)] })
    }
    if !sources.isEmpty || !new.sources.isEmpty {
      for one in replaced + leaving { sources[one.token] = new.sources[one.row] }
    }
    let structure = replaceRows(leaving.map { RowPath(section: 0, row: $0.position) }, added, new, in: &result)
    if hasOtherIdentities {
      finder = nil
    } else {
      // The changes are known, so no diff is needed.
      if structure.isEmpty {
        applied.changeset = Changeset(source: table, target: result, plan: StagePlan(updatedRows: updated))
      }
      finder?.follow(Changeset(source: table, target: result, structure: structure))
    }
    table = result
    return applied
  }

  private typealias Place = (position: Int, token: Int32, row: Int32)

  /// Returns the positions of replaced and removed rows, in ascending order.
  private func positions(of fates: [Int32: Int32]) -> (replaced: [Place], leaving: [Place]) {
    var (replaced, leaving): ([Place], [Place]) = ([], [])
    func add(_ place: Place) { if place.row < 0 { leaving.append(place) } else { replaced.append(place) } }
    if fates.count > 64 + table.count / 8 {
      replaced.reserveCapacity(fates.count)
      for position in 0..<table.count {
        let token = tokens.tokens(at: RowPath(section: 0, row: position)).row
        if let row = fates[token] { add((position, token, row)) }
      }
    } else {
      for (token, row) in fates { add((path(of: token).row, token, row)) }
      replaced.sort { $0.position < $1.position }
      leaving.sort { $0.position < $1.position }
    }
    return (replaced, leaving)
  }

  /// Removes rows, and adds rows at the end.
  private mutating func replaceRows(
    _ leaving: [RowPath], _ added: [TableDelta.Added], _ new: DecodedRows<Row>,
    in table: inout TableSnapshot<OneSection, Row>
  ) -> BatchOperations {
    var structure = BatchOperations()
    if leaving.isEmpty && added.isEmpty { return structure }
    table.remove(at: leaving)
    _ = tokens.remove(at: leaving)
    let first = table.count
    let rows = added.map { new.rows[Int($0.row)] }
    table.append(contentsOf: rows)
    for (one, token) in zip(added, tokens.insert(added.count, at: RowPath(section: 0, row: first)).rows) {
      places[one.key] = token
      sources[token] = new.sources[one.row]
    }
    structure.deletedRows = leaving
    structure.insertedRows = added.indices.map { RowPath(section: 0, row: first + $0) }
    return structure
  }

  /// Returns the rows to add at the end.
  ///
  /// A removed row that is added again, with the same identity, returns to its place.
  ///
  /// - Throws: `PostgresError` if two rows have the same identity.
  private mutating func placed(
    _ delta: inout TableDelta, _ new: DecodedRows<Row>
  ) throws(PostgresError) -> [TableDelta.Added] {
    var added: [TableDelta.Added] = []
    if delta.added.isEmpty || delta.isCleared || table.isEmpty { return delta.added.filter { $0.row >= 0 } }
    prepare()
    var identities = Set<Row.Identity>()
    for one in delta.added where one.row >= 0 {
      let id = new.rows[Int(one.row)].identity
      if let path = finder?.path(of: id, in: table) {
        let token = tokens.tokens(at: path).row
        guard delta.fates[token] == -1 else { throw PostgresError.doubleIdentity("\(id)") }
        delta.fates[token] = one.row
        places[one.key] = token
      } else {
        if !identities.insert(id).inserted { throw PostgresError.doubleIdentity("\(id)") }
        added.append(one)
      }
    }
    return added
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
  static func doubleIdentity(_ id: String) -> PostgresError {
    PostgresError(
      "two rows have the identity \(id)", hint: "make the identity of the row's type from the columns of its key")
  }

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

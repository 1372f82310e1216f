#if Postgres
internal import LiveTables

/// The changes to a table: replaced and removed rows, and rows added at the end.
struct TableDelta<Row: Diffable & Sendable>: Sendable {
  /// The replacement for each changed row, keyed by identity, or `nil` for removed rows.
  private(set) var fates: [Row.Identity: Row?] = [:]
  private var added: [Row.Identity: (place: Int, row: Row)] = [:]
  private var places = 0
  private(set) var isCleared = false

  init() {}

  var isEmpty: Bool { fates.isEmpty && added.isEmpty && !isCleared }

  mutating func replace(_ row: Row) {
    let id = row.identity
    if let place = added[id]?.place { added[id] = (place, row) } else { fates[id] = .some(row) }
  }

  /// Adds a row to the end of the table.
  ///
  /// - Returns: `false` if a row with the same identity has already been added.
  mutating func add(_ row: Row) -> Bool {
    let id = row.identity
    // A row that was removed by the same delta returns to its place.
    if !isCleared, case .some(.none) = fates[id] {
      fates[id] = .some(row)
      return true
    }
    if let other = added[id] {
      added[id] = (other.place, row)
      return false
    }
    added[id] = (places, row)
    places += 1
    return true
  }

  mutating func remove(_ id: Row.Identity) {
    if added.removeValue(forKey: id) == nil { fates[id] = .some(nil) }
  }

  mutating func removeAll() { (self, isCleared) = (TableDelta(), true) }

  /// Returns the table with the changes applied.
  ///
  /// - Parameter finder: A finder for changed rows, which is used unless there are so many that a scan is faster.
  /// - Returns: The table, and whether rows may differ from the previous rows although they compare equal.
  /// - Throws: `PostgresError` if an added row has the identity of an existing row.
  /// - Complexity: O(*k* log² *n*) on average for *k* changed rows, or O(*n*).
  func applied(
    to table: TableSnapshot<OneSection, Row>, _ finder: inout RowFinder<OneSection, Row>
  ) throws(PostgresError) -> (table: TableSnapshot<OneSection, Row>, hasOtherRows: Bool) {
    let new = added.values.sorted { $0.place < $1.place }.map(\.row)
    if isCleared { return (TableSnapshot(rows: new), true) }
    let ids = Array(fates.keys) + new.map(\.identity)
    let isScanned = ids.count > 64 + table.count / 32
    let paths = isScanned ? table.paths(of: ids) : ids.map { finder.path(of: $0, in: table) }
    if let double = zip(ids, paths).dropFirst(fates.count).first(where: { $0.1 != nil }) {
      throw PostgresError.doubleIdentity("\(double.0)")
    }
    var result = table
    var leaving: [RowPath] = []
    var hasOtherRows = false
    for (id, path) in zip(ids, paths).prefix(fates.count) {
      guard let path, let fate = fates[id] else { continue }
      guard let row = fate else {
        leaving.append(path)
        continue
      }
      if result.replace(at: path, with: row)?.hasSameContent(as: row) == true { hasOtherRows = true }
    }
    result.remove(at: leaving)
    if new.isEmpty || !result.isEmpty {
      let first = result.count
      result.append(contentsOf: new)
      if isScanned { return (result, hasOtherRows) }
      // The changes are known, so no diff is needed.
      var structure = BatchOperations()
      structure.deletedRows = leaving.sorted()
      structure.insertedRows = new.indices.map { RowPath(section: 0, row: first + $0) }
      finder.follow(Changeset(source: table, target: result, structure: structure))
      return (result, hasOtherRows)
    }
    return (TableSnapshot(rows: new), hasOtherRows)
  }
}

extension PostgresError {
  static func doubleIdentity(_ id: String) -> PostgresError {
    PostgresError(
      "two rows have the identity \(id)", hint: "make the identity of the row's type from the columns of its key")
  }
}
#endif

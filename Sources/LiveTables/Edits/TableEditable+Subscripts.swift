/// Subscripts for rows by path, identity or key, and for the rows of sections.
///
/// Reading a missing row returns `nil`. Setting `nil` removes a row. Setting a row refreshes it only if its content
/// differs.
extension TableEditable {
  /// The row at a path.
  ///
  /// Setting a row at a path that does not exist has no effect.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public subscript(path: RowPath) -> Row? {
    get { table[path] }
    set { put(newValue, at: path) }
  }

  /// The first row with an identity.
  ///
  /// If there is no such row, setting a row appends it to the last section. If the table has no section and is not
  /// flat, setting a row has no effect (see ``upsert(_:)``). For a constant table, use `TableSnapshot.row(id:)`.
  ///
  /// - Complexity: O(*n*). Once scans have visited all rows twice, O(log² *n*) on average.
  @inlinable public subscript(id id: Row.Identity) -> Row? {
    mutating get { _path(of: id).flatMap { table[$0] } }
    set {
      if let path = _path(of: id) {
        put(newValue, at: path)
      } else if let newValue {
        append(newValue)
      }
    }
  }

  /// The value for a key in a table of keyed values, found like a row by its identity.
  ///
  /// If there is no such row, setting a value appends a row to the last section. If the table has no section and is not
  /// flat, setting a value has no effect.
  @inlinable public subscript<Value, Key>(key key: Key) -> Value? where Row == Keyed<Value, Key> {
    mutating get { self[id: key]?.value }
    set { self[id: key] = newValue.map { Keyed($0, id: key) } }
  }

  /// The value for a key in a table of keyed values, or a default value if there is no such row.
  @inlinable
  public subscript<Value, Key>(
    key key: Key, default value: @autoclosure () -> Value
  ) -> Value where Row == Keyed<Value, Key> {
    mutating get { self[key: key] ?? value() }
    set { self[key: key] = newValue }
  }

  /// The rows of the section with the identity of a value.
  ///
  /// If there is no such section, setting rows appends a section with this value. Setting `nil` removes the section
  /// with its rows.
  ///
  /// - Complexity: The cost of finding the section, plus O(*m*) for its *m* rows.
  @inlinable public subscript(section value: Section) -> [Row]? {
    mutating get { index(ofSection: value.identity).map { Array(table.sections[$0].rows) } }
    set { setRows(newValue, of: value) }
  }

  /// The rows of the section with the identity of a value, or default rows if there is no such section.
  @inlinable public subscript(section value: Section, default rows: @autoclosure () -> [Row]) -> [Row] {
    mutating get { self[section: value] ?? rows() }
    set { setRows(newValue, of: value) }
  }

  @inlinable package mutating func setRows(_ rows: [Row]?, of value: Section) {
    let isThere = index(ofSection: value.identity) != nil
    switch rows {
    case let rows? where isThere: set(rows, in: value.identity)
    case let rows?: append(TableSection(value, rows: rows))
    case nil: if isThere { removeSections(.id(value.identity)) }
    }
  }

  @inlinable package mutating func put(_ row: Row?, at path: RowPath) {
    if let row { _ = _replace(at: path, with: row) } else { apply(.remove(.path(path))) }
  }
}

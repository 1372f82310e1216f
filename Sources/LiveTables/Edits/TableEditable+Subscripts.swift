/// Rows by path, by identity, by key and by section.
///
/// What is read is `nil` where there is nothing; setting `nil` removes. A row that is set is shown again only where its
/// content differs.
extension TableEditable {
  /// The row at a path.
  ///
  /// Setting it where there is none changes nothing.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public subscript(path: RowPath) -> Row? {
    get { table[path] }
    set { put(newValue, .path(path)) }
  }

  /// The first row with an identity.
  ///
  /// Setting it where there is none appends the row to the last section; a table that has no section and is not flat stays
  /// without it, see ``upsert(_:)``. For a table that is a constant, use `TableSnapshot.row(id:)`.
  ///
  /// - Complexity: O(*n*); after scans have passed all rows twice O(log² *n*) on average.
  @inlinable public subscript(id id: Row.Identity) -> Row? {
    mutating get { paths(of: .id(id)).first.flatMap { table[$0] } }
    set {
      if let path = paths(of: .id(id)).first {
        put(newValue, .path(path))
      } else if let newValue {
        append(newValue)
      }
    }
  }

  /// The value of a key, in a table of keyed values.
  ///
  /// Setting it where there is none appends a row to the last section; a table that has no section and is not flat stays
  /// without it.
  ///
  /// - Complexity: As for the row with an identity.
  @inlinable public subscript<Value, Key>(key key: Key) -> Value? where Row == Keyed<Value, Key> {
    mutating get { self[id: key]?.value }
    set { self[id: key] = newValue.map { Keyed($0, id: key) } }
  }

  /// The value of a key, or another one where there is none, in a table of keyed values.
  ///
  /// - Complexity: As for the row with an identity.
  @inlinable
  public subscript<Value, Key>(
    key key: Key, default value: @autoclosure () -> Value
  ) -> Value where Row == Keyed<Value, Key> {
    mutating get { self[key: key] ?? value() }
    set { self[key: key] = newValue }
  }

  /// The rows of the section with a value's identity.
  ///
  /// Setting them where there is no such section appends one with this value; setting `nil` removes it with its rows. A
  /// `TableSnapshot` that is a constant can be read, too.
  ///
  /// - Complexity: That of finding the section, and O(*m*) for the *m* rows in it.
  @inlinable public subscript(section value: Section) -> [Row]? {
    mutating get { index(ofSection: value.identity).map { Array(table.sections[$0].rows) } }
    set { setRows(newValue, of: value) }
  }

  /// The rows of the section with a value's identity, or others where there is no such section.
  ///
  /// - Complexity: That of finding the section, and O(*m*) for the *m* rows in it.
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

  @inlinable package mutating func put(_ row: Row?, _ rows: TableEdit<Section, Row>.Rows) {
    apply(row.map { .replace(rows, with: [$0], isRefresh: false) } ?? .remove(rows))
  }
}

extension TableSnapshot {
  /// The rows of the section with a value's identity.
  ///
  /// Setting them where there is no such section appends one with this value; setting `nil` removes it with its rows.
  ///
  /// - Complexity: O(*s* + *m*) for *s* sections and *m* rows in this one.
  @inlinable public subscript(section value: Section) -> [Row]? {
    get { sectionIndex(of: value.identity).map { Array(sections[$0].rows) } }
    set { setRows(newValue, of: value) }
  }

  /// The rows of the section with a value's identity, or others where there is no such section.
  ///
  /// - Complexity: O(*s* + *m*) for *s* sections and *m* rows in this one.
  @inlinable public subscript(section value: Section, default rows: @autoclosure () -> [Row]) -> [Row] {
    get { self[section: value] ?? rows() }
    set { setRows(newValue, of: value) }
  }
}

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
  /// Setting them where there is no such section appends one with this value; setting `nil` removes it with its rows.
  ///
  /// - Complexity: O(*s* + *m*) for *s* sections and *m* rows in this one.
  @inlinable public subscript(section value: Section) -> [Row]? {
    get { table.sectionIndex(of: value.identity).map { Array(table.sections[$0].rows) } }
    set {
      guard let newValue else {
        if table.sectionIndex(of: value.identity) != nil { removeSections(.id(value.identity)) }
        return
      }
      if table.sectionIndex(of: value.identity) == nil {
        append(TableSection(value, rows: newValue))
      } else {
        set(newValue, in: value.identity)
      }
    }
  }

  /// The rows of the section with a value's identity, or others where there is no such section.
  ///
  /// - Complexity: O(*s* + *m*) for *s* sections and *m* rows in this one.
  @inlinable public subscript(section value: Section, default rows: @autoclosure () -> [Row]) -> [Row] {
    get { self[section: value] ?? rows() }
    set { self[section: value] = newValue }
  }

  @inlinable package mutating func put(_ row: Row?, _ rows: TableEdit<Section, Row>.Rows) {
    apply(row.map { .replace(rows, with: [$0], isRefresh: false) } ?? .remove(rows))
  }
}

/// Flat tables as arrays.
extension TableEditable where Section == OneSection {
  /// Inserts a row.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - index: The index that it has afterwards.
  /// - Returns: Whether there is such a place.
  @discardableResult
  @inlinable public mutating func insert(_ row: Row, at index: Int) -> Bool {
    insert(row, at: .path(RowPath(0, index)))
  }

  /// Removes the row at an index.
  ///
  /// - Parameter index: The index.
  /// - Returns: Whether there is such a row.
  @discardableResult
  @inlinable public mutating func remove(at index: Int) -> Bool { remove(.path(RowPath(0, index))) }

  /// Moves a row.
  ///
  /// - Parameters:
  ///   - source: Its index.
  ///   - target: The index that it has afterwards.
  /// - Returns: Whether there are such places.
  @discardableResult
  @inlinable public mutating func move(from source: Int, to target: Int) -> Bool {
    move(from: RowPath(0, source), to: RowPath(0, target))
  }

  /// Exchanges two rows.
  ///
  /// - Parameters:
  ///   - one: An index.
  ///   - other: Another index.
  /// - Returns: Whether there are such rows.
  @discardableResult
  @inlinable public mutating func swapAt(_ one: Int, _ other: Int) -> Bool {
    guard let first = table[RowPath(0, one)], let second = table[RowPath(0, other)] else { return false }
    return apply(.replace(.paths([RowPath(0, one), RowPath(0, other)]), with: [second, first], isRefresh: false))
  }

  /// Puts rows in the place of those at a range of indices, which may be empty.
  ///
  /// - Parameters:
  ///   - range: The indices of the rows that go.
  ///   - rows: The rows that come.
  /// - Returns: Whether there is such a range; if not, nothing has changed.
  @discardableResult
  @inlinable public mutating func replaceSubrange(_ range: Range<Int>, with rows: [Row]) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= table.count else { return false }
    if !range.isEmpty { remove(.range(range)) }
    return rows.isEmpty || insert(contentsOf: rows, at: .path(RowPath(0, range.lowerBound)))
  }
}

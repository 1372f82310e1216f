extension TableEditable {
  /// Inserts a row at a destination.
  ///
  /// - Returns: `false` if the destination does not exist.
  @discardableResult
  @inlinable public mutating func insert(_ row: Row, at place: TableEdit<Section, Row>.Place) -> Bool {
    apply(.insert([row], at: place))
  }

  /// Inserts rows in order, starting at a destination.
  ///
  /// - Returns: `false` if the destination does not exist.
  @discardableResult
  @inlinable public mutating func insert(contentsOf rows: [Row], at place: TableEdit<Section, Row>.Place) -> Bool {
    apply(.insert(rows, at: place))
  }

  /// Appends a row to a section of the table.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - section: The section's identity, or `nil` for the last section. If the table is flat and empty, `nil` creates
  ///     the section.
  /// - Returns: `false` if the section does not exist.
  @discardableResult
  @inlinable public mutating func append(_ row: Row, to section: Section.Identity? = nil) -> Bool {
    apply(.append(row, to: section))
  }

  /// Appends rows to a section of the table.
  ///
  /// - Parameters:
  ///   - rows: The rows, in order.
  ///   - section: The section's identity, or `nil` for the last section. If the table is flat and empty, `nil` creates
  ///     the section.
  /// - Returns: `false` if the section does not exist.
  @discardableResult
  @inlinable public mutating func append(
    contentsOf rows: some Sequence<Row>, to section: Section.Identity? = nil
  ) -> Bool {
    apply(.insert(Array(rows), at: TableEdit.Place(.end(of: section))))
  }

  /// Removes rows, but keeps the sections.
  ///
  /// - Returns: `false` if rows are given but none of them exists.
  @discardableResult
  @inlinable public mutating func remove(_ rows: TableEdit<Section, Row>.Rows) -> Bool { apply(.remove(rows)) }

  /// Removes the row with the given identity.
  ///
  /// - Returns: Whether the row existed.
  @discardableResult
  @inlinable public mutating func remove(id: Row.Identity) -> Bool { apply(.remove(.id(id))) }

  /// Removes all rows, but keeps the sections.
  @inlinable public mutating func removeAll() { apply(.remove(.all())) }

  /// Removes the rows that satisfy a condition.
  ///
  /// - Throws: Any error that `shouldBeRemoved` throws, in which case nothing changes.
  /// - Complexity: O(*n*).
  @inlinable public mutating func removeAll(where shouldBeRemoved: (Row) throws -> Bool) rethrows {
    let found = try table.paths(where: shouldBeRemoved)
    if !found.isEmpty { apply(.remove(.paths(found))) }
  }

  /// Replaces the row with the same identity, and refreshes it even if its content compares equal.
  ///
  /// - Returns: Whether such a row exists.
  @discardableResult
  @inlinable public mutating func replace(_ row: Row) -> Bool { apply(.replace(row)) }

  /// Replaces a row, even if its identity differs, and refreshes it even if its content compares equal.
  ///
  /// - Returns: `false` if the row to replace does not exist.
  @discardableResult
  @inlinable public mutating func replace(_ other: TableEdit<Section, Row>.Rows, with row: Row) -> Bool {
    apply(.replace(other, with: [row]))
  }

  /// Updates rows in place.
  ///
  /// - Returns: `false` if rows are given but none of them exists.
  /// - Throws: Any error that `change` throws, in which case nothing changes.
  @discardableResult
  @inlinable public mutating func update(
    _ rows: TableEdit<Section, Row>.Rows, _ change: (inout Row) throws -> Void
  ) rethrows -> Bool {
    if case .ids(let ids) = rows.kind, ids.count == 1, let path = _path(of: ids[0]), var row = table[path] {
      try change(&row)
      return _replace(at: path, with: row)
    }
    let found = paths(of: rows)
    return found.isEmpty ? apply(.patch(rows) { _ in }) : try update(at: found, change)
  }

  /// Updates the rows that satisfy a condition in place.
  ///
  /// - Throws: Any error that `isIncluded` or `change` throws, in which case nothing changes.
  /// - Complexity: O(*n*).
  @inlinable public mutating func update(
    where isIncluded: (Row) throws -> Bool, _ change: (inout Row) throws -> Void
  ) rethrows {
    let found = try table.paths(where: isIncluded)
    if !found.isEmpty { try update(at: found, change) }
  }

  @discardableResult
  @inlinable package mutating func update(at paths: [RowPath], _ change: (inout Row) throws -> Void) rethrows -> Bool {
    var changed: [Row] = []
    for path in paths {
      guard var row = table[path] else { continue }
      try change(&row)
      changed.append(row)
    }
    return apply(.replace(.paths(paths), with: changed, isRefresh: false))
  }

  /// Replaces the row with the same identity or, if there is none, appends the row to the last section.
  ///
  /// - Returns: `false` if the row cannot be appended, because the table is not flat and has no section.
  @discardableResult
  @inlinable public mutating func upsert(_ row: Row) -> Bool {
    guard let path = _path(of: row.identity) else { return append(row) }
    return _replace(at: path, with: row)
  }

  /// Appends a row to the last section, unless a row with the same identity exists.
  ///
  /// - Returns: Whether the row was appended.
  @discardableResult
  @inlinable public mutating func appendIfAbsent(_ row: Row) -> Bool {
    _path(of: row.identity) == nil && append(row)
  }

  /// Moves rows to a destination, in the order in which you specify the rows.
  ///
  /// - Returns: `false` if rows are given but none of them exists, or if the destination does not exist.
  @discardableResult
  @inlinable public mutating func move(
    _ rows: TableEdit<Section, Row>.Rows, to place: TableEdit<Section, Row>.Place
  ) -> Bool {
    apply(.move(rows, to: place))
  }

  /// Moves the row at a path to another path.
  ///
  /// - Parameters:
  ///   - source: The path of the row.
  ///   - target: The path of the row after the move.
  /// - Returns: `false` if the row or the destination does not exist.
  @discardableResult
  @inlinable public mutating func move(from source: RowPath, to target: RowPath) -> Bool {
    apply(.move(.path(source), to: .path(target)))
  }

  /// Stably sorts the rows of one section, or of every section by default.
  ///
  /// - Returns: `false` if the section does not exist.
  /// - Throws: Any error that `areInIncreasingOrder` throws, in which case nothing changes.
  /// - Complexity: O(*n* log *n*).
  @discardableResult
  @inlinable public mutating func sort(
    _ section: Section.Identity? = nil, by areInIncreasingOrder: (Row, Row) throws -> Bool
  ) rethrows -> Bool {
    var sorted = table
    guard let section else {
      for index in sorted.sections.indices { try sorted.sort(section: index, by: areInIncreasingOrder) }
      return apply(.setSections(Array(sorted.sections)))
    }
    guard let index = index(ofSection: section) else { return apply(.order(section) { _, _ in false }) }
    return apply(.set(try sorted.sections[index].rows.sorted(by: areInIncreasingOrder), in: section))
  }

  /// Replaces all rows of a section.
  ///
  /// - Parameters:
  ///   - rows: The new rows, in order.
  ///   - section: The section's identity, or `nil` for the last section. If the table is flat and empty, `nil` creates
  ///     the section.
  ///   - isDiffed: Whether a `LiveTable` diffs the rows. If `false`, its readers reload. A store always diffs the rows.
  /// - Returns: `false` if the section does not exist.
  @discardableResult
  @inlinable public mutating func set(
    _ rows: [Row], in section: Section.Identity? = nil, isDiffed: Bool = true
  ) -> Bool {
    apply(.set(rows, in: section, isDiffed: isDiffed))
  }
}

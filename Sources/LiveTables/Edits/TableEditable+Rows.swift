/// Rows.
extension TableEditable {
  /// Inserts a row.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - place: Where it goes.
  /// - Returns: Whether there is such a place.
  @discardableResult
  @inlinable public mutating func insert(_ row: Row, at place: TableEdit<Section, Row>.Place) -> Bool {
    apply(.insert([row], at: place))
  }

  /// Inserts rows, one after another.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - place: Where the first one goes.
  /// - Returns: Whether there is such a place.
  @discardableResult
  @inlinable public mutating func insert(contentsOf rows: [Row], at place: TableEdit<Section, Row>.Place) -> Bool {
    apply(.insert(rows, at: place))
  }

  /// Appends a row.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - section: The section's identity; `nil` means the last one. A flat table without a section gets it.
  /// - Returns: Whether there is such a section.
  @discardableResult
  @inlinable public mutating func append(_ row: Row, to section: Section.Identity? = nil) -> Bool {
    apply(.append(row, to: section))
  }

  /// Appends rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - section: The section's identity; `nil` means the last one. A flat table without a section gets it.
  /// - Returns: Whether there is such a section.
  @discardableResult
  @inlinable public mutating func append(contentsOf rows: [Row], to section: Section.Identity? = nil) -> Bool {
    apply(.insert(rows, at: TableEdit.Place(.end(of: section))))
  }

  /// Removes rows; their sections stay.
  ///
  /// - Parameter rows: Which rows.
  /// - Returns: Whether any of them is there, or none is named.
  @discardableResult
  @inlinable public mutating func remove(_ rows: TableEdit<Section, Row>.Rows) -> Bool { apply(.remove(rows)) }

  /// Removes the row with an identity.
  ///
  /// - Parameter id: The identity.
  /// - Returns: Whether there is such a row.
  @discardableResult
  @inlinable public mutating func remove(id: Row.Identity) -> Bool { apply(.remove(.id(id))) }

  /// Removes all rows; their sections stay.
  @inlinable public mutating func removeAll() { apply(.remove(.all())) }

  /// Removes the rows for which a condition holds.
  ///
  /// - Parameter isUnwanted: The condition; it is asked at once.
  /// - Throws: What the condition throws; then nothing has changed.
  /// - Complexity: O(*n*).
  @inlinable public mutating func removeAll(where isUnwanted: (Row) throws -> Bool) rethrows {
    let found = try table.paths(where: isUnwanted)
    if !found.isEmpty { apply(.remove(.paths(found))) }
  }

  /// Puts a row in the place of the one with its identity; it is shown again also where its content compares equal.
  ///
  /// - Parameter row: The row.
  /// - Returns: Whether there is a row with its identity.
  @discardableResult
  @inlinable public mutating func replace(_ row: Row) -> Bool { apply(.replace(row)) }

  /// Puts a row in the place of another, which may have another identity; it is shown again also where its content compares
  /// equal.
  ///
  /// - Parameters:
  ///   - other: The row that goes.
  ///   - row: The row that comes.
  /// - Returns: Whether the one that goes is there.
  @discardableResult
  @inlinable public mutating func replace(_ other: TableEdit<Section, Row>.Rows, with row: Row) -> Bool {
    apply(.replace(other, with: [row]))
  }

  /// Changes rows in place.
  ///
  /// - Parameters:
  ///   - rows: Which rows.
  ///   - change: Called at once with each of them.
  /// - Returns: Whether any of them is there, or none is named.
  /// - Throws: What `change` throws; then nothing has changed.
  @discardableResult
  @inlinable public mutating func update(
    _ rows: TableEdit<Section, Row>.Rows, _ change: (inout Row) throws -> Void
  ) rethrows -> Bool {
    let found = paths(of: rows)
    return found.isEmpty ? apply(.update(rows) { _ in }) : try update(at: found, change)
  }

  /// Changes the rows in place for which a condition holds.
  ///
  /// - Parameters:
  ///   - isMeant: The condition; it is asked at once.
  ///   - change: Called at once with each of them.
  /// - Throws: What `isMeant` and `change` throw; then nothing has changed.
  /// - Complexity: O(*n*).
  @inlinable public mutating func update(
    where isMeant: (Row) throws -> Bool, _ change: (inout Row) throws -> Void
  ) rethrows {
    let found = try table.paths(where: isMeant)
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

  /// Puts a row in the place of the one with its identity, or appends it to the last section.
  ///
  /// - Parameter row: The row.
  /// - Returns: Whether the table has it now; not if it has no section and is not flat.
  @discardableResult
  @inlinable public mutating func upsert(_ row: Row) -> Bool {
    guard let path = paths(of: .id(row.identity)).first else { return append(row) }
    return apply(.replace(.path(path), with: [row], isRefresh: false))
  }

  /// Appends a row to the last section unless there is one with its identity.
  ///
  /// - Parameter row: The row.
  /// - Returns: Whether it was appended.
  @discardableResult
  @inlinable public mutating func appendIfAbsent(_ row: Row) -> Bool {
    paths(of: .id(row.identity)).isEmpty && append(row)
  }

  /// Moves rows, one after another in the order in which they are named.
  ///
  /// - Parameters:
  ///   - rows: Which rows.
  ///   - place: Where the first one goes.
  /// - Returns: Whether any of them is there, or none is named, and the place is there.
  @discardableResult
  @inlinable public mutating func move(
    _ rows: TableEdit<Section, Row>.Rows, to place: TableEdit<Section, Row>.Place
  ) -> Bool {
    apply(.move(rows, to: place))
  }

  /// Moves a row.
  ///
  /// - Parameters:
  ///   - source: Its path.
  ///   - target: The path that it has afterwards.
  /// - Returns: Whether there are such places.
  @discardableResult
  @inlinable public mutating func move(from source: RowPath, to target: RowPath) -> Bool {
    apply(.move(.path(source), to: .path(target)))
  }

  /// Sorts the rows of a section, or those of every section; equal ones keep their order.
  ///
  /// - Parameters:
  ///   - section: The section's identity; `nil` means every section, each by itself.
  ///   - areInIncreasingOrder: Whether the first row comes before the second; it is asked at once.
  /// - Returns: Whether there is such a section.
  /// - Throws: What `areInIncreasingOrder` throws; then nothing has changed.
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
    guard let index = index(ofSection: section) else { return apply(.sort(section) { _, _ in false }) }
    return apply(.set(try sorted.sections[index].rows.sorted(by: areInIncreasingOrder), in: section))
  }

  /// Gives a section other rows.
  ///
  /// - Parameters:
  ///   - rows: All rows that the section has afterwards.
  ///   - section: The section's identity; `nil` means the last one. A flat table without a section gets it.
  ///   - isDiffed: Whether a `LiveTable` looks for rows that stay; if not, its readers reload. What a store shows is
  ///     diffed in any case.
  /// - Returns: Whether there is such a section.
  @discardableResult
  @inlinable public mutating func set(
    _ rows: [Row], in section: Section.Identity? = nil, isDiffed: Bool = true
  ) -> Bool {
    apply(.set(rows, in: section, isDiffed: isDiffed))
  }
}

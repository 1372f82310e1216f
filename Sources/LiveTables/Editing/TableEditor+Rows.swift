/// Edits of rows, as in ``TableEdit``; each answers whether the table has what it names.
extension TableEditor {
  /// Appends a row to the last section.
  ///
  /// A flat table without any section gets one.
  @discardableResult
  @inlinable public mutating func append(_ row: Row) -> Bool { apply(TableEdit(.insert(row, .end))) }

  /// Appends a row to a section.
  @discardableResult
  @inlinable public mutating func append(_ row: Row, to section: Section.Identity) -> Bool {
    apply(TableEdit(.insert(row, .endOf(section))))
  }

  /// Appends rows to the last section.
  ///
  /// A flat table without any section gets one.
  @discardableResult
  @inlinable public mutating func append(contentsOf rows: [Row]) -> Bool { apply(TableEdit(.insertRows(rows, .end))) }

  /// Appends rows to a section.
  @discardableResult
  @inlinable public mutating func append(contentsOf rows: [Row], to section: Section.Identity) -> Bool {
    apply(TableEdit(.insertRows(rows, .endOf(section))))
  }

  /// Inserts a row before the one at a path, or at the end of its section.
  @discardableResult
  @inlinable public mutating func insert(_ row: Row, at path: RowPath) -> Bool {
    apply(TableEdit(.insert(row, .path(path))))
  }

  /// Inserts a row before another.
  @discardableResult
  @inlinable public mutating func insert(_ row: Row, before id: Row.Identity) -> Bool {
    apply(TableEdit(.insert(row, .before(id))))
  }

  /// Inserts a row after another.
  @discardableResult
  @inlinable public mutating func insert(_ row: Row, after id: Row.Identity) -> Bool {
    apply(TableEdit(.insert(row, .after(id))))
  }

  /// Inserts rows before the one at a path, or at the end of its section.
  @discardableResult
  @inlinable public mutating func insert(contentsOf rows: [Row], at path: RowPath) -> Bool {
    apply(TableEdit(.insertRows(rows, .path(path))))
  }

  /// Inserts rows before another.
  @discardableResult
  @inlinable public mutating func insert(contentsOf rows: [Row], before id: Row.Identity) -> Bool {
    apply(TableEdit(.insertRows(rows, .before(id))))
  }

  /// Inserts rows after another.
  @discardableResult
  @inlinable public mutating func insert(contentsOf rows: [Row], after id: Row.Identity) -> Bool {
    apply(TableEdit(.insertRows(rows, .after(id))))
  }

  /// Puts a row in the place of the one with its identity.
  ///
  /// It is shown anew also where its content compares equal.
  @discardableResult
  @inlinable public mutating func update(_ row: Row) -> Bool { apply(TableEdit(.update(row, .id(row.identity)))) }

  /// Changes a row in place.
  @discardableResult
  @inlinable public mutating func update(id: Row.Identity, _ change: @escaping @Sendable (inout Row) -> Void) -> Bool {
    apply(TableEdit(.change(.ids([id]), change)))
  }

  /// Changes the row at a path in place.
  @discardableResult
  @inlinable public mutating func update(at path: RowPath, _ change: @escaping @Sendable (inout Row) -> Void) -> Bool {
    apply(TableEdit(.change(.paths([path]), change)))
  }

  /// Changes the rows in place for which a condition holds.
  @discardableResult
  @inlinable public mutating func update(
    where isMeant: @escaping @Sendable (Row) -> Bool, _ change: @escaping @Sendable (inout Row) -> Void
  ) -> Bool {
    apply(TableEdit(.change(.matching(isMeant), change)))
  }

  /// Puts a row in the place of another, which may have another identity.
  @discardableResult
  @inlinable public mutating func replace(id: Row.Identity, with row: Row) -> Bool {
    apply(TableEdit(.update(row, .id(id))))
  }

  /// Puts a row in the place of the one at a path.
  @discardableResult
  @inlinable public mutating func replace(at path: RowPath, with row: Row) -> Bool {
    apply(TableEdit(.update(row, .path(path))))
  }

  /// Moves a row; the path is the one it has afterwards.
  @discardableResult
  @inlinable public mutating func move(id: Row.Identity, to path: RowPath) -> Bool {
    apply(TableEdit(.move(.id(id), .path(path))))
  }

  /// Moves a row before another.
  @discardableResult
  @inlinable public mutating func move(id: Row.Identity, before other: Row.Identity) -> Bool {
    apply(TableEdit(.move(.id(id), .before(other))))
  }

  /// Moves a row after another.
  @discardableResult
  @inlinable public mutating func move(id: Row.Identity, after other: Row.Identity) -> Bool {
    apply(TableEdit(.move(.id(id), .after(other))))
  }

  /// Moves a row to the end of a section.
  @discardableResult
  @inlinable public mutating func move(id: Row.Identity, toSection section: Section.Identity) -> Bool {
    apply(TableEdit(.move(.id(id), .endOf(section))))
  }

  /// Moves the row at a path; the other path is the one it has afterwards.
  @discardableResult
  @inlinable public mutating func move(at path: RowPath, to target: RowPath) -> Bool {
    apply(TableEdit(.move(.path(path), .path(target))))
  }

  /// Moves rows, in the order given; the path is the one the first of them has afterwards.
  @discardableResult
  @inlinable public mutating func move(ids: [Row.Identity], to path: RowPath) -> Bool {
    apply(TableEdit(.moveRows(.ids(ids), .path(path))))
  }

  /// Moves rows before another, in the order given.
  @discardableResult
  @inlinable public mutating func move(ids: [Row.Identity], before other: Row.Identity) -> Bool {
    apply(TableEdit(.moveRows(.ids(ids), .before(other))))
  }

  /// Moves rows after another, in the order given.
  @discardableResult
  @inlinable public mutating func move(ids: [Row.Identity], after other: Row.Identity) -> Bool {
    apply(TableEdit(.moveRows(.ids(ids), .after(other))))
  }

  /// Moves rows to the end of a section, in the order given.
  @discardableResult
  @inlinable public mutating func move(ids: [Row.Identity], toSection section: Section.Identity) -> Bool {
    apply(TableEdit(.moveRows(.ids(ids), .endOf(section))))
  }

  /// Removes a row.
  @discardableResult
  @inlinable public mutating func remove(id: Row.Identity) -> Bool { apply(TableEdit(.remove(.id(id)))) }

  /// Removes rows.
  @discardableResult
  @inlinable public mutating func remove(ids: [Row.Identity]) -> Bool { apply(TableEdit(.removeRows(.ids(ids)))) }

  /// Removes the row at a path.
  @discardableResult
  @inlinable public mutating func remove(at path: RowPath) -> Bool { apply(TableEdit(.remove(.path(path)))) }

  /// Removes the rows at paths, all of which refer to the table before.
  @discardableResult
  @inlinable public mutating func remove(at paths: [RowPath]) -> Bool { apply(TableEdit(.removeRows(.paths(paths)))) }

  /// Removes the rows at a range of positions in a section.
  @discardableResult
  @inlinable public mutating func remove(rows range: Range<Int>, in section: Section.Identity) -> Bool {
    apply(TableEdit(.removeRows(.range(range, in: section))))
  }

  /// Removes the rows for which a condition holds.
  @discardableResult
  @inlinable public mutating func removeAll(where isUnwanted: @escaping @Sendable (Row) -> Bool) -> Bool {
    apply(TableEdit(.removeRows(.matching(isUnwanted))))
  }

  /// Removes the last row of the table.
  @discardableResult
  @inlinable public mutating func removeLast() -> Bool { apply(TableEdit(.removeRows(.last(in: nil)))) }

  /// Removes the last row of a section.
  @discardableResult
  @inlinable public mutating func removeLast(in section: Section.Identity) -> Bool {
    apply(TableEdit(.removeRows(.last(in: section))))
  }

  /// Removes the rows of a section; the section stays.
  @discardableResult
  @inlinable public mutating func removeRows(in section: Section.Identity) -> Bool {
    apply(TableEdit(.removeRows(.all(in: section))))
  }

  /// Removes all rows; the sections stay.
  @discardableResult
  @inlinable public mutating func removeAllRows() -> Bool { apply(TableEdit(.removeRows(.all(in: nil)))) }

  /// Sorts the rows of every section; rows of which neither comes first keep their order.
  @discardableResult
  @inlinable public mutating func sort(by comesFirst: @escaping @Sendable (Row, Row) -> Bool) -> Bool {
    apply(TableEdit(.sort(nil, comesFirst)))
  }

  /// Sorts the rows of a section.
  @discardableResult
  @inlinable public mutating func sort(
    section: Section.Identity, by comesFirst: @escaping @Sendable (Row, Row) -> Bool
  ) -> Bool {
    apply(TableEdit(.sort(section, comesFirst)))
  }

  /// Gives the last section other rows.
  ///
  /// - Parameters:
  ///   - rows: All rows that the section has afterwards.
  ///   - isDifferenced: Whether a ``LiveTable`` looks for what the rows have in common with those that were there; if
  ///     not, its readers get a reload. What is submitted to a view is differenced in any case.
  @discardableResult
  @inlinable public mutating func set(rows: [Row], isDifferenced: Bool = true) -> Bool {
    apply(TableEdit(.setRows(rows, nil, isDifferenced: isDifferenced)))
  }

  /// Gives a section other rows; see the other `set`.
  @discardableResult
  @inlinable public mutating func set(rows: [Row], in section: Section.Identity, isDifferenced: Bool = true) -> Bool {
    apply(TableEdit(.setRows(rows, section, isDifferenced: isDifferenced)))
  }
}

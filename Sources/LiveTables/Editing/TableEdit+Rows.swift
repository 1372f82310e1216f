/// Edits of rows.
extension TableEdit {
  /// Appends a row to the last section.
  ///
  /// A flat table without any section gets one.
  @inlinable public static func append(_ row: Row) -> TableEdit { TableEdit(.insert(row, .end)) }

  /// Appends a row to a section.
  @inlinable public static func append(_ row: Row, to section: Section.Identity) -> TableEdit {
    TableEdit(.insert(row, .endOf(section)))
  }

  /// Appends rows to the last section.
  ///
  /// A flat table without any section gets one.
  @inlinable public static func append(contentsOf rows: [Row]) -> TableEdit { TableEdit(.insertRows(rows, .end)) }

  /// Appends rows to a section.
  @inlinable public static func append(contentsOf rows: [Row], to section: Section.Identity) -> TableEdit {
    TableEdit(.insertRows(rows, .endOf(section)))
  }

  /// Inserts a row before the one at a path, or at the end of its section.
  @inlinable public static func insert(_ row: Row, at path: RowPath) -> TableEdit {
    TableEdit(.insert(row, .path(path)))
  }

  /// Inserts a row before another.
  @inlinable public static func insert(_ row: Row, before id: Row.Identity) -> TableEdit {
    TableEdit(.insert(row, .before(id)))
  }

  /// Inserts a row after another.
  @inlinable public static func insert(_ row: Row, after id: Row.Identity) -> TableEdit {
    TableEdit(.insert(row, .after(id)))
  }

  /// Inserts rows before the one at a path, or at the end of its section.
  @inlinable public static func insert(contentsOf rows: [Row], at path: RowPath) -> TableEdit {
    TableEdit(.insertRows(rows, .path(path)))
  }

  /// Inserts rows before another.
  @inlinable public static func insert(contentsOf rows: [Row], before id: Row.Identity) -> TableEdit {
    TableEdit(.insertRows(rows, .before(id)))
  }

  /// Inserts rows after another.
  @inlinable public static func insert(contentsOf rows: [Row], after id: Row.Identity) -> TableEdit {
    TableEdit(.insertRows(rows, .after(id)))
  }

  /// Puts a row in the place of the one with its identity.
  ///
  /// It is shown anew also where its content compares equal.
  @inlinable public static func update(_ row: Row) -> TableEdit { TableEdit(.update(row, .id(row.identity))) }

  /// Puts a row in the place of the one at a path.
  ///
  /// It is shown anew also where its content compares equal.
  @inlinable public static func update(_ row: Row, at path: RowPath) -> TableEdit {
    TableEdit(.update(row, .path(path)))
  }

  /// Changes a row in place.
  @inlinable public static func update(
    id: Row.Identity, _ change: @escaping @Sendable (inout Row) -> Void
  ) -> TableEdit {
    TableEdit(.change(.ids([id]), change))
  }

  /// Changes the row at a path in place.
  @inlinable public static func update(
    at path: RowPath, _ change: @escaping @Sendable (inout Row) -> Void
  ) -> TableEdit {
    TableEdit(.change(.paths([path]), change))
  }

  /// Changes the rows in place for which a condition holds.
  @inlinable public static func update(
    where isMeant: @escaping @Sendable (Row) -> Bool, _ change: @escaping @Sendable (inout Row) -> Void
  ) -> TableEdit {
    TableEdit(.change(.matching(isMeant), change))
  }

  /// Puts a row in the place of another, which may have another identity.
  @inlinable public static func replace(id: Row.Identity, with row: Row) -> TableEdit {
    TableEdit(.update(row, .id(id)))
  }

  /// Puts a row in the place of the one at a path.
  @inlinable public static func replace(at path: RowPath, with row: Row) -> TableEdit {
    TableEdit(.update(row, .path(path)))
  }

  /// Moves a row; the path is the one it has afterwards.
  @inlinable public static func move(id: Row.Identity, to path: RowPath) -> TableEdit {
    TableEdit(.move(.id(id), .path(path)))
  }

  /// Moves a row before another.
  @inlinable public static func move(id: Row.Identity, before other: Row.Identity) -> TableEdit {
    TableEdit(.move(.id(id), .before(other)))
  }

  /// Moves a row after another.
  @inlinable public static func move(id: Row.Identity, after other: Row.Identity) -> TableEdit {
    TableEdit(.move(.id(id), .after(other)))
  }

  /// Moves a row to the end of a section.
  @inlinable public static func move(id: Row.Identity, toSection section: Section.Identity) -> TableEdit {
    TableEdit(.move(.id(id), .endOf(section)))
  }

  /// Moves the row at a path; the other path is the one it has afterwards.
  @inlinable public static func move(at path: RowPath, to target: RowPath) -> TableEdit {
    TableEdit(.move(.path(path), .path(target)))
  }

  /// Moves rows, in the order given; the path is the one the first of them has afterwards.
  @inlinable public static func move(ids: [Row.Identity], to path: RowPath) -> TableEdit {
    TableEdit(.moveRows(.ids(ids), .path(path)))
  }

  /// Moves rows before another, in the order given.
  @inlinable public static func move(ids: [Row.Identity], before other: Row.Identity) -> TableEdit {
    TableEdit(.moveRows(.ids(ids), .before(other)))
  }

  /// Moves rows after another, in the order given.
  @inlinable public static func move(ids: [Row.Identity], after other: Row.Identity) -> TableEdit {
    TableEdit(.moveRows(.ids(ids), .after(other)))
  }

  /// Moves rows to the end of a section, in the order given.
  @inlinable public static func move(ids: [Row.Identity], toSection section: Section.Identity) -> TableEdit {
    TableEdit(.moveRows(.ids(ids), .endOf(section)))
  }

  /// Removes a row.
  @inlinable public static func remove(id: Row.Identity) -> TableEdit { TableEdit(.remove(.id(id))) }

  /// Removes rows.
  @inlinable public static func remove(ids: [Row.Identity]) -> TableEdit { TableEdit(.removeRows(.ids(ids))) }

  /// Removes the row at a path.
  @inlinable public static func remove(at path: RowPath) -> TableEdit { TableEdit(.remove(.path(path))) }

  /// Removes the rows at paths, all of which refer to the table before.
  @inlinable public static func remove(at paths: [RowPath]) -> TableEdit { TableEdit(.removeRows(.paths(paths))) }

  /// Removes the rows at a range of positions in a section.
  @inlinable public static func remove(rows range: Range<Int>, in section: Section.Identity) -> TableEdit {
    TableEdit(.removeRows(.range(range, in: section)))
  }

  /// Removes the rows for which a condition holds.
  @inlinable public static func removeAll(where isUnwanted: @escaping @Sendable (Row) -> Bool) -> TableEdit {
    TableEdit(.removeRows(.matching(isUnwanted)))
  }

  /// Removes the last row of the table.
  @inlinable public static func removeLast() -> TableEdit { TableEdit(.removeRows(.last(in: nil))) }

  /// Removes the last row of a section.
  @inlinable public static func removeLast(in section: Section.Identity) -> TableEdit {
    TableEdit(.removeRows(.last(in: section)))
  }

  /// Removes the rows of a section; the section stays.
  @inlinable public static func removeRows(in section: Section.Identity) -> TableEdit {
    TableEdit(.removeRows(.all(in: section)))
  }

  /// Removes all rows; the sections stay.
  @inlinable public static func removeAllRows() -> TableEdit { TableEdit(.removeRows(.all(in: nil))) }

  /// Sorts the rows of every section; rows of which neither comes first keep their order.
  @inlinable public static func sort(by comesFirst: @escaping @Sendable (Row, Row) -> Bool) -> TableEdit {
    TableEdit(.sort(nil, comesFirst))
  }

  /// Sorts the rows of a section.
  @inlinable public static func sort(
    section: Section.Identity, by comesFirst: @escaping @Sendable (Row, Row) -> Bool
  ) -> TableEdit {
    TableEdit(.sort(section, comesFirst))
  }

  /// Gives the last section other rows.
  ///
  /// - Parameters:
  ///   - rows: All rows that the section has afterwards.
  ///   - isDifferenced: Whether a ``LiveTable`` looks for what the rows have in common with those that were there; if
  ///     not, its readers get a reload. What is submitted to a view is differenced in any case.
  @inlinable public static func set(rows: [Row], isDifferenced: Bool = true) -> TableEdit {
    TableEdit(.setRows(rows, nil, isDifferenced: isDifferenced))
  }

  /// Gives a section other rows; see the other `set`.
  @inlinable public static func set(
    rows: [Row], in section: Section.Identity, isDifferenced: Bool = true
  ) -> TableEdit {
    TableEdit(.setRows(rows, section, isDifferenced: isDifferenced))
  }
}

#if SQLite
public import LiveTables

/// A value that describes how to write users' edits of a live table to the database.
///
/// ```swift
/// let edited = tasks.editable(by: SQLiteRowWriter("task", order: "position"))
/// view.bind(edited, editing: .deleting() + .moving(to: .sameSection)) { edit, error in show(error) }
/// ```
///
/// Moving a row updates its order column and, if its section changes, its group column. Changed and inserted rows are
/// written by closures. Each edit is written in its own transaction.
public struct SQLiteRowWriter<Section: Diffable & Sendable, Value: Sendable>: Sendable {
  private let table: WrittenTable
  private let order: OrderColumn?
  private var group: (column: String, value: @Sendable (Section) -> SQLiteValue)?
  private var change: (@Sendable (Value, DatabaseConnection) throws -> Void)?
  private var insert: (@Sendable (Value, DatabaseConnection) throws -> Void)?

  /// Creates a writer that deletes rows and, if there is an order column, moves rows within their section.
  ///
  /// - Parameters:
  ///   - table: The name of the table that contains the rows.
  ///   - id: The column that identifies a row.
  ///   - order: A numeric column by which the query sorts the rows in ascending order.
  public init(_ table: String, id: String = "id", order: String? = nil) {
    let rows = WrittenTable(name: table, id: id)
    self.table = rows
    self.order = order.map { OrderColumn(column: $0, table: rows) }
  }

  /// Returns a writer that can also move rows to other sections.
  ///
  /// - Parameter column: The column by which the query groups the rows. Its value for a section is the section's value.
  public func grouped(by column: String) -> SQLiteRowWriter where Section: DatabaseBindable {
    with { $0.group = (column, { $0.databaseValue }) }
  }

  /// Returns a writer that writes changed rows with a closure.
  ///
  /// To keep the changes of other programs, write only the columns that users can change.
  public func changing(_ change: @escaping @Sendable (Value, DatabaseConnection) throws -> Void) -> SQLiteRowWriter {
    with { $0.change = change }
  }

  /// Returns a writer that inserts rows into a `loaded` query with a closure, and then sets their order and group.
  public func inserting(_ insert: @escaping @Sendable (Value, DatabaseConnection) throws -> Void) -> SQLiteRowWriter {
    with { $0.insert = insert }
  }

  private func with(_ change: (inout SQLiteRowWriter) -> Void) -> SQLiteRowWriter {
    var writer = self
    change(&writer)
    return writer
  }
}

extension SQLiteRowWriter {
  /// The reason why an edit cannot be written, for each kind of edit that cannot.
  var obstacles: [EditKind: String] {
    var obstacles: [EditKind: String] = [:]
    if order == nil { obstacles[.move] = "the SQLiteRowWriter has no order column" }
    if change == nil { obstacles[.update] = "the SQLiteRowWriter has no closure for changed rows" }
    if insert == nil { obstacles[.insert] = "the SQLiteRowWriter has no closure for inserted rows" }
    return obstacles
  }

  /// The lowercase names of the columns that a move writes.
  var moveColumns: Set<String> { Set([order?.column, group?.column].compactMap { $0?.lowercased() }) }

  struct Destination: Sendable {
    /// The row before the moved row, if any.
    var above: RowID?
    /// The row after the moved row, if any.
    var below: RowID?
    /// The new section, or `nil` if the row stays in its section.
    var section: Section?
  }

  enum Work: Sendable {
    case delete(RowID)
    case move(RowID, Destination)
    case change(RowID, Value)
    case insert(RowID, Value, Destination)
  }

  /// Writes an edit, and then checks that the row is in the edited state.
  ///
  /// Triggers may make further changes, but must not undo the edit.
  ///
  /// - Throws: ``QueryError`` if there is no such row, or if the edit had no effect or cannot be written.
  func write(_ work: Work, on connection: DatabaseConnection) throws {
    switch work {
    case .delete(let row):
      try check(row, on: connection)
      try connection.execute("DELETE FROM \(identifier: table.name) WHERE \(table.isRow(row))")
      if try has(row, on: connection) { throw QueryError.editWasIgnored("the row was not deleted") }
    case .move(let row, let destination):
      if order == nil { throw QueryError.editCannotBeWritten }
      try move(row, to: destination, on: connection)
    case .change(let row, let value):
      guard let change else { throw QueryError.editCannotBeWritten }
      try check(row, on: connection)
      try change(value, connection)
      guard try has(row, on: connection) else { throw QueryError.editWasIgnored("the row was deleted") }
    case .insert(let row, let value, var destination):
      guard let insert else { throw QueryError.editCannotBeWritten }
      try insert(value, connection)
      guard try has(row, on: connection) else { throw QueryError.editWasIgnored("the row was not inserted") }
      if group == nil { destination.section = nil }
      try move(row, to: destination, on: connection)
    }
  }

  private func move(_ row: RowID, to destination: Destination, on connection: DatabaseConnection) throws {
    var isMoved = true
    if let section = destination.section {
      guard let group else { throw QueryError.editCannotBeWritten }
      let value = group.value(section)
      try connection.execute(
        "UPDATE \(identifier: table.name) SET \(identifier: group.column) = \(value) WHERE \(table.isRow(row))")
      isMoved = try !connection.hasRows(
        """
        SELECT 1 FROM \(identifier: table.name) WHERE \(table.isRow(row)) AND \(table.column(group.column)) IS NOT \(value)
        """)
    }
    if let order {
      // The first row of a section may not be the first in the table, because sections may be sorted by their first
      // rows.
      let position = try order.position(after: destination.above, before: destination.below, on: connection)
      guard try order.move(row, to: position, on: connection) else { throw QueryError.editedRowIsGone }
      isMoved = try order.isMoved(row, to: position, on: connection) && isMoved
    }
    if !isMoved { throw QueryError.editWasIgnored("the row is in another place") }
  }

  private func has(_ row: RowID, on connection: DatabaseConnection) throws -> Bool {
    try connection.hasRows("SELECT 1 FROM \(identifier: table.name) WHERE \(table.isRow(row))")
  }

  private func check(_ row: RowID, on connection: DatabaseConnection) throws {
    guard try has(row, on: connection) else { throw QueryError.editedRowIsGone }
  }
}
#endif

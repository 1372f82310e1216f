#if SQLite
public import LiveTables

/// How what the user does to the rows of a live table is written to a table of the database.
///
/// ```swift
/// view.bind(tasks).writeEdits(to: tasks, by: EditWriter("task", order: "position")) { edit, error in show(error) }
/// ```
///
/// A row that is deleted is deleted; one that is moved gets another place in the order column and, in another section,
/// that section's value; one that is changed is handed to a closure. What is written is a transaction for each edit, in
/// the order of the edits.
public struct EditWriter<Section: Diffable & Sendable, Value: Sendable>: Sendable {
  let table: String
  let id: String
  private let order: OrderColumn?
  private var group: (column: String, value: @Sendable (Section) -> DatabaseValue)?
  private var change: (@Sendable (Value, DatabaseConnection) throws -> Void)?
  private let deletes: Bool

  /// Rows can be deleted and, by an order column, moved within their section.
  ///
  /// - Parameters:
  ///   - table: The table that the rows are of.
  ///   - id: Its column that identifies a row.
  ///   - order: Its column of numbers by which the query orders the rows, ascending.
  ///   - deletesRows: Whether the user can delete rows.
  public init(_ table: String, id: String = "id", order: String? = nil, deletesRows: Bool = true) {
    self.table = table
    self.id = id
    deletes = deletesRows
    self.order = order.map { OrderColumn($0, of: table, id: id) }
  }

  /// Rows can be moved to other sections, too.
  ///
  /// - Parameters:
  ///   - column: The column that the query groups the rows by.
  ///   - value: What the column has in a section.
  public func grouped(
    by column: String, _ value: @escaping @Sendable (Section) -> DatabaseValue
  ) -> EditWriter { with { $0.group = (column, value) } }

  /// Rows can be moved to other sections, too.
  ///
  /// - Parameter column: The column that the query groups the rows by; it has the value of the section.
  /// - Returns: The writer with this ability.
  public func grouped(by column: String) -> EditWriter where Section: DatabaseBindable {
    grouped(by: column) { $0.databaseValue }
  }

  /// Rows can be changed.
  ///
  /// - Parameter change: Writes a row that the user has changed; runs in a transaction.
  /// - Returns: The writer with this ability.
  public func changing(_ change: @escaping @Sendable (Value, DatabaseConnection) throws -> Void) -> EditWriter {
    with { $0.change = change }
  }

  private func with(_ change: (inout EditWriter) -> Void) -> EditWriter {
    var writer = self
    change(&writer)
    return writer
  }
}

extension EditWriter {
  /// What the user may do: whatever can be written.
  @MainActor func editor<Row>(of type: Row.Type) -> RowEditor<Section, Row> {
    var editor = RowEditor<Section, Row>()
    if deletes { editor = editor + .deleting() }
    if order != nil { editor = editor + .moving(to: group == nil ? .sameSection : .anywhere) }
    if change != nil { editor = editor + .updating() }
    return editor
  }

  /// The columns that say where a row is, in lower case.
  var placeColumns: Set<String> { Set([order?.column, group?.column].compactMap { $0?.lowercased() }) }

  /// What is to be written of an edit.
  enum Work: Sendable {
    case delete(RowID)
    /// Between two rows, where there are any. The section is `nil` if it stays the same.
    case move(RowID, after: RowID?, before: RowID?, to: Section?)
    case change(RowID, Value)

    /// The row that it is about.
    var row: RowID {
      switch self {
      case .delete(let row), .move(let row, _, _, _), .change(let row, _): row
      }
    }
  }

  /// Writes it, and sees to it that the row is as the edit says.
  ///
  /// Triggers may do more. They may not undo what the user has done.
  ///
  /// - Throws: ``QueryError`` if the database has no such row, or has not done it, or there is no way to write it.
  func write(_ work: Work, on connection: DatabaseConnection) throws {
    switch work {
    case .delete(let row):
      guard deletes else { throw QueryError.editCannotBeWritten }
      try check(row, on: connection)
      try connection.execute("DELETE FROM \(identifier: table) WHERE \(key) = \(row)")
      if try has(row, on: connection) { throw QueryError.editWasIgnored("the row was not deleted") }
    case .move(let row, let above, let below, let section):
      guard let order, section == nil || group != nil else { throw QueryError.editCannotBeWritten }
      if let section, let group {
        try connection.execute(
          """
          UPDATE \(identifier: table) SET \(identifier: group.column) = \(group.value(section)) \
          WHERE \(key) = \(row)
          """)
      }
      // The front of a section is not that of all rows: sections may stand in the order of their first rows.
      guard try order.move(row, after: above, before: below, on: connection) else { throw QueryError.editedRowIsGone }
      guard try order.isPlaced(row, after: above, before: below, on: connection),
        try section.map({ try isIn($0, row, on: connection) }) ?? true
      else { throw QueryError.editWasIgnored("the row is in another place") }
    case .change(let row, let value):
      guard let change else { throw QueryError.editCannotBeWritten }
      try check(row, on: connection)
      try change(value, connection)
      guard try has(row, on: connection) else { throw QueryError.editWasIgnored("the row was deleted") }
    }
  }

  /// The id column with its table: a name in quotes that is no column would be a text for SQLite, which every row may equal.
  private var key: SQL { "\(identifier: table).\(identifier: id)" }

  private func has(_ row: RowID, on connection: DatabaseConnection) throws -> Bool {
    try connection.value("SELECT count(*) FROM \(identifier: table) WHERE \(key) = \(row)", as: Int.self) > 0
  }

  private func check(_ row: RowID, on connection: DatabaseConnection) throws {
    guard try has(row, on: connection) else { throw QueryError.editedRowIsGone }
  }

  /// Whether a row has the value of a section.
  private func isIn(_ section: Section, _ row: RowID, on connection: DatabaseConnection) throws -> Bool {
    guard let group else { return true }
    return try connection.map(
      "SELECT \(identifier: table).\(identifier: group.column) IS \(group.value(section)) FROM \(identifier: table) WHERE \(key) = \(row)"
    ) { try $0.decode(Bool.self, at: 0) } == [true]
  }
}
#endif

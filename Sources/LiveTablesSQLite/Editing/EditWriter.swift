#if SQLite
public import LiveTables

/// Describes how a user's edits of a live table are written to the database.
///
/// ```swift
/// view.bind(tasks).writeEdits(to: tasks, by: EditWriter("task", order: "position")) { edit, error in show(error) }
/// ```
///
/// Deleting a row in the view deletes it in the table. Moving a row updates its order column and, if the section
/// changes, its group column. Changing a row calls a closure. Each edit is a transaction, in the order of the edits.
public struct EditWriter<Section: Diffable & Sendable, Value: Sendable>: Sendable {
  let table: String
  let id: String
  private let order: OrderColumn?
  private var group: (column: String, value: @Sendable (Section) -> DatabaseValue)?
  private var change: (@Sendable (Value, DatabaseConnection) throws -> Void)?
  private let deletes: Bool

  /// Creates a writer that deletes rows and, with an order column, moves rows within their section.
  ///
  /// - Parameters:
  ///   - table: The name of the table that contains the rows.
  ///   - id: The column that identifies a row.
  ///   - order: The column of numbers by which the query sorts the rows, ascending.
  ///   - deletesRows: Whether the user can delete rows.
  public init(_ table: String, id: String = "id", order: String? = nil, deletesRows: Bool = true) {
    self.table = table
    self.id = id
    deletes = deletesRows
    self.order = order.map { OrderColumn($0, of: table, id: id) }
  }

  /// Returns a writer that also moves rows to other sections.
  ///
  /// - Parameters:
  ///   - column: The column by which the query groups the rows.
  ///   - value: A closure that returns the column's value for a section.
  public func grouped(
    by column: String, _ value: @escaping @Sendable (Section) -> DatabaseValue
  ) -> EditWriter { with { $0.group = (column, value) } }

  /// Returns a writer that also moves rows to other sections.
  ///
  /// - Parameter column: The column by which the query groups the rows. Its values are the sections.
  public func grouped(by column: String) -> EditWriter where Section: DatabaseBindable {
    grouped(by: column) { $0.databaseValue }
  }

  /// Returns a writer that also writes changed rows.
  ///
  /// - Parameter change: A closure that writes a changed row, in a transaction.
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
  /// Returns an editor that allows the user all edits that can be written.
  @MainActor func editor<Row>(of type: Row.Type) -> RowEditor<Section, Row> {
    var editor = RowEditor<Section, Row>()
    if deletes { editor = editor + .deleting() }
    if order != nil { editor = editor + .moving(to: group == nil ? .sameSection : .anywhere) }
    if change != nil { editor = editor + .updating() }
    return editor
  }

  var placeColumns: Set<String> { Set([order?.column, group?.column].compactMap { $0?.lowercased() }) }

  enum Work: Sendable {
    case delete(RowID)
    /// Moves a row between two rows, if they exist. The section is `nil` if it stays the same.
    case move(RowID, after: RowID?, before: RowID?, to: Section?)
    case change(RowID, Value)

    var row: RowID {
      switch self {
      case .delete(let row), .move(let row, _, _, _), .change(let row, _): row
      }
    }
  }

  /// Writes an edit, and checks that the row has the edited state afterwards.
  ///
  /// Triggers may make further changes, but must not undo the edit.
  ///
  /// - Throws: ``QueryError`` if there is no such row, if the edit had no effect, or if it cannot be written.
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
      // A section's first place is not the table's: sections may be sorted by their first rows.
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

  /// The qualified id column, because SQLite treats an unknown quoted name as text.
  private var key: SQL { "\(identifier: table).\(identifier: id)" }

  private func has(_ row: RowID, on connection: DatabaseConnection) throws -> Bool {
    try connection.value("SELECT count(*) FROM \(identifier: table) WHERE \(key) = \(row)", as: Int.self) > 0
  }

  private func check(_ row: RowID, on connection: DatabaseConnection) throws {
    guard try has(row, on: connection) else { throw QueryError.editedRowIsGone }
  }

  private func isIn(_ section: Section, _ row: RowID, on connection: DatabaseConnection) throws -> Bool {
    guard let group else { return true }
    return try connection.map(
      "SELECT \(identifier: table).\(identifier: group.column) IS \(group.value(section)) FROM \(identifier: table) WHERE \(key) = \(row)"
    ) { try $0.decode(Bool.self, at: 0) } == [true]
  }
}
#endif

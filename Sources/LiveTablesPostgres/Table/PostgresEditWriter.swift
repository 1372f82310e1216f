#if Postgres
public import LiveTables

/// How what the user does to the rows of a view is written to a table of the server.
///
/// ```swift
/// let tasks = PostgresTable(of: Item.self, from: "item", connection: connection)
/// view.bind(tasks.sorted { $0.position < $1.position })
///   .writeEdits(to: tasks, by: PostgresEditWriter(order: \.position)) { edit, error in show(error) }
/// ```
///
/// A row that is deleted is deleted; one that is moved gets another number in the order and, in another section, that
/// section's value; one that is changed is updated. What is written is a transaction for each edit, in the order of the
/// edits.
public struct PostgresEditWriter<Section: Diffable & Sendable, Row: Diffable & Encodable & Sendable>: Sendable {
  private let order: (any WritableKeyPath<Row, Double> & Sendable)?
  private var group: (@Sendable (inout Row, Section) -> Void)?
  private var changes = false
  private let deletes: Bool

  /// Rows can be deleted.
  ///
  /// - Parameter deletesRows: Whether the user can delete rows.
  public init(deletesRows: Bool = true) {
    order = nil
    deletes = deletesRows
  }

  /// Rows can be deleted, and moved within their section.
  ///
  /// - Parameters:
  ///   - order: The number by which the view's rows are sorted, ascending.
  ///   - deletesRows: Whether the user can delete rows.
  public init(order: any WritableKeyPath<Row, Double> & Sendable, deletesRows: Bool = true) {
    self.order = order
    deletes = deletesRows
  }

  /// Rows can be moved to other sections, too.
  ///
  /// - Parameters:
  ///   - property: What the rows are grouped by.
  ///   - value: What it is in a section.
  /// - Returns: The writer with this ability.
  public func grouped<Value>(
    by property: any WritableKeyPath<Row, Value> & Sendable, _ value: @escaping @Sendable (Section) -> Value
  ) -> PostgresEditWriter { with { $0.group = { $0[keyPath: property] = value($1) } } }

  /// Rows can be moved to other sections, too.
  ///
  /// - Parameter property: What the rows are grouped by; it is the value of the section.
  /// - Returns: The writer with this ability.
  public func grouped(by property: any WritableKeyPath<Row, Section> & Sendable) -> PostgresEditWriter {
    grouped(by: property) { $0 }
  }

  /// Rows can be changed.
  ///
  /// - Returns: The writer with this ability.
  public func changing() -> PostgresEditWriter { with { $0.changes = true } }

  private func with(_ change: (inout PostgresEditWriter) -> Void) -> PostgresEditWriter {
    var writer = self
    change(&writer)
    return writer
  }
}

extension PostgresEditWriter {
  /// What the user may do: whatever can be written.
  @MainActor fileprivate var editor: RowEditor<Section, Row> {
    var editor = RowEditor<Section, Row>()
    if deletes { editor = editor + .deleting() }
    if order != nil { editor = editor + .moving(to: group == nil ? .sameSection : .anywhere) }
    if changes { editor = editor + .updating() }
    return editor
  }

  fileprivate func write(_ work: EditWork<Section, Row>?, to table: inout TableEditor<OneSection, Row>) throws {
    switch work {
    case .delete(let row) where deletes: table.remove(id: row.identity)
    case .move(let row, let above, let below, let section):
      guard let order, section == nil || group != nil else { throw PostgresError.cannotBeWritten }
      // The front of a section is not that of all rows: sections stand in the order of their first rows.
      let isMoved =
        if above == nil, let below {
          table.move(row.identity, before: below.identity, by: order)
        } else {
          table.move(row.identity, after: above?.identity, by: order)
        }
      if !isMoved { throw PostgresError.rowIsGone }
      if let section, let group { table.update(.id(row.identity)) { group(&$0, section) } }
    case .change(_, let row) where changes:
      guard table.replace(row) else { throw PostgresError.rowIsGone }
    default: throw PostgresError.cannotBeWritten
    }
  }
}

extension TableBinding {
  /// Writes what the user does in the view to a table of a server: each edit is a transaction.
  ///
  /// ```swift
  /// view.bind(mails.sorted { $0.position < $1.position }.grouped { $0.folder })
  ///   .writeEdits(to: mails, by: PostgresEditWriter(order: \.position).grouped(by: \.folder)) { edit, error in show(error) }
  /// ```
  ///
  /// The edit is on screen at once; a table that is read before it is written has it, too; and when it comes back from the
  /// server, nothing more happens on screen. A row that was moved is updated where its new place is a part of its content.
  /// If it cannot be written, the row returns to where it was.
  ///
  /// If `link.editing.editor` is empty, the user can do what can be written, until the binding ends; otherwise it stays as
  /// it is.
  ///
  /// Lasts as long as the binding, and does not keep it alive. What the user has done before it ends is written.
  ///
  /// - Parameters:
  ///   - table: The table that the rows are of. The view is bound to it, or to what operators make of it.
  ///   - writer: How it is written.
  ///   - onFailure: Receives every edit that could not be written and was taken back, and the error.
  public func writeEdits(
    to table: PostgresTable<Row>, by writer: PostgresEditWriter<Section, Row>,
    onFailure: @escaping @MainActor (UserEdit<Section, Row>, any Error) -> Void
  ) where Row: Encodable {
    EditWriting.begin(self, writer.editor, onFailure: onFailure) { _, work in
      table.take { try writer.write(work, to: &$0) }
    }
  }
}
#endif

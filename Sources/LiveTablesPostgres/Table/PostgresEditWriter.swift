#if Postgres
public import LiveTables

/// Describes how a user's edits in a view are written to a table of a server.
///
/// ```swift
/// let tasks = PostgresTable(of: Item.self, from: "item", connection: connection)
/// view.bind(tasks.sorted { $0.position < $1.position })
///   .writeEdits(to: tasks, by: PostgresEditWriter(order: \.position)) { edit, error in show(error) }
/// ```
///
/// Deleting a row in the view deletes it in the table. Moving a row updates its order number and, if the section
/// changes, the grouping property. Changing a row updates it. Each edit is a transaction, in the order of the edits.
public struct PostgresEditWriter<Section: Diffable & Sendable, Row: Diffable & Encodable & Sendable>: Sendable {
  private let order: (any WritableKeyPath<Row, Double> & Sendable)?
  private var group: (@Sendable (inout Row, Section) -> Void)?
  private var changes = false
  private let deletes: Bool

  /// Creates a writer that deletes rows.
  ///
  /// - Parameter deletesRows: Whether the user can delete rows.
  public init(deletesRows: Bool = true) {
    order = nil
    deletes = deletesRows
  }

  /// Creates a writer that deletes rows, and moves rows within their section.
  ///
  /// - Parameters:
  ///   - order: The number by which the view's rows are sorted, ascending.
  ///   - deletesRows: Whether the user can delete rows.
  public init(order: any WritableKeyPath<Row, Double> & Sendable, deletesRows: Bool = true) {
    self.order = order
    deletes = deletesRows
  }

  /// Returns a writer that also moves rows to other sections.
  ///
  /// - Parameters:
  ///   - property: The property by which the rows are grouped.
  ///   - value: A closure that returns the property's value for a section.
  public func grouped<Value>(
    by property: any WritableKeyPath<Row, Value> & Sendable, _ value: @escaping @Sendable (Section) -> Value
  ) -> PostgresEditWriter { with { $0.group = { $0[keyPath: property] = value($1) } } }

  /// Returns a writer that also moves rows to other sections.
  ///
  /// - Parameter property: The property by which the rows are grouped. Its values are the sections.
  public func grouped(by property: any WritableKeyPath<Row, Section> & Sendable) -> PostgresEditWriter {
    grouped(by: property) { $0 }
  }

  /// Returns a writer that also writes changed rows.
  public func changing() -> PostgresEditWriter { with { $0.changes = true } }

  private func with(_ change: (inout PostgresEditWriter) -> Void) -> PostgresEditWriter {
    var writer = self
    change(&writer)
    return writer
  }
}

extension PostgresEditWriter {
  /// An editor that allows the user all edits that can be written.
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
      // The first row of a section may not be the first of the table, because sections are sorted by their first rows.
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
  /// Writes the user's edits in the view to a table of a server, each in a transaction.
  ///
  /// ```swift
  /// view.bind(mails.sorted { $0.position < $1.position }.grouped { $0.folder })
  ///   .writeEdits(to: mails, by: PostgresEditWriter(order: \.position).grouped(by: \.folder)) { edit, error in show(error) }
  /// ```
  ///
  /// An edit is shown immediately, and tables that are read before it is written include it. When it arrives from the
  /// server, the view does not change again. A moved row is updated if its position is part of its content. An edit
  /// that cannot be written is reverted.
  ///
  /// If `link.editing.editor` is empty, it allows the edits that can be written until the binding ends. Otherwise, it
  /// is not changed.
  ///
  /// Writing lasts as long as the binding, and does not keep it alive. Edits made before the binding ends are written.
  ///
  /// - Parameters:
  ///   - table: The table that contains the rows. The view is bound to it, or to a table derived from it.
  ///   - writer: How edits are written.
  ///   - onFailure: A closure that receives every reverted edit and the error.
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

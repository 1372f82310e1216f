#if SQLite
internal import LiveTables

/// Writes what the user does in one view, edit by edit.
///
/// The view's `editing` keeps this. When it goes, or something else is bound to the view, what the user has done before
/// is still written; then the task ends.
@MainActor final class EditWriting<Section: Diffable & Sendable, Row: Diffable & Sendable, Value: Sendable> {
  typealias Failure = @MainActor (UserEdit<Section, Row>, any Error) -> Void

  /// What a row has to do with the database.
  struct Access: Sendable {
    var id: @Sendable (Row) -> RowID
    var value: @Sendable (Row) -> Value?
    /// The row is about to be committed: readers of the commit find that it is what is on screen.
    var expect: @Sendable (Row, DatabaseConnection) throws -> Void
    /// The row is committed, or could not be written.
    var end: @Sendable (Row, _ isCommitted: Bool) -> Void
  }

  private struct Order: Sendable {
    let edit: UserEdit<Section, Row>
    let work: EditWriter<Section, Value>.Work?
    let number: Int
  }

  private let orders: AsyncStream<Order>.Continuation
  private let ledger: EditLedger<Section, Row>
  private let access: Access

  init(
    _ editing: TableEditing<Section, Row>, _ database: SQLiteDatabase, _ ledger: EditLedger<Section, Row>,
    _ writer: EditWriter<Section, Value>, _ access: Access, onFailure: @escaping Failure
  ) {
    let (stream, orders) = AsyncStream.makeStream(of: Order.self)
    self.orders = orders
    self.ledger = ledger
    self.access = access
    Task { [weak editing] in
      for await order in stream {
        do {
          try await Self.write(order, database, writer, access)
          ledger.end(order.number, isCommitted: true)
        } catch {
          access.end(order.edit.row, false)
          editing?.refuse(order.edit)
          ledger.end(order.number, isCommitted: false)
          onFailure(order.edit, error)
        }
      }
    }
  }

  deinit { orders.finish() }

  /// The user does something; it is on screen at the end of this turn.
  func take(_ edit: UserEdit<Section, Row>, in table: TableSnapshot<Section, Row>) {
    orders.yield(Order(edit: edit, work: work(edit, table), number: ledger.begin(edit.edit)))
  }

  @concurrent private static func write(
    _ order: Order, _ database: SQLiteDatabase, _ writer: EditWriter<Section, Value>, _ access: Access
  ) async throws {
    guard let work = order.work else { throw QueryError.editCannotBeWritten }
    try await database.write { connection in
      try writer.write(work, on: connection)
      try access.expect(order.edit.row, connection)
    }
    access.end(order.edit.row, true)
  }

  private func work(
    _ edit: UserEdit<Section, Row>, _ table: TableSnapshot<Section, Row>
  ) -> EditWriter<Section, Value>.Work? {
    let site = edit.parts[edit.parts.count - 1].site
    let id = access.id(site.row)
    switch edit.kind {
    case .delete: return .delete(id)
    case .insert: return nil
    case .update:
      guard edit.parts.count == 1, let value = access.value(site.row) else { return nil }
      return .change(id, value)
    case .move:
      let before = edit.parts[0].site
      var rest = table
      rest.remove(at: before.path)
      let above = rest[RowPath(section: site.path.section, row: site.path.row - 1)]
      let isOther = before.section.identity != site.section.identity
      return .move(id, after: above.map(access.id), to: isOther ? site.section : nil)
    }
  }
}
#endif

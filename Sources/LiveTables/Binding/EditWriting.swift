#if SQLite || Postgres
/// Writes what the user does in one view, edit by edit.
///
/// The view's `editing` keeps this. When it goes, or something else is bound to the view, what the user has done before
/// is still written; then the task ends.
@MainActor package final class EditWriting<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  package typealias Failure = @MainActor (UserEdit<Section, Row>, any Error) -> Void
  /// Called for each edit in the turn in which the user makes it; what it returns writes the edit, after those before.
  package typealias Taking = @MainActor (UserEdit<Section, Row>, EditWork<Section, Row>?) -> Writing
  /// Writes an edit; if it throws, the edit is taken back.
  package typealias Writing = @Sendable () async throws -> Void

  private struct Order: Sendable {
    let edit: UserEdit<Section, Row>
    let write: Writing
  }

  private let orders: AsyncStream<Order>.Continuation
  private let taking: Taking

  private init(_ editing: TableEditing<Section, Row>, _ taking: @escaping Taking, _ onFailure: @escaping Failure) {
    let (stream, orders) = AsyncStream.makeStream(of: Order.self)
    self.orders = orders
    self.taking = taking
    Task { [weak editing] in
      for await order in stream {
        do {
          try await order.write()
        } catch {
          editing?.refuse(order.edit)
          onFailure(order.edit, error)
        }
      }
    }
  }

  deinit { orders.finish() }

  private func take(_ edit: UserEdit<Section, Row>, in table: TableSnapshot<Section, Row>) {
    orders.yield(Order(edit: edit, write: taking(edit, EditWork(edit, in: table))))
  }
}

extension EditWriting {
  /// Begins to write what the user does, until the binding ends.
  ///
  /// - Parameters:
  ///   - binding: The view's binding; if that has ended, nothing happens.
  ///   - editor: What the user may do until then, unless the view has an editor.
  ///   - onFailure: Receives every edit that could not be written and was taken back.
  ///   - taking: Says how an edit is written.
  package static func begin(
    _ binding: TableBinding<Section, Row>, _ editor: RowEditor<Section, Row>, onFailure: @escaping Failure,
    _ taking: @escaping Taking
  ) {
    guard let editing = binding.link?.editing else { return }
    editing.lend(editor)
    let writing = EditWriting(editing, taking, onFailure)
    editing.onEdit = { edit, table in writing.take(edit, in: table) }
  }
}

/// What is to be written of a user's edit.
package enum EditWork<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  case delete(Row)
  /// Between two rows, where there are any. The section is `nil` if it stays the same.
  case move(Row, after: Row?, before: Row?, to: Section?)
  case change(from: Row, to: Row)

  /// - Returns: `nil` for an insertion, and for a row that becomes another one.
  init?(_ edit: UserEdit<Section, Row>, in table: TableSnapshot<Section, Row>) {
    let site = edit.parts[edit.parts.count - 1].site
    switch edit.kind {
    case .delete: self = .delete(site.row)
    case .insert: return nil
    case .update:
      guard case .updated(let previous) = edit.parts[0].change else { return nil }
      self = .change(from: previous, to: site.row)
    case .move:
      let before = edit.parts[0].site
      var rest = table
      rest.remove(at: before.path)
      let above = rest[RowPath(section: site.path.section, row: site.path.row - 1)]
      let isOther = before.section.identity != site.section.identity
      self = .move(site.row, after: above, before: rest[site.path], to: isOther ? site.section : nil)
    }
  }
}
#endif

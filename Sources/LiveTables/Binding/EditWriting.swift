#if SQLite || Postgres
/// Writes the user's edits in a view, one after another.
///
/// The view's `editing` owns this object. When the view is deallocated or bound again, earlier edits are still written,
/// and then the task ends.
@MainActor package final class EditWriting<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  package typealias Failure = @MainActor (UserEdit<Section, Row>, any Error) -> Void
  /// A closure that is called in the turn of the user's edit, and returns a closure that writes it after earlier edits.
  package typealias Taking = @MainActor (UserEdit<Section, Row>, EditWork<Section, Row>?) -> Writing
  /// A closure that writes an edit, which is reverted if the closure throws an error.
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
  /// Begins to write the user's edits, until the binding ends.
  ///
  /// - Parameters:
  ///   - binding: The view's binding. If it has ended, this method has no effect.
  ///   - editor: The editor to use until then, unless the view has one.
  ///   - onFailure: A closure that receives every edit that could not be written and was reverted.
  ///   - taking: A closure that returns how an edit is written.
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

/// The work of writing a user's edit.
package enum EditWork<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  case delete(Row)
  /// Moves a row between two rows, if they exist. The section is `nil` if it stays the same.
  case move(Row, after: Row?, before: Row?, to: Section?)
  case change(from: Row, to: Row)

  /// - Returns: `nil` for an insertion, and for a row whose identity changes.
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

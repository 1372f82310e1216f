@testable import LiveTables
import LiveTablesSchedules

/// Submissions that are recorded in the same turn in which the store admits them.
///
/// They start on the store, because other origins would only multiply the schedules.
extension TableStore where Section == String, Row == Item {
  /// Starts a task that submits a table.
  ///
  /// - Parameter settles: Whether the task receives its answer without a choice of the schedule. Use this only for a
  ///   store that stays bound, because receiving the answer then has no effects.
  func submits(_ table: Items, as name: String, _ record: Record, settles: Bool = false) -> Task<Void, Never> {
    asks(name, .table(table), record, settles) { try await $0.submit(table) }
  }

  /// Starts a task that edits the target.
  func edits(_ edit: Edit, as name: String, _ record: Record, settles: Bool = false) -> Task<Void, Never> {
    asks(name, .edit(edit), record, settles) { try await $0.edit(edit) }
  }

  private func asks(
    _ name: String, _ admission: Record.Admission, _ record: Record, _ settles: Bool,
    _ body: @escaping @Sendable (isolated TableStore<Section, Row>) async throws -> Applied
  ) -> Task<Void, Never> {
    Task {
      record.ask(name)
      let number = record.admit(admission)
      if settles { JobScheduler.shared.settle() }
      do {
        record.answer(name, number, .success(try await body(self)))
      } catch {
        record.answer(name, number, .failure(error))
      }
    }
  }
}

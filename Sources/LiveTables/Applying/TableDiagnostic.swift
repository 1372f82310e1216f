/// A problem found while updating a view.
///
/// The view was reloaded, shows a placeholder, or gets no more tables. ``TableOptions/onDiagnostic`` receives it; without
/// that it is written to standard error.
public struct TableDiagnostic: Sendable, CustomStringConvertible {
  /// The kinds of problems.
  public enum Problem: Sendable {
    /// The view threw this instead of showing a batch, or ``TableOptions/performBatch`` did not call `perform` once.
    case refused(any Error)
    /// The batch breaks a rule; the view never received it.
    case invalid(BatchError)
    /// The view has other row counts than the table it shows: it was changed from outside.
    case changedOutside(expected: [Int], found: [Int])
    /// The view called `commit` this often in a batch, instead of once.
    case batchCommits(Int)
    /// The view called `commit` this often while reloading, instead of once.
    case reloadCommits(Int)
    /// A row has no cell, or a section lacks its supplementary view.
    case cell(CellProblem)
    /// The bound sequence has thrown this; the last table stays on screen.
    case sequenceFailed(any Error)
    /// Users cannot edit the bound source in these ways, which are not offered; the text says what is in the way.
    case notEditable(Set<EditKind>, String)
    /// A user's edit was not saved, and no `onFailure` receives the error: none was given, or the binding has ended.
    case editFailed(any Error)
  }

  /// The table's name: ``TableOptions/name``, or the store's.
  package let name: String?

  /// Where a view of a test was made; `nil` for any other view.
  package let origin: String?

  /// The revision that the update led to.
  package let revision: Int

  /// The problem.
  public let problem: Problem

  /// A sentence for a log.
  public var description: String {
    let table = name.map { "table \"\($0)\"" } ?? "table"
    let batch = "the batch of revision \(revision)"
    return switch problem {
    case .refused(let error): "\(table): the view refused \(batch): \(error); reloaded"
    case .invalid(let error): "\(table): \(batch) breaks a rule, \(error); reloaded"
    case .changedOutside(let expected, let found):
      "\(table): the view has row counts \(found) where it was given \(expected); reloaded"
    case .batchCommits(let count): "\(table): the view committed \(batch) \(count) times, not once; reloaded"
    case .reloadCommits(let count):
      "\(table): the view committed the reload of revision \(revision) \(count) times, not once"
    case .cell(let problem): "\(table): \(problem)"
    case .sequenceFailed(let error): "\(table): the sequence has failed: \(error)"
    case .notEditable(let kinds, let obstacle):
      "\(table): users cannot \(kinds.map { "\($0)" }.sorted().joined(separator: ", ")) rows: \(obstacle)"
    case .editFailed(let error): "\(table): a user's edit was not saved: \(error)"
    }
  }
}

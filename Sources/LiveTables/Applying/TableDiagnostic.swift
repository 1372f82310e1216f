/// A problem that occurred while a view was updated.
///
/// As a result of the problem, the view has been reloaded, shows a placeholder, or receives no more tables. The problem
/// is passed to ``BindingOptions/onDiagnostic`` or, by default, written to standard error.
public struct TableDiagnostic: Sendable, CustomStringConvertible {
  /// The kinds of problems that can occur in a view.
  public enum Problem: Sendable {
    /// The view threw an error, or ``BindingOptions/performBatch`` did not call `perform` exactly once.
    case refused(any Error)
    /// The batch update violates a rule, so the view did not receive it.
    case invalid(BatchError)
    /// The row counts of the view differ from those of its table because other code changed the view.
    case changedOutside(expected: [Int], found: [Int])
    /// The view called `commit` this number of times in a batch update instead of exactly once.
    case batchCommits(Int)
    /// The view called `commit` this number of times while reloading instead of exactly once.
    case reloadCommits(Int)
    /// A row has no cell, or a section has no supplementary view.
    case cell(CellProblem)
    /// The bound sequence threw an error. The last table stays on screen.
    case sequenceFailed(any Error)
    /// The bound source does not accept these kinds of edits, for the given reason.
    case notEditable(Set<EditKind>, String)
    /// A user's edit was not saved, and the error was not passed to an `onFailure` closure, because there is none or
    /// the binding had ended.
    case editFailed(any Error)
  }

  /// The table's name from ``BindingOptions/name``, or the name of its store.
  package let name: String?

  /// The source location that created a view in a test, or `nil` for other views.
  package let origin: String?

  package let revision: Int

  /// The problem that occurred.
  public let problem: Problem

  /// A sentence for a log that describes the problem.
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

/// A view that was not what it should be.
///
/// It was reloaded, or shows a placeholder, so it shows what is wanted as far as it can; but something is wrong.
public struct TableDiagnostic: Sendable, CustomStringConvertible {
  /// What was wrong.
  public enum Problem: Sendable {
    /// The view threw this instead of showing a batch.
    case refused(any Error)
    /// The batch broke a rule; the view never saw it.
    case invalid(BatchError)
    /// The view showed other row counts than it had been given.
    case changedOutside(expected: [Int], found: [Int])
    /// The view called `commit` this often in a batch, instead of once.
    case batchCommits(Int)
    /// The view called `commit` this often while reloading, instead of once.
    case reloadCommits(Int)
    /// A row has no cell that shows it, or a section not the view it should have.
    case cell(CellProblem)
  }

  /// The table's name.
  public let name: String?

  /// The revision that was being shown.
  public let revision: Int

  /// What was wrong.
  public let problem: Problem

  /// All of it in a sentence.
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
    }
  }
}

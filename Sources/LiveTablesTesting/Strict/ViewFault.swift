/// A failure that a test can cause in a view.
package struct ViewFault: Sendable {
  let commits: Int
  let error: (any Error)?
  let concernsReloads: Bool

  /// The error that faults throw.
  package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String { "refused, as the test wanted" }
  }

  /// Makes the next batch throw an error without calling `commit`.
  package static let refuses = ViewFault(commits: 0, error: Refusal(), concernsReloads: false)
  /// Makes the next batch call `commit` and then throw an error.
  package static let commitsAndThrows = ViewFault(commits: 1, error: Refusal(), concernsReloads: false)
  /// Makes the next batch return without calling `commit`.
  package static let neverCommits = ViewFault(commits: 0, error: nil, concernsReloads: false)
  /// Makes the next batch call `commit` twice.
  package static let commitsTwice = ViewFault(commits: 2, error: nil, concernsReloads: false)
  /// Makes the next reload return without calling `commit`.
  package static let reloadsWithoutCommit = ViewFault(commits: 0, error: nil, concernsReloads: true)
  /// Makes the next reload call `commit` twice.
  package static let reloadsWithTwoCommits = ViewFault(commits: 2, error: nil, concernsReloads: true)
}

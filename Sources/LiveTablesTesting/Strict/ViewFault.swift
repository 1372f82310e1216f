/// A failure that a test can cause in a view.
@_spi(Adapters) public struct ViewFault: Sendable {
  let commits: Int
  let error: (any Error)?
  let concernsReloads: Bool

  /// The error that the faults ``refuses`` and ``commitsAndThrows`` throw.
  @_spi(Adapters) public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the error.
    @_spi(Adapters) public var description: String { "refused, as the test wanted" }
  }

  /// The next batch throws an error without calling `commit`.
  @_spi(Adapters) public static let refuses = ViewFault(commits: 0, error: Refusal(), concernsReloads: false)
  /// The next batch calls `commit` and then throws an error.
  @_spi(Adapters) public static let commitsAndThrows = ViewFault(commits: 1, error: Refusal(), concernsReloads: false)
  /// The next batch does not call `commit`.
  @_spi(Adapters) public static let neverCommits = ViewFault(commits: 0, error: nil, concernsReloads: false)
  /// The next batch calls `commit` twice.
  @_spi(Adapters) public static let commitsTwice = ViewFault(commits: 2, error: nil, concernsReloads: false)
  /// The next reload does not call `commit`.
  @_spi(Adapters) public static let reloadsWithoutCommit = ViewFault(commits: 0, error: nil, concernsReloads: true)
  /// The next reload calls `commit` twice.
  @_spi(Adapters) public static let reloadsWithTwoCommits = ViewFault(commits: 2, error: nil, concernsReloads: true)
}

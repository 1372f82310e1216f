/// What can be wrong with a view, for tests of what happens then.
@_spi(Adapters) public struct ViewFault: Sendable {
  /// How often `commit` is called.
  let commits: Int
  /// What is thrown.
  let error: (any Error)?
  let concernsReloads: Bool

  /// An error that ``refuses`` and ``commitsAndThrows`` throw.
  @_spi(Adapters) public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Says that it was asked for.
    @_spi(Adapters) public var description: String { "refused, as the test wanted" }
  }

  /// The next batch is refused by an error, and nothing is committed.
  @_spi(Adapters) public static let refuses = ViewFault(commits: 0, error: Refusal(), concernsReloads: false)
  /// The next batch is committed, then refused by an error.
  @_spi(Adapters) public static let commitsAndThrows = ViewFault(commits: 1, error: Refusal(), concernsReloads: false)
  /// The next batch is shown without being committed.
  @_spi(Adapters) public static let neverCommits = ViewFault(commits: 0, error: nil, concernsReloads: false)
  /// The next batch is committed twice.
  @_spi(Adapters) public static let commitsTwice = ViewFault(commits: 2, error: nil, concernsReloads: false)
  /// The next reload is carried out without being committed.
  @_spi(Adapters) public static let reloadsWithoutCommit = ViewFault(commits: 0, error: nil, concernsReloads: true)
  /// The next reload is committed twice.
  @_spi(Adapters) public static let reloadsWithTwoCommits = ViewFault(commits: 2, error: nil, concernsReloads: true)
}

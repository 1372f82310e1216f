/// A row that is followed through everything that is shown; another one with its identity does not take its place.
@MainActor package final class FollowedRow {
  /// Where the row is; `nil` if it is gone.
  package internal(set) var path: RowPath?

  init(_ path: RowPath) { self.path = path }
}

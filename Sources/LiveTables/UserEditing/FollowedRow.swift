/// A row that is tracked through all changes without being confused with another row of the same identity.
@MainActor package final class FollowedRow {
  /// The path of the row, or `nil` if the row was deleted.
  package internal(set) var path: RowPath?

  init(_ path: RowPath) { self.path = path }
}

/// A row that is tracked through all changes, even if several rows share an identity.
@MainActor package final class FollowedRow {
  /// The path of the row, or `nil` if the row was deleted.
  package internal(set) var path: RowPath?

  init(_ path: RowPath) { self.path = path }
}

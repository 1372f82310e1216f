/// The error with which a source refuses an update if other code has changed the row since the user saw it.
public struct RowConflict<Row: Sendable>: Error {
  /// The row with the user's change.
  public let edited: Row
  /// The source's current row, or `nil` if the row was deleted.
  public let current: Row?

  /// Creates a conflict between two versions of a row.
  public init(edited: Row, current: Row?) {
    self.edited = edited
    self.current = current
  }
}

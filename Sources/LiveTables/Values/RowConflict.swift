/// The error with which an update is refused if other code has changed the row since the user saw it.
public struct RowConflict<Row: Sendable>: Error {
  /// The row after the user's change.
  public let edited: Row
  /// The source's current row, or `nil` if it was deleted.
  public let current: Row?

  /// Creates a conflict.
  public init(edited: Row, current: Row?) {
    self.edited = edited
    self.current = current
  }
}

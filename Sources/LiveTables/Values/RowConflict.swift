/// The error of an update that was refused because the row has changed otherwise since the user saw it.
public struct RowConflict<Row: Sendable>: Error {
  /// The row as the user changed it.
  public let edited: Row
  /// The current row of the source, or `nil` if it was deleted.
  public let current: Row?

  /// Creates a conflict.
  public init(edited: Row, current: Row?) {
    self.edited = edited
    self.current = current
  }
}

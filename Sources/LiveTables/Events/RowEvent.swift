/// Something that happened to a row on screen.
public struct RowEvent<Row: Sendable>: Sendable {
  /// The row, as it was shown then.
  public let row: Row

  /// Where it was then.
  ///
  /// By the time that this is read the table may have changed; the row's identity says where it is.
  public let path: RowPath

  init(_ row: Row, at path: RowPath) {
    self.row = row
    self.path = path
  }
}

/// What a view says of its rows.
@_spi(Adapters) public enum RowSignal: Hashable, Sendable, CaseIterable {
  /// The row is about to be on screen.
  case willDisplay
  /// The row is not on screen any more: it was scrolled away, or it is gone.
  case didEndDisplaying
  /// The row stands out because it is touched.
  case highlighted
  /// The row does not stand out any more.
  case unhighlighted
}

/// A row that was selected or deselected.
public struct SelectionEvent<Row: Sendable>: Sendable {
  /// What brought it about.
  public enum Reason: Hashable, Sendable {
    /// The user did it.
    case user
    /// The row is gone from the table.
    case removed
  }

  /// The row, as it was shown last.
  public let row: Row

  /// Where it was then.
  public let path: RowPath

  /// What brought it about.
  public let reason: Reason

  package init(_ row: Row, at path: RowPath, because reason: Reason) {
    self.row = row
    self.path = path
    self.reason = reason
  }
}

/// Something that a cell says, a button in it for example.
public struct CellEvent<Event: Sendable, Row: Sendable>: Sendable {
  /// What the cell says.
  public let event: Event

  /// The row that the cell shows when this is delivered, after all that was pending when the cell sent it.
  public let row: Row

  /// Where that row is then.
  public let path: RowPath

  init(_ event: Event, row: Row, at path: RowPath) {
    self.event = event
    self.row = row
    self.path = path
  }
}

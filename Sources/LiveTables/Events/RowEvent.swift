/// An event that concerns a row on screen.
public struct RowEvent<Row: Sendable>: Sendable {
  /// The row that was shown at the time of the event.
  public let row: Row

  /// The path of the row at the time of the event.
  ///
  /// The table may have changed since the event. To find the row, use its identity.
  public let path: RowPath

  init(_ row: Row, at path: RowPath) {
    self.row = row
    self.path = path
  }
}

/// A kind of event for a row on screen.
package enum RowSignal: Hashable, Sendable, CaseIterable {
  /// The row is about to appear on screen.
  case willDisplay
  /// The row has left the screen because of scrolling or a deletion.
  case didEndDisplaying
  /// The row is highlighted because the user touches it.
  case highlighted
  /// The row is no longer highlighted.
  case unhighlighted
}

/// An event for the selection or deselection of a row.
public struct SelectionEvent<Row: Sendable>: Sendable {
  /// The reason why a row was selected or deselected.
  public enum Reason: Hashable, Sendable {
    /// The user selected or deselected the row.
    case user
    /// The selected row was removed from the table.
    case removed
  }

  /// The selected or deselected row, as last shown.
  public let row: Row

  /// The path of the row at the time of the event.
  public let path: RowPath

  /// The reason for this event.
  public let reason: Reason

  package init(_ row: Row, at path: RowPath, because reason: Reason) {
    self.row = row
    self.path = path
    self.reason = reason
  }
}

/// An event sent by a cell, for example when its button is tapped.
public struct CellEvent<Event: Sendable, Row: Sendable>: Sendable {
  /// The value that the cell sent.
  public let event: Event

  /// The row that the cell shows when the event is delivered, after pending changes.
  public let row: Row

  /// The path of the row when the event is delivered.
  public let path: RowPath

  init(_ event: Event, row: Row, at path: RowPath) {
    self.event = event
    self.row = row
    self.path = path
  }
}

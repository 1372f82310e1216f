import LiveTables

/// The number of rows that can be selected, and the effect of tapping a selected row.
public enum SelectionMode: Hashable, Sendable {
  /// No row can be selected.
  ///
  /// A tap still sends an event (`TableEvents.selected`). The view and its delegate determine how the tapped row looks.
  case none
  /// One row can be selected. Tapping the selected row sends another selection event.
  case one
  /// One row can be selected. Tapping the selected row deselects it.
  case oneToggling
  /// Any number of rows can be selected. Tapping a row selects or deselects it, and does not affect other rows.
  case many

  enum Limit: Hashable, Sendable {
    case none
    case one
    case many
  }

  var limit: Limit {
    switch self {
    case .none: .none
    case .one, .oneToggling: .one
    case .many: .many
    }
  }
}

/// A gesture that selects rows.
public enum SelectionGesture: Hashable, Sendable {
  /// A tap on a row, whose effect depends on the mode.
  case tap
  /// A gesture that selects only this row, such as a click.
  case only
  /// A gesture that selects or deselects this row and does not affect other rows, such as a Command-click.
  case toggle
  /// A gesture that selects all rows from the row selected last through this one, such as a Shift-click.
  ///
  /// If only one row can be selected, this row is selected.
  case extend
}

/// A view that presents the selected rows.
@MainActor package protocol SelectionPresenter: AnyObject {
  /// Updates the appearance of rows on screen. Called when the view is idle.
  ///
  /// Cells that are being configured get this state from their context. Use this method to update all other cells.
  func showSelection(selected: [RowPath], deselected: [RowPath])

  /// Scrolls to a row that was selected programmatically.
  func scroll(to path: RowPath)

  /// Called when the selection mode has changed. The default implementation does nothing.
  func selectionModeChanged(to mode: SelectionMode)

  /// Called when a change is complete, before the new selection is reported. The default implementation does nothing.
  ///
  /// A view in which a row is always selected uses this method to select other rows in place of deleted rows. The
  /// deselected and the newly selected rows are then reported as a single change.
  func selectionSettles()
}

extension SelectionPresenter {
  /// The default implementation does nothing.
  package func selectionModeChanged(to mode: SelectionMode) {}

  /// The default implementation does nothing.
  package func selectionSettles() {}
}

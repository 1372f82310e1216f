public import LiveTables

/// How many rows can be selected, and the effect of tapping a selected row.
public enum SelectionMode: Hashable, Sendable {
  /// No row can be selected.
  ///
  /// A tap still sends an event (`TableEvents.selected`). The view and its delegate determine the look of the tapped
  /// row.
  case none
  /// One row can be selected. A tap on the selected row sends a selection event again.
  case one
  /// One row can be selected. A tap on the selected row deselects it.
  case oneToggling
  /// Any number of rows can be selected. A tap selects or deselects a row and does not affect the others.
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

/// A gesture by which the user selects rows.
public enum SelectionGesture: Hashable, Sendable {
  /// A tap on a row, whose effect depends on the mode.
  case tap
  /// Selects only this row, such as by a click.
  case only
  /// Selects or deselects this row and leaves the others alone, such as by a click with the Command key.
  case toggle
  /// Selects all rows between the row selected last and this one, such as by a click with the Shift key.
  ///
  /// If only one row can be selected, this row is selected.
  case extend
}

/// The interface between a selection and its view.
@_spi(Adapters) @MainActor public protocol SelectionPresenter: AnyObject {
  /// Updates the appearance of rows on screen. Called when the view is idle.
  ///
  /// Cells that are configured get their state from their context; this method is for the other cells.
  func showSelection(selected: [RowPath], deselected: [RowPath])

  /// Scrolls to a row that was selected by code.
  func scroll(to path: RowPath)

  /// Handles a new selection mode. The default implementation does nothing.
  func selectionModeChanged(to mode: SelectionMode)

  /// Handles a completed change before the new selection is reported. The default implementation does nothing.
  ///
  /// A view in which some row is always selected selects replacements for deleted rows here, so that both are reported
  /// as a single change.
  func selectionSettles()
}

extension SelectionPresenter {
  /// Does nothing.
  @_spi(Adapters) public func selectionModeChanged(to mode: SelectionMode) {}

  /// Does nothing.
  @_spi(Adapters) public func selectionSettles() {}
}

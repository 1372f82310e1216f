public import LiveTables

/// How many rows can be selected at a time, and what a tap on a selected row does.
public enum SelectionMode: Hashable, Sendable {
  /// None: no row is selected here. A tap is still an event (`TableEvents.selected`), and how the tapped row looks is left
  /// to the view and to a delegate of yours.
  case none
  /// One: selecting another row takes the selection there, and a tap on the selected row selects it again, as an event.
  case one
  /// One or none: a tap on the selected row deselects it.
  case oneToggling
  /// Any number: a tap selects a row besides the others, or deselects it.
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

/// What the user does to select.
public enum SelectionGesture: Hashable, Sendable {
  /// The row is tapped: what that means is for the mode to say.
  case tap
  /// This row and no other is to be selected, as by a click.
  case only
  /// The row is selected or deselected, and the others stay as they are, as by a click with the command key.
  case toggle
  /// All rows between the one that was selected last and this one are selected, as by a click with the shift key.
  ///
  /// Where only one row can be selected, it is this one.
  case extend
}

/// What a view does about its selection.
@_spi(Adapters) @MainActor public protocol SelectionPresenter: AnyObject {
  /// Rows that are on screen have to look selected, or not.
  ///
  /// Cells that are configured learn it from their context; this is about the others. The view is at rest.
  func showSelection(selected: [RowPath], deselected: [RowPath])

  /// The program has selected a row that should be seen.
  func scroll(to path: RowPath)

  /// Another number of rows can be selected from now on; nothing happens unless the view says otherwise.
  func selectionModeChanged(to mode: SelectionMode)

  /// All of a change is on screen, and nobody was told yet what is selected after it; nothing happens unless the view says
  /// otherwise.
  ///
  /// A view in which something is always selected selects here what takes the place of rows that went, so that both are
  /// told as one.
  func selectionSettles()
}

extension SelectionPresenter {
  /// Nothing happens.
  @_spi(Adapters) public func selectionModeChanged(to mode: SelectionMode) {}

  /// Nothing happens.
  @_spi(Adapters) public func selectionSettles() {}
}

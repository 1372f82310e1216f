import Foundation

/// Simulated actions of the user.
extension StandInTable {
  /// The key that is held while a row is clicked.
  public enum StandInModifier: Sendable {
    case none
    case command
    case shift
  }

  /// Simulates a click on a row; this method has no effect if the row is not on screen.
  public func standInClick(_ row: Int, _ modifier: StandInModifier = .none) {
    guard shown[row] != nil else { return }
    var proposed = IndexSet(integer: row)
    switch modifier {
    case .none: break
    case .command where selected.contains(row):
      proposed = selected.subtracting(proposed)
      if proposed.isEmpty, !allowsEmptySelection { return }
    case .command: if allowsMultipleSelection { proposed.formUnion(selected) }
    case .shift:
      if allowsMultipleSelection, let anchor = selected.last {
        proposed = IndexSet(integersIn: min(anchor, row)...max(anchor, row))
      }
    }
    standInSelect(standInAllowedSelection(proposed))
  }

  /// Simulates a right-click on a row, or below all rows.
  ///
  /// - Returns: The items of the menu that opens.
  public func standInOpenMenu(_ row: Int) -> [NSMenuItem] {
    clickedRow = shown[row] == nil ? -1 : row
    return menu?.standInOpen() ?? []
  }
}

extension NSTableView {
  /// Simulates a swipe on a row, and returns the actions at its trailing edge.
  public func standInSwipe(_ row: Int) -> [NSTableViewRowAction] {
    shown[row] == nil ? [] : delegate?.tableView(self, rowActionsForRow: row, edge: .trailing) ?? []
  }

  /// Begins to drag a row.
  ///
  /// - Returns: The drag, or `nil` if the row cannot be dragged.
  public func standInDrag(_ row: Int) -> StandInDrag? {
    guard shown[row] != nil else { return nil }
    // Dragging a selected row drags the whole selection.
    let rows = selected.contains(row) ? selected : [row]
    let writers = rows.compactMap { row in
      dataSource?.tableView(self, pasteboardWriterForRow: row).map { (row, $0) }
    }
    return writers.contains { $0.0 == row } ? StandInDrag(self, row, writers) : nil
  }
}

/// A drag of a row within its table.
@MainActor public final class StandInDrag {
  private let session = NSDraggingSession()
  private let info: StandInDraggingInfo
  private weak var tableView: NSTableView?
  private var place: (row: Int, operation: NSTableView.DropOperation)?
  private var operation: NSDragOperation = []

  init(_ tableView: NSTableView, _ row: Int, _ writers: [(row: Int, writer: any NSPasteboardWriting)]) {
    self.tableView = tableView
    session.draggingPasteboard.writeObjects(writers.map(\.writer))
    info = StandInDraggingInfo(source: tableView, session.draggingPasteboard)
    tableView.dataSource?.tableView(
      tableView, draggingSession: session, willBeginAt: tableView.standInScreenPoint(tableView.rect(ofRow: row)),
      forRowIndexes: IndexSet(writers.map(\.row)))
  }

  /// Holds the dragged row on a row or above it.
  ///
  /// - Returns: The row index of the drop, or `nil` if the row cannot be dropped there.
  @discardableResult public func hover(_ row: Int, _ dropOperation: NSTableView.DropOperation = .above) -> Int? {
    place = nil
    guard let tableView, row >= 0, row <= tableView.numberOfRows else { return nil }
    tableView.standInDrop = (row, dropOperation)
    operation =
      tableView.dataSource?.tableView(
        tableView, validateDrop: info, proposedRow: row, proposedDropOperation: dropOperation) ?? []
    if operation != [] { place = tableView.standInDrop }
    tableView.standInDrop = nil
    return place?.row
  }

  /// Drops the row where it was held last.
  @discardableResult public func drop() -> Bool {
    guard let tableView else { return false }
    var isDone = false
    if let place {
      isDone =
        tableView.dataSource?.tableView(tableView, acceptDrop: info, row: place.row, dropOperation: place.operation)
        ?? false
    }
    tableView.dataSource?.tableView(
      tableView, draggingSession: session, endedAt: .zero, operation: isDone ? operation : [])
    return isDone
  }

  /// Drops the row where it is not accepted.
  public func cancel() {
    place = nil
    drop()
  }
}

import Foundation

/// What users do, for tests.
extension StandInTable {
  /// The keys that are held while a row is clicked.
  public enum StandInModifier: Sendable {
    case none
    case command
    case shift
  }

  /// The user clicks a row; nothing happens where none is on the screen.
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

  /// The user clicks a row, or the place below all, with the right button.
  ///
  /// - Returns: The menu that opens.
  public func standInOpenMenu(_ row: Int) -> [NSMenuItem] {
    clickedRow = shown[row] == nil ? -1 : row
    return menu?.standInOpen() ?? []
  }
}

extension NSTableView {
  /// The user swipes a row to its trailing edge, and sees what is offered.
  public func standInSwipe(_ row: Int) -> [NSTableViewRowAction] {
    shown[row] == nil ? [] : delegate?.tableView(self, rowActionsForRow: row, edge: .trailing) ?? []
  }

  /// The user takes hold of a row.
  ///
  /// - Returns: `nil` if that cannot be dragged.
  public func standInDrag(_ row: Int) -> StandInDrag? {
    guard shown[row] != nil else { return nil }
    // A selected row takes along all that are selected.
    let rows = selected.contains(row) ? selected : [row]
    let writers = rows.compactMap { row in
      dataSource?.tableView(self, pasteboardWriterForRow: row).map { (row, $0) }
    }
    return writers.contains { $0.0 == row } ? StandInDrag(self, row, writers) : nil
  }
}

/// A row that is dragged over the table from which it comes.
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

  /// The user holds it over a place.
  ///
  /// - Returns: Where it would be dropped; `nil` if it would not.
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

  /// The user lets it go where it was held last.
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

  /// The user lets it go where nothing takes it.
  public func cancel() {
    place = nil
    drop()
  }
}

public import Foundation

@MainActor open class NSTableView: StandInTable {
  public class var selectionDidChangeNotification: Notification.Name {
    Notification.Name("NSTableViewSelectionDidChangeNotification")
  }

  open weak var dataSource: (any NSTableViewDataSource)? { didSet { if oldValue !== dataSource { standInReload() } } }
  open weak var delegate: (any NSTableViewDelegate)? { didSet { if oldValue !== delegate { standInReload() } } }

  open var headerView: NSTableHeaderView? = NSTableHeaderView()

  override func standInCountRows() -> Int { dataSource?.numberOfRows(in: self) ?? 0 }

  override func standInCheck(_ when: String) {
    let (count, real) = (numberOfRows, standInCountRows())
    if count != real { StandInException.raise("\(when) there are \(count) rows, but the data source has \(real)") }
  }

  override func standInTellSelection() {
    delegate?.tableViewSelectionDidChange(Notification(name: Self.selectionDidChangeNotification, object: self))
  }

  override func standInAllowedSelection(_ proposed: IndexSet) -> IndexSet {
    delegate?.tableView(self, selectionIndexesForProposedSelection: proposed) ?? proposed
  }

  override func standInRowView(_ row: Int) -> NSTableRowView {
    delegate?.tableView(self, rowViewForRow: row) ?? super.standInRowView(row)
  }

  override func standInView(_ column: NSTableColumn?, _ row: Int) -> NSView? {
    delegate?.tableView(self, viewFor: column, row: row)
  }

  override func standInIsGroup(_ row: Int) -> Bool { delegate?.tableView(self, isGroupRow: row) ?? false }

  override func standInTellAdded(_ view: NSTableRowView, _ row: Int) {
    delegate?.tableView(self, didAdd: view, forRow: row)
  }

  override func standInTellRemoved(_ view: NSTableRowView, _ row: Int) {
    delegate?.tableView(self, didRemove: view, forRow: row)
  }

  override func standInHeight(_ row: Int) -> CGFloat { delegate?.tableView(self, heightOfRow: row) ?? rowHeight }

  // MARK: - Updates

  open func insertRows(at indexes: IndexSet, withAnimation animationOptions: AnimationOptions = []) {
    standInUpdate {
      for index in indexes {
        if index > numberOfRows { return complain(index) }
        standInInsert(IndexSet(integer: index))
      }
    }
  }

  open func removeRows(at indexes: IndexSet, withAnimation animationOptions: AnimationOptions = []) {
    standInUpdate {
      for index in indexes.reversed() {
        if index >= numberOfRows { return complain(index) }
        standInRemove(IndexSet(integer: index))
      }
    }
  }

  open func moveRow(at oldIndex: Int, to newIndex: Int) {
    standInUpdate {
      for index in [oldIndex, newIndex] where index < 0 || index >= numberOfRows { return complain(index) }
      standInMove(oldIndex, newIndex)
    }
  }

  private func complain(_ index: Int) {
    StandInException.raise(
      "NSTableView error inserting/removing/moving row \(index) (numberOfRows: \(numberOfRows)).")
  }
}

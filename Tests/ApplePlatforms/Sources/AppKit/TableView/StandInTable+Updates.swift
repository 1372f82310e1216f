public import Foundation

/// Updates of rows, which apply one after the other, like those of an array.
extension StandInTable {
  public func beginUpdates() {
    if standInIsTiling { StandInException.raise("beginUpdates in the middle of the layout") }
    if updates == 0 {
      _ = numberOfRows
      standInCheck("before the updates")
    }
    updates += 1
  }

  public func endUpdates() {
    if updates == 0 { return StandInException.raise("endUpdates without beginUpdates") }
    updates -= 1
    if updates > 0 { return }
    standInCheck("after the updates")
    standInRefresh()
  }

  /// Removes the views of deleted rows, and shows inserted rows.
  func standInRefresh() {
    for view in leaving { standInTakeAway(view, row: -1) }
    leaving = []
    tops = []
    if window != nil, !isReloadPending { standInTile() }
    needsLayout = true
    if selectionLost {
      selectionLost = false
      standInTellSelection()
    }
  }

  /// Runs `body` between `beginUpdates` and `endUpdates`, which are implied for a single call.
  func standInUpdate(_ body: () -> Void) {
    let isAlone = updates == 0
    if isAlone {
      _ = numberOfRows
      updates = 1
    }
    body()
    if isAlone { endUpdates() }
  }

  /// Inserts rows one by one, and shifts the rows below.
  func standInInsert(_ indexes: IndexSet) {
    for index in indexes {
      standInShift(from: index, by: 1)
      counted = numberOfRows + 1
    }
  }

  func standInRemove(_ indexes: IndexSet) {
    for index in indexes.reversed() {
      if let view = shown.removeValue(forKey: index) { leaving.append(view) }
      if selected.contains(index) { selectionLost = true }
      standInShift(from: index + 1, by: -1)
      counted = numberOfRows - 1
    }
  }

  /// Moves a row to an index among the remaining rows.
  func standInMove(_ oldIndex: Int, _ newIndex: Int) {
    let (view, wasSelected) = (shown.removeValue(forKey: oldIndex), selected.contains(oldIndex))
    standInShift(from: oldIndex + 1, by: -1)
    standInShift(from: newIndex, by: 1)
    shown[newIndex] = view
    if wasSelected { selected.insert(newIndex) }
  }

  /// Shifts the rows from an index on, and deselects a row that they replace.
  private func standInShift(from index: Int, by difference: Int) {
    shown = Dictionary(uniqueKeysWithValues: shown.map { ($0 >= index ? $0 + difference : $0, $1) })
    var moved = IndexSet()
    for row in selected where row != index + difference || difference > 0 || row >= index {
      moved.insert(row >= index ? row + difference : row)
    }
    selected = moved
  }

  public func reloadData(forRowIndexes rowIndexes: IndexSet, columnIndexes: IndexSet) {
    if updates > 0 { return StandInException.raise("rows are reloaded between beginUpdates and endUpdates") }
    for row in rowIndexes {
      if row >= numberOfRows { return StandInException.raise("row \(row) is reloaded, of \(numberOfRows)") }
      guard let view = shown[row] else { continue }
      for column in columnIndexes {
        guard view.standInViews.indices.contains(column) else { continue }
        if let old = view.standInViews[column] { enqueue(old) }
        view.standInViews[column] = nil
        view.standInViews[column] = standInAsk(column, row, of: view)
      }
    }
  }

  public func noteHeightOfRows(withIndexesChanged indexSet: IndexSet) {
    if let last = indexSet.last, last >= numberOfRows {
      return StandInException.raise("the height of row \(last) changes, of \(numberOfRows)")
    }
    standInNoted.append((indexSet, NSAnimationContext.current.duration))
    tops = []
    needsLayout = true
  }
}

/// The rows on screen.
extension StandInTable {
  /// Requests the views of visible rows, and removes the views of all others.
  func standInTile() {
    if window == nil { return }
    if isReloadPending {
      isReloadPending = false
      tops = []
      _ = numberOfRows
      let old = shown.sorted { $0.key < $1.key }
      shown = [:]
      for (row, view) in old { standInTakeAway(view, row: row) }
    }
    standInMeasure()
    let range = rows(in: visibleRect)
    let visible = range.location..<range.location + range.length
    for (row, view) in shown.sorted(by: { $0.key < $1.key }) where !visible.contains(row) {
      shown[row] = nil
      standInTakeAway(view, row: row)
    }
    for row in visible where shown[row] == nil { standInAdd(row) }
    for (row, view) in shown { view.frame = rect(ofRow: row) }
  }

  private func standInAdd(_ row: Int) {
    let view = standInRowView(row)
    view.isGroupRowStyle = standInIsGroup(row)
    view.isSelected = selected.contains(row)
    view.standInViews = Array(repeating: nil, count: view.isGroupRowStyle ? 1 : numberOfColumns)
    for column in view.standInViews.indices { view.standInViews[column] = standInAsk(column, row, of: view) }
    shown[row] = view
    addSubview(view)
    standInTellAdded(view, row)
  }

  private func standInAsk(_ column: Int, _ row: Int, of rowView: NSTableRowView) -> NSView? {
    let tableColumn = rowView.isGroupRowStyle ? nil : tableColumns[column]
    guard let view = standInView(tableColumn, row) else { return nil }
    if view.superview != nil {
      StandInException.raise("a view is shown for row \(row) that is shown for row \(self.row(for: view)) already")
    }
    rowView.addSubview(view)
    return view
  }

  func standInTakeAway(_ view: NSTableRowView, row: Int) {
    view.removeFromSuperview()
    standInTellRemoved(view, row)
    for case let cell? in view.standInViews { enqueue(cell) }
    view.standInViews = []
    standInRowViews.append(view)
  }
}

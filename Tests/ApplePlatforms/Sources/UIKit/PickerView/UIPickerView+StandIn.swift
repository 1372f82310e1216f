/// Reading data, showing rows, and simulated actions of the user.
extension UIPickerView {
  var standInKnownCounts: [Int] {
    if let standInCounts { return standInCounts }
    guard let dataSource else { return [] }
    let counts = (0..<max(0, dataSource.numberOfComponents(in: self))).map {
      max(0, dataSource.pickerView(self, numberOfRowsInComponent: $0))
    }
    standInCounts = counts
    standInSelected = counts.enumerated().map { index, count in
      min(standInSelected.indices.contains(index) ? standInSelected[index] : 0, max(0, count - 1))
    }
    return counts
  }

  /// Discards all rows and counts, which are read again when needed; the selection is limited to the new rows.
  func standInForget() {
    standInDropRows { _ in true }
    standInCounts = nil
    setNeedsLayout()
  }

  func standInDropRows(where isMeant: (Int) -> Bool) {
    for (path, row) in standInShown where isMeant(path.section) {
      standInShown[path] = nil
      if let view = row.view {
        view.removeFromSuperview()
        standInSpareViews[path.section, default: []].append(view)
      }
    }
  }

  /// Shows the selected row of each component, and two rows on either side of it.
  func standInShow() {
    guard let delegate, !standInIsShowing else { return }
    standInIsShowing = true
    defer { standInIsShowing = false }
    for (component, count) in standInKnownCounts.enumerated() {
      let selected = standInSelected[component]
      let rows = max(0, selected - 2)..<max(0, min(count, selected + 3))
      for (path, row) in standInShown where path.section == component && !rows.contains(path.item) {
        standInShown[path] = nil
        if let view = row.view {
          view.removeFromSuperview()
          standInSpareViews[component, default: []].append(view)
        }
      }
      for row in rows where standInShown[IndexPath(item: row, section: component)] == nil {
        standInShown[IndexPath(item: row, section: component)] = standInAsk(delegate, row, component)
      }
    }
  }

  private func standInAsk(_ delegate: any UIPickerViewDelegate, _ row: Int, _ component: Int) -> StandInPickerRow {
    guard delegate.standInResponds(to: "pickerView:viewForRow:forComponent:reusingView:") else {
      let title =
        delegate.pickerView(self, attributedTitleForRow: row, forComponent: component)?.string
        ?? delegate.pickerView(self, titleForRow: row, forComponent: component)
      return StandInPickerRow(title: title, view: nil)
    }
    let view = delegate.pickerView(
      self, viewForRow: row, forComponent: component, reusing: standInSpareViews[component]?.popLast())
    addSubview(view)
    return StandInPickerRow(title: nil, view: view)
  }

  // MARK: - For tests. Not UIKit API.

  /// Simulates the user selecting a row.
  ///
  /// - Returns: Whether the row exists.
  @discardableResult public func standInTurn(_ component: Int, to row: Int) -> Bool {
    let counts = standInKnownCounts
    guard window != nil, counts.indices.contains(component), (0..<counts[component]).contains(row) else {
      return false
    }
    standInSelected[component] = row
    setNeedsLayout()
    layoutIfNeeded()
    delegate?.pickerView(self, didSelectRow: row, inComponent: component)
    return true
  }

  /// Returns the titles of the rows that a component shows, from top to bottom.
  public func standInTitles(_ component: Int) -> [String?] {
    standInShown.filter { $0.key.section == component }.sorted { $0.key < $1.key }.map(\.value.title)
  }
}

/// What is read and drawn, and what the user does.
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

  /// Everything has to be read anew, now or at the next layout; what was selected stays, as far as there are rows.
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

  /// Draws the selected row of each wheel and two rows to either side of it.
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

  // MARK: - Tests. No API of UIKit.

  /// A finger turns a wheel, and lets it come to rest.
  ///
  /// - Returns: Whether there is such a row.
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

  /// The titles that are drawn in a wheel, from above.
  public func standInTitles(_ component: Int) -> [String?] {
    standInShown.filter { $0.key.section == component }.sorted { $0.key < $1.key }.map(\.value.title)
  }
}

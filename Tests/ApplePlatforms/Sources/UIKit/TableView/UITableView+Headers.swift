import Foundation

extension UITableView {
  /// Shows the headers and footers of visible sections, and removes all others.
  func standInShowHeaders() {
    let visible = Set(standInGeometry.sections(in: bounds))
    for section in standInHeaders.keys.sorted() where !visible.contains(section) { standInRetireHeader(section) }
    for section in standInFooters.keys.sorted() where !visible.contains(section) { standInRetireFooter(section) }
    var isMeasured = true
    for section in visible.sorted() {
      if standInHeaders[section] == nil, let view = standInMakeHeader(section) {
        standInHeaders[section] = view
        addSubview(view)
        delegate?.tableView(self, willDisplayHeaderView: view, forSection: section)
        isMeasured = false
      }
      if standInFooters[section] == nil, let view = standInMakeFooter(section) {
        standInFooters[section] = view
        addSubview(view)
        delegate?.tableView(self, willDisplayFooterView: view, forSection: section)
        isMeasured = false
      }
    }
    if !isMeasured { standInMeasure() }
  }

  func standInRetireHeader(_ section: Int) {
    guard let view = standInHeaders.removeValue(forKey: section) else { return }
    standInRetireHeader(view, section)
  }

  func standInRetireFooter(_ section: Int) {
    guard let view = standInFooters.removeValue(forKey: section) else { return }
    standInRetireFooter(view, section)
  }

  func standInRetireHeader(_ view: UIView, _ section: Int) {
    view.removeFromSuperview()
    delegate?.tableView(self, didEndDisplayingHeaderView: view, forSection: section)
    standInSources.keep(view)
  }

  func standInRetireFooter(_ view: UIView, _ section: Int) {
    view.removeFromSuperview()
    delegate?.tableView(self, didEndDisplayingFooterView: view, forSection: section)
    standInSources.keep(view)
  }

  /// Returns the delegate's height if it implements the method. The height applies even if there is no header.
  func standInAnsweredHeaderHeight(_ section: Int) -> CGFloat? {
    guard standInAnswers("tableView:heightForHeaderInSection:") else { return nil }
    return delegate?.tableView(self, heightForHeaderInSection: section)
  }

  func standInAnsweredFooterHeight(_ section: Int) -> CGFloat? {
    guard standInAnswers("tableView:heightForFooterInSection:") else { return nil }
    return delegate?.tableView(self, heightForFooterInSection: section)
  }

  /// Returns the delegate's view or else one with the data source's title, or `nil` if the header's height is zero.
  private func standInMakeHeader(_ section: Int) -> UIView? {
    if standInAnsweredHeaderHeight(section) == 0 { return nil }
    if let view = delegate?.tableView(self, viewForHeaderInSection: section) {
      if standInAsksTwice { _ = delegate?.tableView(self, viewForHeaderInSection: section) }
      return view
    }
    guard let title = dataSource?.tableView(self, titleForHeaderInSection: section) else { return nil }
    return standInTitleView(style == .plain ? title : title.localizedUppercase)
  }

  private func standInMakeFooter(_ section: Int) -> UIView? {
    if standInAnsweredFooterHeight(section) == 0 { return nil }
    if let view = delegate?.tableView(self, viewForFooterInSection: section) { return view }
    guard let title = dataSource?.tableView(self, titleForFooterInSection: section) else { return nil }
    return standInTitleView(title)
  }

  private func standInTitleView(_ title: String) -> UIView {
    let view = UITableViewHeaderFooterView(reuseIdentifier: nil)
    view.textLabel?.text = title
    view.textLabel?.sizeToFit()
    return view
  }
}

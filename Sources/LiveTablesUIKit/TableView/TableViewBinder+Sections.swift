#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
import UIKit

extension TableViewBinder {
  func supplement(_ kind: SupplementaryKind, _ section: Int) -> SupplementaryItem? {
    guard link.table.sections.indices.contains(section) else { return nil }
    return (link.table.sections[section].value as? any Supplemented)?.supplementaryItem(kind)
  }

  // MARK: - Views

  func hasViews(_ kind: SupplementaryKind) -> Bool { cells.supplementaries[kind] != nil }

  func supplementaryView(_ kind: SupplementaryKind, _ section: Int) -> UITableViewHeaderFooterView? {
    cells.supplementaryView(at: SupplementaryPath(kind, section: section), in: self)
  }

  func willDisplay(_ view: UIView, _ kind: SupplementaryKind, _ section: Int) {
    guard let view = view as? UITableViewHeaderFooterView, hasViews(kind) else { return }
    let path = SupplementaryPath(kind, section: section)
    cells.willDisplay(view, at: path, in: self)
    if cells.isWrong(view, at: path) { repairLater() }
  }

  /// Returns whether a header or footer on screen was made for another section.
  func hasWrongViews(in view: UITableView) -> Bool {
    func isWrong(_ shown: UITableViewHeaderFooterView?, _ kind: SupplementaryKind, _ section: Int) -> Bool {
      shown.map { cells.isWrong($0, at: SupplementaryPath(kind, section: section)) } ?? false
    }
    return Set((view.indexPathsForVisibleRows ?? []).map(\.section)).contains { section in
      isWrong(view.headerView(forSection: section), .header, section)
        || isWrong(view.footerView(forSection: section), .footer, section)
    }
  }

  func didEndDisplaying(_ view: UIView, _ kind: SupplementaryKind) {
    if let view = view as? UITableViewHeaderFooterView { cells.didEndDisplaying(view, kind: kind) }
  }

  // MARK: - Titles

  struct Titles {
    let section: Int
    let header: String?
    let footer: String?
  }

  func titles(ofUpdated operations: BatchOperations) -> [Titles] { operations.updatedSections.map { titles(of: $0) } }

  private func titles(of section: Int) -> Titles {
    guard let view else { return Titles(section: section, header: nil, footer: nil) }
    return Titles(
      section: section, header: tableView(view, titleForHeaderInSection: section),
      footer: tableView(view, titleForFooterInSection: section))
  }

  /// Updates changed titles in the views on screen.
  ///
  /// - Returns: `false` if a title was added or removed, so that the view must be reloaded.
  func show(_ before: [Titles], _ map: PathMap) -> Bool {
    guard let view else { return true }
    for old in before {
      guard let section = map.target(ofSection: old.section) else { continue }
      let new = titles(of: section)
      if (old.header == nil) != (new.header == nil) || (old.footer == nil) != (new.footer == nil) { return false }
      set(new.header, insteadOf: old.header, in: view.headerView(forSection: section), .header, section)
      set(new.footer, insteadOf: old.footer, in: view.footerView(forSection: section), .footer, section)
    }
    return true
  }

  private func set(
    _ title: String?, insteadOf old: String?, in view: UITableViewHeaderFooterView?, _ kind: SupplementaryKind,
    _ section: Int
  ) {
    guard title != old, let view, let label = view.textLabel,
      cells.shownSupplementaryView(at: SupplementaryPath(kind, section: section)) == nil
    else { return }
    // In grouped styles, a view shows its titles in capital letters.
    let isInCapitals = label.text != old && label.text == old?.localizedUppercase
    label.text = isInCapitals ? title?.localizedUppercase : title
    label.sizeToFit()
    view.setNeedsLayout()
  }

  // MARK: - Index

  var indexTitles: [String]? {
    index = SectionIndex(link.table)
    return index.flatMap { $0.titles.isEmpty ? nil : $0.titles }
  }

  func showIndex(after operations: BatchOperations) {
    guard operations.hasSectionStructure || !operations.updatedSections.isEmpty else { return }
    if SectionIndex(link.table) != index { view?.reloadSectionIndexTitles() }
  }

  // MARK: - Sizes

  func points(_ size: (TableSizes<Section, Row>, TableSnapshot<Section, Row>) -> Double?) -> CGFloat? {
    sizes.flatMap { size($0, link.table) }.map { CGFloat($0) }
  }

  /// Returns the height or estimated height of a header or footer, by default zero if it is missing in a plain table.
  ///
  /// - Parameters:
  ///   - size: The height set in `sizes`.
  ///   - own: The default height of the view.
  ///   - earlier: The height from the previous delegate.
  func height(
    _ kind: SupplementaryKind, _ section: Int, _ size: CGFloat?, _ own: CGFloat, earlier: @autoclosure () -> CGFloat?
  ) -> CGFloat {
    let isThere = isThere(kind, section)
    let own = isThere || view?.style != .plain ? own : 0
    guard let size else { return earlier() ?? own }
    return isThere || !saysWhere(kind) ? size : own
  }

  /// Returns whether it is known which sections have a header or footer.
  private func saysWhere(_ kind: SupplementaryKind) -> Bool { hasViews(kind) || Section.self is any Supplemented.Type }

  /// Returns whether a section may have a header or footer, which is always so if the previous delegate creates them.
  private func isThere(_ kind: SupplementaryKind, _ section: Int) -> Bool {
    guard let view else { return false }
    let isHeader = kind == .header
    let title =
      isHeader
      ? tableView(view, titleForHeaderInSection: section) : tableView(view, titleForFooterInSection: section)
    if title != nil { return true }
    if hasViews(kind) {
      return cells.hasSupplementaryView(at: SupplementaryPath(kind, section: section), in: self)
    }
    return earlierDelegateImplements("tableView:viewFor\(isHeader ? "Header" : "Footer")InSection:")
  }

  /// Returns whether a method is hidden because it has no result to return, and the view would request all sizes.
  func hasNoAnswer(to message: String) -> Bool {
    if message.contains("eightForRow") { return sizes == nil }
    if message.contains("eightForHeader") { return sizes?.supplementaryKinds.contains(.header) != true }
    if message.contains("eightForFooter") { return sizes?.supplementaryKinds.contains(.footer) != true }
    if message.contains("viewForHeader") { return !hasViews(.header) }
    if message.contains("viewForFooter") { return !hasViews(.footer) }
    return false
  }
}
#endif

#if canImport(UIKit)
public import Foundation
@_spi(Adapters) import LiveTables
public import UIKit

/// Sizes, titles beside the table, and what is offered for rows.
extension CollectionViewBinder {
  // MARK: - Sizes

  func itemSize(at path: IndexPath, _ layout: UICollectionViewLayout, in view: UICollectionView) -> CGSize {
    let flow = layout as? UICollectionViewFlowLayout
    let other = forwarded(.other, view)?.itemSize(path, layout) ?? flow?.itemSize ?? .zero
    guard let path = RowPath(path) else { return other }
    return other.with(sizes?.row(at: path, in: link.table), along: flow)
  }

  func headerSize(of section: Int, _ layout: UICollectionViewLayout, in view: UICollectionView) -> CGSize {
    let flow = layout as? UICollectionViewFlowLayout
    let other = forwarded(.other, view)?.headerSize(section, layout) ?? flow?.headerReferenceSize ?? .zero
    return other.with(length(.header, section) { $0.header(of: section, in: $1) }, along: flow)
  }

  func footerSize(of section: Int, _ layout: UICollectionViewLayout, in view: UICollectionView) -> CGSize {
    let flow = layout as? UICollectionViewFlowLayout
    let other = forwarded(.other, view)?.footerSize(section, layout) ?? flow?.footerReferenceSize ?? .zero
    return other.with(length(.footer, section) { $0.footer(of: section, in: $1) }, along: flow)
  }

  /// How long a header or footer is: it has no length where there is none.
  private func length(
    _ kind: SupplementaryKind, _ section: Int,
    _ size: (TableSizes<Section, Row>, TableSnapshot<Section, Row>) -> Double?
  ) -> Double? {
    let length = sizes.flatMap { size($0, link.table) }
    if !hasViews(kind) { return length }
    return cells.hasSupplementaryView(at: SupplementaryPlace(kind, section: section), in: self) ? length : 0
  }

  private func hasViews(_ kind: SupplementaryKind) -> Bool { cells.supplementaries[kind] != nil }

  /// Where nothing is said of sizes, the layout need not ask for each.
  func holdsBack(ofItsOwn message: String) -> Bool {
    switch message {
    case "collectionView:layout:sizeForItemAtIndexPath:": sizes == nil
    case "collectionView:layout:referenceSizeForHeaderInSection:": sizes == nil && !hasViews(.header)
    case "collectionView:layout:referenceSizeForFooterInSection:": sizes == nil && !hasViews(.footer)
    default: false
    }
  }

  // MARK: - Titles beside the table

  var titles: [String]? {
    guard let titles = sectionIndex?.titles, !titles.isEmpty else { return nil }
    return titles
  }

  func path(forTitleAt index: Int) -> IndexPath {
    IndexPath(item: 0, section: sectionIndex?.section(forTitleAt: index) ?? 0)
  }

  // MARK: - What is offered for rows

  func contextMenu(
    for paths: [IndexPath], at point: CGPoint, in view: UICollectionView
  ) -> UIContextMenuConfiguration? {
    guard link.delegation.route(.actions, isImplemented: false).isHandled else {
      return forwarded(.actions, view)?.contextMenu(paths, point)
    }
    guard paths.count == 1, let path = RowPath(paths[0]), let row = link.table[path] else { return nil }
    let actions = link.editing.actions(at: path)
    if actions.isEmpty { return nil }
    let id = row.identity
    return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { [weak self] _ in
      UIMenu(
        children: actions.map { action in
          UIAction(title: action.title, attributes: action.isDestructive ? [.destructive] : []) { _ in
            guard let self, let path = self.link.table.path(of: id, near: path) else { return }
            self.link.editing.perform(action, at: path)
          }
        })
    }
  }

  #if !os(tvOS)
  /// What a row offers when it is swiped, for the configuration of a list.
  ///
  /// ```swift
  /// configuration.trailingSwipeActionsConfigurationProvider = { [weak binder] in binder?.swipeActions(at: $0) }
  /// ```
  ///
  /// - Returns: `nil` if it offers nothing.
  public func swipeActions(at indexPath: IndexPath) -> UISwipeActionsConfiguration? {
    guard let path = RowPath(indexPath), let row = link.table[path] else { return nil }
    let actions = link.editing.actions(at: path)
    if actions.isEmpty { return nil }
    let id = row.identity
    return UISwipeActionsConfiguration(
      actions: actions.map { action in
        UIContextualAction(style: action.isDestructive ? .destructive : .normal, title: action.title) {
          [weak self] _, _, done in
          guard let self, let path = self.link.table.path(of: id, near: path) else { return done(false) }
          done(self.link.editing.perform(action, at: path))
        }
      })
  }
  #endif
}

extension CGSize {
  /// The same with another length along the direction of scrolling, if there is one.
  @MainActor fileprivate func with(_ length: Double?, along layout: UICollectionViewFlowLayout?) -> CGSize {
    guard let length = length.map({ CGFloat($0) }) else { return self }
    return layout?.scrollDirection == .horizontal
      ? CGSize(width: length, height: height) : CGSize(width: width, height: length)
  }
}
#endif

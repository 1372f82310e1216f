#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
import UIKit

extension CollectionViewBinder {
  // MARK: - Sizes

  func itemSize(at path: IndexPath, _ layout: UICollectionViewLayout, in view: UICollectionView) -> CGSize {
    let flow = layout as? UICollectionViewFlowLayout
    let other = (earlierFlow?.collectionView(_:layout:sizeForItemAt:))?(view, layout, path) ?? flow?.itemSize ?? .zero
    guard let path = RowPath(path) else { return other }
    return other.with(sizes?.row(at: path, in: link.table), along: flow)
  }

  func headerSize(of section: Int, _ layout: UICollectionViewLayout, in view: UICollectionView) -> CGSize {
    let flow = layout as? UICollectionViewFlowLayout
    let other =
      (earlierFlow?.collectionView(_:layout:referenceSizeForHeaderInSection:))?(view, layout, section) ?? flow?
      .headerReferenceSize ?? .zero
    return other.with(length(.header, section) { $0.size(.header, of: section, in: $1) }, along: flow)
  }

  func footerSize(of section: Int, _ layout: UICollectionViewLayout, in view: UICollectionView) -> CGSize {
    let flow = layout as? UICollectionViewFlowLayout
    let other =
      (earlierFlow?.collectionView(_:layout:referenceSizeForFooterInSection:))?(view, layout, section) ?? flow?
      .footerReferenceSize ?? .zero
    return other.with(length(.footer, section) { $0.size(.footer, of: section, in: $1) }, along: flow)
  }

  /// Returns the length of a header or footer, or zero if the section has none.
  private func length(
    _ kind: SupplementaryKind, _ section: Int,
    _ size: (TableSizes<Section, Row>, TableSnapshot<Section, Row>) -> Double?
  ) -> Double? {
    let length = sizes.flatMap { size($0, link.table) }
    if !hasViews(kind) { return length }
    return cells.hasSupplementaryView(at: SupplementaryPath(kind, section: section), in: self) ? length : 0
  }

  private func hasViews(_ kind: SupplementaryKind) -> Bool { cells.supplementaries[kind] != nil }

  /// Returns whether a method has no result to return, in which case the layout need not request the size of every
  /// item.
  func hasNoAnswer(to message: String) -> Bool {
    switch message {
    case "collectionView:layout:sizeForItemAtIndexPath:": sizes == nil
    case "collectionView:layout:referenceSizeForHeaderInSection:": sizes == nil && !hasViews(.header)
    case "collectionView:layout:referenceSizeForFooterInSection:": sizes == nil && !hasViews(.footer)
    default: false
    }
  }

  // MARK: - Index titles

  var titles: [String]? {
    guard let titles = sectionIndex?.titles, !titles.isEmpty else { return nil }
    return titles
  }

  func path(forTitleAt index: Int) -> IndexPath {
    let section = sectionIndex?.section(forTitleAt: index) ?? 0
    // A section without rows has no item to scroll to. An index path with a single index would refer to the section.
    let sections = link.table.sections
    let target =
      sections.indices.dropFirst(section).first { !sections[$0].rows.isEmpty }
      ?? sections.indices.prefix(section).last { !sections[$0].rows.isEmpty }
    return target.map { IndexPath(item: 0, section: $0) } ?? IndexPath(index: section)
  }

  // MARK: - Row actions

  func contextMenu(
    for paths: [IndexPath], at point: CGPoint, in view: UICollectionView
  ) -> UIContextMenuConfiguration? {
    guard handles(.actions), !paths.isEmpty else {
      let earlier = earlierDelegate as? any UICollectionViewDelegate
      return (earlier?.collectionView(_:contextMenuConfigurationForItemsAt:point:))?(view, paths, point)
    }
    // If the pressed item is selected, the view passes all selected items.
    let pressed = paths.first { path in
      paths.count == 1 || view.cellForItem(at: path).map { $0.convert($0.bounds, to: view).contains(point) } == true
    }
    let actions = pressed.map { self.actions(at: $0) } ?? []
    if actions.isEmpty { return nil }
    return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { _ in
      UIMenu(
        children: actions.map { action, perform in
          UIAction(title: action.title, attributes: action.isDestructive ? [.destructive] : []) { _ in _ = perform() }
        })
    }
  }
}

extension CGSize {
  /// Returns the size with a different length in the scroll direction, if a length is given.
  @MainActor fileprivate func with(_ length: Double?, along layout: UICollectionViewFlowLayout?) -> CGSize {
    guard let length = length.map({ CGFloat($0) }) else { return self }
    return layout?.scrollDirection == .horizontal
      ? CGSize(width: length, height: height) : CGSize(width: width, height: length)
  }
}
#endif

import Foundation
import UIKit

/// A data source and delegate of a collection view that records all calls.
@MainActor
final class CollectionFixture: NSObject, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout,
  UICollectionViewDataSourcePrefetching
{
  var items: [[String]]
  var log: [String] = []
  var identifier: (IndexPath) -> String = { _ in "cell" }
  var headerHeight: CGFloat = 0
  var isSilent = false
  var dequeue: ((UICollectionView, IndexPath) -> UICollectionViewCell)?
  var maySelect = true
  var target: ((IndexPath) -> IndexPath)?
  var onMove: ((IndexPath, IndexPath) -> Void)?

  let layout = UICollectionViewFlowLayout()
  let view: UICollectionView
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))

  /// Creates a view of 100 by 100 points, with items of 100 by 20 points.
  init(_ items: [[String]], isInWindow: Bool = true) {
    self.items = items
    layout.itemSize = CGSize(width: 100, height: 20)
    layout.minimumLineSpacing = 0
    view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: layout)
    super.init()
    view.register(TextCell.self, forCellWithReuseIdentifier: "cell")
    view.register(
      TextHeader.self, forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
      withReuseIdentifier: "header")
    view.dataSource = self
    view.delegate = self
    view.prefetchDataSource = self
    if isInWindow { window.addSubview(view) }
  }

  /// The texts of the visible items, from top to bottom.
  var texts: [String] {
    view.indexPathsForVisibleItems.map { (view.cellForItem(at: $0) as? TextCell)?.text ?? "?" }
  }

  func layOut() {
    view.setNeedsLayout()
    view.layoutIfNeeded()
  }

  /// Returns the calls since the last time this method was called.
  func take() -> [String] {
    defer { log = [] }
    return log
  }

  private func note(_ what: String, _ path: IndexPath? = nil) {
    if !isSilent { log.append(path.map { "\(what) \($0.section).\($0.item)" } ?? what) }
  }

  // MARK: - Requests

  func numberOfSections(in collectionView: UICollectionView) -> Int {
    note("sections")
    return items.count
  }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    note("items \(section)")
    return items[section].count
  }

  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
    note("cell", indexPath)
    if let dequeue { return dequeue(collectionView, indexPath) }
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: identifier(indexPath), for: indexPath)
    (cell as? TextCell)?.text = items[indexPath.section][indexPath.item]
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView {
    note("header", indexPath)
    return collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: "header", for: indexPath)
  }

  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> CGSize { CGSize(width: 0, height: headerHeight) }

  func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
    indexPath.section == 0
  }

  func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    if let onMove { return onMove(sourceIndexPath, destinationIndexPath) }
    let item = items[sourceIndexPath.section].remove(at: sourceIndexPath.item)
    items[destinationIndexPath.section].insert(item, at: destinationIndexPath.item)
  }

  func collectionView(
    _ collectionView: UICollectionView,
    targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
    atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
  ) -> IndexPath { target?(proposedIndexPath) ?? proposedIndexPath }

  func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
    note("may select", indexPath)
    return maySelect
  }

  // MARK: - Notifications

  func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {
    note("highlighted", indexPath)
  }
  func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {
    note("unhighlighted", indexPath)
  }
  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    note("selected", indexPath)
  }
  func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
    note("deselected", indexPath)
  }
  func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) { note("will", indexPath) }
  func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) { note("end", indexPath) }
  func collectionView(
    _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
    forElementKind elementKind: String, at indexPath: IndexPath
  ) { note("will header", indexPath) }
  func collectionView(
    _ collectionView: UICollectionView, didEndDisplayingSupplementaryView view: UICollectionReusableView,
    forElementOfKind elementKind: String, at indexPath: IndexPath
  ) { note("end header", indexPath) }
  func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
    note("prefetch \(indexPaths.map { "\($0.section).\($0.item)" }.joined(separator: " "))")
  }
  func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
    note("cancel \(indexPaths.map { "\($0.section).\($0.item)" }.joined(separator: " "))")
  }
}

final class TextCell: UICollectionViewCell {
  var text = ""
  var reuses = 0

  override func prepareForReuse() {
    super.prepareForReuse()
    text = ""
    reuses += 1
  }
}

final class TextHeader: UICollectionReusableView {}

extension IndexPath {
  /// Creates an index path for a section and an item.
  static func at(_ section: Int, _ item: Int) -> IndexPath { IndexPath(item: item, section: section) }
}

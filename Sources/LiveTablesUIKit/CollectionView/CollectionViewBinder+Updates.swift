#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTables
import UIKit

/// How the collection view is told of changes.
extension CollectionViewBinder {
  var countedRows: [Int]? {
    guard let collectionView, isInPlace, knowsCounts, !isFollowingMove, pretendedCounts == nil else { return nil }
    return collectionView.shownRowCounts
  }

  func showAll(_ commit: () -> Void) {
    if questions > 0 { return swapUnseen(commit) }
    if let collectionView, isInPlace, !isFollowingMove {
      cancelMovementOfOthers(in: collectionView)
      let first = firstRow(of: collectionView)
      commit()
      reloadView()
      if let first { keep(first, in: collectionView) }
      return
    }
    commit()
    cells.reload()
    prefetches.forgetAll()
    if isFollowingMove { repairLater(everything: true) }  // a view that moves an item must not be reloaded
  }

  func reloadView() {
    pretendedCounts = nil
    needsReload = false
    cells.reload()
    prefetches.forgetAll()
    for entry in displayed.removeAll() { link.events.report(.didEndDisplaying, entry.row, at: entry.path) }
    knowsCounts = false
    collectionView?.reloadData()
  }

  func show(_ stage: BatchUpdate<Section, Row>, _ animation: BatchAnimation, _ commit: () -> Void) {
    if isFollowingMove { return showOwnMove(commit) }
    if questions > 0 { return swapUnseen(commit) }
    guard let view = collectionView, isInPlace else {
      commit()
      return cells.reload()
    }
    if pretendedCounts != nil {
      commit()
      return reloadView()
    }
    let map = PathMap(stage.operations)
    cancelMovementOfOthers(in: view)
    view.layoutIfNeeded()  // what is pending counts from what was shown until now
    var reloads = CellReloads()
    if stage.operations.isUpdate {
      commit()
      reloads = cells.change(stage, in: self)
      if sizes?.changes(with: stage) == true { view.collectionViewLayout.invalidateLayout() }
    } else {
      anchor = view.anchor(for: stage.operations, map, keeping: contentOffsetAdjustment)
      var isRun = false
      withLent({
        isRun = true
        commit()
        reloads = cells.change(stage, in: self)
        stage.operations.tell(view)
      }) { block in
        animation.perform { view.performBatchUpdates(block) }
      }
      anchor = nil
      if !isRun {
        commit()
        reloadView()
      }
    }
    follow(map)
    forgetDeleted(by: stage)
    reload(reloads, in: view, animation)
    if style != nil { decorateAll() }
  }

  /// The collection view is in the middle of its layout, and somebody there has changed the table: a view that waits for
  /// an answer can be told nothing, so it goes on with what it counted, and is reloaded when it is through.
  private func swapUnseen(_ commit: () -> Void) {
    pretendedCounts = pretendedCounts ?? link.table.rowCounts
    commit()
    cells.reload()
    repairLater(everything: true)
  }

  /// The collection view asks or tells something, perhaps in the middle of its layout.
  func asked<Answer>(_ answer: () -> Answer) -> Answer {
    questions += 1
    defer { questions -= 1 }
    return answer()
  }

  /// The collection view has moved an item and shows that, whatever the batches are that lead there.
  private func showOwnMove(_ commit: () -> Void) {
    let source = link.table
    commit()
    guard let move = ownMove else { return }
    ownMove = nil
    var operations = BatchOperations()
    operations.movedRows = [move]
    let reloads = cells.change(BatchUpdate(unchecked: operations, source: source, target: link.table), in: self)
    if !reloads.rows.isEmpty { repairLater(everything: true) }
    follow(PathMap(operations))
  }

  private func forgetDeleted(by stage: BatchUpdate<Section, Row>) {
    if stage.operations.deletedRows.isEmpty || prefetches.count == 0 { return }
    let source = stage.source
    for path in stage.operations.deletedRows { source[path].map { prefetches.forget($0) } }
  }

  private func follow(_ map: PathMap) { displayed.follow({ map.target(of: $0) }, row: { link.table[$0] }) }

  private func reload(_ reloads: CellReloads, in view: UICollectionView, _ animation: BatchAnimation) {
    if !reloads.rows.isEmpty {
      animation.perform { view.reloadItems(at: reloads.rows.map { IndexPath($0) }) }
    }
    if reloads.supplementaryViews.isEmpty { return }
    view.collectionViewLayout.invalidateViews(
      reloads.supplementaryViews.map { ($0.kind.elementKind, IndexPath(item: $0.item, section: $0.section)) })
  }

  // MARK: - Repairing

  /// Puts right, in a turn of its own, what the collection view cannot be told in the middle of what it does.
  func repairLater(everything: Bool = false) {
    needsReload = needsReload || everything
    repair.run { [weak self] in self?.repairNow() }
  }

  private func repairNow() {
    guard let view = collectionView, isInPlace else { return }
    if needsReload || view.window == nil {
      cancelMovementOfOthers(in: view)
      reloadView()
      return syncSelection()
    }
    view.layoutIfNeeded()
    let wrong = view.indexPathsForVisibleItems.filter { path in
      guard let row = RowPath(path), let cell = view.cellForItem(at: path) else { return false }
      return cells.shownCell(at: row) !== cell && !misfits.contains(ObjectIdentifier(cell))
    }
    if !wrong.isEmpty {
      cancelMovementOfOthers(in: view)
      UIView.performWithoutAnimation { view.reloadItems(at: wrong) }
    }
    let wrongViews = wrongViews(in: view)
    if !wrongViews.isEmpty { view.collectionViewLayout.invalidateViews(wrongViews) }
  }

  private func wrongViews(in view: UICollectionView) -> [(kind: String, path: IndexPath)] {
    cells.supplementaries.keys.map(\.elementKind).flatMap { name in
      view.indexPathsForVisibleSupplementaryElements(ofKind: name).filter { path in
        guard path.count == 2, let shown = view.supplementaryView(forElementKind: name, at: path),
          !(shown is SurroundingView), !misfits.contains(ObjectIdentifier(shown))
        else { return false }
        let place = SupplementaryPlace(SupplementaryKind(elementKind: name), section: path.section, item: path.item)
        return cells.shownSupplementaryView(at: place) !== shown
      }.map { (name, $0) }
    }
  }

  // MARK: - Staying in place

  private typealias FirstRow = (id: Row.Identity, distance: Double)

  /// The row that stays where it is through a reload.
  private func firstRow(of view: UICollectionView) -> FirstRow? {
    let offset = view.hiddenAbove
    guard knowsCounts, view.window != nil, contentOffsetAdjustment != .never,
      contentOffsetAdjustment == .always || offset > 0,
      let path = view.visibleRows.first, let row = link.table[path], let frame = view.frame(of: path)
    else { return nil }
    return (row.identity, Double(frame.minY) - offset)
  }

  private func keep(_ first: FirstRow, in view: UICollectionView) {
    guard let path = link.table.path(of: first.id) else { return }
    view.layoutIfNeeded()
    if let frame = view.frame(of: path) { view.show(hiddenAbove: Double(frame.minY) - first.distance) }
  }

  func offset(proposed: CGPoint, in view: UICollectionView) -> CGPoint {
    let proposed = forwarded(.other, view)?.offset(proposed: proposed) ?? proposed
    guard let offset = anchor?.offset(top: { view.frame(of: $0).map { Double($0.minY) } }) else { return proposed }
    let inset = view.adjustedContentInset
    let content = view.collectionViewLayout.collectionViewContentSize.height
    let range = Double(content + inset.top + inset.bottom - view.bounds.height)
    return CGPoint(x: proposed.x, y: CGFloat(max(0, min(offset, range))) - inset.top)
  }
}

extension BatchOperations {
  /// Whether nothing appears, goes or moves.
  fileprivate var isUpdate: Bool { count == updatedRows.count + updatedSections.count }

  /// Tells a collection view, inside a batch, of all but the updates.
  @MainActor fileprivate func tell(_ view: UICollectionView) {
    if !deletedSections.isEmpty { view.deleteSections(IndexSet(deletedSections)) }
    if !insertedSections.isEmpty { view.insertSections(IndexSet(insertedSections)) }
    for move in movedSections { view.moveSection(move.from, toSection: move.to) }
    if !deletedRows.isEmpty { view.deleteItems(at: deletedRows.map { IndexPath($0) }) }
    if !insertedRows.isEmpty { view.insertItems(at: insertedRows.map { IndexPath($0) }) }
    for move in movedRows { view.moveItem(at: IndexPath(move.from), to: IndexPath(move.to)) }
  }
}
#endif

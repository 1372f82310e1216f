#if canImport(UIKit)
public import Foundation
@_spi(Adapters) public import LiveTablesCells
import UIKit

/// Moving rows: by dragging them, or interactively, as a gesture of the caller's says.
extension CollectionViewBinder {
  /// The user takes hold of a row: until it is let go nothing else is shown.
  ///
  /// Call these four, for instance from a gesture recogniser, instead of those of the collection view, which cannot say
  /// when a movement begins and ends.
  ///
  /// - Parameter path: Where the row is.
  /// - Returns: `false` if it may not be moved. Otherwise the movement has to be ended or cancelled.
  public func beginMovement(at path: RowPath) -> Bool {
    guard let collectionView = view, movement == nil, let drag = link.editing.beginDrag(at: path) else { return false }
    guard collectionView.beginInteractiveMovementForItem(at: IndexPath(path)) else {
      drag.cancel()
      return false
    }
    movement = drag
    return true
  }

  /// The user takes the row to another position in the collection view's coordinates.
  ///
  /// - Parameter position: The position.
  public func updateMovement(to position: CGPoint) {
    if movement != nil { view?.updateInteractiveMovementTargetPosition(position) }
  }

  /// The user lets the row go where it is now.
  public func endMovement() {
    if movement == nil { return }
    view?.endInteractiveMovement()
    endInteraction()
  }

  /// The row goes back to where it was.
  public func cancelMovement() {
    if movement == nil { return }
    view?.cancelInteractiveMovement()
    endInteraction()
  }

  private func endInteraction() {
    movement?.cancel()
    movement = nil
  }

  /// No row is held any more.
  func letGo(in view: UICollectionView) {
    cancelMovementOfOthers(in: view)
    endInteraction()
    endDrag()
  }

  /// The drag is over.
  func endDrag() {
    drag?.cancel()
    (drag, draggable) = (nil, nil)
  }

  // MARK: - What the collection view asks and tells

  func mayMove(_ path: IndexPath) -> Bool {
    guard reordering.isIdle, let path = RowPath(path), link.editing.may(.move, at: path) else { return false }
    mayBeMoving = true
    return true
  }

  /// A movement that was begun without this binder does not outlast a change.
  func cancelMovementOfOthers(in view: UICollectionView) {
    if mayBeMoving { view.cancelInteractiveMovement() }
    mayBeMoving = false
  }

  func target(
    ofMoveFrom source: IndexPath, at current: IndexPath, to proposed: IndexPath, in view: UICollectionView
  ) -> IndexPath {
    guard link.delegation.route(.moveTarget, isImplemented: false).isHandled, let from = RowPath(source),
      let to = RowPath(proposed)
    else {
      let target = earlier(.moveTarget)?.collectionView(
        _:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath:)
      return target?(view, source, current, proposed) ?? proposed
    }
    return IndexPath(link.editing.target(from: from, to: to))
  }

  /// The collection view shows a row in its new place already, so that the table has to follow without a word to it.
  func follow(moveFrom source: IndexPath, to target: IndexPath) {
    guard let from = RowPath(source), let to = RowPath(target) else { return }
    mayBeMoving = false
    var expected = link.table
    let isMove = expected.move(from: from, to: to)
    if reordering.viewMoved(BatchMove(from: from, to: to), rowCounts: link.table.rowCounts) == .edit {
      link.editing.move(from: from, to: to)
      let isExpected =
        isMove && link.table[to]?.identity == expected[to]?.identity && link.table.rowCounts == expected.rowCounts
      _ = reordering.viewFinished(isExpected: isExpected, rowCounts: expected.rowCounts)
    }
    if reordering.needsReload { reloadLater() }
  }
}

#if !os(tvOS)
/// What the user drags, without the types of rows and sections.
@MainActor protocol DragHandler: AnyObject {
  /// The user may be about to take hold of a row; `false` if it may not be moved.
  func mayDrag(at path: IndexPath) -> Bool
  /// The user takes hold of that row.
  func beginDrag()
  /// Where the row would go, if anywhere.
  func dragTarget(for proposed: IndexPath?) -> IndexPath?
  /// The user lets the row go.
  func drop(at proposed: IndexPath?) -> IndexPath?
  /// The drag is over.
  func endDrag()
}

extension CollectionViewBinder: DragHandler {
  func mayDrag(at path: IndexPath) -> Bool {
    guard drag == nil, reordering.isIdle, let path = RowPath(path), link.editing.may(.move, at: path) else {
      return false
    }
    draggable = link.editing.followRow(at: path)
    return true
  }

  func beginDrag() {
    guard drag == nil, let path = draggable?.path else { return }
    drag = link.editing.beginDrag(at: path)
  }

  func dragTarget(for proposed: IndexPath?) -> IndexPath? {
    guard let drag, let proposed = proposed.flatMap({ RowPath($0) }) ?? end else { return nil }
    return drag.target(for: proposed).map { IndexPath($0) }
  }

  func drop(at proposed: IndexPath?) -> IndexPath? {
    guard let drag, let proposed = proposed.flatMap({ RowPath($0) }) ?? end, let target = drag.target(for: proposed)
    else { return nil }
    return drag.drop(at: proposed) ? IndexPath(target) : nil
  }

  /// Behind the last row.
  private var end: RowPath? {
    let last = link.table.sections.count - 1
    return last < 0 ? nil : RowPath(section: last, row: countRows(ofSection: last))
  }
}

/// Lets rows be dragged to another place in the same collection view.
@MainActor final class CollectionDragging: NSObject, UICollectionViewDragDelegate, UICollectionViewDropDelegate {
  weak var handler: (any DragHandler)?

  func collectionView(
    _ collectionView: UICollectionView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] {
    guard let handler, handler.mayDrag(at: indexPath) else { return [] }
    session.localContext = handler
    return [UIDragItem(itemProvider: NSItemProvider())]
  }

  func collectionView(_ collectionView: UICollectionView, dragSessionWillBegin session: any UIDragSession) {
    handler?.beginDrag()
  }

  func collectionView(_ collectionView: UICollectionView, dragSessionDidEnd session: any UIDragSession) {
    handler?.endDrag()
  }

  func collectionView(_ collectionView: UICollectionView, canHandle session: any UIDropSession) -> Bool {
    isOurs(session)
  }

  func collectionView(
    _ collectionView: UICollectionView, dropSessionDidUpdate session: any UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UICollectionViewDropProposal {
    guard isOurs(session), handler?.dragTarget(for: destinationIndexPath) != nil else {
      return UICollectionViewDropProposal(operation: .cancel)
    }
    return UICollectionViewDropProposal(operation: .move, intent: .insertAtDestinationIndexPath)
  }

  func collectionView(
    _ collectionView: UICollectionView, performDropWith coordinator: any UICollectionViewDropCoordinator
  ) {
    guard isOurs(coordinator.session), let item = coordinator.items.first?.dragItem,
      let target = handler?.drop(at: coordinator.destinationIndexPath)
    else { return }
    // The row may be shown later, or not at all; then there is nothing to fly to.
    guard target.section < collectionView.numberOfSections,
      target.item < collectionView.numberOfItems(inSection: target.section)
    else { return }
    coordinator.drop(item, toItemAt: target)
  }

  private func isOurs(_ session: any UIDropSession) -> Bool {
    guard let handler, let context = session.localDragSession?.localContext else { return false }
    return context as AnyObject === handler
  }
}
#endif
#endif

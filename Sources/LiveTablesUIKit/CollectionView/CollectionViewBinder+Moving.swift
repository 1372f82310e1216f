#if canImport(UIKit)
public import Foundation
@_spi(Adapters) public import LiveTablesCells
import UIKit

/// Methods that move rows, by drag and drop or interactively with the caller's gesture.
extension CollectionViewBinder {
  /// Begins an interactive movement, during which the view shows no other changes.
  ///
  /// Call the binder's movement methods rather than the collection view's, because the collection view does not report
  /// when a movement begins or ends.
  ///
  /// - Parameter path: The path of the row.
  /// - Returns: `true` if the movement has begun, in which case you must end or cancel it; `false` if the row cannot be
  ///   moved.
  public func beginMovement(at path: RowPath) -> Bool {
    guard let collectionView = view, movement == nil, let drag = link.editing.beginDrag(at: path) else { return false }
    guard collectionView.beginInteractiveMovementForItem(at: IndexPath(path)) else {
      drag.cancel()
      return false
    }
    movement = drag
    return true
  }

  /// Updates the position of the moved row.
  ///
  /// - Parameter position: The position in the collection view's coordinate system.
  public func updateMovement(to position: CGPoint) {
    if movement != nil { view?.updateInteractiveMovementTargetPosition(position) }
  }

  /// Ends the movement and drops the row at its current position.
  public func endMovement() {
    if movement == nil { return }
    view?.endInteractiveMovement()
    endInteraction()
  }

  /// Cancels the movement and returns the row to its original position.
  public func cancelMovement() {
    if movement == nil { return }
    view?.cancelInteractiveMovement()
    endInteraction()
  }

  private func endInteraction() {
    movement?.cancel()
    movement = nil
  }

  /// Ends the movement without moving the row.
  func letGo(in view: UICollectionView) {
    cancelMovementOfOthers(in: view)
    endInteraction()
    endDrag()
  }

  func endDrag() {
    drag?.cancel()
    (drag, draggable) = (nil, nil)
  }

  // MARK: - Data source and delegate

  func mayMove(_ path: IndexPath) -> Bool {
    guard updates.isCurrent, let path = RowPath(path), link.editing.may(.move, at: path) else { return false }
    mayBeMoving = true
    return true
  }

  /// Cancels a movement that began without this binder, because the table changes.
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
}

#if !os(tvOS)
/// The interface for drag and drop, which does not depend on the row and section types.
@MainActor protocol DragHandler: AnyObject {
  /// Prepares for a drag, or returns `false` if the row cannot be moved.
  func mayDrag(at path: IndexPath) -> Bool
  func beginDrag()
  /// Returns the destination of a dragged row, or `nil` if the row cannot be dropped there.
  func dragTarget(for proposed: IndexPath?) -> IndexPath?
  func drop(at proposed: IndexPath?) -> IndexPath?
  func endDrag()
}

extension CollectionViewBinder: DragHandler {
  func mayDrag(at path: IndexPath) -> Bool {
    guard drag == nil, updates.isCurrent, let path = RowPath(path), link.editing.may(.move, at: path) else {
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

  private var end: RowPath? {
    let last = link.table.sections.count - 1
    return last < 0 ? nil : RowPath(section: last, row: rowCount(ofSection: last))
  }
}

/// Lets the user drag rows to another position in the same collection view.
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
    // The table may move the row later or not at all. In that case, the drop has no destination to animate to.
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

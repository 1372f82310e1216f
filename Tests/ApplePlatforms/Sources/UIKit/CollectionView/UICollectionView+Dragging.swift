/// Simulated drags of the user. Not UIKit API.
extension UICollectionView {
  /// Begins to drag an item.
  ///
  /// - Returns: The session, which must be dropped or cancelled, or `nil` if the item cannot be dragged.
  public func standInBeginDrag(at path: IndexPath) -> StandInDragSession? {
    guard dragInteractionEnabled, window != nil, let cell = standInCells[path], let dragDelegate else { return nil }
    let session = StandInDragSession(items: [])
    session.items = dragDelegate.collectionView(self, itemsForBeginning: session, at: path)
    if session.items.isEmpty { return nil }
    standInDragSource = path
    dragDelegate.collectionView(self, dragSessionWillBegin: session)
    cell.dragStateDidChange(.dragging)
    return session
  }

  /// Holds the dragged item over an index path.
  ///
  /// - Parameter path: The index path of the item after the drop, or `nil` if it is outside of all items.
  /// - Returns: The drop delegate's proposal, or `nil` if the session cannot be dropped in this view.
  public func standInDrag(_ session: StandInDragSession, over path: IndexPath?) -> UICollectionViewDropProposal? {
    guard let dropDelegate, dropDelegate.collectionView(self, canHandle: session) else { return nil }
    return dropDelegate.collectionView(self, dropSessionDidUpdate: session, withDestinationIndexPath: path)
  }

  /// Drops the item at an index path.
  ///
  /// - Returns: Whether the item was dropped.
  @discardableResult public func standInDrop(_ session: StandInDragSession, at path: IndexPath?) -> Bool {
    defer { standInEndDrag(session) }
    guard let proposal = standInDrag(session, over: path),
      proposal.operation == .move || proposal.operation == .copy
    else { return false }
    let coordinator = StandInDropCoordinator(self, session, path, proposal)
    dropDelegate?.collectionView(self, performDropWith: coordinator)
    dropDelegate?.collectionView(self, dropSessionDidEnd: session)
    return true
  }

  /// Ends the drag without a drop.
  public func standInCancelDrag(_ session: StandInDragSession) { standInEndDrag(session) }

  private func standInEndDrag(_ session: StandInDragSession) {
    standInDragSource = nil
    for cell in visibleCells { cell.dragStateDidChange(.none) }
    dragDelegate?.collectionView(self, dragSessionDidEnd: session)
  }
}

@MainActor final class StandInDropCoordinator: NSObject, UICollectionViewDropCoordinator {
  let items: [any UICollectionViewDropItem]
  let destinationIndexPath: IndexPath?
  let proposal: UICollectionViewDropProposal
  let session: any UIDropSession
  private weak var view: UICollectionView?

  init(
    _ view: UICollectionView, _ session: StandInDragSession, _ path: IndexPath?,
    _ proposal: UICollectionViewDropProposal
  ) {
    self.view = view
    self.session = session
    self.proposal = proposal
    destinationIndexPath = path
    items = session.items.map { Item(dragItem: $0, sourceIndexPath: view.standInDragSource) }
    super.init()
  }

  func drop(_ dragItem: UIDragItem, toItemAt indexPath: IndexPath) -> any UIDragAnimating {
    if view?.standInHasItem(at: indexPath) == false {
      StandInException.raise(
        StandInException.inconsistency, "an item is dropped to \(indexPath.standInName), where there is none")
    }
    return Animating()
  }

  final class Item: NSObject, UICollectionViewDropItem {
    let dragItem: UIDragItem
    let sourceIndexPath: IndexPath?
    let previewSize = CGSize.zero

    init(dragItem: UIDragItem, sourceIndexPath: IndexPath?) {
      self.dragItem = dragItem
      self.sourceIndexPath = sourceIndexPath
      super.init()
    }
  }

  final class Animating: NSObject, UIDragAnimating {
    func addAnimations(_ animations: @escaping () -> Void) { animations() }
  }
}

public import Foundation

extension NSCollectionView {
  /// Begins to drag an item.
  ///
  /// - Returns: The drag, or `nil` if the item cannot be dragged.
  public func standInDrag(_ path: IndexPath) -> StandInItemDrag? {
    guard items[path] != nil else { return nil }
    // Dragging a selected item drags the whole selection.
    let paths = selectionIndexPaths.contains(path) ? selectionIndexPaths.sorted() : [path]
    let writers = paths.compactMap { path in
      delegate?.collectionView(self, pasteboardWriterForItemAt: path).map { (path, $0) }
    }
    return writers.contains { $0.0 == path } ? StandInItemDrag(self, path, writers) : nil
  }
}

/// A drag of an item within its collection view.
@MainActor public final class StandInItemDrag {
  private let session = NSDraggingSession()
  private let info: StandInDraggingInfo
  private weak var view: NSCollectionView?
  private var place: (path: IndexPath, operation: NSCollectionView.DropOperation)?
  private var operation: NSDragOperation = []

  init(_ view: NSCollectionView, _ path: IndexPath, _ writers: [(path: IndexPath, writer: any NSPasteboardWriting)]) {
    self.view = view
    session.draggingPasteboard.writeObjects(writers.map(\.writer))
    info = StandInDraggingInfo(source: view, session.draggingPasteboard)
    view.delegate?.collectionView(
      view, draggingSession: session, willBeginAt: view.standInScreenPoint(view.standInFrame(of: path)),
      forItemsAt: Set(writers.map(\.path)))
  }

  /// Holds the dragged item over another item, or before it.
  ///
  /// - Returns: The item before which it would be dropped, or `nil` if there is none. An index path from the delegate
  ///   that does not exist raises an exception.
  @discardableResult public func hover(
    _ path: IndexPath, _ dropOperation: NSCollectionView.DropOperation = .before
  ) -> IndexPath? {
    place = nil
    guard let view else { return nil }
    var (target, dropOperation) = (NSIndexPath(forItem: path.item, inSection: path.section), dropOperation)
    operation = withUnsafeMutablePointer(to: &target) { target in
      view.delegate?.collectionView(
        view, validateDrop: info, proposedIndexPath: AutoreleasingUnsafeMutablePointer(target),
        dropOperation: &dropOperation) ?? []
    }
    if operation == [] { return nil }
    let found = IndexPath(item: target.item, section: target.section)
    let counts = view.knownCounts
    let room = dropOperation == .on ? 0 : 1
    guard counts.indices.contains(found.section), (0..<counts[found.section] + room).contains(found.item) else {
      StandInException.raise("\(found.standInName) is no place to drop anything")
      return nil
    }
    place = (found, dropOperation)
    return dropOperation == .before ? found : nil
  }

  /// Drops the item where it was held last.
  @discardableResult public func drop() -> Bool {
    guard let view else { return false }
    var isDone = false
    if let place {
      isDone =
        view.delegate?.collectionView(
          view, acceptDrop: info, indexPath: place.path, dropOperation: place.operation) ?? false
    }
    view.delegate?.collectionView(
      view, draggingSession: session, endedAt: .zero, dragOperation: isDone ? operation : [])
    return isDone
  }

  /// Drops the item where it is not accepted.
  public func cancel() {
    place = nil
    drop()
  }
}

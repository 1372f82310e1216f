import Foundation

/// The child index of a drop on an item instead of between its children.
public var NSOutlineViewDropOnItemIndex: Int { -1 }

extension NSOutlineView {
  /// Begins to drag a row.
  ///
  /// - Returns: The drag, or `nil` if the row cannot be dragged.
  public func standInDrag(_ row: Int) -> StandInNodeDrag? {
    guard shown[row] != nil else { return nil }
    // Dragging a selected row drags the whole selection.
    let rows = selected.contains(row) ? selected : [row]
    let writers = rows.compactMap { row -> (Int, Any, any NSPasteboardWriting)? in
      guard let item = item(atRow: row) else { return nil }
      return dataSource?.outlineView(self, pasteboardWriterForItem: item).map { (row, item, $0) }
    }
    return writers.contains { $0.0 == row } ? StandInNodeDrag(self, row, writers) : nil
  }
}

/// A drag of an item within its outline view.
@MainActor public final class StandInNodeDrag {
  private let session = NSDraggingSession()
  private let info: StandInDraggingInfo
  private weak var view: NSOutlineView?
  private var place: (item: Any?, index: Int)?
  private var operation: NSDragOperation = []

  init(_ view: NSOutlineView, _ row: Int, _ writers: [(row: Int, item: Any, writer: any NSPasteboardWriting)]) {
    self.view = view
    session.draggingPasteboard.writeObjects(writers.map(\.writer))
    info = StandInDraggingInfo(source: view, session.draggingPasteboard)
    view.dataSource?.outlineView(
      view, draggingSession: session, willBeginAt: view.standInScreenPoint(view.rect(ofRow: row)),
      forItems: writers.map(\.item))
  }

  /// Holds the dragged item between the children of an item, on an item, or below all rows.
  ///
  /// - Parameters:
  ///   - row: The row of the parent item, or `nil` for the root.
  ///   - index: The index among its children, or `nil` for a drop on the parent item itself.
  /// - Returns: Whether the item can be dropped there.
  @discardableResult public func hover(under row: Int?, at index: Int? = nil) -> Bool {
    place = nil
    guard let view else { return false }
    let item = row.flatMap { view.item(atRow: $0) }
    if row != nil, item == nil { return false }
    let index = index ?? NSOutlineViewDropOnItemIndex
    operation =
      view.dataSource?.outlineView(view, validateDrop: info, proposedItem: item, proposedChildIndex: index) ?? []
    if operation != [] { place = (item, index) }
    return operation != []
  }

  /// Drops the item where it was held last.
  @discardableResult public func drop() -> Bool {
    guard let view else { return false }
    var isDone = false
    if let place {
      isDone =
        view.dataSource?.outlineView(view, acceptDrop: info, item: place.item, childIndex: place.index) ?? false
    }
    view.dataSource?.outlineView(
      view, draggingSession: session, endedAt: .zero, operation: isDone ? operation : [])
    return isDone
  }

  /// Drops the item where it is not accepted.
  public func cancel() {
    place = nil
    drop()
  }
}

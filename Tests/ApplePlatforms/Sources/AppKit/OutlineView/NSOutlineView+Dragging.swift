import Foundation

/// The index of a drop that is on an item, not between its children.
public var NSOutlineViewDropOnItemIndex: Int { -1 }

extension NSOutlineView {
  /// The user takes hold of a row.
  ///
  /// - Returns: `nil` if that cannot be dragged.
  public func standInDrag(_ row: Int) -> StandInNodeDrag? {
    guard shown[row] != nil else { return nil }
    // A selected row takes along all that are selected.
    let rows = selected.contains(row) ? selected : [row]
    let writers = rows.compactMap { row -> (Int, Any, any NSPasteboardWriting)? in
      guard let item = item(atRow: row) else { return nil }
      return dataSource?.outlineView(self, pasteboardWriterForItem: item).map { (row, item, $0) }
    }
    return writers.contains { $0.0 == row } ? StandInNodeDrag(self, row, writers) : nil
  }
}

/// An item that is dragged over the outline view from which it comes.
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

  /// The user holds it between children of an item, on an item, or below all.
  ///
  /// - Parameters:
  ///   - row: The row of the item; `nil` for what has no parent.
  ///   - index: Before which of its children; on the item itself if `nil`.
  /// - Returns: Whether it could be dropped there.
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

  /// The user lets it go where it was held last.
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

  /// The user lets it go where nothing takes it.
  public func cancel() {
    place = nil
    drop()
  }
}

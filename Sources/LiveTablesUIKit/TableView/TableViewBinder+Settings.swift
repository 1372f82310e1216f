#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
import UIKit

extension TableViewBinder {
  func showAccessories() {
    guard let view, isInPlace else { return }
    let background = accessories.background(rowCount: link.table.count, revision: link.revision)
    borrowed.setOrRestore(\.tableHeaderView, to: accessories.header, in: view)
    borrowed.setOrRestore(\.tableFooterView, to: accessories.footer, in: view)
    borrowed.setOrRestore(\.backgroundView, to: background, in: view)
    if style != nil { decorateAll() }
  }

  func decorateCells() {
    guard let view, isInPlace else { return }
    // A view raises an exception if its cells are requested during layout.
    if updates.isInCall { return repairLater() }
    for path in view.visibleRows {
      if let cell = view.cellForRow(at: IndexPath(path)) { decorate(cell, at: path) }
    }
  }

  // MARK: - Dragging

  #if !os(tvOS)
  func showDragging(in view: UITableView) {
    endDragging(in: view)
    if !reordersByDragging { return }
    let drags = RowDragging(
      may: { [weak self] in self?.may(.move, $0) ?? false },
      holds: { [weak self] in self?.dragged($0) })
    rowDrags = drags
    if view.dragDelegate == nil { view.dragDelegate = drags }
    if view.dragDelegate === drags { borrowed.set(\.dragInteractionEnabled, to: true, in: view) }
  }

  private func dragged(_ isHeld: Bool) {
    if isHeld { return link.beginInteraction() }
    link.endInteraction()
    // The view does not report a move if the row was dropped outside.
    holdsRow = false
  }

  func endDragging(in view: UITableView) {
    guard let drags = rowDrags else { return }
    drags.endAll()
    if view.dragDelegate === drags {
      view.dragDelegate = nil
      borrowed.set(\.dragInteractionEnabled, to: nil, in: view)
    }
    rowDrags = nil
  }
  #endif
}
#endif

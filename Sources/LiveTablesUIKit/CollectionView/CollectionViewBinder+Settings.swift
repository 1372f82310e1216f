#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
import UIKit

extension CollectionViewBinder {
  func showAccessories() {
    guard let view, isInPlace else { return }
    let background = accessories.background(rowCount: link.table.count, revision: link.revision)
    borrowed.setOrRestore(\.backgroundView, to: background, in: view)
    for (kind, boundary) in boundaryViews where boundary.view?.isDescendant(of: view) == true {
      boundary.view?.content = accessories.view(kind)
    }
  }

  func decorateCells() {
    for cell in view?.visibleCells ?? [] {
      if let path = view?.indexPath(for: cell).flatMap({ RowPath($0) }) { decorate(cell, at: path) }
    }
  }

  // MARK: - Dragging

  #if !os(tvOS)
  func showDragging(in view: UICollectionView) {
    endDragging(in: view)
    if !reordersByDragging { return }
    if view.dragDelegate == nil { view.dragDelegate = dragging }
    if view.dropDelegate == nil { view.dropDelegate = dragging }
    if view.dragDelegate === dragging { borrowed.set(\.dragInteractionEnabled, to: true, in: view) }
  }

  func endDragging(in view: UICollectionView) {
    endDrag()
    if view.dragDelegate === dragging {
      view.dragDelegate = nil
      borrowed.set(\.dragInteractionEnabled, to: nil, in: view)
    }
    if view.dropDelegate === dragging { view.dropDelegate = nil }
  }
  #endif
}

extension TableAccessories {
  func view(_ kind: SupplementaryKind) -> View? { kind == .header ? header : kind == .footer ? footer : nil }
}
#endif

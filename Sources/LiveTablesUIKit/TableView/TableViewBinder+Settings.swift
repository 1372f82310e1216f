#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTables
import UIKit

/// What the binder sets on its view beside data source and delegate.
extension TableViewBinder {
  func showAccessories() {
    guard let view, isInPlace else { return }
    let background = accessories.background(rowCount: link.table.count, revision: link.revision)
    borrowed.setOrRestore(\.tableHeaderView, to: accessories.header, in: view)
    borrowed.setOrRestore(\.tableFooterView, to: accessories.footer, in: view)
    borrowed.setOrRestore(\.backgroundView, to: background, in: view)
    decorateAll()
  }

  func decorateCells() {
    guard let view, isInPlace else { return }
    for cell in view.visibleCells {
      if let path = view.indexPath(for: cell).flatMap({ RowPath($0) }) { decorate(cell, at: path) }
    }
  }

  // MARK: - Prefetching

  func showPrefetching(in view: UITableView) {
    if prefetching.begin == nil { return putBackPrefetching(in: view) }
    if view.prefetchDataSource === self { return }
    earlierPrefetchDataSource = view.prefetchDataSource
    view.prefetchDataSource = self
  }

  func putBackPrefetching(in view: UITableView) {
    if view.prefetchDataSource !== self { return }
    view.prefetchDataSource = earlierPrefetchDataSource as? any UITableViewDataSourcePrefetching
  }

  // MARK: - Dragging

  #if !os(tvOS)
  func showDragging(in view: UITableView) {
    endDragging(in: view)
    if !reordersByDragging { return }
    let drags = RowDragging(
      may: { [weak self] in self?.may(.move, $0) ?? false },
      holds: { [weak self] in $0 ? self?.link.beginInteraction() : self?.link.endInteraction() })
    rowDrags = drags
    view.dragDelegate = drags
    view.dragInteractionEnabled = true
  }

  func endDragging(in view: UITableView) {
    guard let drags = rowDrags else { return }
    drags.endAll()
    if view.dragDelegate === drags { view.dragDelegate = nil }
    rowDrags = nil
  }
  #endif
}
#endif

#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTables
import UIKit

/// The look of sections.
extension TableViewBinder {
  func decorate(_ cell: UITableViewCell, at path: RowPath) {
    if style != nil || cell.backgroundView is SectionBackgroundView {
      cell.showSection(style, of: path, in: link.table.rowCounts)
    }
  }

  func decorateAll() {
    guard let view = tableView, isInPlace else { return }
    for cell in view.visibleCells {
      if let path = view.indexPath(for: cell).flatMap({ RowPath($0) }) { decorate(cell, at: path) }
    }
  }
}
#endif

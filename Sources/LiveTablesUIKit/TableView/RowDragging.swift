#if canImport(UIKit) && !os(tvOS)
import Foundation
import UIKit

/// Lets rows be dragged within their table by holding them.
///
/// The table view itself moves a row that is dropped, as it does in editing mode.
@MainActor final class RowDragging: NSObject, UITableViewDragDelegate {
  private let may: (IndexPath) -> Bool
  private let holds: (Bool) -> Void
  private var sessions = 0

  /// - Parameters:
  ///   - may: Whether a row may be dragged.
  ///   - holds: Told when a row is taken up, and when it is let go.
  init(may: @escaping (IndexPath) -> Bool, holds: @escaping (Bool) -> Void) {
    self.may = may
    self.holds = holds
  }

  func tableView(
    _ tableView: UITableView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] {
    may(indexPath) ? [UIDragItem(itemProvider: NSItemProvider())] : []
  }

  func tableView(_ tableView: UITableView, dragSessionWillBegin session: any UIDragSession) {
    sessions += 1
    holds(true)
  }

  func tableView(_ tableView: UITableView, dragSessionDidEnd session: any UIDragSession) { end() }

  /// No row is held any more, whether the view says so or not.
  func endAll() { while sessions > 0 { end() } }

  private func end() {
    if sessions == 0 { return }
    sessions -= 1
    holds(false)
  }
}
#endif

#if canImport(UIKit) && !os(tvOS)
import Foundation
import UIKit

/// Lets the user drag rows within their table by holding them.
///
/// The table view moves a dropped row itself, as in editing mode.
@MainActor final class RowDragging: NSObject, UITableViewDragDelegate {
  private let may: (IndexPath) -> Bool
  private let holds: (Bool) -> Void
  private var sessions = 0

  /// - Parameters:
  ///   - may: A closure that returns whether a row can be dragged.
  ///   - holds: A closure that receives `true` when a drag begins and `false` when it ends.
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

  /// Ends all drags, even if the view has not reported their end.
  func endAll() { while sessions > 0 { end() } }

  private func end() {
    if sessions == 0 { return }
    sessions -= 1
    holds(false)
  }
}
#endif

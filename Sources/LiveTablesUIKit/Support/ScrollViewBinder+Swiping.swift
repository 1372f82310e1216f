#if canImport(UIKit) && !os(tvOS)
public import Foundation
import LiveTables
@_spi(Adapters) import LiveTablesCells
public import UIKit

extension ScrollViewBinder {
  /// Returns the swipe actions of a row, for example for the list configuration of a collection view.
  ///
  /// ```swift
  /// configuration.trailingSwipeActionsConfigurationProvider = { [weak binder] in binder?.swipeActions(at: $0) }
  /// ```
  ///
  /// - Parameter indexPath: The index path of the row.
  /// - Returns: The actions, or `nil` if the row has none.
  public func swipeActions(at indexPath: IndexPath) -> UISwipeActionsConfiguration? {
    let actions = actions(at: indexPath).map { action, perform in
      UIContextualAction(style: action.isDestructive ? .destructive : .normal, title: action.title) { _, _, done in
        done(perform())
      }
    }
    return actions.isEmpty ? nil : UISwipeActionsConfiguration(actions: actions)
  }
}
#endif

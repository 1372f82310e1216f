import Foundation
@_spi(Adapters) import LiveTablesCells
import LiveTablesUIKit
import Testing
import UIKit

/// A delegate with only the deprecated methods, which a view does not call if the newer ones are implemented.
@MainActor private class OlderDelegate: NSObject, StandInResponder {
  var asked = 0
  func standInResponds(to message: String) -> Bool {
    ![
      "collectionView:contextMenuConfigurationForItemsAtIndexPaths:point:",
      "collectionView:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath:",
      "tableView:trailingSwipeActionsConfigurationForRowAtIndexPath:",
    ].contains(message)
  }
}

private final class OlderTableDelegate: OlderDelegate, UITableViewDelegate {
  func tableView(_ tableView: UITableView, editActionsForRowAt indexPath: IndexPath) -> [UITableViewRowAction]? {
    asked += 1
    return [UITableViewRowAction(style: .normal, title: "Older") { _, _ in }]
  }
}

private final class OlderCollectionDelegate: OlderDelegate, UICollectionViewDelegate {
  func collectionView(
    _ collectionView: UICollectionView, contextMenuConfigurationForItemAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    asked += 1
    return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { _ in UIMenu(children: []) }
  }

  func collectionView(
    _ collectionView: UICollectionView, targetIndexPathForMoveFromItemAt originalIndexPath: IndexPath,
    toProposedIndexPath proposedIndexPath: IndexPath
  ) -> IndexPath {
    asked += 1
    return originalIndexPath
  }
}

/// A view checks which methods its delegate implements when the delegate is set, and prefers the newer methods.
@Suite("Older messages of an earlier delegate", .timeLimit(.minutes(20))) @MainActor struct OlderMessagesTests {
  private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  private let path = IndexPath(row: 0, section: 0)

  private func table(_ delegate: any UITableViewDelegate) -> (UITableView, TableViewBinder<OneSection, Int>) {
    let view = UITableView(frame: window.bounds, style: .plain)
    window.addSubview(view)
    view.delegate = delegate
    let binder = TableViewBinder<OneSection, Int>(.one(UITableViewCell.self) { _, _, _ in }).attach(to: view)
    binder.show([1, 2, 3])
    window.layoutIfNeeded()
    return (view, binder)
  }

  private func tiles(_ delegate: any UICollectionViewDelegate) -> (
    UICollectionView, CollectionViewBinder<OneSection, Int>
  ) {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 320, height: 44)
    let view = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
    window.addSubview(view)
    view.delegate = delegate
    let binder = CollectionViewBinder<OneSection, Int>(.one(UICollectionViewCell.self) { _, _, _ in }).attach(to: view)
    binder.show([1, 2, 3])
    window.layoutIfNeeded()
    return (view, binder)
  }

  @Test("The earlier delegate provides actions for swiped rows, unless there are rules for editing") func swipes() {
    let delegate = OlderTableDelegate()
    let (view, binder) = table(delegate)
    #expect(view.standInSwipe(path).map(\.title) == ["Older"] && delegate.asked == 1)
    binder.link.editing.rules = .actions { _ in [.delete("Newer")] }
    #expect(view.standInSwipe(path).map(\.title) == ["Newer"] && delegate.asked == 1)
    binder.link.editing.rules = EditRules()
    #expect(view.standInSwipe(path).map(\.title) == ["Older"] && delegate.asked == 2)
  }

  @Test("The earlier delegate provides the menu, unless there are rules for editing") func menus() {
    let delegate = OlderCollectionDelegate()
    let (view, binder) = tiles(delegate)
    #expect(view.standInContextMenu(at: path) != nil && delegate.asked == 1)
    binder.link.editing.rules = .actions { _ in [.delete("Newer")] }
    #expect(view.standInContextMenu(at: path) != nil && delegate.asked == 1)
  }

  @Test("The earlier delegate chooses the target of a moved item, unless there are rules for editing") func moves() {
    let delegate = OlderCollectionDelegate()
    let (view, binder) = tiles(delegate)
    let message =
      "collectionView:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath:"
    #expect(!binder.standInResponds(to: message))
    binder.link.editing.rules = .moving(to: .anywhere)
    #expect(binder.standInResponds(to: message))
    #expect(view.beginInteractiveMovementForItem(at: path))
    view.standInProposeMovement(to: IndexPath(row: 2, section: 0))
    #expect(delegate.asked == 0, "the editor says where it goes")
    view.cancelInteractiveMovement()
  }
}

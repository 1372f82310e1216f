import Foundation
@_spi(Adapters) import LiveTablesCells
@_spi(Adapters) import LiveTablesUIKit
import Testing
import UIKit

/// Tests of the menus, actions and drags of a collection view.
extension CollectionUserTests {
  final class Delegate: NSObject, UICollectionViewDelegate {
    var asked: [[IndexPath]] = []

    func collectionView(
      _ collectionView: UICollectionView, contextMenuConfigurationForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> UIContextMenuConfiguration? {
      asked.append(indexPaths)
      return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { _ in UIMenu(children: []) }
    }

    func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
      false
    }
  }

  @Test("A drag moves the row that was lifted, not another row with the same identity")
  func draggedTwin() async throws {
    let screen = try await Screen([7, 8, 7])
    screen.binder.link.editing.rules = .moving(to: .anywhere)
    screen.binder.reordersByDragging = true
    let (drag, drop) = (try #require(screen.view.dragDelegate), try #require(screen.view.dropDelegate))
    let session = StandInDragSession(items: [])
    let items = drag.collectionView(screen.view, itemsForBeginning: session, at: [0, 2])
    try await screen.store.submit(Screen.table([[1, 7, 8, 7]]))
    _ = screen.shown
    drag.collectionView(screen.view, dragSessionWillBegin: session)
    drop.collectionView(screen.view, performDropWith: Coordinator(items[0], session: session, at: [0, 0]))
    drag.collectionView(screen.view, dragSessionDidEnd: session)
    #expect(screen.shown == [[7, 1, 7, 8]])
  }

  @Test("The menu is for the pressed item if several items are selected") func menuOfSeveral() async throws {
    let screen = try await Screen([1, 2, 3])
    screen.binder.link.editing.rules = .deleting() + .actions { _ in [.delete("Delete")] }
    let center = try #require(screen.view.cellForItem(at: [0, 1])?.center)
    func menu(_ paths: [IndexPath], _ point: CGPoint) -> UIMenu? {
      screen.view.delegate?.collectionView(screen.view, contextMenuConfigurationForItemsAt: paths, point: point)?
        .standInMenu
    }
    let delete = try #require(menu([[0, 0], [0, 1], [0, 2]], center)?.children.first as? UIAction)
    delete.standInChoose()
    #expect(screen.shown == [[1, 3]])
    #expect(menu([[0, 0], [0, 1]], CGPoint(x: 0, y: 300)) == nil)
  }

  @Test("The delegate provides the menu of an empty area") func menuOfNothing() {
    let (delegate, view) = (Delegate(), UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewLayout()))
    view.delegate = delegate
    let binder = Binder(.one(Tile.self) { cell, item, _ in cell.id = item.id })
    binder.link.editing.rules = .deleting() + .actions { _ in [.delete("Delete")] }
    binder.attach(to: view).show(Screen.table([[1]]))
    let menu = view.delegate?.collectionView(view, contextMenuConfigurationForItemsAt: [], point: .zero)
    #expect(menu != nil && delegate.asked == [[]])
  }

  @Test("A view without a binding offers no menus, actions or drags") func unbound() async throws {
    let screen = try await Screen([1, 2])
    screen.binder.link.editing.rules =
      .deleting() + .moving(to: .anywhere) + .actions { _ in [.delete("Delete"), RowAction("Open") { _ in }] }
    screen.binding?.cancel()
    #expect(screen.binder.swipeActions(at: [0, 0])?.actions.map(\.title) == ["Open"])
    #expect(screen.view.standInContextMenu(at: [0, 0])?.standInMenu?.children.map(\.title) == ["Open"])
    #expect(!screen.binder.collectionView(screen.view, canMoveItemAt: [0, 0]))
    #expect(!screen.binder.beginMovement(at: RowPath(section: 0, row: 0)))
  }

  @Test("Rows are highlighted as the delegate decides, even if highlights are observed") func mayHighlight() {
    let (delegate, view) = (Delegate(), UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewLayout()))
    view.delegate = delegate
    let binder = Binder(.one(Tile.self) { cell, item, _ in cell.id = item.id })
    binder.attach(to: view).show(Screen.table([[1]]))
    withExtendedLifetime(binder.link.events.highlighted) {
      #expect(view.delegate?.collectionView(view, shouldHighlightItemAt: [0, 0]) == false)
    }
  }

  @Test("No row looks selected after the selection mode became `none`") func unselected() async throws {
    let screen = try await Screen([1, 2])
    screen.binder.link.selection.mode = .many
    screen.binder.link.selection.select(ids: [1, 2])
    #expect(screen.selected == [0, 1])
    screen.binder.link.selection.mode = .none
    #expect(screen.selected == [])
    screen.view.selectItem(at: [0, 1], animated: false, scrollPosition: [])
    try await screen.store.submit(Screen.table([[0, 1, 2]]))
    #expect(screen.selected == [2], "it is left to the view what it selects")
  }
}

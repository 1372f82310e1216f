import Foundation
import LiveTables
import LiveTablesUIKit
import Testing
import UIKit

/// Where UIKit's documentation can be read in two ways, what is done is right under both.
@Suite("Under both readings", .timeLimit(.minutes(20))) @MainActor struct BothReadingsTests {
  private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  private let view = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480), style: .plain)
  private let binder = TableViewBinder<OneSection, Int>(.one(UITableViewCell.self) { _, _, _ in })
  private let path = IndexPath(row: 0, section: 0)

  init() { window.addSubview(view) }

  @Test("rows that are selected in editing mode can be edited, whatever the editor says") func selecting() {
    binder.attach(to: view).show([1, 2])
    binder.link.editing.editor = .deleting { _ in false }
    #expect(!binder.tableView(view, canEditRowAt: path))
    view.allowsMultipleSelectionDuringEditing = true
    view.setEditing(true, animated: false)
    #expect(binder.tableView(view, canEditRowAt: path))
    #expect(binder.tableView(view, editingStyleForRowAt: path) == .none)
  }

  @Test("a destructive action that leaves its row was not performed; one that deletes it was") func destructive() {
    binder.attach(to: view).show([1, 2])
    binder.link.editing.editor =
      .deleting() + .actions { _ in [RowAction("Later", isDestructive: true) { _ in }, .delete("Now")] }
    window.layoutIfNeeded()
    var performed: [Bool] = []
    for action in binder.swipeActions(at: path)?.actions ?? [] {
      action.handler(action, view) { performed.append($0) }
    }
    #expect(performed == [false, true] && binder.link.table.map(\.self) == [2])
  }

  @Test("the view asks again what its delegate can in the middle of a message; no message is lost, none comes twice")
  func askingAgain() {
    final class Earlier: NSObject, UITableViewDelegate {
      var shown: [Int] = []
      var act: () -> Void = {}
      func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
        shown.append(indexPath.row)
        act()
      }
    }
    let earlier = Earlier()
    view.delegate = earlier
    binder.attach(to: view)
    earlier.act = { [binder] in
      var sizes = TableSizes<OneSection, Int>()
      sizes.onOtherSections { $0.row = 70 }
      binder.sizes = binder.sizes ?? sizes
    }
    binder.show([1, 2, 3])
    window.layoutIfNeeded()
    #expect(earlier.shown == [0, 1, 2] && view.delegate === binder)
    view.reloadData()
    window.layoutIfNeeded()
    #expect(earlier.shown == [0, 1, 2, 0, 1, 2] && view.rectForRow(at: path).height == 70)
  }

  @Test("a collection view is reloaded when its data source is another one") func reloads() {
    final class Counting: UICollectionView {
      var reloads = 0
      override func reloadData() {
        reloads += 1
        super.reloadData()
      }
    }
    let view = Counting(frame: window.bounds, collectionViewLayout: UICollectionViewFlowLayout())
    let before = view.reloads
    CollectionViewBinder<OneSection, Int>(.one(UICollectionViewCell.self) { _, _, _ in }).attach(to: view)
    #expect(view.reloads == before + 1)
  }
}

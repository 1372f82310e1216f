import AppKit
import Foundation
import Testing

/// Tests that the test double raises the exceptions of the real outline view.
@Suite("Test double of an outline view") @MainActor struct NSOutlineViewTests {
  private final class Item: NSObject {
    let name: String
    var children: [Item]
    init(_ name: String, _ children: [Item] = []) {
      self.name = name
      self.children = children
    }
    override var description: String { name }
  }

  @MainActor private final class Source: NSObject, NSOutlineViewDataSource, NSOutlineViewDelegate {
    let root = Item("root", [Item("a", [Item("b"), Item("c", [Item("d")])]), Item("e", [Item("f")])])
    func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int {
      (item as? Item ?? root).children.count
    }
    func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any {
      (item as? Item ?? root).children[index]
    }
    func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool {
      (item as? Item)?.children.isEmpty == false
    }
  }

  private let source = Source()
  private let outlineView = NSOutlineView()
  private var root: Item { source.root }
  private var a: Item { root.children[0] }

  init() {
    outlineView.dataSource = source
    outlineView.delegate = source
  }

  private func rows() -> String {
    (0..<outlineView.numberOfRows).map { row in
      "\(outlineView.item(atRow: row) as? Item ?? root)\(outlineView.level(forRow: row))"
    }.joined(separator: " ")
  }

  @Test("items expand and collapse, and expanded descendants stay expanded through a reload") func expanding() {
    #expect(rows() == "a0 e0")
    outlineView.expandItem(a, expandChildren: true)
    #expect(rows() == "a0 b1 c1 d2 e0")
    outlineView.reloadData()
    #expect(rows() == "a0 b1 c1 d2 e0")
    outlineView.collapseItem(a)
    #expect(rows() == "a0 e0" && !outlineView.isItemExpanded(a))
  }

  @Test("items are inserted, removed and moved call by call, and nothing happens under a collapsed item")
  func sequential() {
    outlineView.expandItem(a, expandChildren: true)
    let (a, e) = (root.children[0], root.children[1])
    outlineView.beginUpdates()
    let c = a.children.remove(at: 1)
    root.children = [c, e, a]
    a.children.insert(Item("x"), at: 0)
    e.children = []
    outlineView.moveItem(at: 1, inParent: a, to: 0, inParent: nil)
    outlineView.insertItems(at: [0], inParent: a)
    outlineView.moveItem(at: 1, inParent: nil, to: 2, inParent: nil)
    outlineView.removeItems(at: [0], inParent: e)
    outlineView.endUpdates()
    #expect(rows() == "c0 d1 e0 a0 x1 b1")
  }

  @Test("an index out of range, or an item that the data source does not have, raises") func raises() {
    outlineView.expandItem(a)
    let raised = StandInException.recording {
      outlineView.beginUpdates()
      outlineView.insertItems(at: [3], inParent: a)
      outlineView.removeItems(at: [2], inParent: a)
      outlineView.moveItem(at: 5, inParent: a, to: 0, inParent: nil)
      outlineView.moveItem(at: 0, inParent: a, to: 1, inParent: a)
      outlineView.endUpdates()
    }
    #expect(
      raised.map(\.reason) == [
        "NSOutlineView error inserting child indexes [3] in parent a (which has 2 children).",
        "NSOutlineView error removing child indexes [2] in parent a (which has 2 children).",
        "NSOutlineView error moving child indexes [5] in parent a (which has 2 children).",
        "another item stands at 0 than was moved there", "another item stands at 1 than was moved there",
      ])
  }
}

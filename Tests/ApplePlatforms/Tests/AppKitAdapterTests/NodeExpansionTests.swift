import AppKit
import Foundation
import LiveTablesAppKit
import LiveTablesOperators
import Testing

@Suite("Expanding nodes in an outline view", .timeLimit(.minutes(20))) @MainActor struct NodeExpansionTests {
  private let window = NSWindow()
  private let outlineView = NSOutlineView()
  private let binder = OutlineViewBinder<String>(.one(NSTableCellView.self) { _, _, _ in })
  private let outline = LiveTree(
    Tree<String> {
      Tree("Sources") {
        Tree("Trees") { "Tree" }
        "main"
      }
      "README"
    }
  ).outline()

  init() {
    outlineView.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("first")))
    outlineView.frame = NSRect(x: 0, y: 0, width: 100, height: 500)
    window.setContentSize(outlineView.frame.size)
    window.contentView = outlineView
    binder.attach(to: outlineView)
  }

  private func wait(_ binding: TableBinding<OneSection, OutlineRow<String>>, for names: [String]) async {
    var changes = binding.changes.makeAsyncIterator()
    while binder.link.table.map(\.value) != names, await changes.next() != nil {}
    window.layoutIfNeeded()
    #expect(binder.link.table.map(\.value) == names && outlineView.numberOfRows == names.count)
  }

  @Test("the option key expands or collapses a node with all its descendants") func optionKey() async {
    let binding = binder.bind(outline)
    await wait(binding, for: ["Sources", "README"])
    outlineView.standInToggle(0, option: true)
    await wait(binding, for: ["Sources", "Trees", "Tree", "main", "README"])
    outlineView.standInToggle(0)
    await wait(binding, for: ["Sources", "README"])
    outlineView.standInToggle(0)
    await wait(binding, for: ["Sources", "Trees", "Tree", "main", "README"])
    outlineView.standInToggle(0, option: true)
    await wait(binding, for: ["Sources", "README"])
    outlineView.standInToggle(0)
    await wait(binding, for: ["Sources", "Trees", "main", "README"])
  }
}

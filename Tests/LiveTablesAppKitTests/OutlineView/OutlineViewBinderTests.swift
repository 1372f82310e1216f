#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
import LiveTables
import LiveTablesAppKit
import LiveTablesOperators
import Testing

@Suite("Outline views", .timeLimit(.minutes(20))) @MainActor struct OutlineViewBinderTests {
  private final class TextCell: NSTableCellView {
    var text = ""
    var scope: CellScope?
  }

  private let window = NSWindow()
  private let outlineView = NSOutlineView()
  private let tree = Tree<String> {
    "README"
    Tree("Sources") {
      Tree("Trees") { "Tree" }
      "main"
    }
    Tree("Tests") { "TreeTests" }
  }

  init() {
    let column = NSTableColumn(identifier: NSUserInterfaceItemIdentifier("first"))
    outlineView.addTableColumn(column)
    outlineView.outlineTableColumn = column
    let scrollView = NSScrollView(frame: NSRect(x: 0, y: 0, width: 300, height: 2_000))
    scrollView.documentView = outlineView
    window.setContentSize(scrollView.frame.size)
    window.contentView = scrollView
    window.layoutIfNeeded()
  }

  private func cell(_ row: Int) -> TextCell? {
    outlineView.view(atColumn: 0, row: row, makeIfNecessary: false) as? TextCell
  }

  /// Returns the texts on screen, indented by level.
  private func shown() -> [String] {
    window.layoutIfNeeded()
    return (0..<outlineView.numberOfRows).map { row in
      let text = cell(row)?.text ?? "nothing"
      return String(repeating: " ", count: outlineView.level(forRow: row)) + text
    }
  }

  private func makeBinder() -> OutlineViewBinder<String> {
    OutlineViewBinder(
      .one(TextCell.self) { cell, row, context in
        cell.text = row.value
        cell.scope = context.scope
      })
  }

  @Test("bind shows an outline, expands its expanded nodes, and keeps items through moves")
  func oneLine() async throws {
    let outline = LiveTree(tree).outline()
    let binding = outlineView.bind(outline, cell: TextCell.self) { cell, row, _ in cell.text = row.value }
    var changes = binding.changes.makeAsyncIterator()
    while shown() != ["README", "Sources", "Tests"], await changes.next() != nil {}
    #expect(shown() == ["README", "Sources", "Tests"])
    let item = outlineView.item(atRow: 1)
    try await outline.edit { $0.expand("Sources") }
    while shown() != ["README", "Sources", " Trees", " main", "Tests"], await changes.next() != nil {}
    #expect(shown() == ["README", "Sources", " Trees", " main", "Tests"])
    #expect(outlineView.isItemExpanded(item) && !outlineView.isItemExpanded(outlineView.item(atRow: 2)))
    try await outline.tree.edit { $0.move("Sources", to: TreePlace(under: "Tests", at: 0)) }
    while shown() != ["README", "Tests"], await changes.next() != nil {}
    #expect(shown() == ["README", "Tests"])
    try await outline.edit { $0.expand("Tests") }
    while shown() != ["README", "Tests", " Sources", "  Trees", "  main", " TreeTests"], await changes.next() != nil {}
    #expect(shown() == ["README", "Tests", " Sources", "  Trees", "  main", " TreeTests"], "it is still expanded")
    try await outline.tree.edit { $0.move("Sources", to: TreePlace(under: nil, at: 0)) }
    while shown() != ["Sources", " Trees", " main", "README", "Tests", " TreeTests"], await changes.next() != nil {}
    #expect(shown() == ["Sources", " Trees", " main", "README", "Tests", " TreeTests"])
  }

  @Test("an empty folder that was expanded is expanded again with its first row, without a reload")
  func openAgain() async throws {
    var outline = Outline(tree, expanded: ["Tests"])
    let store = TableStore<OneSection, OutlineRow<String>>(outline.table)
    makeBinder().attach(to: outlineView).bind(store)
    try await store.submit(outline.table)
    outline.edit { $0.remove("TreeTests") }
    try await store.submit(outline.table)
    #expect(shown() == ["README", "Sources", "Tests"])
    outline.edit { $0.insert("More", at: TreePlace(under: "Tests", at: 0)) }
    let applied = try await store.submit(outline.table)
    #expect(applied.mode == .batch)
    #expect(shown() == ["README", "Sources", "Tests", " More"])
  }

  @Test("expanding a node in the view expands it in the outline, and the other way round") func wishes() async throws {
    let outline = LiveTree(tree).outline()
    let binding = outlineView.bind(outline, cell: TextCell.self) { cell, row, _ in cell.text = row.value }
    var changes = binding.changes.makeAsyncIterator()
    while outlineView.numberOfRows != 3, await changes.next() != nil {}
    outlineView.expandItem(outlineView.item(atRow: 2))
    #expect(outlineView.numberOfRows == 3)
    while shown() != ["README", "Sources", "Tests", " TreeTests"], await changes.next() != nil {}
    #expect(shown() == ["README", "Sources", "Tests", " TreeTests"])
    outlineView.collapseItem(outlineView.item(atRow: 2))
    while shown() != ["README", "Sources", "Tests"], await changes.next() != nil {}
    #expect(shown() == ["README", "Sources", "Tests"])
    #expect(await !outline.outline.isExpanded("Tests"))
  }

  @Test("a selected row stays selected, and work for a row ends when the row is deleted") func selection() async throws
  {
    var outline = Outline(tree, expanded: ["Sources", "Trees"])
    let binder = makeBinder()
    let store = TableStore<OneSection, OutlineRow<String>>(outline.table)
    binder.attach(to: outlineView).bind(store)
    outline.expand("Tests")
    try await store.submit(outline.table)
    #expect(shown() == ["README", "Sources", " Trees", "  Tree", " main", "Tests", " TreeTests"])
    binder.link.selection.mode = .many
    binder.link.selection.select(ids: ["Tree", "Tests"])
    #expect(outlineView.selectedRowIndexes == [3, 5])
    let scope = cell(2)?.scope
    let kept = cell(5)
    outline.edit { tree in
      tree.move("Tree", to: TreePlace(under: "Tests", at: 1))
      tree.remove("Trees")
    }
    try await store.submit(outline.table)
    #expect(shown() == ["README", "Sources", " main", "Tests", " TreeTests", " Tree"])
    #expect(outlineView.selectedRowIndexes == [3, 5])
    #expect(scope?.isEnded == true && kept?.scope?.isEnded == false && kept === cell(3))
    outlineView.selectRowIndexes([0], byExtendingSelection: false)
    #expect(binder.link.selection.ids == ["README"])
  }

  @Test("the earlier data source is restored, and nothing retains the view") func putBack() async throws {
    final class Earlier: NSObject, NSOutlineViewDataSource {
      func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int { item == nil ? 2 : 0 }
      func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any {
        NSString(string: "\(index)")
      }
      func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool { false }
    }
    let earlier = Earlier()
    outlineView.dataSource = earlier
    let binding = makeBinder().attach(to: outlineView).bind(TableStore(Outline(tree).table))
    var changes = binding.changes.makeAsyncIterator()
    while outlineView.numberOfRows != 3, await changes.next() != nil {}
    #expect(outlineView.numberOfRows == 3)
    binding.cancel()
    #expect(outlineView.dataSource === earlier && outlineView.numberOfRows == 2)

    weak var gone: NSOutlineView?
    weak var binder: OutlineViewBinder<String>?
    let second: TableBinding<OneSection, OutlineRow<String>>
    do {
      let (view, made) = (NSOutlineView(), makeBinder())
      (gone, binder) = (view, made)
      second = made.attach(to: view).bind(LiveTree(tree).outline())
    }
    try await second.finished
    #expect(gone == nil && binder == nil)
  }
}
#endif

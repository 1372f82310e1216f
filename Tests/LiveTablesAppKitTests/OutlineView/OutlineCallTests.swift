#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
import LiveTables
import LiveTablesAppKit
import LiveTablesOperators
import Testing

@Suite("Outline views: calls", .timeLimit(.minutes(20))) @MainActor struct OutlineCallTests {
  /// An outline view that records the numbers of inserted and removed items.
  private final class CountingOutlineView: NSOutlineView {
    var inserted: [Int] = []
    var removed: [Int] = []

    override func insertItems(
      at indexes: IndexSet, inParent parent: Any?, withAnimation animationOptions: NSTableView.AnimationOptions = []
    ) {
      inserted.append(indexes.count)
      super.insertItems(at: indexes, inParent: parent, withAnimation: animationOptions)
    }

    override func removeItems(
      at indexes: IndexSet, inParent parent: Any?, withAnimation animationOptions: NSTableView.AnimationOptions = []
    ) {
      removed.append(indexes.count)
      super.removeItems(at: indexes, inParent: parent, withAnimation: animationOptions)
    }
  }

  private let window = NSWindow()
  private let outlineView = CountingOutlineView()
  private var outline = Outline(
    Tree<Int> {
      -1
      Tree(-2) { for id in 0..<1_000 { id } }
    })

  init() {
    let column = NSTableColumn(identifier: NSUserInterfaceItemIdentifier("first"))
    outlineView.addTableColumn(column)
    outlineView.outlineTableColumn = column
    let scrollView = NSScrollView(frame: NSRect(x: 0, y: 0, width: 300, height: 200))
    scrollView.documentView = outlineView
    window.setContentSize(scrollView.frame.size)
    window.contentView = scrollView
    window.layoutIfNeeded()
  }

  @Test("rows inserted or removed under one node result in a single call") mutating func calls() async throws {
    let store = TableStore<OneSection, OutlineRow<Int>>(outline.table)
    let binder = OutlineViewBinder<Int>(.one(NSTableCellView.self) { _, _, _ in })
    var changes = binder.attach(to: outlineView).bind(store).changes.makeAsyncIterator()
    while outlineView.numberOfRows != 2, await changes.next() != nil {}
    outlineView.inserted = []
    outline.expand(-2)
    #expect(try await store.submit(outline.table).mode == .batch)
    #expect(outlineView.numberOfRows == 1_002)
    #expect(outlineView.inserted == [1_000])
    outline.edit { tree in
      for id in 0..<1_000 where id % 3 == 0 { tree.remove(id) }
    }
    #expect(try await store.submit(outline.table).mode == .batch)
    #expect(outlineView.numberOfRows == 668 && outlineView.removed == [334])
    outline.edit { tree in
      for id in 0..<1_000 where id % 3 == 0 { tree.insert(id, at: TreePlace(under: -2, at: id)) }
    }
    #expect(try await store.submit(outline.table).mode == .batch)
    #expect(outlineView.numberOfRows == 1_002 && outlineView.inserted == [1_000, 334])
    outline.collapse(-2)
    #expect(try await store.submit(outline.table).mode == .batch)
    #expect(outlineView.numberOfRows == 2 && outlineView.removed == [334, 1_000])
  }
}
#endif

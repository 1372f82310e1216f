import AppKit
import Foundation
@_spi(Adapters) import LiveTablesCells
import LiveTablesAppKit
import LiveTablesTesting
import LiveTablesOperators
import Testing

@Suite("Context menus", .timeLimit(.minutes(20))) @MainActor struct MenuTests {
  private func table(_ ids: [Int], _ more: [Int] = []) -> SampleTable {
    SampleTable(
      sections: [ids, more].enumerated().map { index, ids in
        TableSection(SampleSection(index, content: 1), rows: ids.map { SampleRow($0) })
      })
  }

  @Test("a table view's menu offers the actions of the row under the pointer, which apply to this row even if it moves")
  func tableView() async throws {
    let fixture = Fixture(height: 500)
    let binder = TableViewBinder<SampleSection, SampleRow>(
      .one(RowCell.self) { cell, row, _ in cell.row = row },
      supplementaries: [
        .header: .one(HeaderCell.self) { view, section, _ in view.section = section }
      ])
    let store = TableStore<SampleSection, SampleRow>(table([1, 2], [3]))
    let binding = binder.attach(to: fixture.tableView).bind(store)
    try await store.submit(table([1, 2, 4], [3]))
    fixture.layOut()
    #expect(fixture.tableView.standInOpenMenu(1).isEmpty)
    var opened: [Int] = []
    binder.link.editing.rules =
      .deleting() + .actions { _ in [RowAction("Open") { opened.append($0.row.id) }, .delete("Delete")] }
    #expect(fixture.tableView.standInOpenMenu(0).isEmpty, "a header has none")
    #expect(fixture.tableView.standInOpenMenu(-1).isEmpty, "nor has the place below all rows")
    var items = fixture.tableView.standInOpenMenu(2)
    #expect(items.map(\.title) == ["Open", "Delete"])
    try await store.submit(table([4, 1], [3, 2]))
    items[0].standInChoose()
    items[1].standInChoose()
    #expect(opened == [2] && binder.link.table.map(\.id) == [4, 1, 3])
    items[0].standInChoose()
    #expect(opened == [2], "the row is gone")
    fixture.layOut()
    items = fixture.tableView.standInOpenMenu(2)
    items[0].standInChoose()
    #expect(items.count == 2 && opened == [2, 1], "the menu is filled anew")
    binder.link.editing.rules = EditRules()
    #expect(fixture.tableView.standInOpenMenu(2).isEmpty)
    binding.cancel()
  }

  @Test("a menu's action does not apply to another row with the same identity")
  func twins() async throws {
    let fixture = Fixture(height: 500)
    let binder = TableViewBinder<SampleSection, SampleRow>(.one(RowCell.self) { cell, row, _ in cell.row = row })
    let rows = [SampleRow(7), SampleRow(8), SampleRow(7, content: 2)]
    let store = TableStore(SampleTable(sections: [TableSection(SampleSection(0), rows: rows)]))
    let binding = binder.attach(to: fixture.tableView).bind(store)
    try await store.submit(SampleTable(sections: [TableSection(SampleSection(0), rows: rows + [SampleRow(9)])]))
    fixture.layOut()
    binder.link.editing.rules = .deleting() + .actions { _ in [.delete("Delete")] }
    let items = fixture.tableView.standInOpenMenu(2)
    try await store.submit(SampleTable(sections: [TableSection(SampleSection(0), rows: [SampleRow(1)] + rows)]))
    for _ in 0..<2 { items[0].standInChoose() }
    #expect(binder.link.table.map { [$0.id, $0.content] } == [[1, 0], [7, 0], [8, 0]])
    binding.cancel()
  }

  @Test("a view keeps its own menu, and a menu from the binder is removed when another binder takes over")
  func ownMenu() {
    let own = NSMenu()
    let fixture = Fixture(height: 100)
    fixture.tableView.menu = own
    func bind() {
      let binder = TableViewBinder<SampleSection, SampleRow>()
      binder.link.editing.rules = .deleting()
      binder.attach(to: fixture.tableView).bind(AsyncStream<SampleTable> { _ in }, initial: table([1]))
    }
    bind()
    #expect(fixture.tableView.menu === own)
    fixture.tableView.menu = nil
    bind()
    let first = fixture.tableView.menu
    bind()
    #expect(first != nil && fixture.tableView.menu != nil && fixture.tableView.menu !== first)
  }

  @Test("a view without rules has no menu, so the menus of its superviews open") func noEditor() {
    let view = Fixture(height: 100).tableView
    let binder = TableViewBinder<SampleSection, SampleRow>().attach(to: view)
    binder.bind(AsyncStream<SampleTable> { _ in }, initial: table([1]))
    #expect(view.menu == nil)
    binder.link.editing.rules = .deleting()
    #expect(view.menu != nil)
    binder.link.editing.rules = EditRules()
    #expect(view.menu == nil)
    let own = NSMenu()
    view.menu = own
    binder.link.editing.rules = .deleting()
    #expect(view.menu === own)
    binder.link.editing.rules = EditRules()
    #expect(view.menu === own)
  }

  @Test("a row that may be deleted gets a deletion in its menu and swipe, if the rules have no actions")
  func deletion() {
    final class Earlier: NSObject, NSTableViewDelegate {
      func tableView(
        _ tableView: NSTableView, rowActionsForRow row: Int, edge: NSTableView.RowActionEdge
      ) -> [NSTableViewRowAction] {
        [NSTableViewRowAction(style: .regular, title: "own") { _, _ in }]
      }
    }
    let (earlier, fixture) = (Earlier(), Fixture(height: 500))
    fixture.tableView.delegate = earlier
    let binder = TableViewBinder<SampleSection, SampleRow>(.one(RowCell.self) { _, _, _ in })
    binder.attach(to: fixture.tableView).bind(AsyncStream<SampleTable> { _ in }, initial: table([1, 2, 3, 4]))
    binder.link.editing.rules = .deleting { $0.row.id != 1 }
    fixture.layOut()
    #expect(fixture.tableView.standInOpenMenu(0).isEmpty && fixture.tableView.standInSwipe(0).map(\.title) == ["own"])
    #expect(fixture.tableView.standInOpenMenu(1).map(\.title) == ["Delete"])
    fixture.tableView.standInOpenMenu(1).forEach { $0.standInChoose() }
    fixture.layOut()
    let actions = fixture.tableView.standInSwipe(1)
    #expect(actions.map(\.title) == ["Delete"] && actions.map(\.style) == [.destructive])
    binder.link.edit(.move(.id(4), to: .path(RowPath(section: 0, row: 0))))
    actions.forEach { $0.standInChoose(row: 1) }
    #expect(binder.link.table.map(\.id) == [4, 1], "the row that was swiped goes, and no other in its place")
    binder.link.editing.rules = .deleting() + .actions { _ in [] }
    #expect(fixture.tableView.standInOpenMenu(0).isEmpty && fixture.tableView.standInSwipe(0).isEmpty)
  }

  @Test("an outline view's menu offers the actions of the node under the pointer") func outlineView() {
    let (window, outlineView) = (NSWindow(), NSOutlineView())
    outlineView.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("first")))
    outlineView.frame = NSRect(x: 0, y: 0, width: 100, height: 500)
    window.setContentSize(outlineView.frame.size)
    window.contentView = outlineView
    let binder = OutlineViewBinder<String>(.one(NSTableCellView.self) { _, _, _ in })
    let outline = Outline(Tree<String> { Tree("Sources") { "main" } }, expanded: ["Sources"])
    let binding = binder.attach(to: outlineView).bind(TableStore<OneSection, OutlineRow<String>>())
    #expect(binder.link.isBound && outlineView.standInOpenMenu(0).isEmpty)
    binding.cancel()
    var opened: [String] = []
    binder.link.editing.rules = .actions { site in [RowAction("Open") { opened.append($0.row.value) }] }
    binder.bind(AsyncStream<TableSnapshot<OneSection, OutlineRow<String>>> { _ in }, initial: outline.table)
    window.layoutIfNeeded()
    let editor = binder.link.editing.rules
    binder.link.editing.rules = .deleting()
    #expect(outlineView.standInOpenMenu(1).isEmpty, "a node is more than its row")
    binder.link.editing.rules = editor
    let items = outlineView.standInOpenMenu(1)
    #expect(items.map(\.title) == ["Open"])
    for item in items { item.standInChoose() }
    #expect(opened == ["main"])
    #expect(outlineView.standInOpenMenu(2).isEmpty)
  }

  @Test("a collection view's menu offers the actions of the item under the pointer, also after scrolling")
  func collectionView() {
    let (window, collectionView) = (NSWindow(), NSCollectionView())
    let layout = NSCollectionViewFlowLayout()
    layout.itemSize = NSSize(width: 50, height: 20)
    collectionView.collectionViewLayout = layout
    let scrollView = NSScrollView(frame: NSRect(x: 10, y: 30, width: 60, height: 100))
    scrollView.documentView = collectionView
    window.setContentSize(scrollView.frame.size)
    window.contentView = scrollView
    let binder = CollectionViewBinder<SampleSection, SampleRow>(.one(NSCollectionViewItem.self) { _, _, _ in })
    let silence = AsyncStream<SampleTable> { _ in }
    binder.attach(to: collectionView).bind(silence, initial: table(Array(1...20)))
    var opened: [Int] = []
    binder.link.editing.rules = .actions { _ in [RowAction("Open") { opened.append($0.row.id) }] }
    window.layoutIfNeeded()
    for item in collectionView.standInOpenMenu(IndexPath(item: 2, section: 0)) { item.standInChoose() }
    #expect(opened == [3])
    collectionView.scroll(NSPoint(x: 0, y: 110))
    window.layoutIfNeeded()
    for item in collectionView.standInOpenMenu(IndexPath(item: 7, section: 0)) { item.standInChoose() }
    #expect(opened == [3, 8])
    #expect(collectionView.standInOpenMenu(nil).isEmpty, "beside all items there is none")
  }
}

import AppKit
import Foundation
@_spi(Adapters) import LiveTablesCells
import LiveTablesAppKit
import LiveTablesTesting
import LiveTablesOperators
import Testing

/// Tests of which methods of a view's previous data source and delegate are called.
@Suite("Earlier delegates in AppKit", .timeLimit(.minutes(20))) @MainActor struct EarlierDelegateTests {
  private let window = NSWindow()

  private func show(_ view: NSView) {
    let scrollView = NSScrollView(frame: NSRect(x: 0, y: 0, width: 300, height: 500))
    scrollView.documentView = view
    window.setContentSize(scrollView.frame.size)
    window.contentView = scrollView
    window.layoutIfNeeded()
  }

  private let table = SampleTable(
    sections: [TableSection(SampleSection(0, content: 0), rows: [SampleRow(1), SampleRow(2)])])

  /// Binds an outline, and waits until it is shown.
  private func bind(_ tree: Tree<String>, to view: NSOutlineView) async -> OutlineViewBinder<String> {
    let binder = OutlineViewBinder<String>(.one(NSTableCellView.self) { _, _, _ in }).attach(to: view)
    show(view)
    var changes = binder.bind(LiveTree(tree).outline()).changes.makeAsyncIterator()
    while binder.link.table.count == 0, await changes.next() != nil {}
    window.layoutIfNeeded()
    return binder
  }

  @Test("an outline's delegate is not asked about items that it cannot know") func items() async throws {
    final class Earlier: NSObject, NSOutlineViewDataSource, NSOutlineViewDelegate {
      var items: [Any?] = []
      func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int { 0 }
      func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any { index }
      func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool { false }
      func outlineView(_ view: NSOutlineView, pasteboardWriterForItem item: Any) -> (any NSPasteboardWriting)? {
        items.append(item)
        return NSPasteboardItem()
      }
      func outlineView(_ outlineView: NSOutlineView, heightOfRowByItem item: Any) -> CGFloat {
        items.append(item)
        return 10
      }
      func outlineView(_ outlineView: NSOutlineView, shouldExpandItem item: Any) -> Bool {
        items.append(item)
        return true
      }
    }
    let (earlier, view) = (Earlier(), NSOutlineView())
    let column = NSTableColumn(identifier: NSUserInterfaceItemIdentifier("first"))
    view.addTableColumn(column)
    view.outlineTableColumn = column
    (view.dataSource, view.delegate) = (earlier, earlier)
    let binder = await bind(Tree<String> { Tree("Sources") { "main" } }, to: view)
    view.standInToggle(0)
    _ = view.standInDrag(0)
    #expect(view.numberOfRows == 1 && earlier.items.isEmpty)
    #expect(!binder.forwards("outlineView:isGroupItem:") && !binder.forwards("outlineView:heightOfRowByItem:"))
    #expect(binder.forwards("outlineViewColumnDidResize:"))
  }

  @Test("rules provide the trailing actions of a row, and the delegate the leading actions and those of headers")
  func actions() {
    final class Earlier: NSObject, NSTableViewDelegate {
      func tableView(
        _ tableView: NSTableView, rowActionsForRow row: Int, edge: NSTableView.RowActionEdge
      ) -> [NSTableViewRowAction] {
        [NSTableViewRowAction(style: .regular, title: "own") { _, _ in }]
      }
    }
    let (earlier, view) = (Earlier(), NSTableView())
    view.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("first")))
    view.delegate = earlier
    let binder = TableViewBinder<SampleSection, SampleRow>(.one(NSTableCellView.self) { _, _, _ in }).attach(to: view)
    let binding = binder.bind(AsyncStream<SampleTable> { _ in }, initial: table)
    show(view)
    func titles(_ line: Int, _ edge: NSTableView.RowActionEdge) -> [String] {
      binder.tableView(view, rowActionsForRow: line, edge: edge).map(\.title)
    }
    #expect(titles(0, .trailing) == ["own"])
    binder.link.editing.rules = .actions { $0.row.id == 1 ? [RowAction("Open") { _ in }] : [] }
    #expect(titles(0, .trailing) == ["Open"] && titles(1, .trailing) == [])
    #expect(titles(0, .leading) == ["own"] && titles(1, .leading) == ["own"])
    binding.cancel()
  }

  @Test("a group row of the delegate gets the first column's cell, which follows the row")
  func groupRows() async throws {
    final class Earlier: NSObject, NSTableViewDelegate {
      func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool { row == 1 }
    }
    let (earlier, fixture) = (Earlier(), Fixture(height: 200, columns: ["first", "second"]))
    fixture.tableView.delegate = earlier
    let cells = CellProvider<SampleSection, SampleRow, NSView>.one(RowCell.self) { cell, row, _ in cell.row = row }
    let binder = TableViewBinder(columns: ["first": cells, "second": cells])
    let store = TableStore<SampleSection, SampleRow>()
    binder.attach(to: fixture.tableView).bind(store)
    try await store.submit(table)
    fixture.layOut()
    let cell = try #require(fixture.cell(1, RowCell.self))
    #expect(cell.row?.id == 2 && fixture.cell(1, column: 1, RowCell.self) == nil)
    try await store.edit { $0.update(.id(2)) { $0.content = 5 } }
    #expect(cell.row?.content == 5 && fixture.cell(1, RowCell.self) === cell)
  }

  @Test("heights of changed rows and headers are requested again from sizes and the delegate")
  func heights() async throws {
    final class Earlier: NSObject, NSTableViewDelegate {
      func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat { 30 }
    }
    let (earlier, view) = (Earlier(), NSTableView())
    view.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("first")))
    view.delegate = earlier
    let binder = TableViewBinder<SampleSection, SampleRow>(
      .one(RowCell.self) { cell, row, _ in cell.row = row },
      supplementaries: [.header: .one(HeaderCell.self) { view, section, _ in view.section = section }])
    let store = TableStore<SampleSection, SampleRow>()
    binder.attach(to: view).bind(store)
    show(view)
    try await store.submit(table)
    window.layoutIfNeeded()
    for (content, sizes) in [(1, nil), (2, TableSizes<SampleSection, SampleRow>())] {
      binder.sizes = sizes
      window.layoutIfNeeded()
      view.standInNoted = []
      try await store.edit { $0.update(.id(2)) { $0.content = content } }
      try await store.edit { $0.updateSection(SampleSection(0, content: content)) }
      #expect(view.standInNoted.map(\.rows) == [[2], [0]])
    }
  }

  @Test("heights of changed rows are requested again from a subclass")
  func overriddenHeights() async throws {
    final class High: TableViewBinder<SampleSection, SampleRow> {
      override func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat { 30 }
    }
    let (fixture, store) = (Fixture(height: 200), TableStore<SampleSection, SampleRow>())
    High(.one(RowCell.self) { cell, row, _ in cell.row = row }).attach(to: fixture.tableView).bind(store)
    try await store.submit(table)
    fixture.layOut()
    fixture.tableView.standInNoted = []
    try await store.edit { $0.update(.id(2)) { $0.content = 5 } }
    #expect(fixture.tableView.standInNoted.map(\.rows) == [[1]])
  }

  @Test("sizes of changed items are requested again") func itemSizes() async throws {
    final class Earlier: NSObject, NSCollectionViewDelegateFlowLayout {
      var height: CGFloat = 20
      func collectionView(
        _ collectionView: NSCollectionView, layout collectionViewLayout: NSCollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
      ) -> NSSize { NSSize(width: 50, height: height) }
    }
    let earlier = Earlier()
    let (view, binder) = makeItems()
    view.delegate = earlier
    let store = TableStore<SampleSection, SampleRow>()
    binder.attach(to: view).bind(store)
    show(view)
    try await store.submit(table)
    window.layoutIfNeeded()
    #expect(view.frame.height == 60)
    earlier.height = 30
    try await store.edit { $0.update(.id(2)) { $0.content = 5 } }
    window.layoutIfNeeded()
    #expect(view.frame.height == 80)
  }

  @Test("an outline view without a selection mode selects one or more rows as it does itself") func outlineSelection()
    async
  {
    let view = NSOutlineView()
    let column = NSTableColumn(identifier: NSUserInterfaceItemIdentifier("first"))
    view.addTableColumn(column)
    view.outlineTableColumn = column
    let tree = Tree<String> {
      "README"
      "main"
    }
    let binder = await bind(tree, to: view)
    view.standInClick(0)
    view.standInClick(1, .command)
    #expect(view.selectedRowIndexes == [1] && !view.allowsMultipleSelection && binder.link.selection.ids.isEmpty)
    binder.link.selection.mode = .many
    view.standInClick(0, .command)
    view.standInClick(1, .command)
    #expect(view.selectedRowIndexes == [0, 1] && binder.link.selection.ids.count == 2)
  }

  private func makeItems() -> (NSCollectionView, CollectionViewBinder<SampleSection, SampleRow>) {
    let view = NSCollectionView()
    let layout = NSCollectionViewFlowLayout()
    layout.itemSize = NSSize(width: 50, height: 20)
    layout.headerReferenceSize = NSSize(width: 50, height: 20)
    view.collectionViewLayout = layout
    return (view, CollectionViewBinder(.one(NSCollectionViewItem.self) { _, _, _ in }))
  }

  @Test("a collection view without a selection mode selects as it does itself") func itemSelection() {
    let (view, binder) = makeItems()
    view.isSelectable = true
    binder.attach(to: view).show(table)
    show(view)
    view.standInClick(IndexPath(item: 1, section: 0))
    #expect(view.selectionIndexPaths == [IndexPath(item: 1, section: 0)] && !view.allowsMultipleSelection)
    #expect(binder.link.selection.ids.isEmpty)
  }

  @Test("a collection view selects several items if the mode allows it") func oneItem() {
    let (view, binder) = makeItems()
    binder.attach(to: view).show(table)
    show(view)
    for (mode, expected) in [(SelectionMode.many, [1, 2]), (.one, [1])] {
      binder.link.selection.mode = mode
      #expect(view.isSelectable && view.allowsMultipleSelection == (mode == .many))
      view.standInClick(IndexPath(item: 1, section: 0))
      view.standInClick(IndexPath(item: 0, section: 0), command: true)
      #expect(binder.link.selection.ids == expected)
    }
  }

  @Test("the earlier delegate receives messages about items and supplementary views, whoever created them")
  func supplements() {
    final class Earlier: NSObject, NSCollectionViewDelegate {
      var heard: [String] = []
      func collectionView(
        _ collectionView: NSCollectionView, willDisplaySupplementaryView view: NSView,
        forElementKind elementKind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
      ) { heard.append("will display \(elementKind == NSCollectionView.elementKindSectionHeader)") }
      func collectionView(
        _ collectionView: NSCollectionView, didEndDisplayingSupplementaryView view: NSView,
        forElementOfKind elementKind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
      ) { heard.append("did end displaying \(elementKind == NSCollectionView.elementKindSectionHeader)") }
    }
    let header = CellProvider<SampleSection, SampleSection, NSView>.one(NSView.self) { _, _, _ in }
    for supplementaries in [[:], [SupplementaryKind.header: header]] {
      let earlier = Earlier()
      let (view, _) = makeItems()
      view.delegate = earlier
      let binder = CollectionViewBinder<SampleSection, SampleRow>(
        .one(NSCollectionViewItem.self) { _, _, _ in }, supplementaries: supplementaries)
      binder.attach(to: view).show(table)
      show(view)
      #expect(earlier.heard == ["will display true"])
      binder.show(SampleTable(sections: []))
      window.layoutIfNeeded()
      #expect(earlier.heard == ["will display true", "did end displaying true"])
    }
  }

  @Test("a collection view gets an empty view if the layout has space for a header that does not exist")
  func emptyHeaders() {
    let (view, binder) = makeItems()
    let raised = StandInException.recording {
      binder.attach(to: view).show(table)
      show(view)
    }
    #expect(raised.isEmpty)
    let path = IndexPath(item: 0, section: 0)
    #expect(view.supplementaryView(forElementKind: NSCollectionView.elementKindSectionHeader, at: path) != nil)
  }
}

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
import LiveTables
import LiveTablesAppKit
import LiveTablesTesting
import LiveTablesOperators
import Testing

@Suite("Empty and loading views", .timeLimit(.minutes(20))) @MainActor struct EmptyViewTests {
  private let empty = NSView(frame: .zero)
  private let waiting = NSView(frame: .zero)
  private var accessories: TableAccessories<NSView> { TableAccessories(emptyView: empty, loadingView: waiting) }

  private func table(_ ids: [Int]) -> SampleTable {
    SampleTable(sections: [TableSection(SampleSection(0), rows: ids.map { SampleRow($0) })])
  }

  @Test("a table view shows its loading view, then its empty view, both as large as the table")
  func tableView() async throws {
    let fixture = TableFixture(height: 200)
    let binder = TableViewBinder<SampleSection, SampleRow>(.one(SampleCell.self) { cell, row, _ in cell.row = row })
    binder.accessories = accessories
    let store = TableStore<SampleSection, SampleRow>()
    binder.attach(to: fixture.tableView).bind(store)
    #expect(waiting.superview === fixture.tableView && empty.superview == nil)
    try await store.submit(table([]))
    #expect(waiting.superview == nil && empty.superview === fixture.tableView)
    fixture.layOut()
    #expect(empty.frame == fixture.tableView.bounds && empty.frame.height == 200)
    try await store.submit(table([1, 2]))
    #expect(empty.superview == nil)
    fixture.layOut()
    #expect(fixture.cell(0, SampleCell.self)?.row?.id == 1)
    try await store.submit(table([]))
    #expect(empty.superview === fixture.tableView)
    let other = NSView(frame: .zero)
    binder.accessories.emptyView = other
    #expect(empty.superview == nil && other.superview === fixture.tableView)
    TableViewBinder<SampleSection, SampleRow>().attach(to: fixture.tableView).bind(TableStore(table([])))
    #expect(other.superview == nil, "it goes with its binder")
  }

  @Test("an outline view shows its loading view and its empty view") func outlineView() async throws {
    let (window, outlineView) = (NSWindow(), NSOutlineView())
    outlineView.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("first")))
    window.setContentSize(outlineView.frame.size)
    window.contentView = outlineView
    let binder = OutlineViewBinder<String>(.one(NSTableCellView.self) { _, _, _ in })
    binder.accessories = accessories
    let store = TableStore<OneSection, OutlineRow<String>>()
    let binding = binder.attach(to: outlineView).bind(store)
    #expect(waiting.superview === outlineView)
    try await store.submit(Outline(Tree<String> { "README" }).table)
    #expect(waiting.superview == nil && empty.superview == nil)
    try await store.submit(Outline(Tree<String>()).table)
    #expect(empty.superview === outlineView)
    binding.cancel()
    #expect(empty.superview === outlineView, "what is shown stays")
  }

  @Test("a collection view shows the empty view as its background, and gets its own background back")
  func collectionView() async throws {
    let (window, collectionView, own) = (NSWindow(), NSCollectionView(), NSView(frame: .zero))
    collectionView.collectionViewLayout = NSCollectionViewFlowLayout()
    collectionView.backgroundView = own
    let scrollView = NSScrollView(frame: NSRect(x: 0, y: 0, width: 60, height: 200))
    scrollView.documentView = collectionView
    window.setContentSize(scrollView.frame.size)
    window.contentView = scrollView
    let binder = CollectionViewBinder<SampleSection, SampleRow>(.one(NSCollectionViewItem.self) { _, _, _ in })
    binder.accessories = accessories
    let store = TableStore<SampleSection, SampleRow>()
    binder.attach(to: collectionView).bind(store)
    #expect(collectionView.backgroundView === waiting)
    try await store.submit(table([]))
    #expect(collectionView.backgroundView === empty)
    try await store.submit(table([1]))
    #expect(collectionView.backgroundView === own)
    try await store.submit(table([]))
    #expect(collectionView.backgroundView === empty)
    binder.accessories = TableAccessories()
    #expect(collectionView.backgroundView === own)
  }
}
#endif

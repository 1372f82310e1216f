#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
import LiveTables
import LiveTablesAppKit
import LiveTablesTesting
import Testing

@Suite("Table views", .timeLimit(.minutes(20))) @MainActor struct TableViewBinderTests {
  private typealias Binder = TableViewBinder<SampleSection, SampleRow>

  private func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

  private func table(_ ids: [Int], section: Int = 0, content: Int = 0) -> SampleTable {
    SampleTable(sections: [TableSection(SampleSection(section), rows: ids.map { SampleRow($0, content: content) })])
  }

  private func makeBinder(hasHeaders: Bool = false) -> Binder {
    let header = CellProvider<SampleSection, SampleSection, NSView>.choosing { section, _ in
      section.content != 0 ? .one(SampleHeader.self) { view, section, _ in view.section = section } : .nothing
    }
    let cells = CellProvider<SampleSection, SampleRow, NSView>.one(SampleCell.self) { cell, row, context in
      cell.row = row
      cell.scope = context.scope
      cell.configured += 1
    }
    return Binder(
      cells, supplementaries: hasHeaders ? [.header: header] : [:])
  }

  private func ids(_ fixture: TableFixture) -> [Int?] {
    fixture.layOut()
    return (0..<fixture.tableView.numberOfRows).map { fixture.cell($0, SampleCell.self)?.row?.id }
  }

  // MARK: - Conformance

  private func shows(_ view: BoundTable<SampleSection, SampleRow>, hasHeaders: Bool) -> [[SampleRow?]] {
    view.fixture.layOut()
    var line = 0
    return view.link.table.sections.map { section in
      if hasHeaders, section.value.content != 0 {
        guard view.fixture.cell(line, SampleHeader.self)?.section == section.value else { return [nil] }
        line += 1
      }
      defer { line += section.rows.count }
      return section.rows.indices.map { view.fixture.cell(line + $0, SampleCell.self)?.row }
    }
  }

  @Test(
    "a table view passes the conformance tests, checked view by view",
    arguments: [(RandomTables.Kind(), false), (.duplicates, false), (RandomTables.Kind(), true), (.small, true)])
  func conformance(kind: RandomTables.Kind, hasHeaders: Bool) async {
    for seed in 0..<6 as Range<UInt64> {
      let report = await TableViewConformance.check(
        seed: seed, count: 40, kind, shows: { shows($0, hasHeaders: hasHeaders) },
        make: { BoundTable(TableFixture(), makeBinder(hasHeaders: hasHeaders)) })
      #expect(report.problems.isEmpty, "\(report)")
      #expect(report.batches > 10)
    }
  }

  // MARK: - One line

  @Test("bind shows rows of a sequence in cells of one class, and the first rows before it returns")
  func oneLine() async throws {
    let fixture = TableFixture()
    let (stream, feed) = AsyncStream.makeStream(of: [SampleRow].self)
    let binding = fixture.tableView.bind(stream, initial: [SampleRow(1)], cell: SampleCell.self) { cell, row, scope in
      cell.row = row
      cell.scope = scope
    }
    #expect(ids(fixture) == [1])
    var changes = binding.changes.makeAsyncIterator()
    feed.yield([SampleRow(2), SampleRow(1)])
    while ids(fixture) != [2, 1], await changes.next() != nil {}
    #expect(ids(fixture) == [2, 1])
    let scope = try #require(fixture.cell(0, SampleCell.self)?.scope)
    feed.finish()
    try await binding.finished
    #expect(ids(fixture) == [2, 1], "when the stream ends its rows stay")
    #expect(!scope.isEnded)
  }

  @Test("a closure creates the cells") func byHand() throws {
    let fixture = TableFixture()
    let silence = AsyncStream<SampleTable> { _ in }
    let binder = Binder(
      .byHand { row, _, queue in
        let cell = queue.dequeue(SampleCell.self, reuseIdentifier: "hand") ?? SampleCell()
        cell.identifier = NSUserInterfaceItemIdentifier("hand")
        cell.row = row
        return cell
      })
    binder.attach(to: fixture.tableView).bind(silence, initial: table([4, 5]))
    #expect(ids(fixture) == [4, 5])
  }

  @Test("each column has its own cells") func columns() throws {
    let fixture = TableFixture()
    fixture.tableView.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("second")))
    let binder = Binder(
      .one(SampleCell.self) { cell, row, _ in cell.row = row },
      columns: ["second": .one(NSTableCellView.self) { cell, row, _ in cell.objectValue = row.content }])
    binder.attach(to: fixture.tableView).bind(AsyncStream<SampleTable> { _ in }, initial: table([4, 5], content: 7))
    #expect(ids(fixture) == [4, 5])
    #expect(fixture.cell(1, column: 1, NSTableCellView.self)?.objectValue as? Int == 7)
  }

  // MARK: - Cells

  @Test("a column that is first shown after the binding was cancelled starts no work") func cancelledBefore() throws {
    let fixture = TableFixture(isInWindow: false)
    let cells = CellProvider<SampleSection, SampleRow, NSView>.one(SampleCell.self) { cell, row, context in
      cell.row = row
      cell.scope = context.scope
    }
    let binder = Binder(columns: ["first": cells])
    binder.attach(to: fixture.tableView)
    binder.bind(AsyncStream<SampleTable> { _ in }, initial: table([1])).cancel()
    fixture.window.contentView = fixture.scrollView
    #expect(ids(fixture) == [1])
    #expect(try #require(fixture.cell(0, SampleCell.self)?.scope).isEnded)
    binder.bind(AsyncStream<SampleTable> { _ in }, initial: table([1, 2]))
    #expect(ids(fixture) == [1, 2])
    #expect(try #require(fixture.cell(1, SampleCell.self)?.scope).isEnded == false)
  }

  @Test("a changed row is reconfigured in its cell, and no other cell is touched") func inPlace() async throws {
    let fixture = TableFixture()
    let store = TableStore<SampleSection, SampleRow>(table([1, 2, 3]))
    let binding = makeBinder().attach(to: fixture.tableView).bind(store)
    try await store.edit(.append(SampleRow(4), to: 0))
    fixture.layOut()
    let cells = (0..<4).map { fixture.cell($0, SampleCell.self) }
    try await store.edit { editor in
      editor.move(.id(3), to: .before(1))
      editor.update(.id(2)) { $0.content = 5 }
    }
    #expect(ids(fixture) == [3, 1, 2, 4])
    #expect([2, 0, 1, 3].map { cells[$0] } == (0..<4).map { fixture.cell($0, SampleCell.self) })
    #expect(cells.map { $0?.configured } == [1, 2, 1, 1])
    #expect(cells[1]?.row?.content == 5)
    binding.cancel()
    #expect(cells.allSatisfy { $0?.scope?.isEnded == true })
  }

  @Test("the header provider can ask the binder for the table's lines") func headersAsk() async throws {
    let fixture = TableFixture()
    let store = TableStore<SampleSection, SampleRow>(table([1, 2]))
    weak var asked: Binder?
    var paths: [RowPath?] = []
    let header = CellProvider<SampleSection, SampleSection, NSView>.choosing { _, _ in
      paths.append(asked?.path(ofLine: 1))
      return .one(SampleHeader.self) { view, section, _ in view.section = section }
    }
    let binder = Binder(
      .one(SampleCell.self) { cell, row, _ in cell.row = row }, supplementaries: [.header: header])
    asked = binder
    binder.attach(to: fixture.tableView).bind(store)
    try await store.edit(.append(SampleRow(3), to: 0))
    paths = []
    let one = try #require(table([4], section: 1).sections.first)
    try await store.edit(.insertSections([one], at: .end))
    #expect(fixture.tableView.numberOfRows == 6 && paths.contains(path(0, 0)))
  }

  @Test("heights are set by section and row, and the earlier delegate provides the others") func heights() throws {
    final class Earlier: NSObject, NSTableViewDelegate {
      func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat { 77 }
    }
    let fixture = TableFixture()
    let earlier = Earlier()
    fixture.tableView.delegate = earlier
    let binder = makeBinder()
    binder.sizes = TableSizes()
    binder.sizes?.setRow(in: 3) { row, _ in row.id == 1 ? 50 : row.id == 2 ? -4 : nil }
    binder.attach(to: fixture.tableView).bind(AsyncStream<SampleTable> { _ in }, initial: table([1, 2], section: 3))
    fixture.layOut()
    #expect(binder.tableView(fixture.tableView, heightOfRow: 0) == 50)
    #expect(binder.tableView(fixture.tableView, heightOfRow: 1) == 77)
  }

  // MARK: - Selection

  @Test("a row that code selects is selected in the view, and stays selected when it moves")
  func selection() async throws {
    let fixture = TableFixture()
    let binder = makeBinder()
    let store = TableStore<SampleSection, SampleRow>()
    binder.attach(to: fixture.tableView).bind(store)
    try await store.submit(table([1, 2, 3]))
    binder.link.selection.mode = .many
    binder.link.selection.select(ids: [1, 3])
    #expect(fixture.tableView.selectedRowIndexes == [0, 2])
    try await store.submit(table([9, 3, 8, 1]))
    #expect(fixture.tableView.selectedRowIndexes == [1, 3])
    fixture.tableView.selectRowIndexes([0], byExtendingSelection: false)
    #expect(binder.link.selection.ids == [9])
    try await store.submit(table([8]))
    #expect(fixture.tableView.selectedRowIndexes.isEmpty && binder.link.selection.ids.isEmpty)
  }

  // MARK: - Replacing and restoring the data source and delegate

  private final class Earlier: NSObject, NSTableViewDataSource, NSTableViewDelegate {
    var changes = 0
    func numberOfRows(in tableView: NSTableView) -> Int { 2 }
    func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
      NSTableCellView()
    }
    func tableViewSelectionDidChange(_ notification: Notification) { changes += 1 }
  }

  @Test("the earlier data source is restored when the binding is cancelled, but not when the sequence ends")
  func putBack() async throws {
    let fixture = TableFixture()
    let earlier = Earlier()
    fixture.tableView.dataSource = earlier
    fixture.tableView.delegate = earlier
    let binder = makeBinder()
    let store = TableStore<SampleSection, SampleRow>(table([1, 2, 3]))
    let binding = binder.attach(to: fixture.tableView).bind(store)
    try await store.submit(table([1, 2, 3, 4]))
    #expect(fixture.tableView.numberOfRows == 4)
    binder.link.selection.mode = .one
    binder.link.selection.select(id: 2)
    #expect(earlier.changes == 1, "it is told what it would be told")
    binding.cancel()
    #expect(fixture.tableView.dataSource === earlier && fixture.tableView.delegate === earlier)
    #expect(fixture.tableView.numberOfRows == 2)
    let (stream, feed) = AsyncStream.makeStream(of: SampleTable.self)
    let second = binder.attach(to: fixture.tableView).bind(stream, initial: table([5]))
    feed.finish()
    try await second.finished
    #expect(fixture.tableView.numberOfRows == 1)
    let third = makeBinder().attach(to: fixture.tableView).bind(
      AsyncStream<SampleTable> { _ in }, initial: table([6, 7, 8]))
    #expect(fixture.tableView.numberOfRows == 3 && binder.view == nil)
    third.cancel()
    #expect(fixture.tableView.dataSource === earlier)
  }

  @Test("a single call binds a source that the user edits") func editable() async throws {
    let fixture = TableFixture()
    let inbox = LiveTable(rows: [1, 2, 3].map { SampleRow($0) })
    let binding = fixture.tableView.bind(
      inbox, cell: SampleCell.self, editing: .deleting() + .moving(to: .sameSection)
    ) { cell, row, _ in cell.row = row }
    var changes = binding.changes.makeAsyncIterator()
    _ = await changes.next()
    let editing = try #require(binding.link?.editing)
    #expect(editing.delete(at: path(0, 1)) && editing.move(from: path(0, 1), to: path(0, 0)))
    #expect(ids(fixture) == [3, 1])
    #expect(await inbox.current.map(\.id) == [3, 1])
    #expect(editing.undo.undo() && editing.undo.undo())
    #expect(await inbox.current.map(\.id) == [1, 2, 3])
    binding.cancel()
  }

  @Test("the window's undo manager undoes and redoes edits until the binding ends")
  func undoing() throws {
    let fixture = TableFixture()
    let binder = makeBinder()
    let binding = binder.attach(to: fixture.tableView).show(table([1, 2, 3]))
    let manager = try #require(fixture.tableView.undoManager)
    binder.link.editing.rules = .deleting()
    #expect(binder.link.editing.delete(at: path(0, 1)) && manager.undoActionName == "Delete")
    manager.undo()
    #expect(ids(fixture) == [1, 2, 3] && !manager.canUndo && manager.redoActionName == "Delete")
    manager.redo()
    #expect(ids(fixture) == [1, 3] && manager.canUndo && !manager.canRedo)
    fixture.window.contentView = nil
    #expect(fixture.tableView.undoManager == nil)
    binding.cancel()
    #expect(!manager.canUndo)
  }

  @Test("a view without a window is reloaded") func withoutWindow() async throws {
    let fixture = TableFixture(isInWindow: false)
    let store = TableStore<SampleSection, SampleRow>()
    makeBinder().attach(to: fixture.tableView).bind(store)
    try await store.submit(table([1]))
    let applied = try await store.submit(table([1, 2]))
    #expect(applied.mode == .reload(.viewNotReady))
    fixture.window.contentView = fixture.scrollView
    #expect(ids(fixture) == [1, 2])
    #expect(try await store.submit(table([2])).mode == .batch)
  }

  @Test("the table view releases its binder, which ends the binding, and nothing retains the view")
  func goes() async throws {
    weak var tableView: NSTableView?
    weak var binder: Binder?
    let binding: TableBinding<SampleSection, SampleRow>
    do {
      let fixture = TableFixture()
      let made = makeBinder()
      (tableView, binder) = (fixture.tableView, made)
      binding = made.attach(to: fixture.tableView).bind(AsyncStream<SampleTable> { _ in }, initial: table([1, 2]))
      fixture.layOut()
    }
    try await binding.finished
    #expect(tableView == nil && binder == nil)
  }
}
#endif

import AppKit
import Foundation
@_spi(Adapters) import LiveTablesCells
import LiveTablesTesting
import Testing

@testable import LiveTablesAppKit

/// Tests of user input, and of changes by other code and during layout.
@Suite("User input in a table view", .timeLimit(.minutes(20))) @MainActor struct TableUserTests {
  private let fixture = Fixture(height: 24 * 8)
  private let binder = TableViewBinder<SampleSection, SampleRow>(
    .one(RowCell.self) { cell, row, context in
      cell.row = row
      cell.isMarked = context.isSelected
    },
    supplementaries: [
      .header: .choosing { section, _ in
        section.content != 0 ? .one(HeaderCell.self) { view, section, _ in view.section = section } : .nothing
      }
    ])

  private func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

  private func table(_ sections: [[Int]], headers: Bool = true) -> SampleTable {
    SampleTable(
      sections: sections.enumerated().map { index, ids in
        TableSection(SampleSection(index, content: headers ? 1 : 0), rows: ids.map { SampleRow($0) })
      })
  }

  private func bind(_ table: SampleTable) -> TableBinding<SampleSection, SampleRow> {
    let binding = binder.attach(to: fixture.tableView).bind(AsyncStream<SampleTable> { _ in }, initial: table)
    fixture.layOut()
    return binding
  }

  @Test(
    "clicks select rows according to the mode, headers cannot be selected, and cells know whether they are selected")
  func clicks() async {
    let selected = Task { [events = binder.link.events.selected] in
      var ids: [Int] = []
      for await event in events { ids.append(event.row.id) }
      return ids
    }
    let binding = bind(table([[1, 2, 3], [4]]))
    fixture.tableView.standInClick(1)
    #expect(fixture.tableView.selectedRowIndexes == [1], "without a mode the view selects as it does by itself")
    #expect(binder.link.selection.ids.isEmpty && !fixture.tableView.allowsMultipleSelection)
    binder.link.selection.mode = .many
    #expect(fixture.tableView.selectedRowIndexes.isEmpty && fixture.tableView.allowsMultipleSelection)
    fixture.tableView.standInClick(1)
    fixture.tableView.standInClick(5, .shift)
    #expect(binder.link.selection.ids == [1, 2, 3, 4])
    #expect(fixture.tableView.selectedRowIndexes == [1, 2, 3, 5])
    #expect(fixture.cell(2, RowCell.self)?.isMarked == true)
    fixture.tableView.standInClick(2, .command)
    #expect(binder.link.selection.ids == [1, 3, 4])
    #expect(fixture.cell(2, RowCell.self)?.isMarked == false)
    fixture.tableView.standInClick(0)
    #expect(binder.link.selection.ids == [1, 3, 4], "a click that selects nothing takes nothing away")
    #expect(fixture.tableView.selectedRowIndexes == [1, 3, 5])
    binder.link.selection.mode = .one
    binder.link.selection.maySelect = { row, _ in row.id != 3 }
    fixture.tableView.standInClick(1)
    fixture.tableView.standInClick(2, .command)
    #expect(binder.link.selection.ids == [2])
    fixture.tableView.standInClick(3)
    #expect(binder.link.selection.ids == [2] && fixture.tableView.selectedRowIndexes == [2])
    binding.cancel()
    #expect(await selected.value == [1, 1, 2, 3, 4, 2], "the first click without a mode, too")
  }

  @Test(
    "the last click selects the row if only one row can be selected, with any modifier key",
    arguments: [SelectionMode.one, .oneToggling])
  func clicksOfOne(mode: SelectionMode) {
    let view = fixture.tableView
    view.allowsMultipleSelection = true
    let binding = bind(table([Array(0..<6)], headers: false))
    binder.link.selection.mode = .many
    view.standInClick(0)
    view.standInClick(4, .shift)
    binder.link.selection.mode = mode
    #expect(view.selectedRowIndexes == [0] && binder.link.selection.ids == [0])
    view.standInClick(4, .shift)
    #expect(view.selectedRowIndexes == [4] && binder.link.selection.ids == [4])
    view.standInClick(2, .command)
    #expect(view.selectedRowIndexes == [2] && binder.link.selection.ids == [2])
    view.standInClick(2, .command)
    #expect(view.selectedRowIndexes.isEmpty && binder.link.selection.ids.isEmpty)
    binder.link.selection.mode = .none
    #expect(view.allowsMultipleSelection, "as it was before")
    binding.cancel()
  }

  @Test("a selected row is scrolled to") func scrolls() {
    _ = bind(table([Array(1...40)]))
    binder.link.selection.mode = .one
    binder.link.selection.select(id: 30)
    fixture.layOut()
    #expect(fixture.cell(30, RowCell.self)?.isMarked == true)
    #expect(binder.scroll(toRow: 3, at: .top, animated: false))
    #expect(fixture.tableView.visibleRect.minY == CGFloat(3 * 24))
  }

  @Test("a swipe offers actions, and a deletion deletes the row") func swipes() {
    _ = bind(table([[1, 2, 3], [4]]))
    #expect(fixture.tableView.standInSwipe(2).isEmpty)
    var opened: [Int] = []
    binder.link.editing.rules =
      .deleting() + .actions { _ in [.delete("Delete"), RowAction("Open") { opened.append($0.row.id) }] }
    let actions = fixture.tableView.standInSwipe(2)
    #expect(actions.map(\.title) == ["Delete", "Open"] && actions.map(\.style) == [.destructive, .regular])
    actions[1].standInChoose(row: 2)
    actions[0].standInChoose(row: 2)
    #expect(opened == [2] && binder.link.table.map(\.id) == [1, 3, 4])
    #expect(fixture.tableView.standInSwipe(0).isEmpty, "a header has none")
  }

  @Test("a row is dragged into another section, even if it is empty, but not to a refused destination")
  func drags() throws {
    _ = bind(table([[1, 2, 3], [], [4]]))
    #expect(fixture.tableView.standInDrag(1) == nil)
    binder.link.editing.rules = .moving(to: .anywhere)
    #expect(fixture.tableView.standInDrag(0) == nil, "a header stays where it is")
    var drag = try #require(fixture.tableView.standInDrag(1))
    #expect(binder.link.isInteracting)
    #expect(drag.hover(1) == nil && drag.hover(2) == nil, "there it is already")
    #expect(drag.hover(3) == 3)
    #expect(drag.hover(5) == 5)
    #expect(drag.drop() && !binder.link.isInteracting)
    #expect(binder.link.table.sections.map { $0.rows.map(\.id) } == [[2, 3], [1], [4]])
    binder.link.editing.rules = .moving(to: .sections([0]))
    drag = try #require(fixture.tableView.standInDrag(6))
    #expect(drag.hover(5) == nil)
    #expect(drag.hover(2) == 2)
    drag.cancel()
    #expect(!binder.link.isInteracting)
    #expect(binder.link.table.sections.map { $0.rows.map(\.id) } == [[2, 3], [1], [4]])
  }

  @Test("only the grabbed row moves if several rows are selected") func severalDragged() throws {
    _ = bind(table([[1, 2, 3, 4]], headers: false))
    binder.link.editing.rules = .moving(to: .anywhere)
    binder.link.selection.mode = .many
    binder.link.selection.select(ids: [1, 3])
    let drag = try #require(fixture.tableView.standInDrag(2))
    drag.hover(0)
    #expect(drag.drop())
    #expect(binder.link.table.map(\.id) == [3, 1, 2, 4])
  }

  @Test("changes during a drag are shown after it, and the row lands where it was dropped")
  func dragging() async throws {
    let store = TableStore<SampleSection, SampleRow>()
    binder.attach(to: fixture.tableView).bind(store)
    try await store.submit(table([[1, 2, 3]], headers: false))
    fixture.layOut()
    binder.link.editing.rules = .moving(to: .anywhere)
    let drag = try #require(fixture.tableView.standInDrag(0))
    async let next = store.submit(table([[1, 2, 3, 4]], headers: false))
    for _ in 0..<20 { await Task.yield() }
    #expect(fixture.tableView.numberOfRows == 3)
    drag.hover(2)
    drag.drop()
    #expect(binder.link.table.map(\.id) == [2, 1, 3])
    _ = try await next
    #expect(fixture.tableView.numberOfRows == 4)
  }

  @Test("a view that other code has changed is reloaded, and the problem is reported")
  func changedOutside() async throws {
    let store = TableStore<SampleSection, SampleRow>()
    var problems: [String] = []
    binder.attach(to: fixture.tableView).bind(
      store, options: BindingOptions(onDiagnostic: { problems.append("\($0)") }))
    try await store.submit(table([[1, 2, 3]]))
    fixture.layOut()
    let raised = StandInException.recording { fixture.tableView.removeRows(at: [1]) }
    #expect(raised.count == 1 && fixture.tableView.numberOfRows == 3)
    let applied = try await store.submit(table([[1, 2, 3, 4]]))
    #expect(applied.mode == .reload(.changedOutside) && problems.count == 1)
    fixture.layOut()
    #expect(fixture.cell(4, RowCell.self)?.row?.id == 4)
  }

  @Test("the earlier data source is not asked about rows that are not its own") func otherRows() throws {
    final class Earlier: NSObject, NSTableViewDataSource {
      var questions = 0
      func numberOfRows(in tableView: NSTableView) -> Int { 0 }
      func tableView(_ tableView: NSTableView, pasteboardWriterForRow row: Int) -> (any NSPasteboardWriting)? {
        questions += 1
        return NSPasteboardItem()
      }
    }
    let earlier = Earlier()
    fixture.tableView.dataSource = earlier
    let binding = bind(table([[1, 2, 3]], headers: false))
    #expect(fixture.tableView.standInDrag(2) == nil && earlier.questions == 0)
    binding.cancel()
    #expect(fixture.tableView.dataSource === earlier)
  }

  @Test("rows of a batch without animation are inserted and deleted without an effect", arguments: [true, false])
  func effects(isAnimated: Bool) async throws {
    final class Recording: NSTableView {
      var effects: [AnimationOptions] = []
      override func insertRows(at indexes: IndexSet, withAnimation animationOptions: AnimationOptions = []) {
        effects.append(animationOptions)
        super.insertRows(at: indexes, withAnimation: animationOptions)
      }
      override func removeRows(at indexes: IndexSet, withAnimation animationOptions: AnimationOptions = []) {
        effects.append(animationOptions)
        super.removeRows(at: indexes, withAnimation: animationOptions)
      }
    }
    let view = Recording()
    let fixture = Fixture(height: 100, view)
    let store = TableStore<SampleSection, SampleRow>()
    var options = BindingOptions()
    options.isAnimated = isAnimated
    binder.attach(to: fixture.tableView).bind(store, options: options)
    try await store.submit(table([[1, 2]], headers: false))
    fixture.layOut()
    view.effects = []  // the first rows may be a reload or a batch
    try await store.submit(table([[2, 3]], headers: false))
    #expect(view.effects.count == 2 && view.effects.allSatisfy { $0.isEmpty == !isAnimated })
  }

  @Test("7: a cell that changes the table during the view's layout causes no error") func reentrant() async {
    final class Held { weak var binder: TableViewBinder<SampleSection, SampleRow>? }
    let held = Held()
    let fixture = Fixture(height: 24 * 8)
    var isDone = false
    let binder = TableViewBinder<SampleSection, SampleRow>(
      .one(RowCell.self) { cell, row, _ in
        cell.row = row
        if row.id == 30, !isDone {
          isDone = true
          held.binder?.link.edit(.remove(.id(31)))
          held.binder?.link.edit(.insert([SampleRow(99)], at: .path(RowPath(section: 0, row: 0))))
          held.binder?.link.selection.select(id: 29, scrolls: false)
        }
        if row.id == 3 { held.binder?.link.selection.select(id: 5, scrolls: false) }
      })
    held.binder = binder
    binder.link.selection.mode = .one
    var problems: [String] = []
    let raised = await StandInException.recording {
      binder.attach(to: fixture.tableView).bind(
        AsyncStream<SampleTable> { _ in }, initial: table([Array(0..<60)], headers: false),
        options: BindingOptions(onDiagnostic: { problems.append("\($0)") }))
      fixture.layOut()
      await until { fixture.tableView.selectedRowIndexes == [5] }
      #expect(fixture.tableView.selectedRowIndexes == [5])
      fixture.tableView.scroll(NSPoint(x: 0, y: 24 * 28))
      fixture.layOut()
      #expect(isDone && fixture.tableView.numberOfRows == 60, "it goes on with what it counted")
      await until {
        fixture.layOut()
        return fixture.tableView.selectedRowIndexes == [30]
      }
    }
    #expect(raised.isEmpty && problems.isEmpty, "\(raised) \(problems)")
    #expect(fixture.tableView.selectedRowIndexes == [30])
    #expect(fixture.cell(30, RowCell.self)?.row?.id == 29 && fixture.cell(32, RowCell.self)?.row?.id == 32)
    #expect(fixture.tableView.numberOfRows == 60)
  }

  @Test("a repair after the layout is cancelled if the view gets another data source")
  func takenAway() async {
    final class Held { weak var binder: TableViewBinder<SampleSection, SampleRow>? }
    let held = Held()
    let fixture = Fixture(height: 24 * 8)
    let binder = TableViewBinder<SampleSection, SampleRow>(
      .one(RowCell.self) { _, row, _ in
        if row.id != 3 { return }
        held.binder?.link.edit(.remove(.id(9)))
        held.binder?.link.selection.select(id: 5)
      })
    held.binder = binder
    binder.link.selection.mode = .one
    binder.attach(to: fixture.tableView).bind(
      AsyncStream<SampleTable> { _ in }, initial: table([Array(0..<20)], headers: false))
    fixture.layOut()
    #expect(binder.updates.needsReload)
    fixture.tableView.dataSource = nil
    await until { !binder.updates.needsReload }
  }

  @Test("a row that is scrolled to the top is below the column headers") func covered() {
    _ = bind(table([Array(1...40)], headers: false))
    let clip = fixture.tableView.enclosingScrollView?.contentView
    clip?.contentInsets = NSEdgeInsets(top: 28, left: 0, bottom: 0, right: 0)
    #expect(binder.scroll(toRow: 4, at: .top, animated: false) && clip?.bounds.minY == CGFloat(3 * 24 - 28))
    #expect(binder.scroll(toRow: 1, at: .top, animated: false) && clip?.bounds.minY == -28)
    #expect(binder.scroll(toRow: 4, at: .nearest, animated: false) && clip?.bounds.minY == -28)
  }

  @Test("scrolling to a row is animated if requested") func scrollingTakesItsTime() {
    _ = bind(table([Array(1...40)], headers: false))
    let clip = fixture.tableView.enclosingScrollView?.contentView
    #expect(binder.scroll(toRow: 20, at: .top) && clip?.bounds.minY == CGFloat(19 * 24))
    #expect(binder.scroll(toRow: 4, at: .top, animated: false) && clip?.bounds.minY == CGFloat(3 * 24))
    // Not animated even if the caller animates other changes.
    NSAnimationContext.beginGrouping()
    NSAnimationContext.current.allowsImplicitAnimation = true
    binder.scroll(toRow: 6, at: .top, animated: false)
    NSAnimationContext.endGrouping()
    #expect(clip?.standInScrolls == [true, false, false])
  }

  @Test(
    "rows that move to rows of other heights get their own height, without unwanted animation",
    arguments: [true, false])
  func heights(isAnimated: Bool) async throws {
    let fixture = Fixture(height: 100)
    let store = TableStore<SampleSection, SampleRow>()
    var options = BindingOptions()
    options.isAnimated = isAnimated
    var sizes = TableSizes<SampleSection, SampleRow>()
    sizes[.row, in: 0] = 44
    sizes[.row, in: 1] = 90
    binder.sizes = sizes
    binder.attach(to: fixture.tableView).bind(store, options: options)
    try await store.submit(table([[1, 2], [3]], headers: false))
    fixture.layOut()
    fixture.tableView.standInNoted = []
    try await store.submit(table([[2], [3, 1]], headers: false))
    #expect(fixture.tableView.standInNoted.map(\.rows) == [[2]])
    #expect(fixture.tableView.standInNoted.allSatisfy { ($0.duration > 0) == isAnimated })
  }

  @Test("a nib named like the cell is used instead of the class, and a missing nib is not searched for") func nibs() {
    NSNib.standInNibs["NibCell"] = { MadeOfNib() }
    defer { NSNib.standInNibs["NibCell"] = nil }
    let fixture = Fixture(height: 100)
    let binder = TableViewBinder<SampleSection, SampleRow>(.one(NibCell.self) { cell, row, _ in cell.row = row })
    binder.columnCells.nibs.hasNib = { name, _ in NSNib.standInNibs[name] != nil }
    binder.attach(to: fixture.tableView).bind(AsyncStream<SampleTable> { _ in }, initial: table([[1]], headers: false))
    fixture.layOut()
    #expect(fixture.cell(0, MadeOfNib.self)?.row?.id == 1)
  }

  @Test("rows inserted above the screen do not move the visible rows") func anchor() async throws {
    let store = TableStore<SampleSection, SampleRow>()
    binder.attach(to: fixture.tableView).bind(store)
    try await store.submit(table([Array(1...40)], headers: false))
    fixture.layOut()
    fixture.tableView.scroll(NSPoint(x: 0, y: 24 * 10 + 5))
    try await store.submit(table([[90, 91, 92] + Array(1...40)], headers: false))
    #expect(fixture.tableView.visibleRect.minY == CGFloat(24 * 13 + 5))
    try await store.submit(table([Array(5...40)], headers: false))
    #expect(fixture.tableView.visibleRect.minY == CGFloat(24 * 6 + 5))
  }
}

private class NibCell: RowCell {}
private final class MadeOfNib: NibCell {}

class RowCell: NSTableCellView {
  var row: SampleRow?
  var isMarked = false
  var scope: CellScope?
}

final class SecondCell: NSTableCellView {
  var row: SampleRow?
  var scope: CellScope?
}

final class HeaderCell: NSTableCellView {
  var section: SampleSection?
  var scope: CellScope?
}

/// A table view in a scroll view in a window.
@MainActor final class Fixture {
  let window = NSWindow()
  let scrollView: NSScrollView
  let tableView: NSTableView

  init(height: CGFloat, columns: [String] = ["first"], _ tableView: NSTableView = NSTableView()) {
    scrollView = NSScrollView(frame: NSRect(x: 0, y: 0, width: 300, height: height))
    self.tableView = tableView
    for name in columns { tableView.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier(name))) }
    scrollView.documentView = tableView
    window.setContentSize(scrollView.frame.size)
    window.contentView = scrollView
    layOut()
  }

  func layOut() { window.layoutIfNeeded() }

  func cell<Cell: NSView>(_ row: Int, column: Int = 0, _ type: Cell.Type = Cell.self) -> Cell? {
    tableView.view(atColumn: column, row: row, makeIfNecessary: false) as? Cell
  }
}

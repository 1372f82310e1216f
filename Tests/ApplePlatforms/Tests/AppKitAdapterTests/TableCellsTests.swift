import AppKit
import Foundation
@_spi(Adapters) import LiveTablesCells
import LiveTablesTesting
import Testing

@testable import LiveTablesAppKit

@Suite("Cells of a table view", .timeLimit(.minutes(20))) @MainActor struct TableCellsTests {
  private typealias Provider = CellProvider<SampleSection, SampleRow, NSView>

  private func table(_ ids: [Int], content: Int = 0) -> SampleTable {
    SampleTable(sections: [TableSection(SampleSection(0), rows: ids.map { SampleRow($0, content: content) })])
  }

  private final class NibCell: NSTableCellView {}

  @Test("a binder registers its nibs with the next view to which it is attached") func secondView() {
    NSNib.standInNibs["NibCell"] = { NibCell() }
    defer { NSNib.standInNibs["NibCell"] = nil }
    let binder = TableViewBinder<SampleSection, SampleRow>(
      .one(NSTableCellView.self, source: .nib("NibCell")) { _, _, _ in })
    binder.columnCells.nibs.hasNib = { name, _ in NSNib.standInNibs[name] != nil }
    for _ in 0..<2 {
      let fixture = Fixture(height: 100)
      binder.attach(to: fixture.tableView).bind(AsyncStream<SampleTable> { _ in }, initial: table([1]))
      fixture.layOut()
      #expect(fixture.cell(0, NibCell.self) != nil)
    }
  }

  @Test("the earlier delegate provides the cells of a column without a provider, or the column is empty")
  func otherColumns() async throws {
    final class Earlier: NSObject, NSTableViewDelegate {
      var asked: [Int] = []
      func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
        if tableColumn?.identifier.rawValue != "second" { return nil }
        asked.append(row)
        return SecondCell()
      }
    }
    let (earlier, fixture) = (Earlier(), Fixture(height: 100, columns: ["first", "second", "third"]))
    fixture.tableView.delegate = earlier
    var problems: [String] = []
    let binder = TableViewBinder<SampleSection, SampleRow>(columns: ["first": .one(RowCell.self) { _, _, _ in }])
    let store = TableStore<SampleSection, SampleRow>()
    binder.attach(to: fixture.tableView).bind(
      store, options: BindingOptions(onDiagnostic: { problems.append("\($0)") }))
    try await store.submit(table([1, 2]))
    fixture.layOut()
    #expect(fixture.cell(1, RowCell.self) != nil && fixture.cell(1, column: 1, SecondCell.self) != nil)
    #expect(fixture.cell(1, column: 2, NSView.self) == nil)
    earlier.asked = []
    try await store.edit { $0.update(.id(2)) { $0.content = 5 } }
    #expect(earlier.asked == [1] && problems.isEmpty, "\(problems)")
  }

  @Test("a row gets a cell again and again as its provider begins and stops providing one")
  func someCells() async throws {
    let fixture = Fixture(height: 100)
    let cell = Provider.one(RowCell.self) { cell, row, _ in cell.row = row }
    let binder = TableViewBinder<SampleSection, SampleRow>(
      .choosing { row, _ in row.content.isMultiple(of: 2) ? .nothing : cell })
    let store = TableStore<SampleSection, SampleRow>()
    binder.attach(to: fixture.tableView).bind(store)
    try await store.submit(table([1, 2]))
    fixture.layOut()
    for content in 0...5 {
      try await store.edit { $0.update(.id(2)) { $0.content = content } }
      fixture.layOut()
      #expect(fixture.cell(1, RowCell.self)?.row?.content == (content.isMultiple(of: 2) ? nil : content))
    }
  }

  @Test("a table that changes while cells are created reports no problem and shows no missing row")
  func reentrant() async {
    final class Held { weak var binder: TableViewBinder<SampleSection, SampleRow>? }
    let (held, fixture) = (Held(), Fixture(height: 24 * 8))
    var isDone = false
    let binder = TableViewBinder<SampleSection, SampleRow>(
      .one(RowCell.self) { cell, row, _ in
        cell.row = row
        if isDone { return }
        isDone = true
        for id in 2...5 { held.binder?.link.edit(.remove(.id(id))) }
      })
    held.binder = binder
    let shown = Task { [events = binder.link.events.willDisplay] in
      var ids: [Int] = []
      for await event in events { ids.append(event.row.id) }
      return ids
    }
    var problems: [String] = []
    let binding = binder.attach(to: fixture.tableView).bind(
      AsyncStream<SampleTable> { _ in }, initial: table([1, 2, 3, 4, 5, 6]),
      options: BindingOptions(onDiagnostic: { problems.append("\($0)") }))
    fixture.layOut()
    #expect(isDone && fixture.tableView.numberOfRows == 6)
    await until { fixture.tableView.numberOfRows != 6 }
    fixture.layOut()
    #expect(fixture.cell(0, RowCell.self)?.row?.id == 1 && fixture.cell(1, RowCell.self)?.row?.id == 6)
    binding.cancel()
    #expect(await shown.value == [1, 6] && problems.isEmpty, "\(problems)")
  }

  @Test(
    "rows inserted above a table that is scrolled by less than its column headers do not move the visible rows",
    arguments: [-28, -18, 6])
  func underTheHeader(scrolled: Int) async throws {
    let fixture = Fixture(height: 24 * 8)
    let clip = fixture.scrollView.contentView
    clip.contentInsets = NSEdgeInsets(top: 28, left: 0, bottom: 0, right: 0)
    let store = TableStore<SampleSection, SampleRow>()
    TableViewBinder<SampleSection, SampleRow>(.one(RowCell.self) { _, _, _ in }).attach(to: fixture.tableView).bind(
      store)
    try await store.submit(table(Array(1...40)))
    fixture.layOut()
    clip.scroll(to: NSPoint(x: 0, y: scrolled))
    fixture.layOut()
    try await store.submit(table([90] + Array(1...40)))
    #expect(clip.bounds.minY == CGFloat(scrolled == -28 ? -28 : scrolled + 24))
    // The header covers a row.
    try await store.submit(table([90, 91] + Array(1...40)))
    #expect(clip.bounds.minY == CGFloat(scrolled == -28 ? -28 : scrolled + 48))
  }

  @Test("a view that a cell binds during an update shows the other table after the update")
  func boundAgain() async throws {
    let fixture = Fixture(height: 24 * 8)
    let view = fixture.tableView
    var next: TableBinding<SampleSection, SampleRow>?
    let binder = TableViewBinder<SampleSection, SampleRow>(
      .one(RowCell.self) { [unowned view] _, row, _ in
        if row.content == 0 || next != nil { return }
        let other = TableViewBinder<SampleSection, SampleRow>(.one(RowCell.self) { cell, row, _ in cell.row = row })
        next = other.attach(to: view).show(SampleTable(sections: []))
      })
    let raised = try await StandInException.recording {
      let binding = binder.attach(to: view).show(table([1, 2, 3]))
      fixture.layOut()
      var new = table([4, 1, 2])
      new.update(.id(1)) { $0.content = 5 }
      _ = try? await binding.store.submit(new)
      let store = try #require(next?.store)
      fixture.layOut()
      #expect(view.numberOfRows == 0)
      try await store.submit(table([7, 8]))
      fixture.layOut()
      #expect(view.numberOfRows == 2 && fixture.cell(1, RowCell.self)?.row?.id == 8)
    }
    #expect(raised.isEmpty, "\(raised)")
  }

  @Test("a line is a row or a header, and rows and lines agree") func lines() {
    let fixture = Fixture(height: 100)
    let binder = TableViewBinder<SampleSection, SampleRow>(
      .one(RowCell.self) { _, _, _ in }, supplementaries: [.header: .one(HeaderCell.self) { _, _, _ in }])
    binder.attach(to: fixture.tableView).bind(AsyncStream<SampleTable> { _ in }, initial: table([1, 2]))
    let rows: [Int?] = (-1...3).map { binder.path(ofLine: $0)?.row }
    #expect(rows == [nil, nil, 0, 1, nil])
  }

  @Test("a batch of rows requests no header, and updated rows do not select rows again")
  func costs() async throws {
    final class Recording: NSTableView {
      var looks = 0
      override var selectedRowIndexes: IndexSet {
        looks += 1
        return super.selectedRowIndexes
      }
    }
    let view = Recording()
    let fixture = Fixture(height: 100, view)
    var asked: [Int] = []
    let header = CellProvider<SampleSection, SampleSection, NSView>.one(HeaderCell.self) { _, _, _ in }
    let binder = TableViewBinder<SampleSection, SampleRow>(
      .one(RowCell.self) { _, _, _ in },
      supplementaries: [
        .header: .choosing { section, _ in
          asked.append(section.id)
          return header
        }
      ])
    binder.link.selection.mode = .many
    let store = TableStore<SampleSection, SampleRow>()
    binder.attach(to: view).bind(store)
    try await store.submit(
      SampleTable(sections: (100..<150).map { TableSection(SampleSection($0), rows: [SampleRow($0)]) }))
    fixture.layOut()
    (asked, view.looks) = ([], 0)
    try await store.edit { $0.update(.id(140)) { $0.content = 5 } }
    #expect(asked.isEmpty && view.looks == 0)
    try await store.edit { $0.append(SampleRow(7), to: 140) }
    #expect(asked.isEmpty && view.numberOfRows == 101)
    try await store.edit { $0.append(TableSection(SampleSection(200), rows: [])) }
    #expect(asked.contains(200) && view.numberOfRows == 102)
    asked = []
    try await store.edit { $0.updateSection(SampleSection(145, content: 3)) }
    #expect(Set(asked) == [145])
  }
}

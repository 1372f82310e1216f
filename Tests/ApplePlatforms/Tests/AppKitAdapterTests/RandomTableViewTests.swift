import AppKit
import Foundation
import LiveTables
import LiveTablesAppKit
import LiveTablesTesting
import Testing

/// Tests random tables in a table view, with user input, window changes and scrolling.
@Suite("Random tables in table views", .timeLimit(.minutes(20))) @MainActor struct RandomTableViewTests {
  @Test(
    "visible views show their rows, removed views have no scope, and selected rows stay selected",
    arguments: [RandomTables.Kind(), .duplicates, .small])
  func random(kind: RandomTables.Kind) async throws {
    var batches = 0
    for seed in 0..<1_000 as Range<UInt64> {
      let run = RandomTableRun(seed, kind)
      var trouble: String?
      let raised = try await StandInException.recording { trouble = try await run.go() }
      #expect(raised.isEmpty, "seed \(seed), step \(run.step)")
      #expect(trouble == nil, "seed \(seed), step \(run.step)")
      batches += run.batches
      if trouble != nil || !raised.isEmpty { return }
    }
    #expect(batches > 2_000)
  }
}

@MainActor private final class RandomTableRun {
  private(set) var step = 0
  private(set) var batches = 0
  private let fixture: Fixture
  private var random: SeededGenerator
  private var tables: RandomTables
  private var binder: TableViewBinder<SampleSection, SampleRow>?
  private var living: [ObjectIdentifier: CellScope] = [:]

  init(_ seed: UInt64, _ kind: RandomTables.Kind) {
    random = SeededGenerator(seed: seed)
    tables = RandomTables(seed: seed, kind)
    fixture = Fixture(height: 24 * 7, columns: seed % 3 == 0 ? ["first", "second"] : ["first"])
  }

  private func begin(_ scope: CellScope) {
    living[ObjectIdentifier(scope)] = scope
    scope.onEnd { [weak self] in self?.living[ObjectIdentifier(scope)] = nil }
  }

  private func makeBinder() -> TableViewBinder<SampleSection, SampleRow> {
    let cells = CellProvider<SampleSection, SampleRow, NSView>.one(RowCell.self) { [weak self] cell, row, context in
      cell.row = row
      cell.isMarked = context.isSelected
      cell.scope = context.scope
      self?.begin(context.scope)
    }
    let second = CellProvider<SampleSection, SampleRow, NSView>.one(SecondCell.self, update: .reload) {
      [weak self] cell, row, context in
      cell.row = row
      cell.scope = context.scope
      self?.begin(context.scope)
    }
    let header = CellProvider<SampleSection, SampleSection, NSView>.choosing { section, _ in
      section.content != 0
        ? .one(HeaderCell.self) { [weak self] view, section, context in
          view.section = section
          view.scope = context.scope
          self?.begin(context.scope)
        } : .nothing
    }
    let footer = CellProvider<SampleSection, SampleSection, NSView>.choosing { section, _ in
      section.id % 2 == 0
        ? .one(HeaderCell.self) { [weak self] view, section, context in
          view.section = section
          view.scope = context.scope
          self?.begin(context.scope)
        } : .nothing
    }
    return TableViewBinder(
      cells, columns: ["second": second], supplementaries: [.header: header, .footer: footer])
  }

  private func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  func go() async throws -> String? {
    let binder = makeBinder()
    self.binder = binder
    let view = fixture.tableView
    let store = TableStore<SampleSection, SampleRow>()
    let binding = binder.attach(to: view).bind(
      store, options: BindingOptions(maximumBatchSize: roll(4) == 0 ? 3 : 10_000))
    if roll(2) == 0 { binder.link.selection.mode = roll(2) == 0 ? .many : .one }
    binder.link.editing.rules = .deleting() + .moving(to: .anywhere) + .actions { _ in [.delete("Delete")] }
    if roll(4) == 0 {
      binder.sizes = TableSizes()
      binder.sizes?.setRow { row, _ in Double(10 + row.content * 7) }
    }
    for step in 0..<14 {
      self.step = step
      let row = view.numberOfRows == 0 ? 0 : roll(view.numberOfRows)
      switch roll(14) {
      case 0: fixture.window.contentView = nil
      case 1: fixture.window.contentView = fixture.scrollView
      case 2: view.scroll(NSPoint(x: 0, y: CGFloat(roll(40) * 9)))
      case 3: view.standInClick(row, [.none, .command, .shift][roll(3)])
      case 4: view.standInSwipe(row).first?.standInChoose(row: row)
      case 13: view.standInOpenMenu(row).first?.standInChoose()
      case 5: binder.link.selection.select(ids: binder.link.table.map(\.id).filter { _ in roll(5) == 0 })
      case 6:
        guard let drag = view.standInDrag(row) else { break }
        async let next: Void = submit(to: store)
        for _ in 0..<roll(20) { await Task.yield() }
        drag.hover(roll(view.numberOfRows + 1), roll(2) == 0 ? .on : .above)
        if roll(4) == 0 { drag.cancel() } else { drag.drop() }
        if let trouble = trouble(binder) { return "after a drag: \(trouble)" }
        _ = try await next
      default: try await submit(to: store)
      }
      fixture.layOut()
      if let trouble = trouble(binder) { return trouble }
    }
    binding.cancel()
    return living.isEmpty ? nil : "\(living.count) scopes are alive after the end"
  }

  private func submit(to store: TableStore<SampleSection, SampleRow>) async throws {
    guard let binder else { return }
    if case .batch = try await store.submit(tables.next(after: binder.link.table)).mode { batches += 1 }
  }

  private func trouble(_ binder: TableViewBinder<SampleSection, SampleRow>) -> String? {
    fixture.layOut()
    let view = fixture.tableView
    let table = binder.link.table
    var expected: [(path: RowPath?, SampleSection)] = []
    for (index, section) in table.sections.enumerated() {
      if section.value.content != 0 { expected.append((nil, section.value)) }
      for row in section.rows.indices { expected.append((RowPath(section: index, row: row), section.value)) }
      if section.value.id % 2 == 0 { expected.append((nil, section.value)) }
    }
    if view.numberOfRows != expected.count { return "\(view.numberOfRows) lines instead of \(expected.count)" }
    if binder.link.selection.mode != .none {
      let selected = view.selectedRowIndexes.compactMap { expected[$0].path }
      if selected != binder.link.selection.paths {
        return "\(selected) are selected instead of \(binder.link.selection.paths)"
      }
    }
    guard view.window != nil else { return nil }
    let range = view.rows(in: view.visibleRect)
    var scopes = 0
    for line in range.location..<range.location + range.length {
      let (path, section) = expected[line]
      guard let path else {
        guard let header = fixture.cell(line, HeaderCell.self), header.section == section else {
          return "line \(line) is no header of \(section)"
        }
        if header.scope?.isEnded != false { return "the scope of the header of \(section) has ended" }
        scopes += 1
        continue
      }
      for column in 0..<view.numberOfColumns {
        let cell = view.view(atColumn: column, row: line, makeIfNecessary: false)
        let row = (cell as? RowCell)?.row ?? (cell as? SecondCell)?.row
        let scope = (cell as? RowCell)?.scope ?? (cell as? SecondCell)?.scope
        if row != table[path] { return "\(path) shows \(row.map { "\($0)" } ?? "nothing") instead of \(table[path]!)" }
        if scope?.isEnded != false { return "the scope of \(path) has ended" }
        if let cell = cell as? RowCell, binder.link.selection.mode != .none,
          cell.isMarked != binder.link.selection.contains(path)
        {
          return "\(path) does not look as selected as it is"
        }
        scopes += 1
      }
    }
    return living.count == scopes ? nil : "\(living.count) scopes are alive instead of \(scopes)"
  }
}

import Foundation
@_spi(Adapters) import LiveTablesCells
import LiveTablesTesting
import Testing
import UIKit

@testable import LiveTablesUIKit

/// Tests that need test doubles, for touches, drags, nibs, and exceptions that would end an app.
@Suite("User input in a table view", .timeLimit(.minutes(20))) @MainActor
struct TableTouchTests {
  struct Row: Diffable, Identifiable, Equatable, Sendable {
    let id: Int
    var text = ""
  }

  final class Cell: UITableViewCell {}

  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  let view = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480), style: .plain)

  init() {
    view.rowHeight = 44
    window.addSubview(view)
    window.layoutIfNeeded()
  }

  typealias Binder = TableViewBinder<Int, Row>

  func binder() -> Binder {
    Binder(.one(Cell.self) { cell, row, _ in cell.textLabel?.text = "\(row.id)\(row.text)" })
  }

  func table(_ sections: [Int]...) -> TableSnapshot<Int, Row> {
    TableSnapshot(
      sections: sections.enumerated().map { index, ids in TableSection(index, rows: ids.map { Row(id: $0) }) })
  }

  func path(_ row: Int, _ section: Int = 0) -> IndexPath { IndexPath(row: row, section: section) }

  var texts: [String] {
    view.layoutIfNeeded()
    return (view.indexPathsForVisibleRows ?? []).sorted().map { view.cellForRow(at: $0)?.textLabel?.text ?? "" }
  }

  // MARK: - Taps

  @Test("51: taps select rows according to the selection mode")
  func taps() {
    let binder = binder()
    binder.attach(to: view).show(table([1, 2, 3]))
    _ = texts
    view.standInTap(path(0))
    #expect(binder.link.selection.ids == [], "rows cannot be selected unless that is said")
    binder.link.selection.mode = .one
    view.standInTap(path(0))
    #expect(binder.link.selection.ids == [1])
    view.standInTap(path(1))
    #expect(binder.link.selection.ids == [2] && view.indexPathsForSelectedRows == [path(1)])
    view.standInTap(path(1))
    #expect(binder.link.selection.ids == [2])
    binder.link.selection.mode = .oneToggling
    view.standInTap(path(1))
    #expect(binder.link.selection.ids == [] && view.indexPathsForSelectedRows == nil)
    binder.link.selection.mode = .many
    for row in [2, 0, 2] { view.standInTap(path(row)) }
    #expect(binder.link.selection.ids == [1] && view.indexPathsForSelectedRows == [path(0)])
    binder.link.selection.maySelect = { row, _ in row.id != 3 }
    view.standInTap(path(2))
    #expect(binder.link.selection.ids == [1])
  }

  @Test("51: rows that lose their selected look in editing mode stay selected")
  func editingMode() async throws {
    let binder = binder()
    let binding = binder.attach(to: view).show(table([1, 2, 3]))
    _ = texts
    binder.link.selection.mode = .many
    binder.link.selection.select(ids: [1, 3], scrolls: false)
    view.setEditing(true, animated: false)
    for ids in [[2, 1, 3], [3, 2, 1], [2, 3, 1]] {
      try await binding.store.submit(table(ids))
      #expect(view.indexPathsForSelectedRows == binder.link.selection.paths.prefix(1).map { IndexPath($0) })
    }
    view.allowsMultipleSelectionDuringEditing = true
    try await binding.store.submit(table([3, 2, 1]))
    #expect(view.indexPathsForSelectedRows == [path(0), path(2)])
    view.allowsMultipleSelectionDuringEditing = false
    view.setEditing(false, animated: false)
    try await binding.store.submit(table([3, 1]))
    #expect(view.indexPathsForSelectedRows == [path(0), path(1)])
    #expect(binder.link.selection.ids == [3, 1])
  }

  @Test(
    "51: a tap on a selected row is a normal tap if the view allows multiple selection while editing")
  func editingOne() async {
    let binder = binder()
    let binding = binder.attach(to: view).show(table([1, 2, 3]))
    _ = texts
    view.allowsMultipleSelectionDuringEditing = true
    view.setEditing(true, animated: false)
    binder.link.selection.mode = .oneToggling
    for (row, shown) in [(0, [0]), (0, []), (0, [0]), (1, [1])] {
      view.standInTap(path(row))
      #expect((view.indexPathsForSelectedRows ?? []).map(\.row) == shown)
      #expect(binder.link.selection.ids == shown.map { $0 + 1 })
    }
    binder.link.selection.mode = .one
    let events = binder.link.events.selected
    for _ in 0..<2 { view.standInTap(path(2)) }
    #expect(view.indexPathsForSelectedRows == [path(2)] && binder.link.selection.ids == [3])
    binding.cancel()
    var told: [Int] = []
    for await event in events { told.append(event.row.id) }
    #expect(told == [3, 3])
  }

  @Test("52: highlights and taps are reported as events")
  func touches() async {
    let binder = binder()
    binder.attach(to: view).show(table([1, 2]))
    _ = texts
    let events = binder.link.events.highlighted
    let first = Task {
      for await event in events { return event.row.id }; return 0
    }
    view.standInTap(path(1))
    #expect(await first.value == 2)
  }

  // MARK: - Editing

  @Test("55: a swipe deletes a row at once, and a refused deletion restores the row")
  func swipes() async throws {
    let binder = binder()
    let binding = binder.attach(to: view).show(table([1, 2, 3]))
    _ = texts
    #expect(view.standInSwipe(path(0)).isEmpty)
    binder.link.editing.rules = .deleting { $0.row.id != 2 }
    let edits = binder.link.editing.edits
    let first = Task { () -> UserEdit<Int, Row>? in
      for await edit in edits { return edit }; return nil
    }
    #expect(view.standInSwipe(path(1)).isEmpty)
    let delete = try #require(view.standInSwipe(path(0)).first)
    view.standInPress(delete)
    #expect(texts == ["2", "3"])
    let edit = try #require(await first.value)
    binder.link.editing.refuse(edit)
    #expect(texts == ["1", "2", "3"])
    _ = try await binding.store.edit { $0.append(Row(id: 9), to: 0) }
    #expect(texts == ["1", "2", "3", "9"])
  }

  @Test("Edit controls delete and insert rows")
  func controls() {
    let binder = binder()
    binder.link.editing.rules = .deleting { $0.row.id == 1 } + .inserting { $0.path.row == 1 }
    binder.newRow = { _ in Row(id: 8) }
    binder.attach(to: view).show(table([1, 2, 3]))
    _ = texts
    view.setEditing(true, animated: false)
    #expect(!view.standInPressEditControl(path(2)))
    #expect(view.standInPressEditControl(path(1)))
    #expect(view.standInPressEditControl(path(0)))
    #expect(texts == ["8", "2", "3"])
  }

  // MARK: - Moving

  @Test("54: a moved row lands where it is dropped, if that is allowed, also in another section")
  func reordering() async throws {
    let binder = binder()
    binder.link.editing.rules = .moving(to: .anywhere)
    let binding = binder.attach(to: view).show(table([1, 2, 3], [4], []))
    _ = texts
    view.setEditing(true, animated: false)
    let raised = StandInException.recording {
      #expect(view.standInReorder(path(0), to: path(2)) == path(2))
      #expect(texts == ["2", "3", "1", "4"])
      #expect(view.standInReorder(path(0), to: path(0, 2)) == path(0, 2))
      #expect(texts == ["3", "1", "4", "2"])
      binder.link.editing.rules = .moving(to: .sameSection)
      #expect(view.standInReorder(path(0), to: path(1, 1)) == path(1))
      #expect(texts == ["1", "3", "4", "2"])
    }
    #expect(raised == [])
    #expect(!binder.link.isInteracting)
    #expect(binder.link.table.map(\.id) == [1, 3, 4, 2])
    #expect(texts == ["1", "3", "4", "2"])
    _ = try await binding.store.edit { $0.append(Row(id: 9), to: 1) }
    #expect(texts == ["1", "3", "4", "9", "2"])
  }

  @Test("55: a refused move is undone, also between sections")
  func refusedMove() async throws {
    let binder = binder()
    binder.link.editing.rules = EditRules.moving(to: .anywhere).accepting { _ in false }
    let binding = binder.attach(to: view).show(table([1, 2, 3], [4]))
    _ = texts
    view.setEditing(true, animated: false)
    let raised = await StandInException.recording { @MainActor in
      view.standInReorder(path(0), to: path(1, 1))
      await until { texts == ["1", "2", "3", "4"] }
      #expect(texts == ["1", "2", "3", "4"])
      view.standInReorder(path(0), to: path(1, 1))
      _ = try? await binding.store.submit(table([1, 2], [4]))
      #expect(texts == ["1", "2", "4"])
    }
    #expect(raised == [])
    #expect(binder.link.table.map(\.id) == [1, 2, 4])
  }

  final class OtherCell: UITableViewCell {}

  @Test("A row that moves to another section gets the kind of cell for that section", arguments: [false, true])
  func kinds(byUser: Bool) async throws {
    let binder = Binder(
      .keyed(
        [
          true: .one(Cell.self) { cell, row, _ in cell.textLabel?.text = "big \(row.id)\(row.text)" },
          false: .one(OtherCell.self) { cell, row, _ in cell.textLabel?.text = "small \(row.id)\(row.text)" },
        ], by: { _, place in place.section == 0 }))
    binder.link.editing.rules = .moving(to: .anywhere)
    let binding = binder.attach(to: view).show(table([1, 2], [3]))
    #expect(texts == ["big 1", "big 2", "small 3"])
    let raised = StandInException.recording {
      if byUser {
        view.setEditing(true, animated: false)
        view.standInReorder(path(0), to: path(1, 1))
      }
    }
    if !byUser { try await binding.store.submit(table([2], [3, 1])) }
    await until { texts == ["big 2", "small 3", "small 1"] }
    #expect(texts == ["big 2", "small 3", "small 1"] && raised.isEmpty)
    if byUser { return }
    var changed = table([], [3, 1, 2])
    changed.update(at: RowPath(section: 1, row: 2)) { $0.text = "!" }
    try await binding.store.submit(changed)
    #expect(texts == ["small 3", "small 1", "small 2!"])
  }

  /// A binder that accepts every target of a move.
  final class Lenient: TableViewBinder<Int, Row> {
    var isAsked = false
    override func tableView(
      _ tableView: UITableView, targetIndexPathForMoveFromRowAt source: IndexPath,
      toProposedIndexPath proposed: IndexPath
    ) -> IndexPath {
      isAsked
        ? super.tableView(tableView, targetIndexPathForMoveFromRowAt: source, toProposedIndexPath: proposed) : proposed
    }
  }

  @Test("55: several refused moves are undone together, whatever changes before")
  func refusedMoves() async throws {
    let binder = Lenient(.one(Cell.self) { cell, row, _ in cell.textLabel?.text = "\(row.id)\(row.text)" })
    binder.attach(to: view).show(table([1], [2, 3], []))
    binder.link.editing.rules = EditRules.moving(to: .anywhere).accepting { _ in false }
    binder.link.selection.mode = .many
    view.setEditing(true, animated: false)
    _ = texts
    let raised = StandInException.recording {
      view.standInReorder(path(0), to: path(0, 2))
      _ = texts
      view.standInReorder(path(0, 1), to: path(0, 2))
      binder.link.selection.select(ids: [1, 3])
      _ = texts
      #expect((0..<3).map { view.numberOfRows(inSection: $0) } == [0, 1, 2])
      binder.isAsked = true
      #expect(view.standInReorder(path(0, 1), to: path(0, 0)) == path(0, 1), "a third one does not go anywhere")
    }
    #expect(raised == [])
    await until { texts == ["1", "2", "3"] }
    #expect(texts == ["1", "2", "3"])
    #expect((0..<3).map { view.numberOfRows(inSection: $0) } == [1, 2, 0])
  }

  @Test("13: changes during a drag are shown after it")
  func dragging() async throws {
    let binder = binder()
    binder.link.editing.rules = .moving(where: { $0.row.id != 1 }, to: .anywhere)
    binder.reordersByDragging = true
    let binding = binder.attach(to: view).show(table([1, 2, 3]))
    _ = texts
    let drags = try #require(view.dragDelegate)
    let session = StandInDragSession(items: [])
    #expect(drags.tableView(view, itemsForBeginning: session, at: path(0)).isEmpty)
    #expect(drags.tableView(view, itemsForBeginning: session, at: path(1)).count == 1)
    drags.tableView(view, dragSessionWillBegin: session)
    #expect(binder.link.isInteracting)
    let submitted = Task { try await binding.store.submit(table([3, 2, 1, 0])) }
    for _ in 0..<300 { await Task.yield() }
    #expect(texts == ["1", "2", "3"])
    drags.tableView(view, dragSessionDidEnd: session)
    _ = try await submitted.value
    #expect(texts == ["3", "2", "1", "0"])
    drags.tableView(view, dragSessionWillBegin: session)
    binder.reordersByDragging = false
    #expect(!binder.link.isInteracting && view.dragDelegate == nil)
  }

  // MARK: - Other

  @Test("A tap on an index title scrolls to its section")
  func indexTitles() async throws {
    let binder = TableViewBinder<SupplementedSection<Int>, Row>(
      .one(Cell.self) { cell, row, _ in cell.textLabel?.text = "\(row.id)" })
    binder.attach(to: view).show(
      TableSnapshot(
        sections: (0..<20).map { index in
          TableSection(
            SupplementedSection(index, indexTitle: index % 2 == 0 ? "\(index)" : nil),
            rows: [Row(id: index), Row(id: index + 100)])
        }))
    _ = texts
    view.standInPressIndexTitle(at: 3)
    #expect(texts.first == "6")
  }

  @Test("8: a change does not wait for animations")
  func neverCompletes() async throws {
    let binder = binder()
    let binding = binder.attach(to: view).show(table([]))
    for count in 1...20 { try await binding.store.submit(table(Array(0..<count))) }
    #expect(view.numberOfRows(inSection: 0) == 20)
    #expect(binding.store === binding.store && binder.link.revision >= 20)
  }

  @Test(
    "6: changes and windows in any order lead to no reload and no batch inside a batch",
    arguments: 1...10 as ClosedRange<UInt64>)
  func legal(seed: UInt64) async throws {
    let binder = binder()
    let binding = binder.attach(to: view).show(table([1, 2, 3]))
    var random = SeededGenerator(seed: seed)
    let raised = await StandInException.recording { @MainActor in
      for _ in 0..<30 {
        if Int.random(in: 0..<4, using: &random) == 0 { view.removeFromSuperview() } else { window.addSubview(view) }
        if Bool.random(using: &random) { window.layoutIfNeeded() }
        let ids = (0..<12).filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
        let split = Int.random(in: 0...ids.count, using: &random)
        _ = try? await binding.store.submit(table(Array(ids[..<split]), Array(ids[split...])))
        #expect(view.dataSource?.tableView(view, numberOfRowsInSection: 0) == split)
      }
    }
    #expect(raised == [])
  }
}

import Foundation
@_spi(Adapters) import LiveTablesCells
import Testing
import UIKit

@testable import LiveTablesUIKit

/// Tests of the menus, actions and drags of a table view.
extension TableTouchTests {
  @Test("An action applies to the swiped row, not to another row with the same identity")
  func twins() async throws {
    let binder = binder()
    binder.link.editing.rules = .deleting() + .actions { _ in [.delete("Delete")] }
    let rows = [Row(id: 7, text: "first"), Row(id: 8), Row(id: 7, text: "second")]
    let binding = binder.attach(to: view).show(TableSnapshot(sections: [TableSection(0, rows: rows)]))
    _ = texts
    let action = try #require(view.standInSwipe(path(2)).first)
    try await binding.store.submit(TableSnapshot(sections: [TableSection(0, rows: [Row(id: 0)] + rows)]))
    var answers: [Bool] = []
    for _ in 0..<2 { action.handler(action, view) { answers.append($0) } }
    #expect(texts == ["0", "7first", "8"])
    #expect(answers == [true, false], "its twin stays")
  }

  @Test("A view without a binding offers no menus, actions or drags", arguments: [true, false])
  func unbound(isFinished: Bool) async throws {
    let binder = binder()
    binder.link.editing.rules =
      .deleting() + .moving(to: .anywhere) + .actions { _ in [.delete("Delete"), RowAction("Open") { _ in }] }
    binder.reordersByDragging = true
    let (tables, continuation) = AsyncStream.makeStream(of: TableSnapshot<Int, Row>.self)
    let binding = binder.attach(to: view).bind(tables, initial: table([1, 2]))
    _ = texts
    #expect(view.standInSwipe(path(0)).map(\.title) == ["Delete", "Open"] && view.standInLift(path(0)))
    view.standInDrop(at: nil)
    if isFinished { continuation.finish() } else { binding.cancel() }
    await until { !binder.link.isBound }
    #expect(texts == ["1", "2"] && view.standInSwipe(path(0)).map(\.title) == ["Open"])
    #expect(!view.standInLift(path(0)))
    binder.link.editing.rules = .deleting() + .moving(to: .anywhere)
    #expect(view.standInSwipe(path(0)).isEmpty)
    view.setEditing(true, animated: false)
    view.reloadData()
    #expect(texts == ["1", "2"] && !view.standInPressEditControl(path(0)))
    #expect(!binder.tableView(view, canMoveRowAt: path(0)))
  }

  @Test("Rows are highlighted as the delegate decides, even if highlights are observed")
  func mayHighlight() {
    final class Own: NSObject, UITableViewDelegate {
      func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { false }
    }
    let own = Own()
    view.delegate = own
    let binder = binder()
    binder.attach(to: view).show(table([1, 2]))
    _ = texts
    withExtendedLifetime(binder.link.events.highlighted) { #expect(!view.standInTap(path(0))) }
  }

  @Test("No row looks selected after the selection mode became `none`", arguments: [false, true])
  func unselected(inLayout: Bool) async throws {
    var made: Binder?
    let binder = Binder(
      .one(Cell.self) { cell, row, _ in
        cell.textLabel?.text = "\(row.id)"
        if inLayout, row.id == 20 { made?.link.selection.mode = .none }
      })
    made = binder
    let binding = binder.attach(to: view).show(table(Array(0..<40)))
    _ = texts
    binder.link.selection.mode = .one
    binder.link.selection.select(id: 1)
    #expect(view.indexPathsForSelectedRows == [path(1)])
    if inLayout { view.standInScroll(to: CGPoint(x: 0, y: 440)) } else { binder.link.selection.mode = .none }
    await until { view.indexPathsForSelectedRows == nil }
    #expect(view.indexPathsForSelectedRows == nil && binder.link.selection.mode == .none)
    view.selectRow(at: path(3), animated: false, scrollPosition: .none)
    try await binding.store.submit(table(Array(0..<41)))
    #expect(view.indexPathsForSelectedRows == [path(3)], "it is left to the view what it selects")
    made = nil
  }
}

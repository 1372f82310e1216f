#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
import LiveTablesUIKit
import Testing
import UIKit

@Suite("Table view: selection", .timeLimit(.minutes(20))) @MainActor
struct TableSelectingTests {
  private func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

  @Test("51: a row that code selects looks selected, and stays selected when it moves")
  func follows() async throws {
    let screen = Screen()
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    let binding = binder.attach(to: screen.view).show(flat(1, 2, 3))
    binder.link.selection.mode = .many
    binder.link.selection.select(ids: [1, 3])
    #expect(screen.selected == [0, 2])
    try await binding.store.submit(flat(0, 3, 2, 1))
    #expect(screen.selected == [1, 3])
    var options = BindingOptions()
    options.alwaysReloads = true
    let stream = AsyncStream<TableSnapshot<OneSection, Mail>> { $0.finish() }
    binder.attach(to: screen.view).bind(stream, initial: flat(3, 4), options: options)
    #expect(screen.selected == [0])
    #expect(binder.link.selection.ids == [3])
  }

  @Test("The view allows as many selected rows as the mode, and its own setting is restored")
  func modes() {
    let screen = Screen()
    screen.view.allowsSelection = false
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    binder.link.selection.mode = .one
    binder.attach(to: screen.view).show(flat(1, 2, 3))
    #expect(screen.view.allowsSelection && !screen.view.allowsMultipleSelection)
    binder.link.selection.mode = .many
    #expect(screen.view.allowsSelection && screen.view.allowsMultipleSelection)
    binder.link.selection.mode = .none
    #expect(!screen.view.allowsSelection && !screen.view.allowsMultipleSelection)
  }

  @Test("The user's selection is reported according to the mode, and refused rows are not selected")
  func taps() async {
    let screen = Screen()
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    binder.link.selection.mode = .oneToggling
    binder.link.selection.maySelect = { mail, _ in mail.id != 2 }
    binder.attach(to: screen.view).show(flat(1, 2, 3))
    #expect(binder.tableView(screen.view, willSelectRowAt: path(0)) == path(0))
    #expect(binder.tableView(screen.view, willSelectRowAt: path(1)) == nil)
    screen.view.selectRow(at: path(0), animated: false, scrollPosition: .none)
    binder.tableView(screen.view, didSelectRowAt: path(0))
    #expect(binder.link.selection.ids == [1] && screen.selected == [0])
    binder.tableView(screen.view, didSelectRowAt: path(0))
    #expect(binder.link.selection.ids == [] && screen.selected == [])
  }

  @Test("A tap is reported without a selection mode, and the view decides how the row looks")
  func tapsWithoutMode() async {
    let screen = Screen()
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    let binding = binder.attach(to: screen.view).show(flat(1, 2))
    let selected = binder.link.events.selected
    for _ in 0..<2 {
      screen.view.selectRow(at: path(1), animated: false, scrollPosition: .none)
      binder.tableView(screen.view, didSelectRowAt: path(1))
    }
    #expect(screen.selected == [1] && binder.link.selection.ids == [])
    binding.cancel()
    var told: [Int] = []
    for await event in selected { told.append(event.row.id) }
    #expect(told == [2, 2])
  }

  @Test("Cells are configured again when they are selected")
  func configured() {
    let screen = Screen()
    let binder =
      mailBinder { cell, mail, context in
        cell.textLabel?.text = context.isSelected ? "> \(mail.subject)" : mail.subject
      } as TableViewBinder<OneSection, Mail>
    binder.link.selection.mode = .one
    binder.attach(to: screen.view).show(flat(1, 2))
    _ = screen.texts
    binder.link.selection.select(id: 2)
    #expect(screen.texts == ["mail 1", "> mail 2"])
    binder.link.selection.select(ids: [])
    #expect(screen.texts == ["mail 1", "mail 2"] && screen.selected == [])
  }

  @Test("Selecting a row scrolls to it, and rows can be scrolled to by identity")
  func scrolling() {
    let screen = Screen()
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    binder.link.selection.mode = .one
    binder.attach(to: screen.view).show(TableSnapshot(rows: mails(0..<100)))
    _ = screen.texts
    #expect(binder.scroll(toRow: 50, at: .top, animated: false))
    #expect(screen.texts.first == "mail 50")
    #expect(!binder.scroll(toRow: 500))
    binder.link.selection.select(id: 3)
    #expect(screen.selected == [3])
  }
}

@Suite("Table view: editing", .timeLimit(.minutes(20))) @MainActor
struct TableUserEditingTests {
  private func path(_ row: Int, _ section: Int = 0) -> IndexPath { IndexPath(row: row, section: section) }

  @Test("Rows can be edited if the rules allow it, and a deletion is shown at once")
  func deleting() async throws {
    let screen = Screen()
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    let binding = binder.attach(to: screen.view).show(flat(1, 2, 3))
    #expect(!binder.tableView(screen.view, canEditRowAt: path(0)))
    binder.link.editing.rules = .deleting { $0.row.id != 2 }
    #expect(binder.tableView(screen.view, canEditRowAt: path(0)))
    #expect(!binder.tableView(screen.view, canEditRowAt: path(1)))
    #expect(binder.tableView(screen.view, editingStyleForRowAt: path(0)) == .delete)
    #expect(binder.tableView(screen.view, editingStyleForRowAt: path(1)) == .none)
    binder.tableView(screen.view, commit: .delete, forRowAt: path(0))
    #expect(screen.texts == ["mail 2", "mail 3"])
    binder.tableView(screen.view, commit: .delete, forRowAt: path(0))
    #expect(screen.texts == ["mail 2", "mail 3"], "it is not allowed")
    try await binding.store.edit { $0.append(Mail(4)) }
    #expect(screen.texts == ["mail 2", "mail 3", "mail 4"])
  }

  @Test("A single call binds a source that the user edits, and the binding reports failures")
  func oneLine() async throws {
    let screen = Screen()
    let inbox = LiveTable(rows: mails(1...3))
    let binding = screen.view.bind(
      inbox, cell: MailCell.self, editing: .deleting { $0.row.id != 1 } + .moving(to: .sameSection)
    ) { cell, mail, _ in cell.shown.append(mail.subject) }
    var changes = binding.changes.makeAsyncIterator()
    _ = await changes.next()
    let link = try #require(binding.link)
    let binder = try #require(screen.view.dataSource as? TableViewBinder<OneSection, Mail>)
    #expect(!link.editing.delete(at: RowPath(section: 0, row: 0)))
    binder.tableView(screen.view, commit: .delete, forRowAt: path(1))
    #expect(await inbox.current.map(\.id) == [1, 3])
    #expect(link.editing.move(from: RowPath(section: 0, row: 1), to: RowPath(section: 0, row: 0)))
    #expect(await inbox.current.map(\.id) == [3, 1])
    #expect(link.editing.undo.undo() && link.editing.undo.undo())
    #expect(await inbox.current.map(\.id) == [1, 2, 3])
    binding.cancel()
    #expect(binding.link == nil)
  }

  @Test("The window's undo manager undoes and redoes edits until the binding ends")
  func undoing() throws {
    let screen = Screen()
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    let binding = binder.attach(to: screen.view).show(flat(1, 2, 3))
    let manager = try #require(screen.view.undoManager)
    binder.link.editing.rules = .deleting()
    #expect(!manager.canUndo)
    binder.tableView(screen.view, commit: .delete, forRowAt: path(1))
    #expect(screen.texts == ["mail 1", "mail 3"] && manager.undoActionName == "Delete")
    manager.undo()
    #expect(screen.texts == ["mail 1", "mail 2", "mail 3"] && !manager.canUndo && manager.redoActionName == "Delete")
    manager.redo()
    #expect(screen.texts == ["mail 1", "mail 3"] && manager.canUndo && !manager.canRedo)
    screen.view.removeFromSuperview()
    #expect(screen.view.undoManager == nil)
    binding.cancel()
    #expect(!manager.canUndo)
  }

  @Test("Rows can be inserted if the app creates them")
  func inserting() {
    let screen = Screen()
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    binder.link.editing.rules = .inserting { $0.path.row == 1 }
    binder.attach(to: screen.view).show(flat(1, 2))
    #expect(binder.tableView(screen.view, editingStyleForRowAt: path(1)) == .none)
    binder.newRow = { site in Mail(site.row.id * 10) }
    #expect(binder.tableView(screen.view, editingStyleForRowAt: path(1)) == .insert)
    #expect(binder.tableView(screen.view, editingStyleForRowAt: path(0)) == .none)
    binder.tableView(screen.view, commit: .insert, forRowAt: path(1))
    #expect(screen.texts == ["mail 1", "mail 20", "mail 2"])
  }

  @Test("54: a row moves to an allowed destination, which the view requests")
  func targets() {
    let screen = Screen()
    let binder = mailBinder() as TableViewBinder<Folder, Mail>
    binder.link.editing.rules = .moving(where: { $0.row.id != 1 }, to: .sameSection)
    binder.attach(to: screen.view).show(folders((Folder(1), mails(1...3)), (Folder(2), mails(4...5))))
    #expect(
      !binder.tableView(screen.view, canMoveRowAt: path(0)) && binder.tableView(screen.view, canMoveRowAt: path(1)))
    func target(_ proposed: IndexPath) -> IndexPath {
      binder.tableView(screen.view, targetIndexPathForMoveFromRowAt: path(1), toProposedIndexPath: proposed)
    }
    #expect(target(path(2)) == path(2))
    #expect(binder.link.isInteracting)
    #expect(target(path(1, 1)) == path(2))
    #expect(target(path(1)) == path(1))
    #expect(!binder.link.isInteracting)
    _ = target(path(2))
    binder.scrollViewWillBeginDragging(screen.view)
    #expect(!binder.link.isInteracting)
  }

  #if !os(tvOS)
  @Test("A swipe action applies to its row, even if the row has moved")
  func swiping() async throws {
    let screen = Screen()
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    var opened: [Int] = []
    binder.link.editing.rules =
      .deleting()
      + .actions { _ in
        [.delete("Delete"), RowAction("Open") { opened.append($0.row.id) }]
      }
    let binding = binder.attach(to: screen.view).show(flat(1, 2, 3))
    let actions = try #require(
      binder.tableView(screen.view, trailingSwipeActionsConfigurationForRowAt: path(1))?.actions)
    #expect(actions.map(\.title) == ["Delete", "Open"])
    #expect(actions.map(\.style) == [.destructive, .normal])
    try await binding.store.submit(flat(0, 1, 2, 3))
    var done: [Bool] = []
    actions[1].handler(actions[1], screen.view) { done.append($0) }
    #expect(opened == [2] && done == [true])
    actions[0].handler(actions[0], screen.view) { done.append($0) }
    #expect(screen.texts == ["mail 0", "mail 1", "mail 3"])
    actions[0].handler(actions[0], screen.view) { done.append($0) }
    #expect(done == [true, true, false], "the row is gone")
  }
  #endif
}

/// A delegate of the caller that records its calls.
@MainActor private final class OwnDelegate: NSObject, UITableViewDelegate {
  var heard: [String] = []

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) { heard.append("did \(indexPath.row)") }

  func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    heard.append("will \(indexPath.row)")
    return indexPath.row == 1 ? nil : indexPath
  }

  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    heard.append("display \(indexPath.row)")
  }

  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { 60 }

  func tableView(_ tableView: UITableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
    heard.append("button \(indexPath.row)")
  }

  func scrollViewDidScrollToTop(_ scrollView: UIScrollView) { heard.append("top") }
}

@Suite("Table view: the caller's own delegate", .timeLimit(.minutes(20))) @MainActor
struct TableDelegateTests {
  private func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

  @Test("The delegate receives events, answers unconfigured questions, and gets unknown messages")
  func forwarded() {
    let screen = Screen()
    let own = OwnDelegate()
    screen.view.delegate = own
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    binder.attach(to: screen.view).show(flat(1, 2))
    #expect(screen.view.delegate === binder)
    _ = screen.texts
    #expect(own.heard == ["display 0", "display 1"])
    #expect(screen.view.rectForRow(at: path(0)).height == 60)
    own.heard = []
    #expect(binder.tableView(screen.view, willSelectRowAt: path(1)) == nil)
    binder.tableView(screen.view, didSelectRowAt: path(0))
    #expect(own.heard == ["will 1", "did 0"])
    binder.link.selection.mode = .one
    binder.link.selection.maySelect = { _, path in path.row == 1 }
    #expect(binder.tableView(screen.view, willSelectRowAt: path(1)) == path(1))
    #expect(binder.tableView(screen.view, willSelectRowAt: path(0)) == nil)
    binder.tableView(screen.view, didSelectRowAt: path(1))
    #expect(own.heard == ["will 1", "did 0", "did 1"])
    #expect(binder.link.selection.ids == [2])
  }

  @Test("The delegate is not retained, and the view uses its defaults without one")
  func gone() {
    let screen = Screen()
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    do {
      let own = OwnDelegate()
      screen.view.delegate = own
      binder.attach(to: screen.view).show(flat(1, 2))
    }
    #expect(binder.earlierDelegate == nil)
    #expect(binder.tableView(screen.view, willSelectRowAt: path(1)) == path(1))
    #expect(binder.tableView(screen.view, heightForRowAt: path(1)) == 44)
    #expect(binder.tableView(screen.view, shouldHighlightRowAt: path(1)))
  }
}
#endif

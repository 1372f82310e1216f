import Foundation
@_spi(Adapters) import LiveTablesCells
import Testing
import UIKit

@testable import LiveTablesUIKit

/// Tests of changes during a layout pass and before the first one, and of events outside of the table.
extension TableTouchTests {
  @Test("changes during a pull or a fling neither stop it nor reset it")
  func pulled() async throws {
    let binding = binder().attach(to: view).show(table(Array(0..<40)))
    _ = texts
    let end = view.contentSize.height - view.bounds.height
    view.standInPull(to: CGPoint(x: 0, y: end + 60))
    try await binding.store.submit(table(Array(0..<41)))
    #expect(view.contentOffset.y == end + 60)
    view.standInPull(to: CGPoint(x: 0, y: 440))
    view.standInFling()
    try await binding.store.submit(table([100] + Array(0..<41)))
    #expect(view.contentOffset.y == 484 && view.isDecelerating)
    try await binding.store.submit(table([100] + Array(0..<42)))
    #expect(view.contentOffset.y == 484 && view.isDecelerating)
  }

  @Test("13: a row that is dropped outside of the table ends its interaction")
  func droppedBeside() throws {
    let binder = binder()
    binder.link.editing.rules = .moving(to: .anywhere)
    binder.reordersByDragging = true
    binder.attach(to: view).show(table([1, 2, 3]))
    _ = texts
    #expect(view.standInLift(path(1)))
    let target = view.delegate?.tableView(
      view, targetIndexPathForMoveFromRowAt: path(1), toProposedIndexPath: path(2))
    #expect(target == path(2) && binder.link.isInteracting)
    view.standInDrop(at: nil)
    #expect(!binder.link.isInteracting)
  }

  @Test("a custom drag delegate stays, and dragging works as before after the binding")
  func ownDragDelegate() {
    final class Own: NSObject, UITableViewDragDelegate {
      func tableView(
        _ tableView: UITableView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
      ) -> [UIDragItem] { [] }
    }
    let own = Own()
    view.dragDelegate = own
    view.dragInteractionEnabled = false
    let binder = binder()
    binder.reordersByDragging = true
    binder.attach(to: view).show(table([1]))
    #expect(view.dragDelegate === own && !view.dragInteractionEnabled)
    view.dragDelegate = nil
    binder.reordersByDragging = false
    binder.reordersByDragging = true
    #expect(view.dragDelegate != nil && view.dragInteractionEnabled)
    binder.reordersByDragging = false
    #expect(view.dragDelegate == nil && !view.dragInteractionEnabled)
  }

  @Test("a delegate with only leading actions offers no deletion without effect")
  func leadingActions() throws {
    final class Leading: NSObject, UITableViewDelegate {
      func tableView(
        _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
      ) -> UISwipeActionsConfiguration? {
        UISwipeActionsConfiguration(actions: [UIContextualAction(style: .normal, title: "Pin") { $2(true) }])
      }
    }
    let leading = Leading()
    view.delegate = leading
    let binder = binder()
    binder.attach(to: view).show(table([1, 2]))
    _ = texts
    #expect(view.standInSwipe(path(0), isLeading: true).map(\.title) == ["Pin"])
    #expect(view.standInSwipe(path(0)).isEmpty)
  }

  @Test("rows that can be moved or deleted keep the actions of a custom delegate")
  func actionsBesideAnEditor() {
    final class Own: NSObject, UITableViewDelegate {
      func tableView(
        _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
      ) -> UISwipeActionsConfiguration? {
        UISwipeActionsConfiguration(actions: [UIContextualAction(style: .normal, title: "Flag") { $2(true) }])
      }
    }
    let own = Own()
    view.delegate = own
    let binder = binder()
    binder.attach(to: view).show(table([1, 2]))
    _ = texts
    func offered(_ row: Int) -> [String?] { view.standInSwipe(path(row)).map(\.title) }
    binder.link.editing.rules = .moving(to: .anywhere)
    #expect(offered(0) == ["Flag"])
    binder.link.editing.rules = .deleting { $0.row.id == 1 }
    #expect(offered(0) == ["Delete"] && offered(1) == ["Flag"])
    binder.link.editing.rules = .actions { $0.row.id == 1 ? [.delete("Away")] : [] }
    #expect(offered(0) == ["Away"] && offered(1) == [])
  }

  @Test("7: a cell that changes the table during the view's layout causes no error")
  func reentrant() async throws {
    var made: Binder?
    var isDone = false
    let binder = Binder(
      .one(Cell.self) { cell, row, _ in
        cell.textLabel?.text = "\(row.id)\(row.text)"
        if row.id == 30, !isDone {
          isDone = true
          made?.link.edit(.remove(.id(31)))
          made?.link.edit(.replace(.id(30), with: [Row(id: 30, text: "!")]))
          made?.link.selection.select(id: 29)
        }
      })
    made = binder
    binder.link.selection.mode = .one
    let raised = await StandInException.recording {
      binder.attach(to: view).show(table(Array(0..<100)))
      _ = texts
      view.standInScroll(to: CGPoint(x: 0, y: 25 * 44))
      view.layoutIfNeeded()
      await until { view.numberOfRows(inSection: 0) == 99 }
    }
    #expect(raised == [], "\(raised)")
    #expect(isDone && texts.contains("30!") && !texts.contains("31"))
    #expect(view.numberOfRows(inSection: 0) == 99 && view.indexPathForSelectedRow == path(29))
    made = nil
  }

  @Test("touches do not reach another row while the view shows an earlier table")
  func touchedWhileOutdated() async throws {
    var made: Binder?
    let binder = Binder(
      .one(Cell.self) { cell, row, _ in
        cell.textLabel?.text = "\(row.id)"
        if row.id == 30 { made?.link.edit(.remove(.id(3))) }
      })
    made = binder
    binder.link.selection.mode = .many
    binder.link.editing.rules = .deleting()
    binder.attach(to: view).show(table(Array(0..<100)))
    _ = texts
    view.standInScroll(to: CGPoint(x: 0, y: 25 * 44))
    view.layoutIfNeeded()
    // The view shows row 31 at the index that row 32 has in the table.
    try #require(binder.link.table[RowPath(section: 0, row: 31)]?.id == 32 && view.numberOfRows(inSection: 0) == 100)
    view.standInTap(path(31))
    #expect(binder.link.selection.ids == [])
    #expect(view.standInSwipe(path(31)).isEmpty)
    view.dataSource?.tableView(view, commit: .delete, forRowAt: path(31))
    await until { view.numberOfRows(inSection: 0) == 99 }
    #expect(binder.link.table.count == 99 && binder.link.table.contains { $0.id == 32 })
    made = nil
  }

  @Test("the first visible row stays in place if a cell changes rows above it during layout")
  func reentrantAbove() async throws {
    var made: Binder?
    let binder = Binder(
      .one(Cell.self) { cell, row, _ in
        cell.textLabel?.text = "\(row.id)\(row.text)"
        if row.id == 30 { made?.link.edit(.remove(.id(3))) }
      })
    made = binder
    let raised = await StandInException.recording {
      binder.attach(to: view).show(table(Array(0..<100)))
      _ = texts
      view.standInScroll(to: CGPoint(x: 0, y: 25 * 44 + 10))
      view.layoutIfNeeded()
      await until { view.numberOfRows(inSection: 0) == 99 }
    }
    #expect(raised == [], "\(raised)")
    #expect(texts.first == "25" && view.contentOffset.y == 24 * 44 + 10)
    made = nil
  }

  @Test("a row that is selected before the view is on screen is scrolled to when the view appears")
  func scrollsLater() async {
    let view = UITableView(frame: view.frame, style: .plain)
    view.rowHeight = 44
    let binder = binder()
    binder.attach(to: view).show(table(Array(0..<100)))
    binder.link.selection.mode = .one
    binder.link.selection.select(id: 50)
    window.addSubview(view)
    window.layoutIfNeeded()
    let isShown = {
      view.layoutIfNeeded()
      return view.indexPathsForVisibleRows?.contains(self.path(50)) == true
    }
    #expect(!isShown())
    await until { isShown() }
    #expect(isShown() && binder.updates.scrollRequest == nil)
    #expect(binder.scroll(toRow: 0, at: .top, animated: false) && !isShown())
  }

  @Test("7: a header that changes the table during the view's layout causes no error")
  func reentrantHeaders() async throws {
    final class Own: NSObject, UITableViewDelegate {
      var onHeader: () -> Void = {}
      func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
        onHeader()
      }
      func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
        onHeader()
      }
    }
    typealias Section = SupplementedSection<Int>
    let own = Own()
    view.delegate = own
    let binder = TableViewBinder<Section, Row>(
      .one(Cell.self) { cell, row, _ in cell.textLabel?.text = "\(row.id)" }, supplementaries: [.header: .nothing])
    let sections = (0..<2).map { section in
      TableSection(
        Section(section, header: .title("\(section)")), rows: (0..<20).map { Row(id: section * 100 + $0) })
    }
    let binding = binder.attach(to: view).show(TableSnapshot(sections: sections))
    _ = texts
    var questions: [Int] = []
    own.onHeader = { [unowned binder] in
      if questions.count == 2 { return }
      questions.append(binder.updates.calls)
      binder.link.edit(.remove(.id(binder.link.table.sections[1].rows[5].id)))
    }
    let raised = await StandInException.recording {
      view.standInScroll(to: CGPoint(x: 0, y: 22 * 44))
      _ = texts
      await until { view.numberOfRows(inSection: 1) == 18 }
    }
    #expect(raised == [] && questions.count == 2 && !questions.contains(0), "\(raised), \(questions)")
    #expect(view.shownRowCounts == [20, 18] && binder.link.table.rowCounts == [20, 18])
    withExtendedLifetime(binding) {}
  }

  @Test("a changed title is shown in a section without a header view")
  func titles() async throws {
    typealias Section = SupplementedSection<Int>
    let binder = TableViewBinder<Section, Row>(
      .one(Cell.self) { _, _, _ in }, supplementaries: [.header: .nothing, .footer: .nothing])
    func table(_ name: String) -> TableSnapshot<Section, Row> {
      let section = Section(0, header: .title(name), footer: .title("end of \(name)"))
      return TableSnapshot(sections: [TableSection(section, rows: [Row(id: 1)])])
    }
    let binding = binder.attach(to: view).show(table("A"))
    _ = texts
    try await binding.store.submit(table("B"))
    #expect(view.headerView(forSection: 0)?.textLabel?.text == "B")
    #expect(view.footerView(forSection: 0)?.textLabel?.text == "end of B")
  }

  @Test("Prefetching for rows ends with their section, and begins again when the section returns")
  func prefetchedSection() async throws {
    let binder = binder()
    var log: [String] = []
    binder.prefetch = { row, scope in
      log.append("+\(row.id)")
      scope.onEnd { log.append("-\(row.id)") }
    }
    let both = table(Array(0..<30), [100, 101])
    let binding = binder.attach(to: view).show(both)
    _ = texts
    log = []
    binder.tableView(view, prefetchRowsAt: [path(1, 1)])
    try await binding.store.submit(table(Array(0..<30)))
    #expect(log == ["+101", "-101"])
    try await binding.store.submit(both)
    binder.tableView(view, prefetchRowsAt: [path(1, 1)])
    #expect(log == ["+101", "-101", "+101"])
  }

  @Test("A row that is selected while cells are created gets a selected cell", arguments: [true, false])
  func selectedInLayout(byHand: Bool) async throws {
    var made: Binder?
    func text(_ row: Row, _ isSelected: Bool) -> String { isSelected ? "\(row.id)!" : "\(row.id)" }
    func select(_ row: Row) { if row.id == 15 { made?.link.selection.select(id: 5, scrolls: false) } }
    let binder = Binder(
      byHand
        ? .byHand { row, context, _ in
          let cell = Cell()
          cell.textLabel?.text = text(row, context.isSelected)
          select(row)
          return cell
        }
        : .one(Cell.self, update: .reload) { cell, row, context in
          cell.textLabel?.text = text(row, context.isSelected)
          select(row)
        })
    made = binder
    binder.link.selection.mode = .one
    binder.attach(to: view).show(table(Array(0..<40)))
    _ = texts
    view.standInScroll(to: CGPoint(x: 0, y: 5 * 44))
    await until { texts.first == "5!" }
    #expect(texts.first == "5!" && view.indexPathForSelectedRow == path(5))
    made = nil
  }

  @Test("A row that is scrolled to while cells are created is scrolled to later")
  func scrollsAfterLayout() async {
    var made: Binder?
    let binder = Binder(
      .one(Cell.self) { cell, row, _ in
        cell.textLabel?.text = "\(row.id)"
        if row.id == 12 { #expect(made?.scroll(toRow: 50, at: .top, animated: false) == true) }
      })
    made = binder
    binder.attach(to: view).show(table(Array(0..<100)))
    _ = texts
    view.standInScroll(to: CGPoint(x: 0, y: 100))
    #expect(texts.first == "2" && binder.updates.scrollRequest != nil)
    await until { texts.first == "50" }
    #expect(texts.first == "50" && binder.updates.scrollRequest == nil)
    made = nil
  }
}

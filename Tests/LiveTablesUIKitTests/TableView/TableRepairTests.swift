#if canImport(UIKit)
import LiveTables
@_spi(Adapters) import LiveTablesCells
import LiveTablesUIKit
import Testing
import UIKit

/// A binder that creates headers and the first cell of each section itself.
private final class OwnCellBinder: TableViewBinder<Folder, Mail> {
  var requests = 0

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    requests += 1
    if indexPath.row > 0 { return super.tableView(tableView, cellForRowAt: indexPath) }
    return OtherCell(style: .default, reuseIdentifier: nil)
  }

  override func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    _ = super.tableView(tableView, viewForHeaderInSection: section)
    return FolderView(reuseIdentifier: nil)
  }
}

extension ViewBinder {
  /// Whether no repairs are scheduled.
  var isRepaired: Bool {
    var updates = updates
    return updates.schedule()
  }
}

@Suite("Table view: repairs", .timeLimit(.minutes(20))) @MainActor struct TableRepairTests {
  @Test("Cells and headers that a subclass creates stay on screen") func ownCells() async {
    let screen = Screen()
    screen.view.sectionHeaderHeight = 20
    let binder = OwnCellBinder(
      .one(MailCell.self) { cell, mail, _ in cell.textLabel?.text = mail.subject },
      supplementaries: [.header: .one(FolderView.self) { _, _, _ in }])
    binder.attach(to: screen.view).show(folders((Folder(1, "A"), mails(1...3))))
    #expect(screen.texts == ["nothing", "mail 2", "mail 3"] && screen.view.headerView(forSection: 0) is FolderView)
    #expect(binder.isRepaired)
    let requests = binder.requests
    binder.repairLater()
    await until { binder.isRepaired }
    #expect(screen.cell(0) is OtherCell && binder.requests == requests)
  }

  @Test("A row that needs a reload while the view has no window is reloaded when the view gets one") func offWindow()
    async
  {
    let screen = Screen()
    let binder =
      mailBinder(update: .reload) { cell, _, context in
        if context.isSelected { cell.textLabel?.text = "selected" }
      } as TableViewBinder<OneSection, Mail>
    binder.attach(to: screen.view).show(flat(1, 2))
    binder.link.selection.mode = .one
    #expect(screen.texts == ["mail 1", "mail 2"])
    screen.leaveWindow()
    binder.link.selection.select(ids: [2])
    await until { binder.isRepaired }
    screen.enterWindow()
    #expect(screen.texts == ["mail 1", "selected"])
  }

  @Test("A cell for a row that is deleted during layout is empty, and no problem is reported")
  func deletedInLayout() async {
    let screen = Screen(isInWindow: false)
    var problems: [String] = []
    weak var link: TableLink<OneSection, Mail>?
    let binder =
      mailBinder { _, mail, _ in
        if mail.id == 1 { link?.edit(.remove(id: 3)) }
      } as TableViewBinder<OneSection, Mail>
    link = binder.link
    binder.attach(to: screen.view).show(flat(1, 2, 3), options: BindingOptions { problems.append("\($0)") })
    screen.enterWindow()
    await until { binder.isRepaired }
    #expect(screen.texts == ["mail 1", "mail 2"] && problems == [])
  }

  @Test("Sizes that change in the app's batch are applied after it, without waiting for a later turn") func inUpdate()
    async
  {
    let screen = Screen()
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    binder.sizes = TableSizes()
    binder.attach(to: screen.view).show(flat(1, 2))
    screen.view.layoutIfNeeded()
    screen.view.beginUpdates()
    binder.sizes?[.row] = 60
    #expect(binder.isRepaired)
    screen.view.endUpdates()
    func height() -> CGFloat {
      screen.view.layoutIfNeeded()
      return screen.view.rectForRow(at: IndexPath(row: 0, section: 0)).height
    }
    await until { height() == 60 && binder.isRepaired }
    #expect(height() == 60 && binder.isRepaired)
  }
}
#endif

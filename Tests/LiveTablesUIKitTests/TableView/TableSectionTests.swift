#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
@_spi(Adapters) import LiveTablesUIKit
import Testing
import UIKit

/// A binder that provides custom titles.
private final class Titled: TableViewBinder<Folder, Mail> {
  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    "\(link.table.sections[section].value.id): \(link.table.sections[section].rows.count)"
  }
}

@Suite("Table view: sections", .timeLimit(.minutes(20))) @MainActor
struct TableSectionTests {
  /// Returns the title of a section's header, without the capitals that grouped styles may use.
  private func header(_ section: Int, _ screen: Screen) -> String? {
    screen.view.layoutIfNeeded()
    return screen.view.headerView(forSection: section)?.textLabel?.text?.capitalized
  }

  private func footer(_ section: Int, _ screen: Screen) -> String? {
    screen.view.footerView(forSection: section)?.textLabel?.text
  }

  @Test("Titles of headers and footers come from the section's value, and change, appear and disappear with it")
  func titles() async throws {
    let screen = Screen(.grouped)
    let binder = mailBinder() as TableViewBinder<Folder, Mail>
    let binding = binder.attach(to: screen.view).show(
      folders((Folder(1, "Inbox", note: "end"), mails(1...2)), (Folder(2), mails(3...3))))
    #expect(header(0, screen) == "Inbox" && footer(0, screen) == "end" && header(1, screen) == nil)
    let view = screen.view.headerView(forSection: 0)
    try await binding.store.submit(
      folders(
        (Folder(0, "New"), mails([9])), (Folder(1, "Inbox (2)", note: "end"), mails(1...2)), (Folder(2), mails(3...3))))
    #expect(header(0, screen) == "New" && header(1, screen) == "Inbox (2)" && footer(1, screen) == "end")
    #expect(screen.view.headerView(forSection: 1) === view)
    try await binding.store.submit(
      folders((Folder(1, "Inbox (2)"), mails(1...2)), (Folder(2, "Archive"), mails(3...3))))
    #expect(header(0, screen) == "Inbox (2)" && footer(0, screen) == nil && header(1, screen) == "Archive")
  }

  @Test("A changed title is capitalized like other titles, and gets enough space", arguments: [false, true])
  func capitals(isGrouped: Bool) async throws {
    let screen = Screen(isGrouped ? .grouped : .plain)
    let binding = mailBinder().attach(to: screen.view).show(folders((Folder(1, "Inbox"), mails(1...2))))
    screen.view.layoutIfNeeded()
    let label = try #require(screen.view.headerView(forSection: 0)?.textLabel)
    let isInCapitals = label.text == "INBOX"
    #if !canImport(ObjectiveC)
    #expect(isInCapitals == isGrouped)
    #endif
    try await binding.store.submit(folders((Folder(1, "Inbox, unread"), mails(1...2))))
    screen.view.layoutIfNeeded()
    #expect(screen.view.headerView(forSection: 0)?.textLabel === label)
    #expect(label.text == (isInCapitals ? "INBOX, UNREAD" : "Inbox, unread"))
    #if !canImport(ObjectiveC)
    #expect(label.bounds.width == label.intrinsicContentSize.width)
    #endif
  }

  @Test("A title or view that appears above the screen leaves the first row in place", arguments: [false, true])
  func appearAbove(asViews: Bool) async throws {
    let screen = Screen()
    let views =
      [
        .header: .choosing { folder, _ in folder.note != nil ? .one(FolderView.self) { _, _, _ in } : .nothing }
      ] as [SupplementaryKind: CellProvider<Folder, Folder, UITableViewHeaderFooterView>]
    let binding = mailBinder(asViews ? views : nil).attach(to: screen.view).show(
      folders((Folder(1), mails(0..<50)), (Folder(2), mails(50..<100))))
    screen.view.layoutIfNeeded()
    screen.view.contentOffset.y = 60 * 44 + 10
    let path = IndexPath(row: 10, section: 1)
    func distance() -> CGFloat { screen.view.rectForRow(at: path).minY - screen.view.contentOffset.y }
    #expect(screen.texts.first == "mail 60" && distance() == -10)
    let folder = asViews ? Folder(1, note: "view") : Folder(1, "title")
    try await binding.store.submit(folders((folder, mails(0..<50)), (Folder(2), mails(50..<100))))
    screen.view.layoutIfNeeded()
    #expect(distance() == -10)
  }

  @Test("A subclass provides titles")
  func overridden() async throws {
    let screen = Screen(.grouped)
    let (stream, input) = AsyncStream.makeStream(of: TableSnapshot<Folder, Mail>.self)
    Titled(.one(MailCell.self) { _, _, _ in }).attach(to: screen.view).bind(
      stream, initial: folders((Folder(7), mails(1...2))))
    #expect(header(0, screen) == "7: 2")
    withExtendedLifetime(input) {}
  }

  @Test("Header and footer views are registered once, configured, refreshed in place, and have scopes")
  func views() async throws {
    let screen = Screen(.grouped)
    var ended: [Int] = []
    let views =
      [
        .header: .one(FolderView.self) { view, folder, context in
          view.name = folder.name ?? "?"
          context.scope.onEnd { ended.append(folder.id) }
        },
        .footer: .choosing { section, _ in
          section.note != nil
            ? .one(FolderView.self, reuseIdentifier: "Foot") { view, folder, _ in view.name = folder.note ?? "" }
            : .nothing
        },
      ] as [SupplementaryKind: CellProvider<Folder, Folder, UITableViewHeaderFooterView>]
    let binding = mailBinder(views).attach(to: screen.view).show(
      folders((Folder(1, "Inbox"), mails(1...2)), (Folder(2, "Archive", note: "end"), mails(3...3))))
    screen.view.layoutIfNeeded()
    func name(_ section: Int) -> String? { (screen.view.headerView(forSection: section) as? FolderView)?.name }
    #expect(name(0) == "Inbox" && name(1) == "Archive")
    #expect((screen.view.footerView(forSection: 1) as? FolderView)?.name == "end")
    #expect(screen.view.footerView(forSection: 0) == nil)
    let first = screen.view.headerView(forSection: 0)
    try await binding.store.submit(
      folders((Folder(1, "Inbox!"), mails(1...2)), (Folder(2, "Archive", note: "end"), mails(3...3))))
    #expect(name(0) == "Inbox!" && screen.view.headerView(forSection: 0) === first)
    #expect(ended == [1])
    try await binding.store.submit(
      folders((Folder(1, "Inbox!", note: "new"), mails(1...2)), (Folder(2, "Archive", note: "end"), mails(3...3))))
    screen.view.layoutIfNeeded()
    #expect((screen.view.footerView(forSection: 0) as? FolderView)?.name == "new")
    try await binding.store.submit(folders((Folder(1, "Inbox!", note: "new"), mails(1...2))))
    await until { ended.contains(2) }
    #expect(ended.contains(2))
  }

  @Test("Sizes are set by section and row, and the view provides the others")
  func sizes() async throws {
    let screen = Screen()
    let binder = mailBinder() as TableViewBinder<Folder, Mail>
    var sizes = TableSizes<Folder, Mail>()
    sizes[.row, in: 1] = 100
    sizes[.header, in: 1] = 30
    sizes.setRow(in: 2) { mail, _ in mail.id == 3 ? 70 : nil }
    binder.sizes = sizes
    binder.attach(to: screen.view).show(folders((Folder(1, "A"), mails(1...1)), (Folder(2, "B"), mails(3...4))))
    screen.view.layoutIfNeeded()
    func height(_ row: Int, _ section: Int) -> CGFloat {
      screen.view.rectForRow(at: IndexPath(row: row, section: section)).height
    }
    #expect(height(0, 0) == 100 && height(0, 1) == 70 && height(1, 1) == 44)
    #expect(screen.view.rectForHeader(inSection: 0).height == 30)
    sizes[.row] = 60
    sizes[.row, in: 1] = 90
    binder.sizes = sizes
    screen.view.layoutIfNeeded()
    #expect(height(0, 0) == 90 && height(0, 1) == 70 && height(1, 1) == 60)
    binder.sizes = nil
    screen.view.layoutIfNeeded()
    #expect(height(0, 0) == 44 && height(0, 1) == 44)
  }

  @Test("Sizes that change during layout are applied after it, or when the view gets a window")
  func sizesLater() async {
    let screen = Screen(isInWindow: false)
    @MainActor func sizes(_ height: Double) -> TableSizes<OneSection, Mail> {
      var sizes = TableSizes<OneSection, Mail>()
      sizes[.row] = height
      return sizes
    }
    weak var made: TableViewBinder<OneSection, Mail>?
    let binder =
      mailBinder { _, mail, _ in
        if mail.id == 2 { made?.sizes = sizes(60) }
      } as TableViewBinder<OneSection, Mail>
    made = binder
    binder.attach(to: screen.view).show(flat(1, 2, 3))
    func height() -> CGFloat {
      screen.view.layoutIfNeeded()
      return screen.view.rectForRow(at: IndexPath(row: 0, section: 0)).height
    }
    screen.enterWindow()
    await until { height() == 60 }
    #expect(height() == 60 && screen.texts == ["mail 1", "mail 2", "mail 3"])
    made = nil
    screen.leaveWindow()
    binder.sizes = sizes(70)
    screen.enterWindow()
    #expect(height() == 70 && screen.texts == ["mail 1", "mail 2", "mail 3"])
  }

  /// Returns the heights of the headers of two sections, the first of which has a title.
  private func headers(
    _ screen: Screen, views: [SupplementaryKind: CellProvider<Folder, Folder, UITableViewHeaderFooterView>]? = nil,
    _ set: (inout TableSizes<Folder, Mail>) -> Void
  ) -> [CGFloat] {
    let binder = mailBinder(views)
    var sizes = TableSizes<Folder, Mail>()
    set(&sizes)
    binder.sizes = sizes
    binder.attach(to: screen.view).show(folders((Folder(1, "A"), mails(1...2)), (Folder(2), mails(3...4))))
    screen.view.layoutIfNeeded()
    #expect(screen.view.rectForRow(at: IndexPath(row: 1, section: 1)).height == 50)
    return (0..<2).map { screen.view.rectForHeader(inSection: $0).height }
  }

  @Test("Sizes of rows do not affect headers, and a header size adds no space to sections without a header")
  func sizesOfNothing() {
    let screen = Screen()
    screen.view.sectionHeaderHeight = 28
    #expect(headers(screen) { $0[.row] = 50 } == [28, 0])
    func both(_ sizes: inout TableSizes<Folder, Mail>) { (sizes[.row], sizes[.header]) = (50, 30) }
    #expect(headers(screen, both) == [30, 0])
    let views =
      [
        .header: .choosing { folder, _ in folder.id == 2 ? .one(FolderView.self) { _, _, _ in } : .nothing }
      ] as [SupplementaryKind: CellProvider<Folder, Folder, UITableViewHeaderFooterView>]
    #expect(headers(screen, views: views, both) == [30, 30], "the first has a title, the second a view")
    let grouped = Screen(.grouped)
    grouped.view.sectionHeaderHeight = 21
    #expect(headers(grouped, both) == [30, 21])
  }

  @Test(
    "A header size adds space if no header provider exists, and applies to the delegate's headers")
  func sizesOfSpace() {
    let screen = Screen()
    let plain = mailBinder() as TableViewBinder<OneSection, Mail>
    plain.sizes = TableSizes()
    plain.sizes?[.header] = 8
    plain.attach(to: screen.view).show(flat(1))
    screen.view.layoutIfNeeded()
    #expect(screen.view.rectForHeader(inSection: 0).height == 8)
    final class Own: NSObject, UITableViewDelegate {
      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { UIView() }
    }
    let (other, own) = (Screen(), Own())
    other.view.delegate = own
    #expect(headers(other) { ($0[.row], $0[.header]) = (50, 30) } == [30, 30])
  }

  @Test("The index beside the table follows the sections")
  func index() async throws {
    let screen = Screen()
    let binder = mailBinder() as TableViewBinder<Folder, Mail>
    let binding = binder.attach(to: screen.view).show(
      folders((Folder(1, letter: "A"), mails(1...1)), (Folder(2), mails(2...2)), (Folder(3, letter: "C"), mails(3...3)))
    )
    #expect(binder.sectionIndexTitles(for: screen.view) == ["A", "C"])
    #expect(binder.tableView(screen.view, sectionForSectionIndexTitle: "C", at: 1) == 2)
    try await binding.store.submit(folders((Folder(3, letter: "C"), mails(3...3))))
    #expect(binder.sectionIndexTitles(for: screen.view) == ["C"])
    #expect(binder.tableView(screen.view, sectionForSectionIndexTitle: "C", at: 0) == 0)
    try await binding.store.submit(folders((Folder(3), mails(3...3))))
    #expect(binder.sectionIndexTitles(for: screen.view) == nil)
    #expect((mailBinder() as TableViewBinder<OneSection, Mail>).sectionIndexTitles(for: screen.view) == nil)
  }

  @Test("A table shows its header, footer, loading view and empty view")
  func accessories() async throws {
    let screen = Screen()
    let (own, top, bottom, empty, waiting) = (UIView(), UIView(), UIView(), UIView(), UIView())
    screen.view.backgroundView = own
    let store = TableStore<OneSection, Mail>()
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    binder.accessories = TableAccessories(header: top, footer: bottom, emptyView: empty, loadingView: waiting)
    binder.attach(to: screen.view).bind(store)
    #expect(screen.view.tableHeaderView === top && screen.view.tableFooterView === bottom)
    #expect(screen.view.backgroundView === waiting)
    try await store.submit(flat(1))
    #expect(screen.view.backgroundView === own)
    try await store.submit(flat())
    #expect(screen.view.backgroundView === empty)
    binder.accessories.header = nil
    #expect(screen.view.tableHeaderView == nil)
    (mailBinder() as TableViewBinder<OneSection, Mail>).attach(to: screen.view).show(flat(1))
    #expect(screen.view.tableFooterView == nil && screen.view.backgroundView === own)
  }

  #if !os(tvOS)
  @Test("Pulling down shows the refresh control until the action ends, and the control is removed with the binder")
  func refreshing() async throws {
    let screen = Screen()
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    var refreshes = 0
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    binder.onRefresh = {
      refreshes += 1
      for await _ in gate { break }
    }
    binder.attach(to: screen.view).show(flat(1))
    let control = try #require(screen.view.refreshControl)
    control.beginRefreshing()
    control.sendActions(for: .valueChanged)
    await until { refreshes == 1 }
    #expect(refreshes == 1 && control.isRefreshing)
    open.yield()
    await until { !control.isRefreshing }
    #expect(!control.isRefreshing)
    control.beginRefreshing()
    control.sendActions(for: .valueChanged)
    await until { refreshes == 2 }
    let binding = binder.show(flat(2))
    #expect(control.isRefreshing && screen.view.refreshControl === control, "it may be what shows that")
    binding.cancel()
    #expect(!control.isRefreshing && screen.view.refreshControl == nil)
    binder.show(flat(3))
    #expect(screen.view.refreshControl != nil)
    (mailBinder() as TableViewBinder<OneSection, Mail>).attach(to: screen.view).show(flat(1))
    #expect(screen.view.refreshControl == nil)
  }
  #endif
}
#endif

#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
@_spi(Adapters) import LiveTablesUIKit
import Testing
import UIKit

/// A source of a hundred rows that can change the identity of the last one.
private actor RenamingSource: TableSource {
  private(set) var state = SourceState(TableSnapshot<OneSection, Mail>(rows: mails(0..<100)))
  private var subscribers = SubscriberList()

  func subscribe(_ signal: Signal) { subscribers.add(signal) }

  func rename() {
    let content = CapturedTable(TableSnapshot<OneSection, Mail>(rows: mails(0..<99) + mails([500])))
    state.derive(content, renamed: [99: 500], with: Differencer())
    subscribers.notify()
  }
}

@Suite("Table view: cells", .timeLimit(.minutes(20))) @MainActor
struct TableCellTests {
  @Test("A visible changed row is reconfigured in its cell with the previous row, and no other row is")
  func inPlace() async throws {
    let screen = Screen()
    var previous: [String] = []
    let binder =
      mailBinder { _, _, context in
        if let old = context.previous { previous.append(old.subject) }
      } as TableViewBinder<OneSection, Mail>
    let binding = binder.attach(to: screen.view).show(flat(1, 2, 3))
    let cells = (0..<3).map { screen.cell($0) as? MailCell }
    try await binding.store.submit(TableSnapshot(rows: [Mail(0), Mail(1), Mail(2, "new"), Mail(3)]))
    #expect(screen.texts == ["mail 0", "mail 1", "new", "mail 3"])
    #expect((1..<4).map { screen.cell($0) as? MailCell } == cells)
    #expect(previous == ["mail 2"])
    #expect(cells.map { $0?.shown } == [["mail 1"], ["mail 2", "new"], ["mail 3"]])
  }

  @Test("A row is reloaded if its kind requires it, or if it needs another kind of cell")
  func reloaded() async throws {
    let screen = Screen()
    let plain = CellProvider<OneSection, Mail, UITableViewCell>.one(MailCell.self, update: .reload) { cell, mail, _ in
      cell.textLabel?.text = mail.subject
      cell.shown.append(mail.subject)
    }
    let loud = CellProvider<OneSection, Mail, UITableViewCell>.one(OtherCell.self) { cell, mail, _ in
      cell.textLabel?.text = mail.subject.uppercased()
    }
    let binder = TableViewBinder<OneSection, Mail>(
      .keyed([true: loud, false: plain], by: { mail, _ in mail.subject.hasSuffix("!") }))
    let binding = binder.attach(to: screen.view).show(flat(1, 2))
    try await binding.store.submit(TableSnapshot(rows: [Mail(1, "other"), Mail(2, "loud!")]))
    #expect(screen.texts == ["other", "LOUD!"])
    #expect(screen.cell(1) is OtherCell)
    #expect((screen.cell(0) as? MailCell)?.shown.last == "other")
  }

  @Test("Work for a row ends when its cell is reused, its row is deleted, or its binding ends")
  func scopes() async throws {
    let screen = Screen()
    var ended: Set<Int> = []
    let binder =
      mailBinder { _, mail, context in
        context.scope.onEnd { ended.insert(mail.id) }
      } as TableViewBinder<OneSection, Mail>
    let binding = binder.attach(to: screen.view).show(TableSnapshot(rows: mails(0..<100)))
    _ = screen.texts
    try await binding.store.submit(TableSnapshot(rows: mails(1..<100)))
    #expect(ended == [0])
    screen.view.scrollToRow(at: IndexPath(row: 98, section: 0), at: .bottom, animated: false)
    _ = screen.texts
    await until { ended.isSuperset(of: 0...5) }
    #expect(ended.isSuperset(of: 0...5) && !ended.contains(99))
    binding.cancel()
    #expect(ended.contains(99))
  }

  @Test("Cells come from a prototype, a registered class, or a factory")
  func sources() {
    let screen = Screen()
    screen.view.register(OtherCell.self, forCellReuseIdentifier: "known")
    let known = CellProvider<OneSection, Mail, UITableViewCell>.one(
      OtherCell.self, reuseIdentifier: "known", source: .prototype
    ) { cell, mail, _ in cell.textLabel?.text = "known \(mail.id)" }
    let made = CellProvider<OneSection, Mail, UITableViewCell>.one(
      MailCell.self, reuseIdentifier: "made",
      source: .factory { MailCell(style: .subtitle, reuseIdentifier: $0) }
    ) { cell, mail, _ in
      cell.textLabel?.text = "made \(mail.id)"
      cell.detailTextLabel?.text = mail.subject
    }
    TableViewBinder(.keyed([0: known, 1: made], by: { mail, _ in mail.id % 2 })).attach(to: screen.view).show(
      flat(1, 2, 3))
    #expect(screen.texts == ["made 1", "known 2", "made 3"])
    #expect(screen.cell(0)?.detailTextLabel?.text == "mail 1")
    #expect(screen.cell(0)?.reuseIdentifier == "made")
  }

  @Test("A row without a cell gets a placeholder, and is reported once")
  func placeholders() async {
    let screen = Screen()
    var problems: [String] = []
    let options = BindingOptions(onDiagnostic: { problems.append("\($0.problem)") })
    let none = CellProvider<OneSection, Mail, UITableViewCell>.one(
      OtherCell.self, reuseIdentifier: "nowhere", source: .prototype
    ) { _, _, _ in }
    let missing = CellProvider<OneSection, Mail, UITableViewCell>.one(
      OtherCell.self, reuseIdentifier: "file", source: .nib("NoSuchNib")
    ) { _, _, _ in }
    let wrong = CellProvider<OneSection, Mail, UITableViewCell>.one(
      MailCell.self, reuseIdentifier: "wrong", source: .type(OtherCell.self)
    ) { _, _, _ in }
    TableViewBinder(.keyed([0: none, 1: missing, 2: wrong], by: { mail, _ in mail.id % 4 })).attach(to: screen.view)
      .show(flat(0, 1, 2, 3, 4, 5), options: options)
    #expect(screen.texts.count == 6)
    await until { problems.count == 4 }
    #expect(problems.count == 4, "\(problems)")
  }

  @Test("An event that a cell sends contains the cell's row")
  func custom() async {
    let screen = Screen()
    let binder =
      mailBinder { cell, _, context in
        cell.accessibilityIdentifier = "\(context.path.row)"
        if context.previous != nil { context.send("again") }
      } as TableViewBinder<OneSection, Mail>
    let binding = binder.attach(to: screen.view).show(flat(1, 2))
    _ = screen.texts
    let events = binder.link.events.custom(String.self)
    let heard = Task {
      for await event in events { return event.row.id }; return 0
    }
    _ = try? await binding.store.submit(TableSnapshot(rows: [Mail(0), Mail(1), Mail(2, "new")]))
    #expect(await heard.value == 2)
  }

  @Test("Rows that appear and disappear are reported, deleted ones too, and so is the end of the table")
  func events() async throws {
    let screen = Screen()
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    let binding = binder.attach(to: screen.view).show(TableSnapshot(rows: mails(0..<30)))
    _ = screen.texts
    var gone: [Int] = []
    let leaving = binder.link.events.didEndDisplaying
    let listener = Task { for await event in leaving { gone.append(event.row.id) } }
    let near = binder.link.events.nearEnd(within: 3)
    let request = Task {
      for await request in near { return request }; return 0
    }
    try await binding.store.submit(TableSnapshot(rows: mails(1..<30)))
    await until { gone == [0] }
    #expect(gone == [0])
    screen.view.scrollToRow(at: IndexPath(row: 28, section: 0), at: .bottom, animated: false)
    _ = screen.texts
    #expect(await request.value == 29)
    await until { gone.count > 5 }
    #expect(gone.count > 5)
    listener.cancel()
  }

  @Test("Prefetching for a row continues until it is cancelled or the row is deleted")
  func prefetching() async throws {
    let screen = Screen()
    var (begun, ended): ([Int], [Int]) = ([], [])
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    binder.prefetch = { mail, scope in
      begun.append(mail.id)
      scope.onEnd { ended.append(mail.id) }
    }
    let binding = binder.attach(to: screen.view).show(TableSnapshot(rows: mails(0..<100)))
    #expect(screen.view.prefetchDataSource === binder)
    let paths = (60...62).map { IndexPath(row: $0, section: 0) }
    begun = []
    binder.tableView(screen.view, prefetchRowsAt: paths)
    #expect(begun == [60, 61, 62])
    binder.tableView(screen.view, cancelPrefetchingForRowsAt: [paths[0]])
    #expect(ended.filter { $0 >= 60 } == [60])
    try await binding.store.submit(TableSnapshot(rows: mails(0..<62) + mails(63..<100)))
    #expect(ended.filter { $0 >= 60 } == [60, 62])
    binder.prefetch = nil
    #expect(ended.filter { $0 >= 60 }.sorted() == [60, 61, 62])
    #expect(screen.view.prefetchDataSource == nil)
  }

  @Test("Prefetching for a row ends with the row, even if its identity has changed")
  func prefetchingRenamed() async {
    let screen = Screen()
    var (begun, ended): ([Int], [Int]) = ([], [])
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    binder.prefetch = { mail, scope in
      begun.append(mail.id)
      scope.onEnd { ended.append(mail.id) }
    }
    let source = RenamingSource()
    let binding = binder.attach(to: screen.view).bind(source)
    await until { binder.link.table.count == 100 }
    _ = screen.texts
    let last = [IndexPath(row: 99, section: 0)]
    binder.tableView(screen.view, prefetchRowsAt: last)
    await source.rename()
    await until { binder.link.table.last?.id == 500 }
    #expect(binder.link.table.last?.id == 500 && begun.contains(99) && ended == [])
    binder.tableView(screen.view, prefetchRowsAt: last)
    #expect(!begun.contains(500), "its work is under way")
    binder.tableView(screen.view, cancelPrefetchingForRowsAt: last)
    #expect(ended == [99])
    binding.cancel()
  }

  @Test("No rows are prefetched after the binding")
  func prefetchingIsOver() {
    let screen = Screen()
    var begun: [Int] = []
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    binder.prefetch = { mail, _ in begun.append(mail.id) }
    let binding = binder.attach(to: screen.view).show(TableSnapshot(rows: mails(0..<100)))
    _ = screen.texts
    begun = []
    binding.cancel()
    screen.view.scrollToRow(at: IndexPath(row: 50, section: 0), at: .top, animated: false)
    #expect(screen.texts.first == "mail 50" && begun == [])
    let paths = [IndexPath(row: 80, section: 0)]
    binder.tableView(screen.view, prefetchRowsAt: paths)
    #expect(begun == [])
    binder.show(TableSnapshot(rows: mails(0..<100)))
    binder.tableView(screen.view, prefetchRowsAt: paths)
    #expect(begun.contains(80))
  }
}
#endif

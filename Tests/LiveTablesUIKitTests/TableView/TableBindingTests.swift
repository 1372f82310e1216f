#if canImport(UIKit)
import Foundation
import LiveTables
import LiveTablesUIKit
import Testing
import UIKit

/// A data source and delegate of the caller.
@MainActor private final class OwnSource: NSObject, UITableViewDataSource, UITableViewDelegate {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    cell.textLabel?.text = "own"
    return cell
  }
}

/// An object that calls a closure when it is released.
@MainActor private final class Last {
  let body: @MainActor () -> Void
  init(_ body: @escaping @MainActor () -> Void) { self.body = body }
  isolated deinit { body() }
}

@Suite("Table view: binding", .timeLimit(.minutes(20))) @MainActor
struct TableBindingTests {
  @Test("bind shows rows of a sequence in cells of one class, which it registers itself")
  func oneLine() async throws {
    let screen = Screen()
    let (stream, input) = AsyncStream.makeStream(of: [Mail].self)
    let binding = screen.view.bind(stream, cell: MailCell.self, options: BindingOptions()) { cell, mail, _ in
      cell.textLabel?.text = mail.subject
    }
    input.yield(mails(1...3))
    for await applied in binding.changes where applied.revision > 0 { break }
    await until { screen.texts.count == 3 }
    #expect(screen.texts == ["mail 1", "mail 2", "mail 3"])
    input.finish()
    try await binding.finished
    #expect(screen.texts == ["mail 1", "mail 2", "mail 3"], "what is shown stays when the stream ends")
  }

  @Test("An object that is released with its binder can bind another view")
  func released() {
    let (screen, other) = (Screen(), Screen())
    func attach() {
      let last = Last { mailBinder().attach(to: other.view).show(flat(3)) }
      mailBinder { _, _, _ in _ = last }.attach(to: screen.view).show(flat(1))
    }
    attach()
    mailBinder().attach(to: screen.view).show(flat(2))
    #expect(screen.texts == ["mail 2"] && other.texts == ["mail 3"])
  }

  @Test("38: bind shows the first table before it returns, of arrays, states and observed tables")
  func initial() async throws {
    let screen = Screen()
    let (tables, input) = AsyncStream.makeStream(of: TableSnapshot<OneSection, Mail>.self)
    mailBinder().attach(to: screen.view).bind(tables, initial: flat(1, 2))
    #expect(screen.texts == ["mail 1", "mail 2"])
    let (states, more) = AsyncStream.makeStream(of: TableState<OneSection, Mail>.self)
    mailBinder { cell, _, context in cell.textLabel?.text = context.value(String.self) }.attach(to: screen.view).bind(
      states, initial: TableState(flat(1), value: "value"))
    #expect(screen.texts == ["value"])
    let live = LiveTable(flat(5, 6))
    let binding = screen.view.bind(live, cell: MailCell.self) { cell, mail, _ in cell.textLabel?.text = mail.subject }
    await until { screen.texts.count == 2 }
    #expect(screen.texts == ["mail 5", "mail 6"])
    binding.cancel()
    withExtendedLifetime((input, more)) {}
  }

  @Test("A closure dequeues cells that the app has registered, and changed rows are reloaded")
  func byHand() async throws {
    let screen = Screen()
    screen.view.register(MailCell.self, forCellReuseIdentifier: "hand")
    let (stream, input) = AsyncStream.makeStream(of: [Mail].self)
    let binder = TableViewBinder<OneSection, Mail>(
      .byHand { mail, _, queue in
        let cell = queue.dequeue(MailCell.self, reuseIdentifier: "hand")
        cell?.textLabel?.text = mail.subject
        return cell
      })
    let binding = binder.attach(to: screen.view).bind(stream, options: BindingOptions(animated: false))
    try await binding.store.submit(flat(1, 2))
    #expect(screen.texts == ["mail 1", "mail 2"])
    let applied = try await binding.store.submit(TableSnapshot(rows: [Mail(1), Mail(2, "new")]))
    #expect(applied.mode == .batch && !applied.isAnimated)
    #expect(screen.texts == ["mail 1", "new"])
    withExtendedLifetime(input) {}
  }

  @Test("An existing data source and delegate are replaced while bound and put back afterwards")
  func putsBack() async throws {
    let screen = Screen()
    let own = OwnSource()
    screen.view.dataSource = own
    screen.view.delegate = own
    #expect(screen.texts == ["own", "own"])
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    let binding = binder.attach(to: screen.view).show(flat(1, 2, 3))
    #expect(screen.texts == ["mail 1", "mail 2", "mail 3"])
    #expect(screen.view.dataSource === binder && screen.view.delegate === binder)
    binding.cancel()
    #expect(screen.view.dataSource === own && screen.view.delegate === own)
    #expect(screen.texts == ["own", "own"])
    binder.bind(AsyncStream<[Mail]> { _ in }, initial: mails(4...5))
    #expect(screen.texts == ["mail 4", "mail 5"], "the next binding takes over again")
  }

  @Test(
    "A waiting view gets its cell from the binder that counted its rows, and its data source is then restored")
  func putsBackLater() async throws {
    let screen = Screen()
    let own = OwnSource()
    screen.view.dataSource = own
    var binding: TableBinding<OneSection, Mail>?
    var during: [Bool] = []
    let binder =
      mailBinder { _, mail, _ in
        if mail.id != 50 { return }
        binding?.cancel()
        during.append(screen.view.dataSource === own)
      } as TableViewBinder<OneSection, Mail>
    binding = binder.attach(to: screen.view).show(TableSnapshot(rows: mails(0..<100)))
    screen.view.contentOffset.y = 44 * 48
    screen.view.layoutIfNeeded()
    #expect(during == [false])
    await until { screen.view.dataSource === own }
    screen.view.contentOffset.y = 0
    #expect(screen.view.dataSource === own && screen.texts == ["own", "own"])
  }

  @Test("A view without a window creates no cells, and keeps its position until it returns to a window")
  func inNoWindow() async throws {
    let screen = Screen(isInWindow: false)
    var made = 0
    let binder = mailBinder { _, _, _ in made += 1 } as TableViewBinder<OneSection, Mail>
    let binding = binder.attach(to: screen.view).show(TableSnapshot(rows: mails(0..<100)))
    try await binding.store.submit(mails(5..<100))
    await until { binder.isRepaired }
    #expect(made == 0)
    screen.enterWindow()
    screen.view.contentOffset.y = 880
    #expect(screen.texts.first == "mail 25")
    screen.leaveWindow()
    made = 0
    try await binding.store.submit(mails(0..<100))
    await until { binder.isRepaired }
    #expect(made == 0)
    screen.enterWindow()
    #expect(screen.texts.first == "mail 25")
  }

  @Test("Rows stay on screen and can be scrolled to if there was no earlier data source")
  func stays() async throws {
    let screen = Screen()
    let binding = mailBinder().attach(to: screen.view).show(TableSnapshot<OneSection, Mail>(rows: mails(0..<100)))
    #expect(screen.texts.first == "mail 0")
    binding.cancel()
    #expect(screen.view.dataSource != nil)
    screen.view.scrollToRow(at: IndexPath(row: 99, section: 0), at: .bottom, animated: false)
    #expect(screen.texts.last == "mail 99")
  }

  @Test("Another binding ends the first, and the original data source is restored after both")
  func replaced() async throws {
    let screen = Screen()
    let own = OwnSource()
    screen.view.dataSource = own
    weak var first: TableViewBinder<OneSection, Mail>?
    let store = TableStore<OneSection, Mail>()
    do {
      let binder = mailBinder() as TableViewBinder<OneSection, Mail>
      first = binder
      binder.attach(to: screen.view).bind(store)
      try await store.submit(flat(1))
      #expect(screen.texts == ["mail 1"])
    }
    let binding = mailBinder().attach(to: screen.view).show(
      folders((Folder(1), [Mail(7)]), (Folder(2), [Mail(8)])))
    #expect(screen.texts == ["mail 7", "mail 8"])
    await until { first == nil }
    #expect(first == nil)
    try await store.submit(flat(1, 2))
    #expect(screen.texts == ["mail 7", "mail 8"])
    binding.cancel()
    #expect(screen.view.dataSource === own)
    #expect(screen.texts == ["own", "own"])
  }

  @Test("A binder that is attached to another view restores the first one")
  func moves() async throws {
    let (one, two) = (Screen(), Screen())
    let own = OwnSource()
    one.view.dataSource = own
    let binder = mailBinder() as TableViewBinder<OneSection, Mail>
    binder.attach(to: one.view).show(flat(1))
    binder.attach(to: two.view).show(flat(2))
    #expect(one.view.dataSource === own)
    #expect(one.texts == ["own", "own"])
    #expect(two.texts == ["mail 2"])
  }

  @Test("26: nothing retains the view, which releases the binder, the cells and the binding")
  func viewGoes() async throws {
    weak var view: UITableView?
    weak var binder: TableViewBinder<OneSection, Mail>?
    var binding: TableBinding<OneSection, Mail>?
    var ended = 0
    let (stream, input) = AsyncStream.makeStream(of: TableSnapshot<OneSection, Mail>.self)
    do {
      let screen = Screen()
      let own = mailBinder { _, _, context in context.scope.onEnd { ended += 1 } } as TableViewBinder<OneSection, Mail>
      (view, binder) = (screen.view, own)
      binding = own.attach(to: screen.view).bind(stream, initial: flat(1, 2, 3))
      screen.leaveWindow()
    }
    await until { view == nil && binder == nil }
    #expect(view == nil && binder == nil)
    #expect(ended == 3)
    try await binding?.finished
    withExtendedLifetime(input) {}
  }

  @Test("display returns when its view is deallocated, and retains nothing")
  func display() async throws {
    weak var view: UITableView?
    let (stream, input) = AsyncStream.makeStream(of: TableSnapshot<OneSection, Mail>.self)
    let task: Task<Void, any Error>
    do {
      let screen = Screen()
      view = screen.view
      let binder = (mailBinder() as TableViewBinder<OneSection, Mail>).attach(to: screen.view)
      task = Task { [weak binder] in try await binder?.display(stream) }
      input.yield(flat(1))
      await until { screen.view.numberOfSections == 1 && screen.texts == ["mail 1"] }
      #expect(screen.texts == ["mail 1"])
      screen.leaveWindow()
    }
    try await task.value
    #expect(view == nil)
  }
}
#endif

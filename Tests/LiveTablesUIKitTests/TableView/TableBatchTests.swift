#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
import LiveTablesTesting
import LiveTablesUIKit
import Testing
import UIKit

/// A binder that records the row counts around batches, and reports wrong row counts on demand.
private final class Watching: TableViewBinder<OneSection, Mail> {
  var lie: [Int]?
  var before: [[Int]] = []
  var after: [[Int]] = []
  var inside: (() -> Void)?
  var batches = 0
  var reloads = 0

  override var shownRowCounts: [Int]? { lie ?? super.shownRowCounts }

  override func reload(commit: () -> Void) {
    reloads += 1
    lie = nil
    super.reload(commit: commit)
  }

  override func perform(
    _ stage: BatchUpdate<OneSection, Mail>, animation: BatchAnimation, commit: () -> Void
  ) throws {
    batches += 1
    before.append(link.table.rowCounts)
    try super.perform(stage, animation: animation) {
      commit()
      after.append(link.table.rowCounts)
      inside?()
    }
  }
}

@MainActor private func watching(
  _ also: (@MainActor (MailCell, Mail) -> Void)? = nil
) -> Watching {
  Watching(
    .one(MailCell.self) { cell, mail, _ in
      cell.textLabel?.text = mail.subject
      also?(cell, mail)
    })
}

@Suite("Table view: batches", .timeLimit(.minutes(20))) @MainActor
struct TableBatchTests {
  @Test("Changes above the visible rows are not animated, so that visible rows do not jump")
  func above() async throws {
    let screen = Screen()
    let binder = watching()
    let binding = binder.attach(to: screen.view).show(TableSnapshot(rows: mails(0..<100)))
    screen.view.contentOffset.y = 880
    screen.view.layoutIfNeeded()
    let first = try #require(screen.texts.first)
    var animated: [Bool] = []
    binder.inside = { animated.append(UIView.areAnimationsEnabled) }
    func submit(_ ids: some Sequence<Int>) async throws { try await binding.store.submit(mails(ids)) }
    try await submit([200] + Array(0..<100))
    try await submit([200] + Array(1..<100))
    try await submit([200] + Array(1..<100) + [300])
    #expect(animated == [false, false, true])
    #expect(screen.view.contentOffset.y == 880 && screen.texts.first == first)
  }

  @Test("4: data is replaced inside the batch, also in a subclass that overrides the batch")
  func swapped() async throws {
    let screen = Screen()
    let binder = watching()
    let binding = binder.attach(to: screen.view).show(flat(1, 2, 3))
    binder.inside = { #expect(screen.view.hasUncommittedUpdates) }
    let applied = try await binding.store.submit(flat(3, 1, 4, 5))
    #expect(applied.mode == .batch && applied.isAnimated)
    #expect(binder.before == [[3]] && binder.after == [[4]])
    #expect(screen.counts == [4])
    #expect(screen.texts == ["mail 3", "mail 1", "mail 4", "mail 5"])
  }

  @Test(
    "5: a view without a window is reloaded, and a view that was laid out in a window performs batches",
    arguments: 0..<16)
  func window(pattern: Int) async throws {
    let screen = Screen(isInWindow: false)
    let binder = watching()
    let binding = binder.attach(to: screen.view).show(flat(1, 2, 3))
    var wasLaidOut = false
    for (step, table) in [flat(3, 1), flat(3, 4, 1, 5), flat(5), flat(1, 2, 3)].enumerated() {
      let isInWindow = pattern & 1 << step != 0
      if isInWindow { screen.enterWindow() } else { screen.leaveWindow() }
      if isInWindow { wasLaidOut = true }
      let applied = try await binding.store.submit(table)
      #expect(applied.mode == (isInWindow ? .batch : .reload(.viewNotReady)), "pattern \(pattern), step \(step)")
      #expect(screen.counts == table.rowCounts)
      if isInWindow { #expect(screen.texts == table.map(\.subject)) }
    }
    #expect(wasLaidOut == (pattern != 0))
  }

  @Test("5: a view in a window is reloaded before its first layout")
  func firstLayout() async throws {
    let screen = Screen(isInWindow: false)
    let binder = watching()
    let binding = binder.attach(to: screen.view).show(flat(1, 2, 3))
    screen.window.addSubview(screen.view)
    #expect(!binder.isReady)
    #expect(try await binding.store.submit(flat(1)).mode == .reload(.viewNotReady))
    #expect(binder.isReady)
    #expect(try await binding.store.submit(flat(1, 2)).mode == .batch)
    #expect(screen.texts == ["mail 1", "mail 2"])
  }

  @Test("7: tables and edits that a cell submits while it is configured are shown afterwards")
  func reentrant() async throws {
    let screen = Screen()
    var link: TableLink<OneSection, Mail>?
    let binder = watching { _, mail in
      if mail.id == 4 { link?.edit(.remove(id: 1)) }
    }
    link = binder.link
    let binding = binder.attach(to: screen.view).show(flat(1, 2))
    try await binding.store.submit(flat(1, 2, 4))
    await until { screen.counts == [2] }
    #expect(screen.texts == ["mail 2", "mail 4"])
    #expect(binder.reloads == 1)
  }

  @Test("13: changes during an interaction are shown after it, as one change")
  func held() async throws {
    let screen = Screen()
    let binder = watching()
    let binding = binder.attach(to: screen.view).show(flat(1, 2, 3))
    binder.link.beginInteraction()
    let (first, second) = (
      Task { try await binding.store.submit(flat(3)) }, Task { try await binding.store.submit(flat(3, 9)) }
    )
    await someTurns()
    #expect(screen.texts == ["mail 1", "mail 2", "mail 3"])
    binder.link.endInteraction()
    _ = try await (first.value, second.value)
    await until { screen.texts.count == 2 }
    #expect(screen.texts == ["mail 3", "mail 9"])
    #expect(binder.batches <= 2 && binder.reloads == 1)
  }

  @Test("14: a view that is deallocated between two stages receives no further calls")
  func diesBetweenStages() async throws {
    var screen: Screen? = Screen()
    weak let view = screen?.view
    let store = TableStore<OneSection, Mail>()
    var options = BindingOptions()
    var stages = 0
    options.performBatch = { _, animation, perform in
      let isShown = (screen?.view.numberOfSections ?? 0) > 0  // the first table may be a batch, too
      try perform(animation)
      if !isShown { return }
      stages += 1
      screen?.leaveWindow()
      screen = nil
    }
    try mailBinder().attach(to: #require(screen?.view)).bind(store, options: options)
    try await store.submit(TableSnapshot(rows: [Mail(1), Mail(2), Mail(3)]))
    #expect(view != nil && stages == 0)
    let submitted = Task { try await store.submit(TableSnapshot(rows: [Mail(3, "new"), Mail(1), Mail(4)])) }
    await until { view == nil }
    #expect(view == nil)
    _ = try? await submitted.value
    #expect(stages == 1)
  }

  @Test("16: a view that reports wrong row counts is reloaded, and the problem is reported")
  func misreports() async throws {
    let screen = Screen()
    let binder = watching()
    var reports: [String] = []
    let store = TableStore<OneSection, Mail>()
    binder.attach(to: screen.view).bind(
      store, options: BindingOptions(onDiagnostic: { reports.append("\($0.problem)") }))
    try await store.submit(flat(1, 2))
    binder.lie = [7]
    let applied = try await store.submit(flat(1, 2, 3))
    #expect(applied.mode == .reload(.changedOutside))
    #expect(reports.count == 1 && reports[0].contains("changedOutside"))
    #expect(screen.texts == ["mail 1", "mail 2", "mail 3"])
    #expect(try await store.submit(flat(3)).mode == .batch)
    #expect(screen.texts == ["mail 3"])
  }

  @Test("16: a view with another data source does not change, and shows the target when it gets the binder back")
  func elsewhere() async throws {
    let screen = Screen()
    let binder = watching()
    let binding = binder.attach(to: screen.view).show(flat(1, 2))
    screen.view.dataSource = nil
    #expect(!binder.isReady && binder.shownRowCounts == nil)
    #expect(try await binding.store.submit(flat(3)).mode == .reload(.viewNotReady))
    screen.view.dataSource = binder
    screen.view.reloadData()
    #expect(screen.texts == ["mail 3"])
  }

  @Test("Every kind of change, in sections, animated or not", arguments: [true, false])
  func changes(animated: Bool) async throws {
    let screen = Screen(.grouped)
    let binder = mailBinder() as TableViewBinder<Folder, Mail>
    let store = TableStore<Folder, Mail>()
    var options = BindingOptions(animated: animated)
    options.animations[.insert] = .left
    binder.link.sectionAnimations[1, default: TableAnimations()][.delete] = .fade
    binder.attach(to: screen.view).bind(store, options: options)
    let (a, b, c) = (Folder(1, "A"), Folder(2, "B"), Folder(3, "C"))
    let tables = [
      folders((a, mails(1...3)), (b, mails(4...6))),
      folders((b, mails(4...6)), (a, mails(1...3))),
      folders((b, mails([6, 4])), (c, []), (a, [Mail(3, "new"), Mail(1)])),
      folders((c, mails([6])), (a, mails([1, 3, 4]))),
      folders(),
      folders((a, mails(1...2))),
    ]
    for (number, table) in tables.enumerated() {
      let applied = try await store.submit(table)
      if number > 0 { #expect(applied.mode == .batch, "table \(number)") }
      #expect(screen.counts == table.rowCounts, "table \(number)")
      #expect(screen.texts == table.map(\.subject), "table \(number)")
    }
  }

  @Test("The first visible row stays in place when rows are inserted above it, unless the top is visible")
  func staysInPlace() async throws {
    let screen = Screen()
    let binding = mailBinder().attach(to: screen.view).show(TableSnapshot<OneSection, Mail>(rows: mails(0..<100)))
    try await binding.store.submit(TableSnapshot(rows: mails([-1]) + mails(0..<100)))
    #expect(screen.texts.first == "mail -1")
    screen.view.contentOffset.y = 44 * 20 + 10
    #expect(screen.texts.first == "mail 19")
    try await binding.store.submit(TableSnapshot(rows: mails(-5 ..< -1) + mails([-1]) + mails(0..<100)))
    #expect(screen.texts.first == "mail 19")
    #expect(screen.view.contentOffset == CGPoint(x: 0, y: 1066))
    try await binding.store.submit(TableSnapshot(rows: mails(10..<100)))
    #expect(screen.view.contentOffset == CGPoint(x: 0, y: 406))
  }
}
#endif

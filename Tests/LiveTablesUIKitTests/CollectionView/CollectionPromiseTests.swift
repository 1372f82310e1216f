#if canImport(UIKit)
@_spi(Adapters) import LiveTablesCells
@_spi(Adapters) import LiveTablesUIKit
import Testing
import UIKit

/// A binder that records the row counts around batches, and counts reloads.
private final class Watching: CollectionViewBinder<Shelf, Letter> {
  var before: [[Int]] = []
  var after: [[Int]] = []
  var reloads = 0

  override func reload(commit: () -> Void) {
    reloads += 1
    super.reload(commit: commit)
  }

  override func perform(
    _ stage: BatchUpdate<Shelf, Letter>, animation: BatchAnimation, commit: () -> Void
  ) throws {
    before.append(link.table.rowCounts)
    try super.perform(stage, animation: animation) {
      commit()
      after.append(link.table.rowCounts)
    }
  }
}

@MainActor private func watching() -> Watching {
  Watching(.one(LetterTile.self) { cell, mail, _ in cell.mail = mail })
}

/// Returns a table of sections with the given rows.
private func shelves(_ shelves: (Int, [Letter])...) -> LetterTable {
  TableSnapshot(sections: shelves.map { TableSection(Shelf($0.0, "shelf \($0.0)"), rows: $0.1) })
}

/// Tests the guarantees for views; the numbers are those of docs/guarantees.md.
@Suite("Collection view: guarantees", .timeLimit(.minutes(20))) @MainActor struct CollectionPromiseTests {
  @Test("4: data is replaced inside the batch, also in a subclass that overrides the batch")
  func swapped() async throws {
    let screen = CollectionScreen()
    let binder = watching()
    let binding = binder.attach(to: screen.view).show(LetterTable([1, 2, 3]))
    #expect(screen.ids == [1, 2, 3])
    let applied = try await binding.store.submit(LetterTable([3, 1, 4, 5]))
    #expect(applied.mode == .batch && applied.isAnimated)
    #expect(binder.before == [[3]] && binder.after == [[4]])
    #expect(screen.ids == [3, 1, 4, 5])
  }

  @Test(
    "5: a view without a window is reloaded, and a view that was laid out in a window performs batches",
    arguments: 0..<16)
  func window(pattern: Int) async throws {
    let screen = CollectionScreen(isInWindow: false)
    let binding = watching().attach(to: screen.view).show(LetterTable([1, 2, 3]))
    let tables = [LetterTable([3, 1]), LetterTable([3, 4, 1, 5]), LetterTable([5]), LetterTable([1, 2, 3])]
    for (step, table) in tables.enumerated() {
      let isInWindow = pattern & 1 << step != 0
      if isInWindow { screen.enter() } else { screen.view.removeFromSuperview() }
      let applied = try await binding.store.submit(table)
      #expect(applied.mode == (isInWindow ? .batch : .reload(.viewNotReady)), "pattern \(pattern), step \(step)")
      if isInWindow { #expect(screen.ids == table.map(\.id)) }
    }
  }

  @Test("5: a view in a window is reloaded before its first layout") func firstLayout() async throws {
    let screen = CollectionScreen(isInWindow: false)
    let binder = watching()
    let binding = binder.attach(to: screen.view).show(LetterTable([1, 2, 3]))
    screen.window.addSubview(screen.view)
    #expect(!binder.isReady)
    #expect(try await binding.store.submit(LetterTable([1])).mode == .reload(.viewNotReady))
    #expect(screen.ids == [1] && binder.isReady)
    #expect(try await binding.store.submit(LetterTable([1, 2])).mode == .batch)
    #expect(screen.ids == [1, 2])
  }

  @Test("8: a change does not wait for animations") func neverCompletes() async throws {
    let screen = CollectionScreen()
    let binder = watching()
    let binding = binder.attach(to: screen.view).show(LetterTable([]))
    for count in 1...20 { try await binding.store.submit(LetterTable((0..<count).map { Letter($0) })) }
    #expect(screen.view.numberOfItems(inSection: 0) == 20 && binder.link.revision >= 20)
  }

  @Test("13: changes during an interaction are shown after it, as one change") func held() async throws {
    let screen = CollectionScreen()
    let binder = watching()
    let binding = binder.attach(to: screen.view).show(LetterTable([1, 2, 3]))
    #expect(screen.ids == [1, 2, 3])
    let reloads = binder.reloads
    binder.link.beginInteraction()
    let (first, second) = (
      Task { try await binding.store.submit(LetterTable([3])) },
      Task { try await binding.store.submit(LetterTable([3, 9])) }
    )
    await someTurns()
    #expect(screen.ids == [1, 2, 3])
    binder.link.endInteraction()
    _ = try await (first.value, second.value)
    await until { screen.ids == [3, 9] }
    #expect(screen.ids == [3, 9])
    #expect(binder.before.count <= 2 && binder.reloads == reloads)
  }

  @Test("14: a view that is deallocated between two stages receives no further calls")
  func diesBetweenStages() async throws {
    var screen: CollectionScreen? = CollectionScreen()
    weak let view = screen?.view
    let store = LetterStore()
    var options = BindingOptions()
    var stages = 0
    options.performBatch = { _, animation, perform in
      let isShown = (screen?.view.numberOfSections ?? 0) > 0  // the first table may be a batch, too
      try perform(animation)
      if !isShown { return }
      stages += 1
      screen?.view.removeFromSuperview()
      screen = nil
    }
    try watching().attach(to: #require(screen?.view)).bind(store, options: options)
    try await store.submit(LetterTable([1, 2, 3]))
    screen?.view.layoutIfNeeded()
    #expect(view != nil && stages == 0)
    let submitted = Task { try await store.submit(LetterTable([Letter(3, "new"), 1, 4])) }
    await until { view == nil }
    #expect(view == nil)
    _ = try? await submitted.value
    #expect(stages == 1)
  }

  @Test("26: display returns when its view is deallocated, and retains nothing") func display() async throws {
    weak var view: UICollectionView?
    let (stream, input) = AsyncStream.makeStream(of: LetterTable.self)
    let task: Task<Void, any Error>
    do {
      let screen = CollectionScreen()
      view = screen.view
      let binder = watching().attach(to: screen.view)
      task = Task { [weak binder] in try await binder?.display(stream) }
      input.yield(LetterTable([1]))
      await until { screen.ids == [1] }
      #expect(screen.ids == [1])
      screen.view.removeFromSuperview()
    }
    try await task.value
    #expect(view == nil)
  }

  @Test("46: every kind of change is shown in sections, with and without animation", arguments: [true, false])
  func changes(animated: Bool) async throws {
    let screen = CollectionScreen()
    let store = LetterStore()
    watching().attach(to: screen.view).bind(store, options: BindingOptions(animated: animated))
    let tables = [
      shelves((1, [1, 2, 3]), (2, [4, 5, 6])),
      shelves((2, [4, 5, 6]), (1, [1, 2, 3])),
      shelves((2, [6, 4]), (3, []), (1, [Letter(3, "new"), 1])),
      shelves((3, [6]), (1, [1, 3, 4])),
      shelves(),
      shelves((1, [1, 2])),
    ]
    for (number, table) in tables.enumerated() {
      let applied = try await store.submit(table)
      if number > 0 { #expect(applied.mode == .batch, "table \(number)") }
      #expect(screen.mails == table.map { $0 }, "table \(number)")
    }
  }

  @Test("52: rows that appear, disappear or are touched are reported as events") func events() async throws {
    let screen = CollectionScreen()
    let binder = watching()
    let binding = binder.attach(to: screen.view).show(LetterTable((0..<30).map { Letter($0) }))
    #expect(screen.ids.first == 0)
    var (gone, touched): ([Int], [Int]) = ([], [])
    let (leaving, touching) = (binder.link.events.didEndDisplaying, binder.link.events.highlighted)
    let listeners = [
      Task { for await event in leaving { gone.append(event.row.id) } },
      Task { for await event in touching { touched.append(event.row.id) } },
    ]
    binder.collectionView(screen.view, didHighlightItemAt: IndexPath(item: 2, section: 0))
    try await binding.store.submit(LetterTable((1..<30).map { Letter($0) }))
    #expect(screen.ids.first == 1)
    await until { gone == [0] && touched == [2] }
    #expect(gone == [0] && touched == [2])
    binding.cancel()
    for listener in listeners { await listener.value }
  }

  @Test("53: an event that a cell sends contains the cell's row") func custom() async throws {
    let screen = CollectionScreen()
    let binder = CollectionViewBinder<Shelf, Letter>(
      .one(LetterTile.self) { cell, mail, context in
        cell.mail = mail
        if context.previous != nil { context.send("again") }
      })
    let binding = binder.attach(to: screen.view).show(LetterTable([1, 2]))
    #expect(screen.ids == [1, 2])
    let events = binder.link.events.custom(String.self)
    let heard = Task {
      for await event in events { return event.row.id }; return 0
    }
    try await binding.store.submit(LetterTable([0, 1, Letter(2, "new")]))
    #expect(await heard.value == 2)
  }
}
#endif

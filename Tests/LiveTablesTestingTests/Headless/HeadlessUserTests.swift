import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables

/// Tests of every kind of user input, on a view with a screenful of cells.
@MainActor @Suite("User input in the headless view", .timeLimit(.minutes(20))) struct HeadlessUserTests {
  /// Ten rows fit on the screen.
  private let view = HeadlessTableView<OneSection, Item>(
    .one(ItemCell.self) { cell, item, context in
      cell.item = item
      cell.text = "\(item)\(context.isSelected ? " selected" : "")"
      cell.tapped = { context.send($0) }
    })

  private func path(_ row: Int) -> RowPath { RowPath(section: 0, row: row) }

  private func table(_ ids: some Sequence<Int>) -> TableSnapshot<OneSection, Item> { TableSnapshot(rows: items(ids)) }

  @Test("taps select rows on screen, and cells know whether they are selected")
  func taps() async throws {
    try await withBinding(view, TableStore(table(1...30))) { binding in
      let (on, off) = (collected(view.link.events.highlighted), collected(view.link.events.unhighlighted))
      let selected = collected(view.link.events.selected)
      #expect(view.tap(path(0)) && view.link.selection.ids == [], "nothing can be selected unless said otherwise")
      view.link.selection.mode = .many
      #expect(view.tap(path(1)))
      #expect(view.tap(path(3)))
      #expect(view.tap(path(4), .extend))
      #expect(!view.tap(path(20)))
      #expect(view.visibleTexts.prefix(6) == ["1", "2", "3", "4 selected", "5 selected", "6"])
      view.tap(path(3))
      #expect(view.visibleTexts.prefix(6) == ["1", "2", "3", "4", "5 selected", "6"])
      binding.cancel()
      #expect(await selected.value.map(\.row.id) == [1, 2, 4, 5])
      #expect(await on.value.map(\.row.id) == [1, 2, 4, 5, 4])
      #expect(await off.value.count == 5)
    }
    #expect(view.violations.isEmpty)
  }

  @Test("a row that code selects is scrolled to and shown, unless it was selected")
  func programSelects() async throws {
    try await withBinding(view, TableStore(table(1...30))) { _ in
      view.link.selection.mode = .one
      view.link.selection.select(id: 20)
      #expect(view.cell(at: path(19))?.text == "20 selected")
      view.scroll(to: 0)
      view.link.selection.select(id: 20)
      #expect(view.offset == 0)
      view.link.selection.select(paths: [path(40)])
      #expect(view.offset == 0 && view.link.selection.ids == [20])
    }
  }

  @Test("a selected row looks selected when it moves, and its cell is not reconfigured")
  func looksSelected() async throws {
    let store = TableStore(table(1...8))
    try await withBinding(view, store) { _ in
      view.link.selection.mode = .one
      view.tap(path(1))
      try await store.submit(table([8, 7, 2, 1]))
      #expect(view.visibleTexts == ["8", "7", "2 selected", "1"])
      view.leaveWindow()
      try await store.submit(table([9, 2]))
      view.enterWindow()
      #expect(view.visibleTexts == ["9", "2 selected"])
      try await store.submit(table([9]))
      try await store.submit(table([9, 2]))
      #expect(view.visibleTexts == ["9", "2"])
    }
    #expect(view.violations.isEmpty && view.mismatch == nil)
  }

  @Test("rows that appear and disappear are reported, with their last content") func displays() async throws {
    let store = TableStore(table(1...30))
    let (will, did) = (collected(view.link.events.willDisplay), collected(view.link.events.didEndDisplaying))
    try await withBinding(view, store) { binding in
      view.scroll(to: 44 * 2)
      var changed = items(1...30)
      changed[2].text = "!"
      try await store.submit(TableSnapshot(rows: changed))
      try await store.edit(.remove(id: 3))
      binding.cancel()
    }
    let (came, left) = (await will.value, await did.value)
    // When 3 is deleted, 4 keeps its position on the screen, so 2 appears again above it.
    #expect(came.map(\.row.id) == Array(1...12) + [2])
    #expect(left.map(\.row) == [Item(1), Item(2), Item(3, "!")])
    #expect(left.last?.path == path(2))
  }

  @Test("rows that disappear together are reported from top to bottom", arguments: [false, true])
  func leavesFromAbove(alwaysReloads: Bool) async throws {
    let store = TableStore(table(1...30))
    var options = BindingOptions()
    options.alwaysReloads = alwaysReloads
    let did = collected(view.link.events.didEndDisplaying)
    try await withBinding(view, store, options: options) { binding in
      try await store.submit(table(11...30))
      binding.cancel()
    }
    #expect(await did.value.map(\.row.id) == Array(1...10))
  }

  @Test("scrolling to the end requests more rows, page by page") func pages() async throws {
    let store = TableStore(table(1...20))
    try await withBinding(view, store) { binding in
      let near = view.link.events.nearEnd(within: 5)
      var asked: [Int] = []
      let pages = Task {
        for await request in near {
          asked.append(request)
          if request < 60 { _ = try? await store.submit(table(1...request + 20)) }
        }
      }
      await Task.yield()
      #expect(asked.isEmpty)
      for count in [20, 40, 60] {
        await until { view.link.table.count == count }
        view.scroll(to: Double(count - 15) * 44)  // five rows remain
        await Task.yield()
        #expect(asked.count == count / 20 - 1)
        view.scroll(to: Double(count - 14) * 44)
        await until { asked.count == count / 20 }
      }
      await until { asked == [20, 40, 60] }
      binding.cancel()
      await pages.value
    }
  }

  @Test("a swipe offers the allowed actions, and performs the chosen one") func swipes() async throws {
    try await withBinding(view, TableStore(table(1...5))) { _ in
      var flagged: [Int] = []
      view.link.editing.rules =
        .deleting { $0.row.id != 3 }
        + .actions { _ in [.delete("Delete"), RowAction("Flag") { flagged.append($0.row.id) }] }
      #expect(view.swipe(path(0)).map(\.title) == ["Delete", "Flag"])
      #expect(view.swipe(path(9)).isEmpty)
      #expect(!view.swipe(path(2), choosing: "Delete"))
      #expect(view.swipe(path(1), choosing: "Delete"))
      #expect(view.swipe(path(1), choosing: "Flag"))
      #expect(!view.swipe(path(1), choosing: "Archive"))
      #expect(flagged == [3])
      #expect(view.visibleTexts == ["1", "3", "4", "5"])
    }
    #expect(view.violations.isEmpty && view.mismatch == nil)
  }

  @Test("a dragged row lands where it is dropped while tables arrive, and keeps its cell") func drags() async throws {
    let store = TableStore(table(1...5))
    try await withBinding(view, store) { _ in
      view.link.editing.rules = .moving(to: .anywhere)
      let cell = view.cell(at: path(0))
      #expect(view.drag(path(9)) == nil)
      let drag = try #require(view.drag(path(0)))
      async let submission = store.submit(table([9, 1, 2, 3, 4, 5]))
      await until { await store.table.count == 6 }
      #expect(view.visibleTexts == ["1", "2", "3", "4", "5"])
      drag.drop(intoGap: path(3))
      #expect(view.visibleTexts == ["2", "3", "1", "4", "5"])
      #expect(view.cell(at: path(2)) === cell)
      _ = try await submission
      #expect(view.visibleTexts == ["9", "2", "3", "1", "4", "5"])
    }
    #expect(view.violations.isEmpty && view.mismatch == nil)
  }

  @Test("an event of a cell contains the row that it shows after pending changes")
  func cellsSpeak() async throws {
    let store = TableStore(table(1...5))
    try await withBinding(view, store) { binding in
      let told = collected(view.link.events.custom(String.self))
      let cell = try #require(view.cell(at: path(1)) as? ItemCell)
      cell.tapped?("one")
      try await store.submit(TableSnapshot(rows: [Item(9), Item(2, "!"), Item(1)]))
      cell.tapped?("two")
      let gone = try #require(view.cell(at: path(2)) as? ItemCell)
      try await store.submit(TableSnapshot(rows: [Item(9), Item(2, "!")]))
      gone.tapped?("gone")
      binding.cancel()
      cell.tapped?("after the end")
      #expect(await told.value.map { "\($0.event) \($0.row) \($0.path)" } == ["one 2 (0,1)", "two 2! (0,1)"])
    }
  }

  @Test("an event that a cell sends while it is configured is delivered after the change")
  func cellsSpeakInABatch() async throws {
    let store = TableStore(table(1...3))
    let speaking = HeadlessTableView<OneSection, Item>(
      .one(ItemCell.self) { cell, item, context in
        cell.text = "\(item)"
        if item.text == "!" { context.send("changed") }
      })
    try await withBinding(speaking, store) { binding in
      let told = collected(speaking.link.events.custom(String.self))
      try await store.submit(TableSnapshot(rows: [Item(7), Item(3, "!"), Item(2)]))
      binding.cancel()
      #expect(await told.value.map { "\($0.row) \($0.path)" } == ["3! (0,1)"])
    }
  }
}

import LiveTables
@_spi(Adapters) import LiveTablesCells
import LiveTablesTesting
import TestSupport
import Testing

@Suite("Cells: reuse, scopes, updates in place", .timeLimit(.minutes(20))) @MainActor struct TableCellsTests {
  @Test(
    "a changed row is reconfigured in place with its previous value, and an equal table touches no cell")
  func inPlace() async throws {
    let view = ItemView(.items())
    try await showing(view) { store in
      try await store.submit(TableSnapshot(rows: [Item(4), Item(5)]))
      let cell = try #require(view.itemCell(0))
      let other = try #require(view.itemCell(1))
      try await store.submit(TableSnapshot(rows: [Item(4, "!"), Item(5)]))
      #expect(view.itemCell(0) === cell && cell.previous == [nil, Item(4)] && cell.text == "4!")
      try await store.submit(TableSnapshot(rows: [Item(4, "!"), Item(5)]))
      #expect(cell.previous.count == 2 && other.previous == [nil])
    }
  }

  @Test(
    "a row is updated in place in a change that also inserts, moves and deletes other rows"
  )
  func inPlaceAmongMoves() async throws {
    let view = ItemView(.items())
    try await showing(view) { store in
      try await store.submit(flat(1, 2, 3, 4))
      let cells = try (0..<4).map { try #require(view.itemCell($0)) }
      try await store.submit(TableSnapshot(rows: [Item(9), Item(4), Item(2, "!"), Item(1)]))
      #expect(view.visibleTexts == ["9", "4", "2!", "1"])
      #expect(view.itemCell(2) === cells[1] && cells[1].previous == [nil, Item(2)])
      #expect(view.itemCell(1) === cells[3] && cells[3].previous == [nil])
      #expect(view.itemCell(3) === cells[0] && cells[0].previous == [nil])
      // Whether the deleted row's cell is reused depends on when the new row is displayed.
      #expect(cells[1].scope?.isEnded == false)
    }
  }

  @Test("a row is reloaded in another cell if its kind requires it")
  func reloaded() async throws {
    let view = ItemView(.items(update: .reload))
    try await showing(view) { store in
      try await store.submit(flat(1, 2))
      let other = try #require(view.itemCell(1))
      let scope = try #require(view.itemCell(0)?.scope)
      try await store.submit(TableSnapshot(rows: [Item(1, "!"), Item(2)]))
      let cell = try #require(view.itemCell(0))
      #expect(cell.text == "1!" && cell.previous.last == .some(nil) && cell.reuses == 1)
      #expect(scope.isEnded && other.previous == [nil] && other.scope?.isEnded == false)
    }
  }

  @Test("a changed row gets another kind of cell if it needs one")
  func otherKind() async throws {
    let view = ItemView(
      .choosing { item, _ in
        item.text.isEmpty
          ? .one(ItemCell.self) { cell, item, _ in cell.text = "\(item)" }
          : .one(BoldCell.self) { cell, item, _ in cell.text = "\(item)" }
      })
    try await showing(view) { store in
      try await store.submit(flat(1, 2))
      try await store.submit(TableSnapshot(rows: [Item(1), Item(2, "!")]))
      #expect(view.cell(at: RowPath(section: 0, row: 0)) is ItemCell)
      #expect(view.cell(at: RowPath(section: 0, row: 1)) is BoldCell)
      #expect(view.visibleTexts == ["1", "2!"] && view.registrations == ["ItemCell", "BoldCell"])
    }
  }

  /// Returns a provider with big cells for folder 0, and small ones for the others.
  private func sized(_ folders: @escaping (Folder) -> Bool = { $0.id == 0 }) -> CellProvider<Folder, Item, HeadlessCell>
  {
    .keyed(
      [
        true: .one(BoldCell.self) { cell, item, context in cell.text = "big \(item) \(context.section.id)" },
        false: .one(ItemCell.self) { cell, item, context in
          cell.previous.append(context.previous)
          cell.text = "small \(item) \(context.section.id)"
        },
      ], by: { _, place in folders(place.section) })
  }

  @Test("a row that moves to another section gets the kind of cell for that section")
  func otherKindInOtherSection() async throws {
    let view = FolderView(sized())
    try await showing(view) { store in
      try await store.submit(folders([(Folder(id: 0), [1, 3]), (Folder(id: 1), [2])]))
      try await store.submit(folders([(Folder(id: 0), [3]), (Folder(id: 1), [2, 1])]))
      #expect(view.visibleTexts == ["big 3 0", "small 2 1", "small 1 1"])
      var table = folders([(Folder(id: 0), [3]), (Folder(id: 1), [1])])
      table.insert(Item(2, "!"), at: RowPath(section: 0, row: 0))
      try await store.submit(table)
      #expect(view.visibleTexts == ["big 2! 0", "big 3 0", "small 1 1"], "also with new content")
      view.link.edit(.move(.id(3), to: .path(RowPath(section: 1, row: 0))))
      #expect(view.visibleTexts == ["big 2! 0", "small 3 1", "small 1 1"], "also by the user")
    }
  }

  @Test("a row that moves to another section and keeps its kind of cell is configured there with the new section")
  func otherSection() async throws {
    let view = FolderView(sized())
    try await showing(view) { store in
      try await store.submit(folders([(Folder(id: 1), [1]), (Folder(id: 2), [2])]))
      let cell = try #require(view.itemCell(0))
      try await store.submit(folders([(Folder(id: 1), []), (Folder(id: 2), [2, 1])]))
      #expect(view.itemCell(1, section: 1) === cell && cell.text == "small 1 2" && cell.previous == [nil, Item(1)])
    }
  }

  @Test("the kind of cell follows the section's value, and cells of the right kind are not touched")
  func otherSectionValue() async throws {
    let view = FolderView(sized { $0.name == "big" })
    try await showing(view) { store in
      try await store.submit(folders([(Folder(id: 1), [1, 2]), (Folder(id: 2), [3])]))
      let other = try #require(view.itemCell(0, section: 1))
      try await store.submit(folders([(Folder(id: 1, name: "big"), [1, 2]), (Folder(id: 2, name: "small"), [3])]))
      #expect(view.visibleTexts == ["big 1 1", "big 2 1", "small 3 2"])
      #expect(view.itemCell(0, section: 1) === other && other.previous == [nil])
    }
  }

  @Test("a row that moves within its section gets another kind of cell if its new place requires it")
  func otherKindInPlace() async throws {
    let view = ItemView(
      .choosing { item, place in
        place.path.row == 0
          ? .one(BoldCell.self) { cell, item, _ in cell.text = "first \(item)" }
          : .one(ItemCell.self) { cell, item, _ in cell.text = "\(item)" }
      })
    try await showing(view) { store in
      try await store.submit(flat(1, 2, 3, 4))
      try await store.submit(flat(2, 3, 4, 1))
      #expect(view.visibleTexts.last == "1")
      try await store.submit(flat(4, 2, 3, 1))
      #expect(view.visibleTexts.first == "first 4")
    }
  }

  @Test("the tasks of a reused cell are cancelled before it is reconfigured")
  func cancelledBeforeReuse() async throws {
    var isCancelled: [ObjectIdentifier: Task<Void, Never>] = [:]
    var reuses = 0
    let provider = ItemProvider.one(ItemCell.self) { cell, item, context in
      if let scope = cell.scope {
        reuses += 1
        #expect(scope.isEnded)
        #expect(isCancelled[ObjectIdentifier(cell)]?.isCancelled == true)
      }
      cell.scope = context.scope
      let task = Task { await Gate().wait() }
      context.scope.onEnd { task.cancel() }
      isCancelled[ObjectIdentifier(cell)] = task
    }
    let view = ItemView(provider, height: 132)
    try await showing(view) { store in
      try await store.submit(TableSnapshot(rows: items(0..<50)))
      for offset in stride(from: 0.0, to: 1000, by: 60) { view.scroll(to: offset) }
      #expect(reuses > 10)
      try await store.edit { $0.replace(Item(20, "!")) }
    }
    for task in isCancelled.values { #expect(task.isCancelled) }
  }

  @Test(
    "work for a row ends when it leaves the screen, is deleted or reloaded, or its binding is cancelled")
  func ends() async throws {
    let view = ItemView(.items(), height: 132)
    let store = TableStore<OneSection, Item>()
    let binding = view.bind(store)
    try await store.submit(TableSnapshot(rows: items(0..<20)))
    let first = try #require(view.itemCell(0)?.scope)
    let second = try #require(view.itemCell(1)?.scope)
    let third = try #require(view.itemCell(2)?.scope)
    view.scroll(to: 44)
    #expect(first.isEnded && !second.isEnded)
    try await store.edit { $0.remove(id: 1) }
    #expect(second.isEnded && !third.isEnded)
    view.leaveWindow()
    try await store.edit { $0.remove(id: 19) }
    view.enterWindow()
    #expect(third.isEnded)
    let last = try #require(view.itemCell(2)?.scope)
    #expect(!last.isEnded)
    binding.cancel()
    #expect(last.isEnded)
    view.scroll(to: 200)
    let late = try #require(view.cell(at: view.visiblePaths[0]) as? ItemCell)
    #expect(late.text != "" && late.scope?.isEnded == true, "rows are still shown, but nothing is done for them")
    view.bind(store)
    await until { view.itemCell(view.visiblePaths[0].row)?.scope?.isEnded == false }
  }

  @Test("a cell whose binding has ended sends no events to readers of the next one")
  func sendsNothingLater() async {
    var send: (@MainActor (String) -> Void)?
    let view = ItemView(.one(ItemCell.self) { _, _, context in send = { context.send($0) } })
    let binding = view.show(flat(1))
    let first = collected(view.link.events.custom(String.self))
    send?("now")
    binding.cancel()
    #expect(await first.value.map(\.event) == ["now"])
    let second = collected(view.link.events.custom(String.self))
    send?("late")
    let other = view.show(flat(2))
    send?("again")
    other.cancel()
    #expect(await second.value.map(\.event) == ["again"])
  }

  @Test("headers that appear after the end of the binding start no work")
  func headersAfterTheEnd() async throws {
    let headers = CellProvider<Folder, Folder, HeadlessCell>.one(FolderHeader.self) { view, _, context in
      view.scope = context.scope
    }
    let view = FolderView(.items(), supplementaries: [.header: headers], height: 100)
    let store = TableStore<Folder, Item>(folders((0..<20).map { (Folder(id: $0), [$0]) }))
    let binding = view.bind(store)
    await until { view.link.revision > 0 }
    let scope = try #require((view.supplementaryView(.header, section: 0) as? FolderHeader)?.scope)
    #expect(!scope.isEnded)
    binding.cancel()
    #expect(scope.isEnded)
    view.scroll(to: 600)
    let section = try #require(view.visiblePaths.last?.section)
    #expect((view.supplementaryView(.header, section: section) as? FolderHeader)?.scope?.isEnded == true)
  }

  @Test("rows stay on screen and their work continues after the end of a sequence")
  func finished() async throws {
    let view = ItemView(.items())
    let (stream, input) = AsyncStream.makeStream(of: [Item].self)
    let binding = view.bind(stream)
    input.yield(items(0..<3))
    input.finish()
    try await binding.finished
    #expect(view.itemCell(2)?.scope?.isEnded == false)
  }

  @Test("a cell that returns to the screen without a request gets its scope back")
  func comesBack() async throws {
    let view = ItemView(.items(), height: 132)
    view.heldCells = 5
    try await showing(view) { store in
      try await store.submit(TableSnapshot(rows: items(0..<20)))
      let cell = try #require(view.itemCell(0))
      let scope = try #require(cell.scope)
      view.scroll(to: 44)
      #expect(scope.isEnded && view.itemCell(0) == nil)
      try await store.edit { $0.replace(Item(0, "!")) }
      view.scroll(to: 0)
      #expect(view.itemCell(0) === cell && cell.scope?.isEnded == false && cell.reuses == 0)
      #expect(cell.text == "0!", "what changed meanwhile is shown")
    }
  }

  @Test("a view and its binding are released, with and without a cancellation")
  func released() async throws {
    for cancels in [true, false] {
      let begun = Gate()
      var isOver = false
      var view: ItemView? = ItemView(
        .one(ItemCell.self) { cell, _, context in
          context.scope.task {
            begun.open()
            await Gate().wait()
            cell.text = "over"  // retains the cell while the task runs
            isOver = true
          }
          context.scope.onEnd { _ = context }
        })
      weak let weakView = view
      weak let cells = view?.cells
      let (stream, _) = AsyncStream.makeStream(of: [Item].self)
      var binding = view?.bind(stream, initial: items(0..<3))
      weak let cell = view?.itemCell(0)
      await begun.wait()
      #expect(cell != nil)
      if cancels { binding?.cancel() }
      view = nil
      binding = nil
      #expect(weakView == nil && cells == nil)
      await until { isOver }
      await until { cell == nil }
    }
  }

  @Test("a cell knows whether its row is selected, also when that changes")
  func selected() async throws {
    let view = ItemView(
      .one(ItemCell.self) { cell, item, context in
        cell.text = "\(item)\(context.isSelected ? " selected" : "")"
        cell.previous.append(context.previous)
      }, height: 132)
    view.link.selection.mode = .one
    try await showing(view) { store in
      try await store.submit(TableSnapshot(rows: items(0..<20)))
      let cells = (0..<3).map { view.itemCell($0) }
      view.link.selection.user(.tap, at: RowPath(section: 0, row: 1))
      #expect(view.visibleTexts == ["0", "1 selected", "2"])
      #expect(view.itemCell(1) === cells[1] && cells[1]?.previous == [nil, Item(1)] && cells[0]?.previous == [nil])
      try await store.edit { $0.insert(Item(100), at: .before(0)) }
      #expect(view.visibleTexts == ["100", "0", "1 selected"])
      view.scroll(to: 600)
      view.link.selection.select(id: 7)
      #expect(view.visibleTexts.contains("7 selected"))
      view.scroll(to: 0)
      #expect(view.visibleTexts == ["100", "0", "1"])
    }
  }

  @Test("a cell gets the source's value, which changes with the table and survives edits")
  func sourceValue() async throws {
    struct Transaction: Sendable, Equatable { let number: Int }
    var seen: [Int?] = []
    let view = ItemView(
      .one(ItemCell.self) { _, _, context in
        seen.append(context.value(Transaction.self)?.number)
        #expect(context.value(Int.self) == nil)
      })
    let states = AsyncStream.makeStream(of: TableState<OneSection, Item>.self)
    let binding = view.bind(states.stream, initial: TableState(flat(1), value: Transaction(number: 1)))
    #expect(seen == [1])
    states.continuation.yield(TableState(TableSnapshot(rows: [Item(1, "!")]), value: Transaction(number: 2)))
    await until { seen == [1, 2] }
    try await binding.store.edit { $0.replace(Item(1, "?")) }
    #expect(seen == [1, 2, 2] && view.link.value as? Transaction == Transaction(number: 2))
    view.link.edit(.replace(Item(1, "user")))
    #expect(seen == [1, 2, 2, 2])
    await until { await binding.store.table.first?.text == "user" }
    try await binding.store.submit(TableState(flat(1), value: Transaction(number: 5)))
    try await binding.store.submit(flat(1, 2))
    #expect(seen == [1, 2, 2, 2, 5, nil] && view.link.value == nil)
    binding.cancel()
  }

  @Test("every stage of a change is shown with the new table's value")
  func sourceValueInStages() async throws {
    var seen: [String] = []
    let view = ItemView(
      .one(ItemCell.self) { _, item, context in seen.append("\(item) \(context.value(String.self) ?? "none")") })
    try await showing(view) { store in
      try await store.submit(TableState(flat(1, 2), value: "old"))
      try await store.submit(TableState(TableSnapshot(rows: [Item(2, "!"), Item(3)]), value: "new"))
    }
    #expect(seen == ["1 old", "2 old", "2! new", "3 new"])
  }
}

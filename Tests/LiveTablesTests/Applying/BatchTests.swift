import TestSupport
import Testing

@testable import LiveTables
import LiveTablesCells

/// Tests of views that reject, misreport or cannot perform batches.
@Suite("Batches and views", .timeLimit(.minutes(20))) @MainActor
struct BatchTests {
  @Test("5: a view without a window is reloaded with the newest table, and later diffs start from it")
  func window() async throws {
    for ready in 0..<16 {
      let view = FlatView()
      let store = TableStore<OneSection, Item>()
      try await withBinding(view, store) { _ in
        try await store.submit(flat(1, 2, 3))
        for (step, table) in [flat(3, 1), flat(3, 4, 1, 5), flat(5), flat(1, 2, 3)].enumerated() {
          view.isReady = ready & 1 << step != 0
          let applied = try await store.submit(table)
          #expect(applied.mode == (view.isReady ? .batch : .reload(.viewNotReady)))
          #expect(applied.isAnimated == view.isReady)
          #expect(view.link.table == table)
        }
      }
    }
  }

  @Test("8: a view that never calls its completion handlers shows all changes")
  func neverCompletes() async throws {
    let view = FlatView()
    var completions: [() -> Void] = []
    view.configure = { _ in completions.append { Issue.record("nobody waits for this") } }
    let store = TableStore<OneSection, Item>()
    try await withBinding(view, store) { _ in
      for count in 1...20 { try await store.submit(TableSnapshot(rows: items(0..<count))) }
    }
    #expect(view.rows == [items(0..<20)])
    #expect(completions.count == 21)
  }

  @Test("a problem without a handler is written to standard error") func unheard() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { @MainActor in
      let view = FlatView()
      view.perform = { _, _, _ in throw Broken() }
      try await view.withStore(options: BindingOptions(name: "inbox")) { store in
        try await store.submit(flat(1, 2, 3))
        #expect(try await store.submit(flat(3, 1)).mode != .batch)
      }
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(text.contains("LiveTables: table \"inbox\": the view refused the batch of revision 2"))
  }

  @Test("9: a change beyond the batch limit is a reload, and has its changeset")
  func budget() async throws {
    let view = FlatView()
    var shuffled = Array(0..<100_000)
    var random = SystemRandomNumberGenerator()
    shuffled.shuffle(using: &random)
    try await view.withStore { store in
      try await store.submit(TableSnapshot(rows: items(0..<100_000)))
      let applied = try await store.submit(TableSnapshot(rows: items(shuffled)))
      #expect(applied.mode == .reload(.batchTooLarge) && !applied.isAnimated)
      #expect(applied.changeset.operationCount > 10_000)
    }
    #expect(view.events.count == 2)
    for case .batch in view.events { Issue.record("a batch past the budget") }
    #expect(view.rows == [items(shuffled)])
  }

  @Test("9: the batch limit can be set")
  func smallBudget() async throws {
    let view = FlatView()
    try await view.withStore(options: BindingOptions(maximumBatchSize: 2)) { store in
      try await store.submit(flat(1))
      #expect(try await store.submit(flat(1, 2, 3)).mode == .batch)
      #expect(try await store.submit(flat(1, 2, 3, 4, 5, 6)).mode == .reload(.batchTooLarge))
      view.link.edit(.replace(Item(1, "edited")))
    }
    #expect(view.rows == [[Item(1, "edited")] + items(2...6)])
  }

  @Test("16: a view that other code has changed is reloaded, and the problem is reported")
  func changedOutside() async throws {
    let view = FlatView()
    var reports: [String] = []
    let options = BindingOptions(name: "inbox") { reports.append("\($0)") }
    try await view.withStore(options: options) { store in
      try await store.submit(flat(1, 2))
      view.tampered = [3]
      #expect(try await store.submit(flat(1)).mode == .reload(.changedOutside))
      view.tampered = [7]
      #expect(try await store.submit(flat(1)).mode == .reload(.changedOutside), "also where nothing is to change")
      #expect(try await store.submit(flat(1, 2)).mode == .batch)
    }
    #expect(
      reports == [
        "table \"inbox\": the view has row counts [3] where it was given [2]; reloaded",
        "table \"inbox\": the view has row counts [7] where it was given [1]; reloaded",
      ])
  }

  @Test("15: a view that throws is reloaded with the newest table, and the error is reported")
  func throwing() async throws {
    let view = FlatView()
    var reports: [TableDiagnostic] = []
    try await view.withStore(options: BindingOptions { reports.append($0) }) { store in
      try await store.submit(flat(1, 2))
      view.perform = { view, _, _ in
        view.perform = nil
        throw Broken(number: 1)
      }
      let applied = try await store.submit(TableSnapshot(rows: [Item(2, "new"), Item(3)]))
      #expect(applied.mode == .reload(.refused))
      #expect(applied.table == TableSnapshot(rows: [Item(2, "new"), Item(3)]))
      #expect(view.link.table == applied.table, "also what would have been the second stage")
      view.perform = { view, _, commit in
        view.perform = nil
        commit()
        throw Broken(number: 2)
      }
      #expect(try await store.submit(flat(2)).mode == .reload(.refused))
      #expect(try await store.submit(flat(2, 4)).mode == .batch)
    }
    #expect(reports.map(\.revision) == [2, 3])
    for (number, report) in reports.enumerated() {
      guard case .refused(let error) = report.problem else { throw Broken() }
      #expect(error as? Broken == Broken(number: number + 1))
    }
  }

  @Test("15: a view that does not commit exactly once is reloaded, and the problem is reported")
  func commits() async throws {
    for count in [0, 2, 3] {
      let view = FlatView()
      var reports: [String] = []
      try await view.withStore(options: BindingOptions { reports.append("\($0)") }) { store in
        try await store.submit(flat(1, 2))
        view.link.selection.mode = .one
        view.link.selection.select(id: 2)
        view.perform = { view, stage, commit in
          view.perform = nil
          for _ in 0..<count { commit() }
        }
        #expect(try await store.submit(flat(2)).mode == .reload(.refused))
        #expect(view.link.selection.ids == [2], "what is selected has followed once")
        #expect(try await store.submit(flat(2, 3)).mode == .batch)
      }
      #expect(view.rows == [items([2, 3])])
      #expect(reports == ["table: the view committed the batch of revision 2 \(count) times, not once; reloaded"])
    }
  }

  @Test("15: every invalid batch is stopped before the view sees it, reported, and replaced by a reload")
  func corrupted() async throws {
    let path = { (row: Int) in RowPath(section: 0, row: row) }
    let faults: [(String, (inout BatchOperations) -> Void)] = [
      ("a row too many is deleted", { $0.deletedRows.append(path(0)) }),
      ("a row that does not exist is deleted", { $0.deletedRows = [path(9)] }),
      ("a row is deleted twice", { $0.deletedRows += $0.deletedRows }),
      ("a row is inserted out of range", { $0.insertedRows = [path(9)] }),
      ("nothing is said", { $0 = BatchOperations() }),
      ("content and structure share a batch", { $0.updatedRows = [path(0)] }),
      ("a section is reloaded", { $0.reloadedSections = [0] }),
      ("a section is deleted", { $0.deletedSections = [0] }),
      ("a move has no source", { $0.movedRows = [BatchMove(from: path(7), to: path(0))] }),
    ]
    for (name, corrupt) in faults {
      let view = FlatView()
      var reports: [TableDiagnostic] = []
      let old = CapturedTable(flat(1, 2, 3))
      let new = CapturedTable(flat(2, 3, 4, 5))
      let applier = TableApplier(
        view: view, differencer: Differencer(), bindings: StoreBindings(),
        options: BindingOptions { reports.append($0) })
      applier.showFirst(old)
      var operations = new.table.difference(from: old.table).stages[0].operations
      corrupt(&operations)
      let change = PreparedUpdate(
        changeset: new.table.difference(from: old.table), target: new,
        stages: [PreparedStage(operations, from: old, to: new)], reloadReason: nil)
      let order = TableApplier<OneSection, Item>.Order(
        target: new, bindingNumber: 1, version: 1, tableCount: 1, newestTableVersion: 1, superseded: 0, isNews: true,
        lastMergedEdit: 0,
        replacementTime: nil, notes: [])
      guard case .done(.applied(let applied, let base)) = applier.apply(change, .init(from: 1), for: order) else {
        Issue.record("\(name): not applied")
        continue
      }
      #expect(applied.mode == .reload(.invalidBatch), "\(name)")
      #expect(base.content.table == new.table && view.link.table == new.table)
      #expect(view.events.count == 2)
      for case .batch in view.events { Issue.record("\(name): the view has seen it") }
      guard case .invalid = reports.first?.problem, reports.count == 1 else {
        Issue.record("\(name): not reported")
        continue
      }
    }
  }

  @Test("14: a view that is deallocated between two stages receives no calls, and the submission ends")
  func diesBetweenStages() async throws {
    let stages = Guarded(0)
    var view: FlatView? = FlatView()
    weak let weakView = view
    let (silent, _) = AsyncStream.makeStream(of: [Item].self)
    let binding = try #require(view).bind(silent)
    try await binding.store.submit(flat(1, 2))
    view?.told = { _ in
      stages.with { $0 += 1 }
      view = nil  // releases the view during the first of two stages
    }
    await #expect(throws: TableError.ended(.viewGone)) {
      try await binding.store.submit(TableSnapshot(rows: [Item(2, "new"), Item(3)]))
    }
    if weakView != nil { binding.cancel() }  // otherwise `finished` would never return
    try await binding.finished
    #expect(stages.now == 1)
    #expect(weakView == nil)
  }
}

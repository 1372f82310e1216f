import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

@MainActor struct StrictTableViewTests {
  private typealias View = StrictTableView<SampleSection, SampleRow>
  private typealias Flat = StrictTableView<OneSection, SampleRow>

  private func flat(_ ids: Int...) -> TableSnapshot<OneSection, SampleRow> {
    TableSnapshot(rows: ids.map { SampleRow($0) })
  }

  /// Collects the reported diagnostics.
  @MainActor private final class Reports {
    var all: [TableDiagnostic] = []
    var options: BindingOptions { BindingOptions { self.all.append($0) } }
  }

  @Test(arguments: [RandomTables.Kind(), .small, .duplicates])
  func randomTablesAreShownWithoutBreakingARuleAndEveryCellIsWhatItShouldBe(
    kind: RandomTables.Kind
  ) async throws {
    for seed in 0..<20 as Range<UInt64> {
      let view = View()
      try await view.withStore { store in
        for table in RandomTables.series(seed: seed, count: 25, kind) {
          try await store.submit(table)
          #expect(view.drawn == table, "seed \(seed)")
          #expect(view.mismatch == nil, "seed \(seed)")
        }
      }
      #expect(view.violations == [], "seed \(seed)")
      #expect(view.reloads == 1)
    }
  }

  @Test func batchesShareTheRowsThatTheyDoNotChangeWithTheTable() async throws {
    let watch = Watched.Watch()
    let view = StrictTableView<OneSection, Watched>()
    try await view.withStore { store in
      try await store.submit(TableSnapshot(rows: (0..<10_000).map { Watched(id: $0, watch: watch) }))
      try await store.edit {
        $0.update(.id(5_000)) { $0.text = "new" }
        $0.remove(id: 7)
        $0.move(.id(9_000), to: .path(RowPath(0, 4)))
        $0.append(Watched(id: 10_000, watch: watch))
      }
    }
    let before = watch.comparisons.now
    #expect(view.batches == 2 && view.drawn.difference(from: view.link.table).isEmpty)
    #expect(watch.comparisons.now - before < 2_000)
  }

  @Test("4: data is replaced inside the batch only, also with a pending reload")
  func dataIsSwappedInsideTheBatchOnlyAlsoWithAReloadPending() async throws {
    let view = View()
    let reports = Reports()
    view.layoutTime = .later
    try await view.withStore(options: reports.options) { store in
      for (number, table) in RandomTables.series(seed: 7, count: 60).enumerated() {
        // The first table is reloaded, which is still pending at the first batch; refused batches cause more reloads.
        if number % 9 == 4 { view.fault = .refuses }
        let before = view.link.table
        try await store.submit(table)
        if before == table { view.fault = nil }
        if number % 5 == 0 { view.layOut() }
        #expect(view.mismatch == nil)
      }
    }
    view.layOut()
    #expect(view.drawn == view.link.table)
    #expect(view.violations == [])
    #expect(view.reloads > 3 && view.batches > 20)
    #expect(reports.all.count == view.reloads - 1, "the first table is no trouble")
  }

  @Test("5: the view can enter and leave its window between any two updates", arguments: 0..<16)
  func theWindowComesAndGoesBetweenAnyTwoUpdates(pattern: Int) async throws {
    let view = View(isInWindow: pattern & 1 != 0)
    let tables = RandomTables.series(seed: UInt64(pattern), count: 6)
    try await view.withStore { store in
      for (number, table) in tables.enumerated() {
        if pattern >> (number % 4) & 1 != 0 { view.enterWindow() } else { view.leaveWindow() }
        let applied = try await store.submit(table)
        if !view.isReady { #expect(applied.mode != .batch || applied.changeset.isEmpty) }
        #expect(view.link.table == table)
      }
    }
    view.enterWindow()
    #expect(view.drawn == tables.last)
    #expect(view.violations == [])
  }

  @Test
  func beforeTheFirstLayoutThereAreReloadsAndDifferencesStartFromThere() async throws {
    let view = Flat(isInWindow: false)
    view.layoutTime = .later
    try await view.withStore { store in
      try await store.submit(flat(1))
      view.enterWindow()
      #expect(!view.isReady)
      try await store.submit(flat(1, 2))
      #expect(view.batches == 0)
      view.layOut()
      #expect(view.isReady && view.drawn == flat(1, 2))
      let applied = try await store.submit(flat(2, 3))
      #expect(applied.changeset.source == flat(1, 2))
      #expect(view.batches == 1 && view.drawn == flat(2, 3))
    }
    #expect(view.violations == [])
  }

  @Test("7: edits and tables of a cell provider are never nested and never lost")
  func aCellProviderThatEditsAndSubmitsIsNeverNestedAndNeverLost() async throws {
    let view = Flat()
    let store = TableStore<OneSection, SampleRow>(name: "re-entrant")
    let binding = view.bind(store)
    var hasAsked: Set<Int> = []
    view.onDraw = { row, _ in
      guard row.id < 100, hasAsked.insert(row.id).inserted else { return }
      view.link.edit(.append(SampleRow(row.id + 100)))
    }
    try await store.submit(flat(1))
    try await store.submit(flat(1, 2, 3))
    // The user's edits reach the store, which includes them in its next table.
    var shown = try await store.edit(.replace(SampleRow(1, content: 1)))
    while shown.table.count < 5 { shown = try await store.edit(.replace(SampleRow(1, content: shown.revision))) }
    #expect(Set(view.drawn.map(\.id)).isSuperset(of: [1, 2, 3, 102, 103]))
    #expect(view.mismatch == nil)
    #expect(view.violations == [])
    view.onDraw = nil
    binding.cancel()
  }

  // MARK: - Violations

  @Test("15: a stage that breaks a rule throws, and the view is reloaded")
  func aStageThatBreaksARuleIsThrownAndDrawnByReloading() {
    let view = Flat()
    let stage = BatchUpdate(
      unchecked: batch { $0.insertedRows = [path(0, 5)] }, source: flat(), target: flat(1))
    #expect(throws: BatchError.self) { try view.perform(stage, animation: .none) {} }
    #expect(view.violations.map(\.rule) == [.r4])
    view.reload {}
    #expect(view.mismatch == nil)
  }

  @Test("6: reloads and batches inside a batch are violations") func reloadsAndBatchesInsideABatchAreViolations() throws
  {
    let view = Flat()
    let stage = BatchUpdate(unchecked: BatchOperations(), source: flat(), target: flat())
    try view.perform(stage, animation: .none) {
      view.reload {}
      #expect(throws: BatchError.self) { try view.perform(stage, animation: .none) {} }
    }
    #expect(view.violations.map(\.rule) == [.r8, .r8])
    #expect(view.batches == 1)
  }

  @Test
  func aViewWithoutAWindowRefusesBatchesAlsoIfItIsSaidToBeReady() async throws {
    let reports = Reports()
    let view = Flat(isInWindow: false)
    view.claimedReadiness = true
    try await view.withStore(options: reports.options) { store in
      try await store.submit(flat(1))
      let applied = try await store.submit(flat(1, 2))
      #expect(applied.mode == .reload(.refused))
    }
    #expect(view.violations.map(\.rule) == [.r8])
    #expect(reports.all.count == 1)
    view.enterWindow()
    #expect(view.drawn == flat(1, 2))
  }

  @Test(arguments: [
    ViewFault.refuses, .commitsAndThrows, .neverCommits, .commitsTwice,
  ])
  func aViewThatFailsIsReloadedAndReported(fault: ViewFault) async throws {
    let reports = Reports()
    let view = Flat()
    try await view.withStore(options: reports.options) { store in
      try await store.submit(flat(1, 2))
      view.fault = fault
      let applied = try await store.submit(flat(2, 3))
      #expect(applied.mode == .reload(.refused))
      #expect(view.drawn == flat(2, 3))
      #expect(view.mismatch == nil)
      let next = try await store.submit(flat(3))
      #expect(next.mode == .batch)
    }
    #expect(view.drawn == flat(3))
    #expect(reports.all.count == 1)
    #expect(view.violations == [])
  }

  @Test(arguments: [ViewFault.reloadsWithoutCommit, .reloadsWithTwoCommits])
  func aReloadThatIsNotCommittedOnceIsReported(fault: ViewFault) async throws {
    let reports = Reports()
    let view = Flat()
    view.fault = fault
    try await view.withStore(options: reports.options) { store in
      try await store.submit(flat(1))
      #expect(view.link.table == flat(1))
    }
    #expect(reports.all.count == 1)
  }

  @Test("16: a view that other code has changed is reloaded, and the problem is reported")
  func aViewThatSomebodyElseHasChangedIsReloadedAndReported() async throws {
    let reports = Reports()
    let view = Flat()
    try await view.withStore(options: reports.options) { store in
      try await store.submit(flat(1, 2))
      view.insertOutside()
      let applied = try await store.submit(flat(1))
      #expect(applied.mode == .reload(.changedOutside))
      #expect(view.drawn == flat(1))
      #expect(try await store.submit(flat(2)).mode == .batch)
    }
    guard case .changedOutside(let expected, let found)? = reports.all.first?.problem else {
      Issue.record("\(reports.all)")
      return
    }
    #expect(expected == [2] && found == [2, 1])
    #expect(reports.all.count == 1)
    #expect(view.violations == [])
  }

  @Test func aViewThatLiesAboutItsCountsIsReloadedEachTime()
    async throws
  {
    let view = Flat()
    let reports = Reports()
    try await view.withStore(options: reports.options) { store in
      try await store.submit(flat(1))
      view.claimedRowCounts = [9]
      #expect(try await store.submit(flat(2)).mode == .reload(.changedOutside))
      #expect(try await store.submit(flat(3)).mode == .reload(.changedOutside))
      view.claimedRowCounts = nil
      #expect(try await store.submit(flat(4)).mode == .batch)
    }
    #expect(view.drawn == flat(4) && reports.all.count == 2)
  }

  @Test
  func cellsThatWereNotToldOfAChangeShowWhatTheyShowed() throws {
    let view = StrictTableView<OneSection, SampleRow>()
    // The test commits nothing, so the table stays empty, and a stage without operations draws nothing.
    try view.perform(
      BatchUpdate(unchecked: BatchOperations(), source: flat(), target: flat()), animation: .automatic
    ) {}
    #expect(view.animatedBatches == 1)
    #expect(view.drawn == TableSnapshot())
    #expect(view.mismatch == nil)
  }
}

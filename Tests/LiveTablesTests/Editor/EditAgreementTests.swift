import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

/// Tests that an edit has the same effect on a table, a live table, a store, a view and an optimistic table.
@Suite("Edits have the same effect everywhere", .timeLimit(.minutes(20))) @MainActor
struct EditAgreementTests {
  private static let values = EditWriting<SampleSection, SampleRow>(
    section: { $0 }, sectionID: { $0 }, sectionSample: { $0 }, row: { $0 }, rowID: { $0 }, sample: { $0 })
  private static let objects = EditWriting<SampleSection, RowObject>(
    section: { $0 }, sectionID: { $0 }, sectionSample: { $0 }, row: { RowObject($0) }, rowID: { $0 },
    sample: { $0.sample })
  private static let flat = EditWriting<OneSection, SampleRow>(
    section: { _ in OneSection() }, sectionID: { _ in OneSection().identity }, sectionSample: { _ in SampleSection(0) },
    row: { $0 }, rowID: { $0 }, sample: { $0 })

  /// The number of seeds in each part of a test.
  private static let seeds: UInt64 = Trials.count(1_500, share: 30)

  @Test(arguments: 0..<4 as Range<UInt64>)
  func randomEditsOfTablesWithSectionsMeanTheSameInAllFiveWaysToEdit(part: UInt64) async throws {
    for seed in part * Self.seeds..<(part + 1) * Self.seeds {
      if try await !Run(Self.values, seed: seed, isFlat: false, hasTwins: seed % 2 == 0).agrees() { return }
    }
  }

  @Test(arguments: 0..<2 as Range<UInt64>)
  func randomEditsOfFlatTablesMeanTheSameInAllFiveWaysToEdit(part: UInt64) async throws {
    for seed in part * Self.seeds..<(part + 1) * Self.seeds {
      if try await !Run(Self.flat, seed: seed, isFlat: true, hasTwins: seed % 2 == 0).agrees() { return }
    }
  }

  @Test(arguments: 0..<2 as Range<UInt64>)
  func randomEditsOfRowsThatAreObjectsMeanTheSameInAllFiveWaysToEdit(part: UInt64) async throws {
    for seed in part * Self.seeds..<(part + 1) * Self.seeds {
      if try await !Run(Self.objects, seed: seed, isFlat: false, hasTwins: seed % 2 == 0).agrees() { return }
    }
  }

  @Test(
    arguments: [
      .paths([RowPath(section: 0, row: 0), RowPath(section: 0, row: 9), RowPath(section: 0, row: 1)]),
      .paths([RowPath(section: 0, row: 0), RowPath(section: 0, row: 0), RowPath(section: 0, row: 1)]),
      .ids([0, 99, 1]), .ids([0, 0, 1]), .ids([99, 0, 0, 1, 98]), .where { $0.id < 2 },
    ] as [TableEdit<OneSection, SampleRow>.Rows])
  private func rowsThatAreReplacedPairWithThoseThatAreThereEachOnce(
    rows: TableEdit<OneSection, SampleRow>.Rows
  ) async throws {
    let start = TableSnapshot(rows: [0, 1, 2].map { SampleRow($0) })
    let edit = TableEdit<OneSection, SampleRow>.replace(rows, with: [SampleRow(10), SampleRow(11)])
    var table = start
    table.apply(edit)
    #expect(table.map(\.id) == [10, 11, 2])
    #expect(try await LiveTable(start).edit(edit).table.map(\.id) == [10, 11, 2])
    let view = StrictTableView<OneSection, SampleRow>()
    let binding = view.show(start)
    #expect(try await binding.store.edit(edit).table.map(\.id) == [10, 11, 2])
    view.show(start)
    view.link.edit(edit)
    #expect(view.drawn.map(\.id) == [10, 11, 2])
    let waiting = OptimisticTable(LiveTable(start))
    try await waiting.edit {
      $0.apply(edit)
    } until: {
      #expect(await waiting.current.map(\.id) == [10, 11, 2])
      return .confirmed
    }
  }

  @Test(
    arguments: [
      .moveSections(.index(2), to: .after(3)), .moveSections(.index(1), to: .end), .removeSections(.index(2)),
    ] as [TableEdit<SampleSection, SampleRow>])
  private func aSectionNamedByItsIndexIsMeantAlsoIfOthersShareItsIdentity(
    edit: TableEdit<SampleSection, SampleRow>
  ) async throws {
    let start = TableSnapshot(
      sections: [3, 3, 3, 4].enumerated().map { TableSection(SampleSection($1), rows: [SampleRow($0)]) })
    var table = start
    table.apply(edit)
    let expected = table.map(\.id)
    let view = StrictTableView<SampleSection, SampleRow>()
    view.show(start)
    view.link.edit(edit)
    #expect(view.drawn.map(\.id) == expected)
    let waiting = OptimisticTable(LiveTable(start))
    try await waiting.edit {
      $0.apply(edit)
    } until: {
      #expect(await waiting.current.map(\.id) == expected)
      return .confirmed
    }
  }

  @Test func aRowThatIsReplacedKeepsItsReplacementWhenAnotherOneHasGoneMeanwhile() async throws {
    let live = LiveTable(rows: [0, 1, 2].map { SampleRow($0) })
    let waiting = OptimisticTable(live)
    try await waiting.edit {
      $0.apply(.replace(.ids([0, 99, 1]), with: [SampleRow(0, content: 1), SampleRow(1, content: 1)]))
    } until: {
      try await live.edit { $0.remove(id: 0) }
      #expect(await Array(waiting.current) == [SampleRow(1, content: 1), SampleRow(2)])
      return .confirmed
    }
  }

  /// A few edits of one table, made in every supported way.
  private struct Run<Section: Diffable & Sendable, Row: Diffable & Sendable>
  where Section.Identity: Sendable, Row.Identity: Sendable {
    let writing: EditWriting<Section, Row>
    let seed: UInt64
    let start: TableModel
    var edits: [ModelEdit] = []
    /// The expected tables before each edit and after the last one, and whether each edit finds its targets.
    var tables: [TableModel]
    var isFound: [Bool] = []

    init(_ writing: EditWriting<Section, Row>, seed: UInt64, isFlat: Bool, hasTwins: Bool) {
      self.writing = writing
      self.seed = seed
      var drawing = EditDrawing(seed: seed, isFlat: isFlat)
      start = drawing.table(hasTwins: hasTwins)
      tables = [start]
      for _ in 0..<3 {
        let edit = drawing.edit()
        var model = tables[tables.count - 1]
        let before = model
        isFound.append(model.apply(edit))
        if isFound.last == false { model = before }
        edits.append(edit)
        tables.append(model)
      }
    }

    private func isSame(_ way: String, _ table: TableSnapshot<Section, Row>, after count: Int) -> Bool {
      let found = writing.model(table, isFlat: start.isFlat)
      if found.sections == tables[count].sections { return true }
      let edits = edits.prefix(count).map { "\n  \($0)" }.joined()
      Issue.record(
        "seed \(seed), \(way)\nstart    \(start)\nedits    \(edits)\nfound    \(found)\nexpected \(tables[count])")
      return false
    }

    @MainActor func agrees() async throws -> Bool {
      var (byValue, byVerb) = (writing.table(start), writing.table(start))
      for (index, edit) in edits.enumerated() {
        let isFound = byValue.apply(writing.edit(edit))
        if !isSame("table.apply", byValue, after: index + 1) { return false }
        let verb = writing.perform(edit, on: &byVerb)
        if !isSame("verb of a table", byVerb, after: index + 1) { return false }
        if isFound != self.isFound[index] || verb != nil && verb != isFound {
          Issue.record(
            "seed \(seed): \(edit) answers \(isFound), its verb \(String(describing: verb))\nof \(tables[index])")
          return false
        }
      }
      guard try await agreesInSources(), try await agreesInViews() else { return false }
      return try await agreesWaiting()
    }

    @MainActor private func agreesInSources() async throws -> Bool {
      let live = LiveTable(writing.table(start))
      for (index, edit) in edits.enumerated() {
        try await live.edit(writing.edit(edit))
        if await !isSame("live.edit", live.current, after: index + 1) { return false }
      }
      let once = LiveTable(writing.table(start))
      try await once.edit { editor in for edit in edits { _ = writing.perform(edit, on: &editor) } }
      return await isSame("verbs in one closure", once.current, after: edits.count)
    }

    @MainActor private func agreesInViews() async throws -> Bool {
      let view = StrictTableView<Section, Row>()
      let store = view.show(writing.table(start)).store
      for (index, edit) in edits.enumerated() {
        let applied = try await store.edit(writing.edit(edit))
        if !isSame("store.edit", view.drawn, after: index + 1) { return false }
        if applied.notFound.isEmpty != isFound[index] {
          Issue.record("seed \(seed): \(edit) is found: \(applied.notFound.isEmpty), of \(tables[index])")
          return false
        }
      }
      let binding = view.show(writing.table(start))
      for (index, edit) in edits.enumerated() {
        view.link.edit(writing.edit(edit))
        if !isSame("link.edit", view.drawn, after: index + 1) { return false }
      }
      // The screen stays the same when the store has merged the edits.
      try await binding.store.edit { _ in }
      if !isSame("link.edit, merged", view.drawn, after: edits.count) { return false }
      if !view.violations.isEmpty { Issue.record("seed \(seed): \(view.violations)") }
      return view.violations.isEmpty
    }

    @MainActor private func agreesWaiting() async throws -> Bool {
      let live = LiveTable(writing.table(start))
      let waiting = OptimisticTable(live)
      return try await wait(0, waiting, live)
    }

    /// Makes the edits from the given number on while the earlier ones are pending.
    @MainActor private func wait(
      _ number: Int, _ waiting: OptimisticTable<Section, Row>, _ live: LiveTable<Section, Row>
    ) async throws -> Bool {
      if number == edits.count {
        // A new version of the source replaces a row, so all pending edits are applied again.
        try await live.edit { editor in
          let path = RowPath(section: 0, row: 0)
          if let row = editor.table[path] { editor.replace(.path(path), with: row) }
        }
        return await isSame("waiting on a newer table", waiting.current, after: number)
      }
      let agrees = Guarded(true)
      let edit = writing.edit(edits[number])
      try await waiting.edit {
        $0.apply(edit)
      } until: {
        let isSame = await isSame("optimistic.edit", waiting.current, after: number + 1)
        let agreed = isSame ? try await wait(number + 1, waiting, live) : false
        agrees.with { $0 = agreed }
        return .confirmed
      }
      return agrees.now
    }
  }
}

/// A row that is an object, whose identity is captured when it is submitted.
private final class RowObject: Diffable, Identifiable, Equatable, Sendable {
  let sample: SampleRow

  var id: Int { sample.id }

  init(_ sample: SampleRow) { self.sample = sample }

  static func == (one: RowObject, two: RowObject) -> Bool { one.sample == two.sample }
}

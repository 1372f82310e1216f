import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

/// Tests sections that are set one by one, on a strict view.
@MainActor struct SectionBinderTests {
  typealias Binder = SectionBinder<Int, Item>
  typealias View = StrictTableView<Binder.Section, Binder.TableRow>

  /// A binder on a strict view, with an iterator over the applied changesets.
  private struct Bound {
    let binder: Binder
    let view: View
    let binding: TableBinding<Binder.Section, Binder.TableRow>
    var changes: Updates<AppliedChangeset<Binder.Section, Binder.TableRow>, Never>.AsyncIterator

    @MainActor init(_ display: SectionDisplay<Int> = .all()) {
      binder = Binder(display)
      view = View()
      binding = view.bind(binder)
      changes = binding.changes.makeAsyncIterator()
    }

    /// Runs one turn of the main actor, and returns its only changeset.
    @MainActor mutating func turn(_ body: (Binder) -> Void) async throws -> Changeset<Binder.Section, Binder.TableRow> {
      body(binder)
      let applied = try #require(await changes.next())
      #expect(applied.spanned == 1 && applied.superseded == 0)
      #expect(view.violations.isEmpty && view.mismatch == nil)
      return applied.changeset
    }

    @MainActor var seen: [SeenSection] { SeenSection.seen(view.drawn) }
  }

  private func bound(_ display: SectionDisplay<Int> = .all()) async throws -> Bound {
    var bound = Bound(display)
    _ = await bound.changes.next()  // the empty table
    return bound
  }

  @Test("rows are set as arrays, and all calls of one turn are one changeset")
  func oneTurn() async throws {
    var bound = try await bound()
    let first = try await bound.turn {
      $0.onSection(1).rows(items([1, 2])).supplement(.header, "One")
      $0.onSection(2).rows(items([3]))
      $0.onSections([1, 2]).supplements(.footer, [2: "Foot"])
    }
    #expect(first.stages.map(\.operations.insertedSections) == [[0, 1]])
    #expect(
      bound.seen == [SeenSection(id: 1, header: "One", rows: ["1", "2"]), SeenSection(id: 2, rows: ["3"])])
    let second = try await bound.turn {
      $0.onSection(2).rows(items([3, 4]))
      $0.onSection(1).rows(items([2])).supplement(.header, "Two")
      $0.onSection(2).rows(items([4]))
    }
    #expect(second.stages.count == 2 && second.operationCount == 4)
    #expect(bound.view.drawn.rowCounts == [1, 1] && bound.view.batches == 3 && bound.view.reloads == 1)
  }

  @Test("a section value can be kept to set new rows and headers later")
  func kept() async throws {
    var bound = try await bound()
    let one = bound.binder.onSection(1).rows(items([1])).supplement(.header, "One")
    let several = bound.binder.onSections([2, 3]).rows([:]).supplements("badge", [3: "new"])
    _ = try await bound.turn { _ in }
    let rest = [SeenSection(id: 2, rows: []), SeenSection(id: 3, badge: "new", rows: [])]
    #expect(bound.seen == [SeenSection(id: 1, header: "One", rows: ["1"])] + rest)
    _ = try await bound.turn { _ in
      one.rows(items([1, 2])).supplement(.header, nil)
      several.rows([3: items([5])]).supplements("badge", [2: "old"])
    }
    #expect(
      bound.seen == [
        SeenSection(id: 1, rows: ["1", "2"]), SeenSection(id: 2, badge: "old", rows: []),
        SeenSection(id: 3, rows: ["5"]),
      ])
  }

  @Test("calls after the end have no effect, and a reset removes a section's index title")
  func afterwards() async throws {
    let binder = Binder()
    binder.onSection(1).rows(items([1])).indexTitle("One")
    binder.onAllOtherSections().rows([1: items([2])])
    #expect(binder.table.sections.first?.value.indexTitle == "One")
    binder.onSection(1).reset()
    #expect(binder.table.sections.first?.value.indexTitle == nil && binder.table.map(\.value) == items([2]))
    binder.finish()
    let last = binder.table
    binder.onSection(1).indexTitle("late").refresh().rows(items([3])).reset()
    binder.onSections([2]).supplements(.header, [2: "late"]).refresh()
    binder.refresh()
    binder.display = .byHand([])
    #expect(binder.table == last && !last.isEmpty)
  }

  @Test("sequences continue after the end, whatever is called later")
  func feedsAfterTheEnd() async throws {
    var bound = try await bound()
    let (rows, producer) = AsyncStream.makeStream(of: [Item].self)
    let (late, lateProducer) = AsyncStream.makeStream(of: [Item].self)
    _ = try await bound.turn { $0.onSection(1).rows(from: rows) }
    bound.binder.finish()
    bound.binder.onSection(1).rows(items([7]))
    bound.binder.onSection(1).rows(from: late)
    bound.binder.onSection(1).reset()
    lateProducer.yield(items([8]))
    _ = try await bound.turn { _ in producer.yield(items([1])) }
    #expect(bound.seen == [SeenSection(id: 1, rows: ["1"])])
  }

  @Test("rows are set by a sequence for one or several sections, and the last sequence takes precedence")
  func sequences() async throws {
    var bound = try await bound()
    let (one, first) = AsyncStream.makeStream(of: [Item].self)
    let (many, several) = AsyncStream.makeStream(of: [Int: [Item]].self)
    let (again, second) = AsyncStream.makeStream(of: [Item].self)
    _ = try await bound.turn {
      $0.onSection(1).rows(from: one)
      $0.onSections([2, 3]).rows(from: many)
      $0.onAllOtherSections().rows([4: items([4])])
    }
    _ = try await bound.turn { _ in first.yield(items([1])) }
    _ = try await bound.turn { _ in several.yield([2: items([2]), 3: items([3]), 9: items([9])]) }
    #expect(bound.seen.map(\.rows) == [["1"], ["2"], ["3"], ["4"]])
    _ = try await bound.turn { _ in several.yield([3: items([3])]) }  // a missing key empties its section
    #expect(bound.seen.map(\.rows) == [["1"], [], ["3"], ["4"]])
    _ = try await bound.turn {
      $0.onSection(1).rows(from: again)
      $0.onSection(2).rows(items([20]))
    }
    first.yield(items([100]))  // no longer observed
    _ = try await bound.turn { _ in several.yield([2: items([200]), 3: items([30])]) }
    #expect(bound.seen.map(\.rows) == [["1"], ["20"], ["30"], ["4"]])
    _ = try await bound.turn { _ in second.yield(items([10])) }
    #expect(bound.seen.map(\.rows) == [["10"], ["20"], ["30"], ["4"]])
    let more = try await bound.turn { _ in second.yield(items([10, 11])) }
    let others = try await bound.turn { _ in several.yield([3: items([30, 31])]) }
    #expect([more, others].map(\.operationCount) == [1, 1], "rows of sequences are compared")
    await until { if case .terminated = first.yield(items([100])) { true } else { false } }
  }

  @Test("titles of a sequence update and remove supplementary views in place")
  func titles() async throws {
    var bound = try await bound()
    let (titles, title) = AsyncStream.makeStream(of: SupplementaryItem?.self)
    let (badges, badge) = AsyncStream.makeStream(of: SupplementaryItem?.self)
    let (footers, footer) = AsyncStream.makeStream(of: SupplementaryItem?.self)
    _ = try await bound.turn {
      $0.onSection(1).rows(items([1])).supplement(.header, from: titles).supplement("badge", from: badges)
      $0.onSection(1).supplement(.footer, from: footers)
    }
    let change = try await bound.turn { _ in title.yield("News") }
    #expect(change.stages.map(\.operations.updatedSections) == [[0]] && change.operationCount == 1)
    _ = try await bound.turn { _ in badge.yield(.value(3)) }
    #expect(bound.view.drawn.sections.first?.value["badge"] == .value(3))
    _ = try await bound.turn { _ in footer.yield("Foot") }
    #expect(bound.view.drawn.sections.first?.value.footer == "Foot")
    _ = try await bound.turn { _ in title.yield(nil) }
    _ = try await bound.turn { _ in footer.yield(nil) }
    #expect(bound.seen.first == SeenSection(id: 1, rows: ["1"]))
    #expect(bound.view.drawn.sections.first?.value.footer == nil)
  }

  @Test("a sequence that throws keeps its last rows, reports the error once, and affects no other section")
  func failure() async throws {
    var bound = try await bound()
    let (rows, producer) = AsyncThrowingStream.makeStream(of: [Item].self)
    let failures = Guarded(0)
    bound.binder.onFailure = { error in if error is Broken { failures.with { $0 += 1 } } }
    _ = try await bound.turn { $0.onSection(1).rows(from: rows) }
    _ = try await bound.turn { _ in producer.yield(items([1])) }
    producer.finish(throwing: Broken())
    await until { failures.now == 1 }
    _ = try await bound.turn { $0.onSection(2).rows(items([2])) }
    #expect(bound.seen.map(\.rows) == [["1"], ["2"]] && failures.now == 1)
  }

  @Test("content of a named section takes precedence over that of all others, separately for each kind")
  func others() async throws {
    var bound = try await bound()
    _ = try await bound.turn {
      $0.onAllOtherSections().rows([1: items([10]), 2: items([20])]).supplements(.header, [1: "Other", 2: "Other"])
      $0.onSection(1).rows(items([1]))
      $0.onSection(2).supplement(.header, nil)
    }
    #expect(
      bound.seen == [SeenSection(id: 1, header: "Other", rows: ["1"]), SeenSection(id: 2, rows: ["20"])])
    _ = try await bound.turn { $0.onSection(1).reset() }
    #expect(bound.seen.first?.rows == ["10"])
    _ = try await bound.turn { $0.onAllOtherSections().rows([:]).supplements(.header, [1: "Any", 2: "Any"]) }
    #expect(bound.seen == [SeenSection(id: 1, header: "Any", rows: []), SeenSection(id: 2, rows: [])])
  }

  @Test("a display shows given sections, sections with rows, or sections with content")
  func display() async throws {
    var bound = try await bound(.hidingWithoutRows(in: .by(<)))
    _ = try await bound.turn { binder in
      for section in 1...4 { binder.onSection(section).rows(items((0..<section).map { section * 10 + $0 })) }
    }
    #expect(bound.seen.map(\.rows.count) == [1, 2, 3, 4])
    _ = try await bound.turn { $0.display = .byHand([4, 1, 2]) }
    #expect(bound.seen.map(\.id) == [4, 1, 2] && bound.view.drawn.count == 7)
    _ = try await bound.turn {
      $0.display = .hidingWithoutRows(in: .by(<))
      $0.onSections([2, 3]).rows([:])
      $0.onSection(2).supplement(.header, "Head")
      $0.onSection(4).supplement(.footer, "Foot")
    }
    #expect(bound.seen.map(\.id) == [1, 4])
    _ = try await bound.turn { $0.display = .hidingWithoutContent(in: .by(<)) }
    #expect(bound.seen.map(\.id) == [1, 2, 4])
  }

  @Test("an omitted title removes the header, and a new title shows a hidden section")
  func omittedTitles() async throws {
    var bound = try await bound(.hidingWithoutContent())
    _ = try await bound.turn {
      $0.onSections([1, 2]).rows([1: items([1])]).supplements(.header, [1: "One", 2: "Two"])
    }
    #expect(bound.seen.map(\.header) == ["One", "Two"])
    _ = try await bound.turn { $0.onSections([1, 2]).supplements(.header, [1: "One"]) }
    #expect(bound.seen == [SeenSection(id: 1, header: "One", rows: ["1"])])
    _ = try await bound.turn { $0.onSections([1, 2]).supplements(.header, [2: "Two"]) }
    #expect(bound.seen == [SeenSection(id: 1, rows: ["1"]), SeenSection(id: 2, header: "Two", rows: [])])
  }

  @Test("sections can consist of a number of cells, and refresh reconfigures only these")
  func cells() async throws {
    var bound = try await bound()
    let drawn = Guarded<[RowPath]>([])
    _ = try await bound.turn {
      $0.onSection(1).cells(2)
      $0.onSection(2).rows(items([7, 8]))
      $0.onSections([3, 4]).cells([4: 1])
    }
    #expect(bound.seen.map(\.rows) == [["cell 0", "cell 1"], ["7", "8"], [], ["cell 0"]])
    bound.view.onDraw = { _, path in drawn.with { $0.append(path) } }
    let refreshed = try await bound.turn { $0.onSection(1).refresh() }
    #expect(refreshed.stages.map(\.operations.updatedRows.count) == [2])
    #expect(drawn.now.map(\.section) == [0, 0])
    let grown = try await bound.turn { $0.onSection(1).cells(3) }
    #expect(grown.stages.map(\.operations.insertedRows) == [[RowPath(section: 0, row: 2)]])
    _ = try await bound.turn { $0.onSection(2).refresh() }
    #expect(drawn.now.map(\.section) == [0, 0, 0, 1, 1])
    let again = try await bound.turn {
      $0.onSection(1).cells(3)
      $0.onSection(2).rows(items([7, 8]))
    }
    #expect(again.isEmpty)
    _ = try await bound.turn { $0.onSections([2, 4]).refresh() }
    #expect(drawn.now.suffix(3).map(\.section) == [1, 1, 3])
    _ = try await bound.turn { $0.refresh() }
    #expect(drawn.now.count == 14)
    _ = try await bound.turn { $0.onAllOtherSections().refresh() }
    #expect(drawn.now.count == 14)
    _ = try await bound.turn { $0.onAllOtherSections().rows([5: items([9])]) }
    let count = drawn.now.count
    _ = try await bound.turn { $0.onAllOtherSections().refresh() }
    #expect(drawn.now[count...].map(\.section) == [4], "rows that are fed as one of all others, too")
  }

  @Test("rows that cannot be diffed are reloaded, and leave the other sections unchanged")
  func placed() async throws {
    var bound = try await bound()
    let drawn = Guarded<[RowPath]>([])
    _ = try await bound.turn {
      $0.onSection(1).rows(items([1, 2, 3]))
      $0.onSection(2).rows(items([1, 1, 1]), diffed: false)
      $0.onSection(3).rows(items([4]))
    }
    bound.view.onDraw = { _, path in drawn.with { $0.append(path) } }
    let same = try await bound.turn { $0.onSection(2).rows(items([1, 1, 1]), diffed: false) }
    #expect(same.stages.map(\.operations.updatedRows.count) == [3])
    #expect(drawn.now.map(\.section) == [1, 1, 1])
    let fewer = try await bound.turn {
      $0.onSection(2).rows(items([9]), diffed: false)
      $0.onSection(1).rows(items([3, 1, 2]))
    }
    #expect(fewer.operationCount == 4)  // one updated, two deleted, one moved
    #expect(Set(drawn.now.map(\.section)) == [1] && bound.seen[1].rows == ["9"])
  }

  /// A row whose content never compares equal.
  private struct Unlike: Diffable, Sendable {
    let identity: Int
    func hasSameContent(as other: Unlike) -> Bool { false }
  }

  @Test("a row that is identified by position compares equal until its section gets rows again")
  func placedContent() throws {
    let binder = SectionBinder<Int, Unlike>()
    func row() throws -> SectionRow<Int, Unlike> { try #require(binder.table.first) }
    binder.onSection(1).rows([Unlike(identity: 1)], diffed: false)
    let first = try row()
    #expect(first.hasSameContent(as: first))
    binder.onSection(1).rows([Unlike(identity: 1)], diffed: false)
    let second = try row()
    #expect(!second.hasSameContent(as: first))
    binder.onSection(1).rows([Unlike(identity: 1)])
    let diffed = try row()
    #expect(!diffed.hasSameContent(as: diffed))
  }

  @Test("a row that is set in another section in the same turn moves")
  func moves() async throws {
    var bound = try await bound()
    _ = try await bound.turn { $0.onSections([1, 2]).rows([1: items([1, 2]), 2: items([3])]) }
    let change = try await bound.turn { $0.onSections([1, 2]).rows([1: items([1]), 2: items([3, 2])]) }
    #expect(change.stages.flatMap(\.operations.movedRows).count == 1 && change.operationCount == 1)
  }

  @Test("several views show one binder, and finish ends it when its sequences have ended")
  func readers() async throws {
    let binder = Binder()
    let (rows, producer) = AsyncStream.makeStream(of: [Item].self)
    binder.onSection(1).rows(from: rows)
    let views = [View(), View()]
    let bindings = views.map { $0.bind(binder) }
    producer.yield(items([1, 2]))
    binder.onSection(2).rows(items([3]))
    binder.finish()
    binder.onSection(2).rows(items([4]))  // ignored after `finish()`
    producer.finish()
    for binding in bindings { try await binding.finished }
    for view in views { #expect(SeenSection.seen(view.drawn).map(\.rows) == [["1", "2"], ["3"]]) }
    for await table in binder.tables { #expect(table.rowCounts == [2, 1]) }  // a late reader gets the last table
  }

  @Test("a binder, its views and its sequences are released")
  func released() async throws {
    let (rows, producer) = AsyncStream.makeStream(of: [Item].self)
    weak var binder: Binder?
    weak var view: View?
    do {
      var bound = try await bound()
      _ = try await bound.turn { $0.onSection(1).rows(from: rows) }
      _ = try await bound.turn { _ in producer.yield(items([1])) }
      binder = bound.binder
      view = bound.view
    }
    await until { binder == nil && view == nil }
    await until { if case .terminated = producer.yield([]) { true } else { false } }
  }

  @Test(
    "random calls give the same table as recomputing, and one changeset for each turn",
    arguments: 0..<Trials.count(80))
  func random(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    var bound = try await bound()
    var said: [Statement] = []
    for turn in 0..<25 {
      let statements = (0..<Int.random(in: 1..<4, using: &generator)).map { _ in Statement.random(using: &generator) }
      said += statements
      let change = try await bound.turn { binder in for statement in statements { statement.say(to: binder) } }
      let expected = StatementModel(said: said).seen
      #expect(SeenSection.seen(change.target) == expected, "seed \(seed), turn \(turn): \(statements)")
      if SeenSection.seen(change.target) != expected { return }
      #expect(bound.seen == expected)
      #expect(SeenSection.seen(bound.binder.table) == expected)
    }
    #expect(bound.view.reloads == 1)
  }
}

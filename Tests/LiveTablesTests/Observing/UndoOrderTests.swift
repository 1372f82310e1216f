import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

/// Tests that a table depends only on which of its changes are undone, and not on their order: once all are undone, it
/// is the first table.
@Suite("Undo in any order", .timeLimit(.minutes(20)))
struct UndoOrderTests {
  private typealias Live = LiveTable<SampleSection, SampleRow>

  private static let writing = EditWriting<SampleSection, SampleRow>(
    section: { $0 }, sectionID: { $0 }, sectionSample: { $0 }, row: { $0 }, rowID: { $0 }, sample: { $0 })
  private static let seeds: UInt64 = Trials.count(1_500, share: 50)

  /// A live table, with the revisions of the edits that changed it.
  private struct Edited {
    let live: Live
    let start: TableSnapshot<SampleSection, SampleRow>
    var revisions: [Int] = []

    init(_ start: TableModel, _ edits: [ModelEdit]) async throws {
      self.start = writing.table(start)
      live = Live(self.start, undoLimit: 50)
      for edit in edits {
        let change = try await live.edit(writing.edit(edit))
        if !change.changeset.isEmpty { revisions.append(change.revision) }
      }
    }
  }

  private static func orders(_ count: Int) -> [[Int]] {
    if count < 2 { return [Array(0..<count)] }
    return orders(count - 1).flatMap { order in
      (0...order.count).map { place in
        var longer = order
        longer.insert(count - 1, at: place)
        return longer
      }
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func undoingEverythingInAnyOrderRestoresTheFirstTableAndRedoingItTheLast(part: UInt64) async throws {
    var completed = 0
    for seed in part * Self.seeds..<(part + 1) * Self.seeds {
      var drawing = EditDrawing(seed: seed, isFlat: false)
      let start = drawing.table(hasTwins: seed % 3 == 0)
      let edits = (0..<(2 + Int(seed % 2))).map { _ in drawing.edit() }
      /// The tables that were reached, by the edits that are undone in them.
      var tables: [Set<Int>: TableSnapshot<SampleSection, SampleRow>] = [:]
      for order in try await Self.orders(Edited(start, edits).revisions.count) {
        let edited = try await Edited(start, edits)
        let (live, last) = await (edited.live, edited.live.current)
        func tell(_ what: String) async {
          let table = await live.current
          Issue.record("seed \(seed), \(what)\nof \(start)\nedits \(edits)\norder \(order)\nfound \(table)")
        }
        var undone: Set<Int> = []
        for number in order {
          let before = await live.current
          do {
            try await live.undo(revision: edited.revisions[number])
          } catch TableError.undoConflict {
            if await live.current != before { return await tell("a conflict has changed the table") }
            break
          }
          undone.insert(number)
          let table = await live.current
          if tables[undone, default: table] != table {
            return await tell("it depends on the order: once \(tables[undone]?.description ?? "")")
          }
          tables[undone] = table
        }
        if undone.count < order.count { continue }
        completed += 1
        if await live.current != edited.start { return await tell("it is not the first table") }
        for revision in edited.revisions { try await live.redo(revision: revision) }
        if await live.current != last { return await tell("it is not the last table \(last)") }
      }
    }
    #expect(completed > Self.seeds, "else most orders are conflicts, and little is tried")
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func stepsBackAndForthAmongEditsAndUndoneRevisionsReachTheTablesThatThereWere(part: UInt64) async throws {
    for seed in part * Self.seeds..<(part + 1) * Self.seeds {
      var drawing = EditDrawing(seed: seed, isFlat: false)
      let start = Self.writing.table(drawing.table(hasTwins: seed % 3 == 0))
      let live = Live(start, undoLimit: 50)
      var (past, future): ([TableSnapshot<SampleSection, SampleRow>], [TableSnapshot<SampleSection, SampleRow>]) = (
        [], []
      )
      var revisions: [Int] = []
      for step in 0..<14 {
        let before = await live.current
        var change: TableChange<SampleSection, SampleRow>?
        switch Int.random(in: 0..<8, using: &drawing.random) {
        case 0...2:
          change = try await live.edit(Self.writing.edit(drawing.edit()))
          if change?.changeset.isEmpty == false { (past, future) = (past + [before], []) }
        case 3, 4:
          change = try await live.undo()
          if let table = past.popLast() {
            future.append(before)
            #expect(change?.table == table, "seed \(seed), step \(step)")
          }
        case 5:
          change = try await live.redo()
          if let table = future.popLast() {
            past.append(before)
            #expect(change?.table == table, "seed \(seed), step \(step)")
          }
        default:
          guard let revision = revisions.randomElement(using: &drawing.random) else { continue }
          let count = await live.undoCount
          if Bool.random(using: &drawing.random) {
            change = try? await live.undo(revision: revision)
          } else {
            change = try? await live.redo(revision: revision)
          }
          // Undoing a revision that is already undone adds no step.
          if await live.undoCount > count { (past, future) = (past + [before], []) }
        }
        if let change, !change.changeset.isEmpty { revisions.append(change.revision) }
        let counts = await (live.undoCount, live.redoCount)
        if counts != (past.count, future.count) {
          Issue.record("seed \(seed), step \(step): \(counts) and not \((past.count, future.count))")
          return
        }
      }
      while try await live.undo() != nil {}
      #expect(await live.current == start, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func changesOfDifferentRowsAreUndoneAndRedoneAsIfTheyHadNotBeenMade(part: UInt64) async throws {
    for seed in part * Self.seeds..<(part + 1) * Self.seeds {
      var random = SeededGenerator(seed: seed)
      // Each edit changes its own rows among 0 to 11, and none changes rows 100 to 102.
      let start = TableModel(sections: [
        TableModel.Section(value: SampleSection(0), rows: [0, 1, 2, 100, 3, 4, 5].map { SampleRow($0) }),
        TableModel.Section(value: SampleSection(1), rows: [101, 6, 7, 8, 102, 9, 10, 11].map { SampleRow($0) }),
      ])
      let edits: [[ModelEdit]] = (0..<3).map { own in
        let ids = [own, own + 3, own + 6, own + 9].shuffled(using: &random)
        return [
          .remove(.ids([ids[0]])), .update(.ids([ids[1]]), by: 1, renames: false),
          .insert([SampleRow(20 + own)], at: .after(100 + own)), .update(.ids([ids[2]]), by: 2, renames: false),
        ].shuffled(using: &random)
      }
      let live = Live(Self.writing.table(start), undoLimit: 50)
      var revisions: [Int] = []
      for some in edits {
        let change = try await live.edit { editor in for edit in some { editor.apply(Self.writing.edit(edit)) } }
        revisions.append(change.revision)
      }
      var made = [true, true, true]
      for _ in 0..<10 {
        let number = Int.random(in: 0..<3, using: &random)
        made[number].toggle()
        if made[number] {
          try await live.redo(revision: revisions[number])
        } else {
          try await live.undo(revision: revisions[number])
        }
        var expected = start
        for (some, isMade) in zip(edits, made) where isMade { for edit in some { _ = expected.apply(edit) } }
        let found = Self.writing.model(await live.current, isFlat: false)
        if found != expected {
          Issue.record("seed \(seed), made \(made)\nedits \(edits)\nfound    \(found)\nexpected \(expected)")
          return
        }
      }
    }
  }

  @Test func anInsertionIsUndoneAlsoIfItsRowIsDeletedAlready() async throws {
    let live = LiveTable(rows: items([1]), undoLimit: 10)
    let insertion = try await live.edit { $0.append(Item(9)) }
    let deletion = try await live.edit { $0.remove(id: 9) }
    let undone = try #require(try await live.undo(revision: insertion.revision))
    #expect(undone.changeset.isEmpty && undone.revision == 2)
    #expect(await live.undoCount == 3, "it is a change that is undone in its turn")
    #expect(try await live.undo(revision: deletion.revision)?.table == flat(1), "the row was never inserted")
    #expect(try await live.redo(revision: insertion.revision)?.table == flat(1, 9))
    #expect(try await live.redo(revision: deletion.revision)?.table == flat(1))
    #expect(try await live.redo(revision: deletion.revision)?.changeset.isEmpty == true, "it is made already")
    #expect(try await live.undo()?.table == flat(1, 9))
  }

  @Test func anEditOfWhatIsNotSeenStaysWhenAnEarlierChangeIsUndone() async throws {
    let live = LiveTable(rows: [Draft(id: 1), Draft(id: 2)], undoLimit: 9)
    let first = try await live.edit { $0.update(.id(1)) { $0.subject = "a" } }
    try await live.edit { $0.update(.id(2)) { $0.text = "b" } }
    let undone = try #require(try await live.undo(revision: first.revision)).table
    #expect(undone.map(\.subject) == ["", ""] && undone.map(\.text) == ["", "b"])
  }

  /// A row that compares only its subject.
  private struct Draft: Diffable, Identifiable, Hashable, Sendable {
    let id: Int
    var subject = ""
    var text = ""

    func hasSameContent(as other: Draft) -> Bool { subject == other.subject }
  }

  @Test func aChangeIsKeptAsLongAsAStepUndoesOrRedoesIt() async throws {
    let live = LiveTable(rows: items(0..<7), undoLimit: 2)
    let first = try await live.edit { $0.remove(id: 1) }.revision
    try await live.edit { $0.remove(id: 3) }
    try await live.undo(revision: first)
    try await live.edit { $0.remove(id: 5) }
    #expect(await live.current == flat(0, 1, 2, 4, 6))
    #expect(try await live.redo(revision: first)?.table == flat(0, 2, 4, 6), "its undoing is one of the last two steps")
  }

  @Test func changesThatAreNotKeptAnyMoreChangeNothingOfTheOthers() async throws {
    let live = LiveTable(rows: items([0]), undoLimit: 2)
    var revisions: [Int] = []
    for number in 1...4 {
      revisions.append(try await live.edit { $0.append(Item(number)) }.revision)
      try await live.undo(revision: revisions[number - 1])
      if number % 2 == 0 { try await live.redo(revision: revisions[number - 1]) }
    }
    #expect(await live.current == flat(0, 2, 4))
    #expect(try await live.undo(revision: revisions[3])?.table == flat(0, 2))
    await #expect(throws: TableError.self) { try await live.undo(revision: revisions[0]) }
    while try await live.undo() != nil {}
    #expect(await live.current.map(\.id).first == 0)
  }
}

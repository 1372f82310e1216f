import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

/// Tests that edits share unchanged storage, so that the cost of a diff depends on the edits.
struct SharedStorageTests {
  private func table(_ count: Int, sections: Int = 1, _ tally: Tally) -> TableSnapshot<Int, CountedRow> {
    TableSnapshot(
      sections: (0..<sections).map { section in
        TableSection(section, rows: (0..<count / sections).map { CountedRow(section * count + $0, tally) })
      })
  }

  /// Returns the number of questions that the diff of an edit asks.
  private func questions(
    _ count: Int, sections: Int = 1, _ edit: (inout TableSnapshot<Int, CountedRow>, Tally) -> Void
  ) -> Int {
    let tally = Tally()
    var old = table(count, sections: sections, tally)
    // Edits the table first, because most tables have been edited before.
    old.remove(at: RowPath(section: 0, row: count / sections / 3))
    var new = old
    edit(&new, tally)
    tally.reset()
    let changeset = new.difference(from: old)
    #expect(changeset.operationCount > 0)
    return tally.questions
  }

  private typealias Edit = (inout TableSnapshot<Int, CountedRow>, Tally) -> Void

  @Test
  func anEditCostsTheSameInTenThousandRowsAsInTwoHundredThousand() {
    let edits: [(String, Edit)] = [
      ("insert", { $0.insert(CountedRow(-1, $1), at: .path(RowPath(section: 0, row: $0.count / 2))) }),
      ("append", { $0.append(CountedRow(-1, $1), toSection: 0) }),
      ("remove", { table, _ in table.remove(at: RowPath(section: 0, row: table.count / 2)) }),
      ("update", { table, _ in table.update(.path(RowPath(section: 0, row: table.count / 2))) { $0.content = 1 } }),
      (
        "move",
        { table, _ in table.move(from: RowPath(section: 0, row: 9), to: RowPath(section: 0, row: table.count - 9)) }
      ),
    ]
    for (name, edit) in edits {
      let few = questions(10_000, edit)
      let many = questions(200_000, edit)
      #expect(few <= 4_000, "\(name): \(few)")
      #expect(many <= 3 * few + 10, "\(name): \(many) instead of \(few)")
    }
  }

  @Test func anEditAmongManySectionsAsksNothingOfTheOthers() {
    let asked = questions(100_000, sections: 1_000) { table, tally in
      table.insert(CountedRow(-1, tally), at: RowPath(section: 500, row: 50))
      table.moveSections(.index(3), to: .index(900))
      table.remove(section: 700)
    }
    #expect(asked <= 4_000, "\(asked)")
  }

  @Test
  func aTableThatWasEditedAndIsSubmittedAsAWholeIsComparedWhereItChanged() {
    let tally = Tally()
    let shown = table(200_000, tally)
    var wanted = shown
    for row in stride(from: 199_000, to: 0, by: -20_000) {
      wanted.update(.path(RowPath(section: 0, row: row))) { $0.content = 1 }
      wanted.remove(at: RowPath(section: 0, row: row - 1))
      wanted.insert(CountedRow(-row, tally), at: RowPath(section: 0, row: row - 5_000))
    }
    tally.reset()
    let changeset = wanted.difference(from: shown)
    #expect(changeset.operationCount == 30)
    #expect(tally.questions <= 30 * 2_000, "\(tally.questions)")
  }

  @Test func unchangedStorageAsksNothing() {
    let tally = Tally()
    let table = table(100_000, sections: 10, tally)
    var copy = table
    copy.remove(at: RowPath(section: 2, row: 2))
    let other = copy
    tally.reset()
    #expect(copy.difference(from: other).isEmpty)
    #expect(table.difference(from: table).isEmpty)
    #expect(tally.questions == 0)
  }

  @Test
  func freshRowsInTheirPlacesAreComparedOnceAndNeverHashed() {
    let tally = Tally()
    let (old, new) = (table(50_000, tally), table(50_000, tally))
    tally.reset()
    #expect(new.difference(from: old).isEmpty)
    #expect(tally.hashes == 0)
    #expect(tally.equalities == 2 * 50_000, "identity and content")
  }

  @Test func everyRowThatIsHashedIsHashedOnce() {
    let tally = Tally()
    var random = SeededGenerator(2)
    let old = TableSnapshot(rows: (0..<10_000).map { CountedRow($0, tally) })
    let new = TableSnapshot(rows: (0..<10_000).shuffled(using: &random).map { CountedRow($0, tally) })
    tally.reset()
    #expect(new.difference(from: old).reload == nil)
    #expect(tally.hashes <= 20_000)
    // Each row is compared little more than once by identity and once by content.
    #expect(tally.equalities <= 2 * 10_000 + 2_048)
  }

  @Test("a few replaced rows are hashed soon, without a long search") func fewRowsReplaced() {
    let tally = Tally()
    let (old, new) = ((0..<50).map { CountedRow($0, tally) }, (50..<100).map { CountedRow($0, tally) })
    tally.reset()
    #expect(TableSnapshot(rows: new).difference(from: TableSnapshot(rows: old)).operationCount == 100)
    #expect(tally.hashes == 100)
    #expect(tally.equalities <= 200)
  }

  @Test("very few replaced rows are hashed at once") func veryFewRowsReplaced() {
    let tally = Tally()
    let (old, new) = ((0..<10).map { CountedRow($0, tally) }, (10..<20).map { CountedRow($0, tally) })
    tally.reset()
    #expect(TableSnapshot(rows: new).difference(from: TableSnapshot(rows: old)).operationCount == 20)
    #expect(tally.hashes == 20)
    #expect(tally.equalities <= 10)
  }

  @Test("a few rows that shift by one are hashed at once")
  func aLogOfTenRows() {
    let tally = Tally()
    let (old, new) = ((0..<10).map { CountedRow($0, tally) }, (1..<11).map { CountedRow($0, tally) })
    for (one, two) in [(old, new), (new, old)] {
      tally.reset()
      #expect(TableSnapshot(rows: two).difference(from: TableSnapshot(rows: one)).operationCount == 2)
      #expect(tally.hashes == 20)
      #expect(tally.equalities <= 20)
    }
  }

  @Test("a few rows that become part of many, or remain of many, are searched for and not hashed") func fewOfMany() {
    let tally = Tally()
    let (few, many) = ((5..<15).map { CountedRow($0, tally) }, (0..<10_000).map { CountedRow($0, tally) })
    for (one, two) in [(few, many), (many, few)] {
      tally.reset()
      #expect(TableSnapshot(rows: two).difference(from: TableSnapshot(rows: one)).operationCount == 9_990)
      #expect(tally.hashes == 0)
    }
  }

  /// A longer look-ahead finds the next row after a long deleted run, so that the rows that stay pair in place.
  @Test(arguments: [9, 17, 40])
  func aFilterThatLeavesOutWholeRunsHashesNothing(length: Int) {
    let tally = Tally()
    let old = (0..<10_000).map { CountedRow($0, tally) }
    let new = old.filter { $0.identity.number / length % 2 == 0 }
    for (before, after) in [(old, new), (new, old)] {
      tally.reset()
      let changeset = TableSnapshot(rows: after).difference(from: TableSnapshot(rows: before))
      #expect(changeset.operationCount == old.count - new.count)
      #expect(tally.hashes == 0)
      #expect(tally.equalities <= 4 * 10_000)
    }
  }

  /// Some deleted runs are longer than the look-ahead, and the row that follows is deleted as well.
  @Test("a filter that omits half of the rows at random hashes nothing", arguments: 0..<4)
  func randomFilter(seed: Int) {
    let tally = Tally()
    var random = SeededGenerator(seed)
    let old = (0..<10_000).map { CountedRow($0, tally) }
    let new = old.filter { _ in Bool.random(using: &random) }
    for (before, after) in [(old, new), (new, old)] {
      tally.reset()
      let changeset = TableSnapshot(rows: after).difference(from: TableSnapshot(rows: before))
      #expect(changeset.operationCount == old.count - new.count)
      #expect(tally.hashes == 0)
      #expect(tally.equalities <= 4 * 10_000)
    }
  }

  @Test
  func oneRowInThePlaceOfManyIsLookedForOnce() {
    let tally = Tally()
    let one = TableSnapshot(rows: [CountedRow(-1, tally)])
    let many = TableSnapshot(rows: (0..<10_000).map { CountedRow($0, tally) })
    for (old, new) in [(one, many), (many, one)] {
      tally.reset()
      #expect(new.difference(from: old).operationCount == 10_001)
      #expect(tally.equalities <= 64)
    }
  }

  @Test
  func rowsThatAreReplacedInPlaceCostTwoLongLooksAheadAndNoMore() {
    let tally = Tally()
    let old = (0..<10_000).map { CountedRow($0, tally) }
    let new = old.map { $0.identity.number % 10 == 5 ? CountedRow(20_000 + $0.identity.number, tally) : $0 }
    tally.reset()
    #expect(TableSnapshot(rows: new).difference(from: TableSnapshot(rows: old)).operationCount == 2_000)
    #expect(tally.hashes == 2_000)
    // Each replaced row is compared with eight rows on either side, and each other row by identity and by content.
    #expect(tally.equalities <= 17 * 1_000 + 2 * 9_000 + 1_024)
  }
}

import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

/// Tests that the diff of inconsistent identities is legal and ends.
struct OddIdentityTests {
  /// Checks that every stage is legal and that the last one leads to the target's row counts.
  private func checkLegality<Section: Diffable, Row: Diffable>(_ changeset: Changeset<Section, Row>, _ note: String) {
    for stage in changeset.stages {
      #expect(throws: Never.self, "\(note)") {
        try stage.operations.validate(before: stage.source.rowCounts, after: stage.target.rowCounts)
      }
    }
    #expect(
      changeset.reload != nil || changeset.isEmpty
        || changeset.stages.last?.target.rowCounts == changeset.target.rowCounts)
  }

  @Test("43: random equality and hashes cause no invalid batch")
  func equalityAndHashesThatFallLikeDiceAreLegalAllTheSame() {
    for seed in 0..<2_000 {
      let cup = Dice.Cup(seed: seed)
      func table(_ shift: Int) -> TableSnapshot<Dice, Dice> {
        TableSnapshot(
          sections: (0..<(seed + shift) % 4).map { section in
            TableSection(Dice(cup: cup), rows: (0..<(seed / 4 + section * shift) % 9).map { _ in Dice(cup: cup) })
          })
      }
      checkLegality(table(3).difference(from: table(1)), "seed \(seed)")
    }
  }

  @Test("44: the budget is 8 comparisons for each row on average")
  func theBudgetIs8ComparisonsForEachRowOnAverage() {
    let tally = Tally()
    tally.hashesCollide = true
    let count = 100_000
    func table(_ numbers: some Sequence<Int>) -> TableSnapshot<OneSection, CountedRow> {
      TableSnapshot(rows: numbers.map { CountedRow($0, tally) })
    }
    let (old, new) = (table(0..<count), table((0..<count).reversed()))
    tally.reset()
    #expect(new.difference(from: old).reload == .tooManyCollisions)
    // The walk gives up after a few hundred comparisons, and colliding rows are also compared with themselves.
    #expect(tally.equalities <= 8 * 2 * count + 4_096)
    #expect(tally.hashes <= 4_096)
    // Rows in the same order are not hashed, so they cause no problem.
    #expect(table(0..<count).difference(from: old).isEmpty)
  }

  @Test("a row that is not equal to itself replaces no moved row if hashes collide")
  func aRowThatIsNotEqualToItselfTakesNoPlace() throws {
    struct Row: Diffable, Equatable {
      struct ID: Hashable, Sendable {
        let number: Int
        static func == (one: ID, two: ID) -> Bool { one.number == two.number && one.number > 0 }
        func hash(into hasher: inout Hasher) {}
      }
      let identity: ID
    }
    func table(_ numbers: Int...) -> TableSnapshot<OneSection, Row> {
      TableSnapshot(rows: numbers.map { Row(identity: Row.ID(number: $0)) })
    }
    let stages = table(3, 2, 1).difference(from: table(1, 2, 3, 0)).stages
    let operations = try #require(stages.first?.operations)
    #expect(operations.deletedRows == [RowPath(section: 0, row: 3)] && operations.insertedRows.isEmpty)
    #expect(operations.movedRows.count == 2)
  }

  @Test("sections with colliding hashes are matched within the budget, and reloaded beyond it")
  func sectionsWhoseHashesCollide() throws {
    func table(_ numbers: some Sequence<Int>) -> TableSnapshot<Colliding, Int> {
      TableSnapshot(sections: numbers.map { TableSection(Colliding(number: $0), rows: [$0]) })
    }
    let stages = table([9, 3, 1, 2, 5]).difference(from: table([9, 1, 2, 3, 4, 5])).stages
    let operations = try #require(stages.first?.operations)
    #expect(stages.count == 1 && operations.deletedSections == [4] && operations.insertedSections.isEmpty)
    #expect(operations.movedSections == [BatchMove(from: 3, to: 1)])
    #expect(table((0..<4_000).reversed()).difference(from: table(0..<4_000)).reload == .tooManyCollisions)
    #expect(table(1..<4_000).difference(from: table(0..<4_000)).operationCount == 1)
    // If one side is empty, no row is looked up.
    #expect(table(0..<4_000).difference(from: table([])).operationCount == 4_000)
    #expect(table([]).difference(from: table(0..<4_000)).operationCount == 4_000)
  }

  @Test("sections that are not equal to themselves are replaced, and the others stay")
  func sectionsThatAreNotEqualToThemselves() throws {
    struct Part: Diffable, Hashable, Sendable {
      let number: Int
      static func == (one: Part, two: Part) -> Bool { one.number == two.number && one.number > 0 }
      func hash(into hasher: inout Hasher) {}
    }
    func table(_ numbers: Int...) -> TableSnapshot<Part, Int> {
      TableSnapshot(sections: numbers.map { TableSection(Part(number: $0), rows: []) })
    }
    let changeset = table(0, 2, 1, 0, 0).difference(from: table(0, 1, 2, 0))
    let operations = try #require(changeset.stages.first?.operations)
    #expect(operations.deletedSections == [0, 3] && operations.insertedSections == [0, 3, 4])
    #expect(operations.movedSections.count == 1)
  }

  @Test("rows that are not equal to themselves are replaced if hashes collide")
  func rowsThatAreNotEqualToThemselvesGoAndCome() {
    struct Row: Diffable, Equatable {
      struct ID: Hashable, Sendable {
        let number: Int
        static func == (one: ID, two: ID) -> Bool { one.number == two.number && one.number > 0 }
        func hash(into hasher: inout Hasher) {}
      }
      let identity: ID
    }
    var random = SeededGenerator(5)
    for _ in 0..<500 {
      func numbers() -> [Int] {
        (0..<Int.random(in: 2...8, using: &random)).map { _ in Int.random(in: 0...2, using: &random) }
      }
      let (old, new) = (numbers(), numbers())
      func table(_ numbers: [Int]) -> TableSnapshot<OneSection, Row> {
        TableSnapshot(rows: numbers.map { Row(identity: Row.ID(number: $0)) })
      }
      let operations = table(new).difference(from: table(old)).stages.first?.operations ?? BatchOperations()
      let gone = old.indices.filter { old[$0] == 0 }
      let come = new.indices.filter { new[$0] == 0 }
      #expect(Set(gone).isSubset(of: operations.deletedRows.map(\.row)), "\(old) \(new)")
      #expect(Set(come).isSubset(of: operations.insertedRows.map(\.row)), "\(old) \(new)")
    }
  }

  @Test
  func whereHashesCollideRowsOfAnotherSectionAreToldApartToo() throws {
    func table(_ one: [Int], _ two: [Int]) -> TableSnapshot<Int, Colliding> {
      TableSnapshot(sections: [one, two].enumerated().map { TableSection($0, rows: $1.map(Colliding.init)) })
    }
    let stages = table([2, 3], [4, 5, 9]).difference(from: table([1, 2, 3], [4, 5, 6])).stages
    let operations = try #require(stages.first?.operations)
    #expect(operations.deletedRows == [path(0, 0), path(1, 2)] && operations.insertedRows == [path(1, 2)])
    #expect(operations.movedRows.isEmpty && stages.count == 1)
  }

  @Test
  func rowsThatAreOnlyEquatableAreDifferencedWithinTheBudgetAndReloadedBeyondIt() {
    struct Plain: Equatable, Sendable { var number: Int }
    func table(_ numbers: some Sequence<Int>) -> TableSnapshot<OneSection, ByEquality<Plain>> {
      TableSnapshot(rows: numbers.map { ByEquality(Plain(number: $0)) })
    }
    let small = table([3, 1, 2, 5]).difference(from: table([1, 2, 3, 4]))
    #expect(small.reload == nil)
    checkLegality(small, "by equality")
    #expect(small.stages.first?.operations.movedRows.count == 1)
    #expect(small.stages.first?.operations.deletedRows.count == 1)
    #expect(table((0..<10_000).reversed()).difference(from: table(0..<10_000)).reload == .tooManyCollisions)
    #expect(table(1..<10_000).difference(from: table(0..<10_000)).operationCount == 1)
  }

  @Test func rowsThatCannotBeComparedAreReloaded() {
    struct Plain {}
    let table = TableSnapshot(rows: [Opaque(Plain()), Opaque(Plain())])
    #expect(table.difference(from: table).reload == .notComparable)
    #expect(TableSnapshot(rows: [Opaque<Plain>]()).difference(from: table).reload == .notComparable)
  }

  @Test func rowsWithoutASize() {
    struct Nothing: Diffable, Hashable, Sendable {}
    for old in 0..<6 {
      for new in 0..<6 {
        let changeset = TableSnapshot(rows: Array(repeating: Nothing(), count: new))
          .difference(from: TableSnapshot(rows: Array(repeating: Nothing(), count: old)))
        checkLegality(changeset, "\(old) \(new)")
        #expect(changeset.operationCount == abs(old - new))
      }
    }
    let old = TableSnapshot(rows: Array(repeating: Nothing(), count: 3_000))
    var new = old
    for row in [2_900, 1_500, 700, 3] { new.remove(at: RowPath(section: 0, row: row)) }
    new.insert(contentsOf: Array(repeating: Nothing(), count: 600), at: RowPath(section: 0, row: 1_000))
    let changeset = new.difference(from: old)
    checkLegality(changeset, "edited")
    #expect(changeset.stages.last?.target.count == 3_596)
  }

  @Test func numbersOf64BitsAtTheEndsOfTheirRange() {
    let numbers = [Int.min, -1, 0, 1, .max, .max - 1, .min + 1]
    let changeset = TableSnapshot(rows: numbers.reversed()).difference(from: TableSnapshot(rows: numbers))
    checkLegality(changeset, "ends")
    #expect(changeset.stages.first?.operations.movedRows.count == numbers.count - 1)
  }
}

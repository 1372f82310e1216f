import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

/// Tests that a cancelled diff ends soon, in every phase (promises 25 and 31).
struct PollingTests {
  private struct DiffCancellation: Error {}

  /// Cancels a diff at many moments, each time while a row's `==` or hash is called.
  private func check<Section: Diffable>(
    _ name: String, _ tally: Tally, from old: TableSnapshot<Section, CountedRow>,
    to new: TableSnapshot<Section, CountedRow>
  ) {
    tally.reset()
    var (last, gap) = (0, 0)
    func note() {
      gap = max(gap, tally.questions - last)
      last = tally.questions
    }
    _ = new.difference(from: old) { note() }
    let all = tally.questions
    #expect(all > 8_192, "\(name) is worth a test")
    // Each row is asked for its hash, its identity and its content.
    #expect(max(gap, all - last) <= 3 * 1_024, "\(name) is not asked in time")
    for part in 0..<25 {
      let moment = 1 + all * part / 25
      var isCalledOff = false
      tally.onQuestion = { if $0 >= moment { isCalledOff = true } }
      tally.reset()
      var isThrown = false
      do throws(DiffCancellation) {
        _ = try new.difference(from: old) { () throws(DiffCancellation) in if isCalledOff { throw DiffCancellation() } }
      } catch {
        isThrown = true
      }
      #expect(isThrown || all - moment <= 4_096, "\(name) at \(moment) of \(all)")
      #expect(tally.questions - moment <= 4_096, "\(name) at \(moment) of \(all)")
    }
    tally.onQuestion = { _ in }
  }

  private func table(_ numbers: some Sequence<Int>, content: Int = 0, _ tally: Tally) -> TableSnapshot<
    OneSection, CountedRow
  > {
    TableSnapshot(rows: numbers.map { CountedRow($0, content: content, tally) })
  }

  @Test func whileTheFrontOrTheBackIsTrimmed() {
    let tally = Tally()
    let old = table(0..<12_000, tally)
    check("the front", tally, from: old, to: table(0..<12_001, content: 1, tally))
    check("the back", tally, from: old, to: table(-1..<12_000, content: 1, tally))
  }

  @Test func whileSectionsAreAligned() {
    let tally = Tally()
    func table(_ numbers: some Sequence<Int>, content: Int = 0) -> TableSnapshot<CountedRow, CountedRow> {
      TableSnapshot(sections: numbers.map { TableSection(CountedRow($0, content: content, tally), rows: []) })
    }
    let old = table(0..<12_000)
    check("the front", tally, from: old, to: table(0..<12_001, content: 1))
    check("the back", tally, from: old, to: table(-1..<12_000, content: 1))
    check("reversed", tally, from: old, to: table((0..<12_000).reversed()))
    tally.hashesCollide = true
    check("with hashes that collide", tally, from: old, to: table((0..<12_000).reversed()))
  }

  /// Shared leaves divide the sections into many short stretches, whose first sections do not pair.
  @Test("cancellation is checked while sections with shared leaves are aligned")
  func whileSectionsAreAlignedBetweenSharedLeaves() {
    let tally = Tally()
    func section(_ number: Int, content: Int) -> TableSection<CountedRow, CountedRow> {
      TableSection(CountedRow(number, content: content, tally), rows: [])
    }
    let old = TableSnapshot(sections: (0..<40_000).map { section($0, content: 0) })
    var new = old
    for leaf in stride(from: 0, to: 39_936, by: 128) {
      for index in leaf..<leaf + 64 {
        new.rope.replace(
          index..<index + 1, with: [section(index == leaf ? -1 - index : index, content: index == leaf ? 0 : 1)])
      }
    }
    check("many gaps", tally, from: old, to: new)
  }

  @Test func whileWalkingInStep() {
    let tally = Tally()
    let old = table(0..<12_000, tally)
    check("deletes", tally, from: old, to: table((0..<12_000).filter { $0 % 7 > 0 && $0 != 11_999 }, tally))
    let few = table((0..<12_000).filter { $0 % 9 == 8 && $0 != 11_996 }, tally)
    check("deletes of eight", tally, from: old, to: few)
    check("inserts of eight", tally, from: few, to: old)
    check("both", tally, from: old, to: table((1..<12_000).map { $0 % 6 == 0 ? $0 + 50_000 : $0 }, tally))
  }

  /// The walk finds each row that stays many times further on, but never at the matching place.
  @Test("cancellation is checked while a walk looks far ahead") func whileLookingFarAhead() {
    let tally = Tally()
    let (old, new) = (0..<80).reduce(into: (old: [-1], new: [-1])) { rows, block in
      let first = block * 100
      rows.old += [first] + (1...8).map { first + $0 } + [first + 99]
      rows.new += (9...17).map { first + $0 } + [Int](repeating: first, count: 56) + [first + 99]
    }
    check("lone rows", tally, from: table(old, tally), to: table(new, tally))
  }

  @Test func whileHashingAndLookingForWhatHasMoved() {
    let tally = Tally()
    var random = SeededGenerator(1)
    let old = table(0..<12_000, tally)
    check("a shuffle", tally, from: old, to: table((0..<12_000).shuffled(using: &random), content: 1, tally))
    check("all new", tally, from: old, to: table(20_000..<32_000, tally))
    check(
      "duplicates", tally, from: table((0..<12_000).map { $0 % 300 }, tally),
      to: table((0..<12_000).map { $0 % 301 }, tally))
    tally.hashesCollide = true
    check("collisions", tally, from: old, to: table(20_000..<32_000, tally))
  }

  @Test func acrossManyLeaves() {
    let tally = Tally()
    let old = table(0..<12_000, tally)
    var edited = old
    for row in stride(from: 11_990, to: 0, by: -300) {
      edited.replace(at: RowPath(section: 0, row: row), with: CountedRow(row, content: 2, tally))
      edited.remove(at: RowPath(section: 0, row: row + 2))
    }
    check("an edited table against a fresh one", tally, from: edited, to: table(1..<12_100, tally))
    check("a fresh table against an edited one", tally, from: table((0..<12_000).reversed(), tally), to: edited)
  }

  @Test func inManySections() {
    let tally = Tally()
    func sections(_ shift: Int) -> TableSnapshot<Int, CountedRow> {
      TableSnapshot(
        sections: (0..<300).map { section in
          TableSection(section, rows: (0..<40).map { CountedRow((section * 40 + $0) * 7 % 12_000 + shift, tally) })
        })
    }
    let (old, new) = (sections(0), sections(40))
    tally.reset()
    _ = new.difference(from: old)
    let all = tally.questions
    for part in 0..<10 {
      let moment = 1 + all * part / 10
      var isCalledOff = false
      tally.onQuestion = { if $0 >= moment { isCalledOff = true } }
      tally.reset()
      #expect(throws: DiffCancellation.self) {
        _ = try new.difference(from: old) { () throws(DiffCancellation) in if isCalledOff { throw DiffCancellation() } }
      }
      #expect(tally.questions - moment <= 4_096)
    }
  }

  @Test("checking for cancellation changes no result, and does not happen for every row")
  func aDifferenceThatIsNotCalledOffAsksOftenAndIsTheSame() {
    let tally = Tally()
    let (old, new) = (table(0..<10_000, tally), table((0..<10_000).reversed(), tally))
    var checks = 0
    let changeset = new.difference(from: old) { checks += 1 }
    #expect(checks >= 20 && checks <= 100)
    #expect(changeset.stages.map(\.operations) == new.difference(from: old).stages.map(\.operations))
  }
}

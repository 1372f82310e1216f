@_spi(Adapters) import LiveTablesTesting
import LiveTables
import LiveTablesOperators
import Testing

/// Steps that are refused.
struct ScriptRuleTests {
  @Test("each step out of range names its rule") func eachStepOutOfRangeNamesItsRule() {
    let table = TableSnapshot(rows: [1, 2])
    let steps: [(SequentialStep, BatchRule)] = [
      (.deleteSection(1), .r2), (.deleteSection(0), .r6), (.insertSection(2, target: 0), .r4),
      (.insertSection(0, target: 9), .r4), (.insertSection(0, target: 0), .r6), (.moveSection(from: 0, to: 1), .r5),
      (.updateSection(-1, target: 0), .r1), (.updateSection(0, target: 1), .r1), (.deleteRow(path(0, 2)), .r3),
      (.deleteRow(path(1, 0)), .r3), (.deleteRow(path(0, 0)), .r7), (.insertRow(path(0, 3), target: path(0, 0)), .r4),
      (.insertRow(path(0, 0), target: path(0, 0)), .r7), (.moveRow(from: path(0, 0), to: path(0, 2)), .r5),
      (.moveRow(from: path(0, 2), to: path(0, 0)), .r5), (.moveRow(from: path(0, .min), to: path(.max, 0)), .r5),
      (.moveRow(from: path(1, 0), to: path(0, 0)), .r5), (.updateRow(path(0, 2), target: path(0, 0)), .r1),
      (.updateRow(path(0, 0), target: path(0, 1)), .r1),
    ]
    for (step, rule) in steps {
      let found = broken { () throws(BatchError) in _ = try Changeset(of: [step], from: table, to: table) }
      #expect(found == rule, "\(step)")
    }
    let two = TableSnapshot(sections: [TableSection("A", rows: [1]), TableSection("B", rows: [])])
    let one = TableSnapshot(sections: [TableSection("B", rows: [Int]())])
    #expect(
      broken { () throws(BatchError) in
        _ = try Changeset(of: [.insertSection(0, target: 1)], from: one, to: two)
      } == .r4)
  }

  @Test("a step about what is gone in the end is checked like any other, and so is the place of a new row")
  func aStepAboutWhatIsGoneInTheEndIsCheckedLikeAnyOther() {
    let two = TableSnapshot(sections: [TableSection("A", rows: [1]), TableSection("B", rows: [2])])
    let one = TableSnapshot(sections: [TableSection("B", rows: [2])])
    let more = TableSnapshot(sections: [TableSection("B", rows: [2, 3])])
    func rule(_ old: TableSnapshot<String, Int>, _ steps: [SequentialStep], _ new: TableSnapshot<String, Int>)
      -> BatchRule?
    {
      broken { () throws(BatchError) in _ = try Changeset(of: steps, from: old, to: new) }
    }
    #expect(rule(two, [.updateSection(0, target: 0), .deleteSection(0)], one) == nil)
    #expect(rule(two, [.updateSection(0, target: 1), .deleteSection(0)], one) == .r1)
    #expect(rule(two, [.updateSection(0, target: 1)], two) == .r1)
    #expect(rule(two, [.updateSection(0, target: 0)], two) == nil)
    for place in [path(0, 1), path(1, 0), path(0, -1), path(-1, 0)] {
      #expect(rule(two, [.updateRow(path(0, 0), target: place), .deleteSection(0)], one) == .r1)
      #expect(rule(one, [.insertRow(path(0, 0), target: place), .deleteRow(path(0, 0))], one) == .r4)
    }
    #expect(rule(one, [.insertSection(0, target: 0)], two) == nil)
    #expect(rule(one, [.insertSection(0, target: 0), .deleteRow(path(0, 0))], two) == .r7)
    #expect(rule(one, [.insertRow(path(0, 1), target: path(0, 1))], more) == nil)
    #expect(rule(one, [.insertRow(path(0, 1), target: path(0, 0))], more) == .r4)
  }
}

extension ScriptRuleTests {
  @Test("of several updates with a wrong place the first one is named")
  func firstWrongUpdate() {
    let table = TableSnapshot(sections: (0..<9).map { TableSection($0, rows: Array($0 * 10..<$0 * 10 + 9)) })
    func error(_ step: (Int) -> SequentialStep) -> String? {
      let steps = [5, 2, 7, 3, 6].map(step)
      do throws(BatchError) {
        _ = try Changeset(of: steps, from: table, to: table)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(error { .updateSection($0, target: $0 + 1) }?.contains("section 2 ") == true)
    let rows = error { .updateRow(path(1, $0), target: path(1, $0 + 1)) }
    #expect(rows?.contains("row \(path(1, 2)) ") == true)
  }
}

struct ChangesetScriptTests {
  /// The whole changeset is legal and leads where it should, in both forms.
  private func checkChangeset(_ changeset: Changeset<SampleSection, SampleRow>) throws {
    for stage in changeset.stages {
      try stage.operations.validate(before: stage.source.rowCounts, after: stage.target.rowCounts)
    }
    try check(try changeset.apply(to: plain(changeset.source)) == changeset.target, "\(changeset)")
    try check(try changeset.applySteps(to: plain(changeset.source)) == changeset.target, "\(changeset.steps)")
  }

  @Test(
    "a changeset becomes a script and a changeset again", arguments: [RandomTables.Kind(), .small, .duplicates, .large])
  func aChangesetBecomesAScriptAndAChangesetAgain(kind: RandomTables.Kind) {
    let seeds: Range<UInt64> = 0..<Trials.count(kind == .large ? 30 : 4_000)
    let failure = RandomTables.firstFailure(seeds: seeds, kind) { old, new in
      let changeset = new.difference(from: old)
      let again = try Changeset(of: changeset.steps, from: old, to: new)
      try checkChangeset(again)
      try check(again.operationCount == changeset.operationCount, "\(changeset)\n\(again)")
      try check(again.steps.count == changeset.steps.count, "\(changeset)\n\(again)")
    }
    #expect(failure == nil)
  }

  @Test("random steps become the smallest batches that do the same", arguments: 0..<4 as Range<UInt64>)
  func randomStepsBecomeTheSmallestBatchesThatDoTheSame(part: UInt64) throws {
    var told = 0
    for seed in part * 1_000..<(part + 1) * 1_000 {
      let kind: RandomTables.Kind = seed % 50 == 0 ? .large : .small
      let random = RandomScript(seed: seed, kind, length: Int(seed % 24))
      // A step about what is gone in the end still needs something to name in the target.
      if random.target.isEmpty || (try? random.steps.apply(to: plain(random.source), target: random.target)) == nil {
        continue
      }
      do {
        let changeset = try Changeset(of: random.steps, from: random.source, to: random.target)
        try checkChangeset(changeset)
        let difference = random.target.difference(from: random.source)
        try check(counts(changeset) == counts(difference), "\(changeset)\n\(difference)")
      } catch {
        let tables = kind == .large ? "" : "\n\(random.source)\n\(random.target)"
        Issue.record("seed \(seed): \(error)\n\(random.steps)\(tables)")
        return
      }
      told += 1
    }
    #expect(told > 600)
  }

  /// How many operations there are of each kind.
  private func counts(_ changeset: Changeset<SampleSection, SampleRow>) -> [Int] {
    var counts = [Int](repeating: 0, count: 8)
    for stage in changeset.stages {
      let batch = stage.operations
      let lists = [
        batch.deletedSections.count, batch.insertedSections.count, batch.movedSections.count,
        batch.updatedSections.count, batch.deletedRows.count, batch.insertedRows.count, batch.movedRows.count,
        batch.updatedRows.count,
      ]
      for (index, count) in lists.enumerated() { counts[index] += count }
    }
    return counts
  }

  @Test("steps that are out of range, or lead elsewhere, are an error", arguments: 0..<4 as Range<UInt64>)
  func stepsThatAreOutOfRangeOrLeadElsewhereAreAnError(part: UInt64) throws {
    var errors = 0
    for seed in part * 1_000..<(part + 1) * 1_000 {
      let random = RandomScript(seed: seed, .small, length: Int(seed % 6), garbage: 1 + Int(seed % 3))
      let changeset: Changeset<SampleSection, SampleRow>
      do {
        changeset = try Changeset(of: random.steps, from: random.source, to: random.target)
      } catch {
        errors += 1
        continue
      }
      for stage in changeset.stages {
        try stage.operations.validate(before: stage.source.rowCounts, after: stage.target.rowCounts)
      }
      _ = try changeset.apply(to: plain(random.source))
    }
    #expect(errors > 500)
  }

  @Test("what steps do and take back is in no batch") func whatStepsDoAndTakeBackIsInNoBatch() throws {
    let table = TableSnapshot(rows: [1, 2, 3])
    let any = path(0, 0)
    let changeset = try Changeset(
      of: [
        .insertRow(path(0, 1), target: any), .moveRow(from: path(0, 3), to: path(0, 0)),
        .deleteRow(path(0, 2)), .moveRow(from: path(0, 0), to: path(0, 2)),
      ], from: table, to: table)
    #expect(changeset.isEmpty)
  }

  @Test("rows that are deleted and inserted again stay so") func rowsThatAreDeletedAndInsertedAgainStaySo() throws {
    let table = TableSnapshot(rows: [1, 2, 3])
    let changeset = try Changeset(
      of: [.deleteRow(path(0, 1)), .insertRow(path(0, 1), target: path(0, 1))], from: table, to: table)
    #expect(
      changeset.stages.map(\.operations) == [
        batch {
          $0.deletedRows = [path(0, 1)]; $0.insertedRows = [path(0, 1)]
        }
      ])
  }

  @Test("a script of a few steps in a large table costs what the steps cost, and 4,000 steps a moment")
  func aScriptOfAFewStepsInALargeTableCostsWhatTheStepsCost() throws {
    let rows = Array(0..<4_000)
    let reversed = TableSnapshot(rows: rows.reversed()).difference(from: TableSnapshot(rows: rows))
    #expect(try Changeset(of: reversed.steps, from: reversed.source, to: reversed.target).operationCount == 3_999)

    let old = TableSnapshot(rows: 0..<1_000_000)
    var new = old
    new.move(from: path(0, 5), to: path(0, 999_990))
    new.remove(at: path(0, 500_000))
    let changeset = try Changeset(
      of: [.moveRow(from: path(0, 5), to: path(0, 999_990)), .deleteRow(path(0, 500_000))], from: old, to: new)
    #expect(
      changeset.stages.map(\.operations) == [
        batch {
          $0.deletedRows = [path(0, 500_001)]
          $0.movedRows = [BatchMove(from: path(0, 5), to: path(0, 999_989))]
        }
      ])
  }
}

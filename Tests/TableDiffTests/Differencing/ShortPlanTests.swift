import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import TableDiff

/// Tests that short tables are diffed without the aligner, with an equally small result.
struct ShortPlanTests {
  private struct Line: Diffable, Hashable, Sendable {
    let identity: Int
    var content = 0
  }

  private static func plan(_ old: [Line], _ new: [Line], values: (Int, Int) = (0, 0)) -> StagePlan? {
    let before = TableSnapshot(sections: [TableSection(Keyed(values.0, id: 0), rows: old)])
    let after = TableSnapshot(sections: [TableSection(Keyed(values.1, id: 0), rows: new)])
    return try? after.shortPlan(from: before) { true }
  }

  /// Returns the changeset of the aligner, which diffs tables of several sections.
  private static func aligned(_ old: [Line], _ new: [Line]) -> Changeset<Int, Line> {
    func table(_ rows: [Line]) -> TableSnapshot<Int, Line> {
      TableSnapshot(sections: [TableSection(0, rows: rows), TableSection(1, rows: [])])
    }
    return table(new).difference(from: table(old))
  }

  @Test("a few rows change with as few operations as the aligner finds", arguments: 0..<40)
  func agrees(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<100 {
      // There is at least one row, because two empty arrays share their storage.
      let most = [16, ShortPairing.limit].randomElement(using: &random) ?? 0
      let old = (0..<Int.random(in: 1...most, using: &random)).map { Line(identity: $0) }
      var new = old.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
      for index in new.indices where Bool.random(using: &random) { new[index].content = 1 }
      switch Int.random(in: 0..<3, using: &random) {
      case 0: new.shuffle(using: &random)
      case 1: if new.count > 1 { new.append(new.remove(at: Int.random(in: new.indices, using: &random))) }
      default: break
      }
      for number in 0..<Int.random(in: 0...3, using: &random) where new.count < most {
        new.insert(Line(identity: 100 + number), at: Int.random(in: 0...new.count, using: &random))
      }
      let plan = try #require(Self.plan(old, new))
      let aligned = Self.aligned(old, new)
      let (one, two) = (plan.structure, aligned.plan.structure)
      #expect(plan.updatedRows == aligned.plan.updatedRows)
      #expect(one.deletedRows == two.deletedRows && one.insertedRows == two.insertedRows)
      #expect(one.movedRows.count == two.movedRows.count, "\(old) \(new)")
      let changeset = TableSnapshot(rows: new).difference(from: TableSnapshot(rows: old))
      #expect(try changeset.apply(to: old) == new)
    }
  }

  @Test("rows with the same identity are matched in order from the ends", arguments: 0..<20)
  func twins(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<100 {
      let most = [16, ShortPairing.limit].randomElement(using: &random) ?? 0
      func lines() -> [Line] {
        (0..<Int.random(in: 1...most, using: &random)).map { _ in
          Line(identity: Int.random(in: 0..<most / 3, using: &random), content: Int.random(in: 0..<3, using: &random))
        }
      }
      let (old, new) = (lines(), lines())
      let plan = try #require(Self.plan(old, new))
      let kept = Dictionary(grouping: old, by: \.identity).reduce(0) { count, group in
        count + min(group.value.count, new.count { $0.identity == group.key })
      }
      #expect(plan.structure.deletedRows.count == old.count - kept)
      #expect(plan.structure.insertedRows.count == new.count - kept)
      let changeset = TableSnapshot(rows: new).difference(from: TableSnapshot(rows: old))
      #expect(try changeset.apply(to: old) == new, "\(old) \(new)")
    }
  }

  @Test("up to 64 rows need only a few words, and 65 use the aligner")
  func whichTables() {
    let rows = (0..<65).map { Line(identity: $0) }
    #expect(Self.plan(Array(rows[..<64]), rows[..<64].reversed())?.structure.movedRows.count == 63)
    #expect(Self.plan(rows, rows.reversed()) == nil && Self.plan([], rows) == nil)
    let twins = [rows[0], rows[1], rows[0]]
    #expect(Self.plan(twins, [rows[1], rows[0], rows[2]])?.structure.deletedRows == [RowPath(0, 2)])
    #expect(Self.plan(twins, [rows[4]])?.structure.deletedRows.count == 3, "nothing has to be told apart")
  }

  @Test("the section's own value is updated with the rows") func section() {
    let plan = Self.plan([Line(identity: 1)], [Line(identity: 1, content: 1)], values: (1, 2))
    #expect(plan?.updatedSections == [BatchMove(from: 0, to: 0)] && plan?.updatedRows.count == 1)
    #expect(Self.plan([Line(identity: 1)], [Line(identity: 1)]) === StagePlan.empty)
  }

  @Test("rows with colliding hashes use the aligner, and rows that are not equal to themselves are replaced") func odd()
  {
    let rows = (0..<10).map { Colliding(number: $0) }
    let table = TableSnapshot(rows: rows)
    #expect(TableSnapshot(rows: rows.reversed()).difference(from: table).operationCount == 9)
    func plan(_ old: [Int], _ new: [Int]) -> StagePlan? {
      let tables = [old, new].map { TableSnapshot(rows: $0.map { Colliding(number: $0) }) }
      return try? tables[1].shortPlan(from: tables[0]) { true }
    }
    #expect(plan([0, 1, 2, 3, 4], [4, 3, 2, 1, 0]) == nil)
    let odd = TableSnapshot(rows: [1, .nan, 2.0])
    let changes = TableSnapshot(rows: [2, .nan, 1.0]).difference(from: odd)
    #expect(changes.stages.map(\.operations.count) == [3])
    #expect(odd.difference(from: odd).isEmpty)
  }
}

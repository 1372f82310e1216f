import LiveTablesTesting
import LiveTables
import TestSupport
import Testing

@Suite("Inverse changesets")
struct InvertingTests {
  @Test(
    "an inverse restores the table in stages and steps, and its inverse reverts that",
    arguments: [RandomTables.Kind(), .small, .duplicates])
  func leadsBack(kind: RandomTables.Kind) {
    let failure = RandomTables.firstFailure(seeds: 0..<Trials.count(4_000), kind) { old, new in
      let forth = new.difference(from: old)
      let back = forth.inverted
      let reached = try back.apply(to: new.plain)
      let stepped = try back.applySteps(to: new.plain)
      struct Wrong: Error { let what: String }
      for result in [reached, stepped]
      where SampleTable(sections: result.map { TableSection($0.value, rows: $0.rows) }) != old {
        throw Wrong(what: "\(forth) back \(back) leads to \(result)")
      }
      if back.operationCount != forth.operationCount { throw Wrong(what: "\(forth) back \(back)") }
      let again = try back.inverted.apply(to: old.plain)
      if SampleTable(sections: again.map { TableSection($0.value, rows: $0.rows) }) != new {
        throw Wrong(what: "\(forth), twice inverted \(back.inverted)")
      }
    }
    #expect(failure == nil, "\(failure.map { "\($0)" } ?? "")")
  }

  @Test("the inverse of a reload is a reload")
  func reload() {
    let changeset = Changeset(
      reloading: TableSnapshot(rows: [1]), from: TableSnapshot(rows: [2]), because: .notComparable)
    #expect(changeset.inverted.reload == .notComparable && changeset.inverted.target == TableSnapshot(rows: [2]))
  }
}

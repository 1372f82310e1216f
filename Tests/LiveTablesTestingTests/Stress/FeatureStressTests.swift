import LiveTables
import LiveTablesOperators
import Testing

@testable import LiveTablesTesting

/// Tests of stress runs with the caller's source, views and invariants.
@MainActor struct FeatureStressTests {
  private let numbers = LiveTable<OneSection, SampleRow>()

  private func run(
    _ plan: StressPlan,
    invariants: @escaping @MainActor (StrictTableView<OneSection, SampleRow>) -> [String] = { _ in [] }
  ) async -> StressReport {
    await plan.run(source: numbers.sorted { $0.id < $1.id }) {
      StrictTableView<OneSection, SampleRow>()
    } change: { [numbers] _, random in
      let id = Int.random(in: 0..<20, using: &random)
      if Bool.random(using: &random) {
        try await numbers.edit { $0.upsert(SampleRow(id)) }
      } else {
        try await numbers.edit { $0.remove(id: id) }
      }
    } invariants: { view in
      invariants(view)
    }
  }

  @Test(.timeLimit(.minutes(20)), arguments: 0..<2 as Range<UInt64>)
  func aDerivedSourceKeepsEveryPromise(seed: UInt64) async {
    let plan = StressPlan(seed: seed)
    let report = await run(plan) { view in
      let ids = view.link.table.map(\.id)
      return view.violations.map { "\($0)" } + (ids == ids.sorted() ? [] : ["\(ids) are not sorted"])
    }
    #expect(report.problems.isEmpty, "\(report)")
    #expect(report.changes == plan.producers * plan.steps)
  }

  @Test(.timeLimit(.minutes(20))) func anInvariantThatIsBrokenIsReported() async {
    var plan = StressPlan(seed: 1)
    plan.views = 1
    let report = await run(plan) { view in view.link.table.isEmpty ? [] : ["there are rows"] }
    #expect(report.problems.contains("view 0: there are rows"))
  }

  @Test(.timeLimit(.minutes(20))) func anErrorOfAChangeIsReported() async {
    var plan = StressPlan(seed: 1)
    plan.views = 1
    let report = await plan.run(source: numbers) {
      StrictTableView<OneSection, SampleRow>()
    } change: { _, _ in
      throw CancellationError()
    }
    #expect(report.problems.count == plan.producers * plan.steps)
  }
}

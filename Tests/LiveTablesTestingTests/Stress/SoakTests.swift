import LiveTables
import LiveTablesTesting
import Soaking
import Testing

@MainActor struct SoakTests {
  @Test(
    .timeLimit(.minutes(20)),
    arguments: 0..<8 as Range<UInt64>)
  func manyProducersViewsCancellationsAndFaultsLeaveEveryPromiseStanding(seed: UInt64) async {
    var plan = SoakPlan(seed: seed)
    if seed % 2 == 1 { plan.kind = .duplicates }
    let report = await plan.run()
    #expect(report.problems.isEmpty, "\(report)")
    #expect(report.submissions == plan.views * plan.producers * plan.steps)
    #expect(report.answers + report.cancelled + report.ended == report.submissions, "\(report)")
    #expect(report.batches > 0 && report.reloads > 0 && report.cancelled > 0, "\(report)")
  }

  @Test(
    .timeLimit(.minutes(20)),
    arguments: SoakPlan.Disturbance.allCases)
  func eachDisturbanceAloneLeavesEveryPromiseStanding(disturbance: SoakPlan.Disturbance) async {
    var plan = SoakPlan(seed: 99)
    plan.disturbances = [disturbance]
    let report = await plan.run()
    #expect(report.problems.isEmpty, "\(report)")
  }

  @Test(
    "sequences that flood, stall, never end, fail, are cancelled or lose their view violate no guarantee",
    .timeLimit(.minutes(20)), arguments: 0..<6 as Range<UInt64>)
  func streamsThatFloodFailAreCancelledAndLoseTheirViewLeaveEveryPromiseStanding(
    seed: UInt64
  ) async {
    var plan = SoakPlan(seed: seed)
    plan.views = 8
    let report = await plan.runStreams()
    #expect(report.problems.isEmpty, "\(report)")
    #expect(report.submissions >= 4 * plan.producers * plan.steps, "at least of those that end by themselves")
  }

  @Test func byDefaultStreamsPartFromTheirViewsInEveryWay() {
    let plan = SoakPlan(seed: 1)
    let endings = (0..<plan.views).map { SoakStream($0, plan).ending }
    #expect(Set(endings) == Set(SoakStream.Ending.allCases))
  }

  @Test("a plan with a negative number of views has no effect") func noViews() async {
    var plan = SoakPlan(seed: 1)
    plan.views = -1
    let report = await plan.run()
    #expect(report.submissions == 0 && report.problems.isEmpty)
  }

  @Test
  func withoutDisturbancesEverythingIsAnsweredAndThereIsOneReloadForEachView() async {
    var plan = SoakPlan(seed: 5)
    plan.disturbances = []
    let report = await plan.run()
    #expect(report.problems.isEmpty, "\(report)")
    #expect(report.answers == report.submissions)
    #expect(report.reloads == plan.views && report.diagnostics == 0, "\(report)")
  }
}

import LiveTables
import LiveTablesTesting
import Soaking

/// Scenarios with several views, producers and disruptions, which a ``SoakPlan`` generates.
extension Scenario {
  static let large: [Scenario] = [
    Scenario(drawn: "stress") { record, seed in
      let report = await plan(seed).run()
      for problem in report.problems { record.problem(problem) }
    },
    Scenario(drawn: "stress-of-streams") { record, seed in
      var streams = plan(seed)
      streams.views = 4  // one for each `SoakStream.Ending`
      let report = await streams.runStreams()
      for problem in report.problems { record.problem(problem) }
    },
  ]

  private static func plan(_ seed: UInt64) -> SoakPlan {
    var plan = SoakPlan(seed: seed)
    plan.views = 2
    plan.producers = 2
    plan.steps = 6
    return plan
  }
}

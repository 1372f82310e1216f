import Foundation
import Soaking

/// Runs stress tests of the pipeline with real parallelism, for some seconds.
///
/// Each round is a ``SoakPlan`` with a new seed. It has to end with every submission answered, the last table on every
/// screen, and all objects released. Memory may not grow after the first rounds.
@main struct Soak {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
    let seconds = arguments.first ?? 20
    let first = arguments.dropFirst().first ?? UInt64(Date().timeIntervalSince1970)
    print("\(seconds) seconds of soak, seeds from \(first)")
    let end = ContinuousClock.now + .seconds(seconds)
    var totals = Totals()
    var memory = Memory()
    var seed = first
    while ContinuousClock.now < end, totals.problems.isEmpty {
      let report = await plan(seed).run()
      totals.add(report)
      if report.submissions != report.answers + report.cancelled + report.ended {
        totals.problems.append("not every submission was answered once: \(report)")
      }
      totals.add(await plan(seed).runStreams())
      if let problem = memory.check(isSettled: totals.rounds > 20) {
        totals.problems.append("seed \(seed): \(problem)")
      }
      seed += 1
    }
    print("\(totals), at most \(memory.most >> 20) MB")
    if !totals.problems.isEmpty {
      print(totals.problems.joined(separator: "\n"))
      print("again: make soak SOAK=\"\(seconds) \(seed - 1)\"")
      exit(1)
    }
  }

  private static func plan(_ seed: UInt64) -> SoakPlan {
    var plan = SoakPlan(seed: seed)
    plan.views = Int(seed % 5) + 1
    plan.producers = Int(seed / 5 % 4) + 1
    return plan
  }
}

/// The totals of all rounds.
struct Totals: CustomStringConvertible {
  private(set) var rounds = 0
  private var submissions = 0
  private var answers = 0
  private var cancelled = 0
  private var ended = 0
  var problems: [String] = []

  mutating func add(_ report: SoakReport) {
    rounds += 1
    submissions += report.submissions
    answers += report.answers
    cancelled += report.cancelled
    ended += report.ended
    problems += report.problems.map { "seed \(report.seed): \($0)" }
  }

  var description: String {
    "\(rounds) rounds: \(submissions) submissions, \(answers) answered, \(cancelled) cancelled, \(ended) ended"
  }
}

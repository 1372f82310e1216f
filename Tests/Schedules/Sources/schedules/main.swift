import Glibc
import Scenarios
import LiveTablesSchedules

/// Lists, explores, samples, replays or measures scenarios.
enum Command {
  static let usage = """
    schedules list
    schedules explore [--bound all|preemptions:N|deviations:N] [--wider N] [--limit N] [NAME…]
    schedules sample [--seeds N] [--from N] [NAME…]
    schedules replay NAME SCHEDULE      as a failure prints it: path:0.2.1 or seed:7
    schedules measure                   schedules a second, and bodies without a scheduler
    """

  /// - Returns: Whether there were no failures, or `nil` if the arguments are invalid.
  static func run(_ arguments: [String]) -> Bool? {
    let options = Options(arguments.dropFirst())
    guard let name = arguments.first, let scenarios = options.scenarios else { return nil }
    switch name {
    case "list":
      for scenario in scenarios { print(scenario.name, scenario.bound.map { "\($0)" } ?? "drawn") }
      return true
    case "explore":
      return report(scenarios.filter { $0.bound != nil }) { options.exploration(of: $0).exhaust($0.trial) }
    case "sample":
      return report(scenarios) { options.exploration(of: $0).sample(seeds: options.seeds, $0.trial) }
    case "measure":
      Measurement.run()
      return true
    case "replay": return options.schedule.flatMap { replay(scenarios[0], $0) }
    default: return nil
    }
  }

  private static func report(_ scenarios: [Scenario], _ run: (Scenario) -> ExplorationReport) -> Bool {
    var schedules = 0
    var failures = 0
    for scenario in scenarios {
      let report = run(scenario)
      schedules += report.schedules
      failures += report.failures.count
      print("\(scenario.name): \(report)")
    }
    print("\(schedules) schedules of \(scenarios.count) scenarios, \(failures) failures")
    return failures == 0
  }

  private static func replay(_ scenario: Scenario, _ schedule: Schedule) -> Bool {
    let (run, problems) = Exploration(scenario.name).replay(schedule, scenario.trial)
    for line in TurnList(run.turns).lines { print(line) }
    print(problems.isEmpty ? "nothing wrong" : problems.joined(separator: "\n"))
    return problems.isEmpty
  }
}

/// The options after the command.
struct Options {
  var scenarios: [Scenario]?
  var schedule: Schedule?
  private var bound: ScheduleBound?
  private var wider = 0
  private var limit = 10_000_000
  private var first: UInt64 = 0
  private var count: UInt64 = 1_000

  var seeds: Range<UInt64> { first..<first + count }

  init(_ arguments: some Sequence<String>) {
    scenarios = Scenario.all
    var named: [Scenario] = []
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--bound": bound = rest.popFirst().flatMap { ScheduleBound($0) }
      case "--wider": wider = rest.popFirst().flatMap { Int($0) } ?? wider
      case "--limit": limit = rest.popFirst().flatMap { Int($0) } ?? limit
      case "--seeds": count = rest.popFirst().flatMap { UInt64($0) } ?? count
      case "--from": first = rest.popFirst().flatMap { UInt64($0) } ?? first
      default:
        if let schedule = Schedule(argument) {
          self.schedule = schedule
        } else if let scenario = Scenario.all.first(where: { $0.name == argument }) {
          named.append(scenario)
        } else {
          print("there is no scenario \(argument)")
          scenarios = nil
          return
        }
      }
    }
    if !named.isEmpty { scenarios = named }
  }

  func exploration(of scenario: Scenario) -> Exploration {
    var bound = bound ?? scenario.bound ?? .all
    for _ in 0..<wider { bound = bound.wider }
    var exploration = Exploration(scenario.name, within: bound, limit: limit)
    exploration.shortens = scenario.bound != nil
    return exploration
  }
}

let outcome = Command.run(Array(CommandLine.arguments.dropFirst()))
if outcome == nil { print(Command.usage) }
if outcome != true { exit(outcome == nil ? 2 : 1) }

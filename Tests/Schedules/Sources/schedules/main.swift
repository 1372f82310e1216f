import Scenarios
import Scheduling

let arguments = CommandLine.arguments.dropFirst()
let all = Scenario.all
switch arguments.first {
case "replay":
  for scenario in all where scenario.name == CommandLine.arguments[2] {
    let (run, problems) = Exploration(scenario.name).replay(Schedule(CommandLine.arguments[3])!, scenario.trial)
    for turn in run.turns { print(turn) }
    print(run.choices.count, "choices", problems)
  }
default:
for scenario in all {
  let bound = Bound(CommandLine.arguments[1])!
  if CommandLine.arguments.count > 2, !scenario.name.contains(CommandLine.arguments[2]) { continue }
  let clock = ContinuousClock.now
  print(scenario.name, Exploration(scenario.name, within: bound, limit: Int(CommandLine.arguments[3])!).exhaust(scenario.trial), clock.duration(to: .now))
}
}

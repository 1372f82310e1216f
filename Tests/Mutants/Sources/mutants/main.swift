import Foundation

// mutants [--quick] [--part N/M] [--check] [NAME…]     run in the project's folder; N counts from 0

/// Prints a line without buffering.
func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

func catchers(of mutants: [Mutant]) -> [Mutant.Catcher] {
  var filters: Set<String> = []
  var scenarios: Set<String> = []
  for mutant in mutants {
    switch mutant.catcher {
    case .tests(let filter): filters.formUnion(filter.split(separator: "|").map(String.init))
    case .schedules(let names): scenarios.formUnion(names)
    }
  }
  var catchers: [Mutant.Catcher] = []
  if !filters.isEmpty { catchers.append(.tests(filters.sorted().joined(separator: "|"))) }
  if !scenarios.isEmpty { catchers.append(.schedules(scenarios.sorted())) }
  return catchers
}

/// Returns the lines of the output that describe the failure.
func excerpt(_ output: String) -> String {
  let lines = output.split(separator: "\n")
  let telling = lines.filter {
    $0.contains("✘") || $0.contains("error:") || $0.contains("path:") || $0.contains("seed:")
  }
  return (telling.isEmpty ? lines.suffix(20) : telling.prefix(20)).joined(separator: "\n")
}

func line(_ columns: String...) -> String {
  "| "
    + zip(columns, [40, 10, 10]).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined(separator: " | ")
    + " | " + columns[3] + " |"
}

func run() throws -> Bool {
  let choice = try Choice(CommandLine.arguments.dropFirst())
  let chosen = choice.mutants
  let copy = Copy(of: URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory))
  try copy.plant(Mutant.all)
  if choice.checksOnly { return true }
  say("\(chosen.count) faults planted; building the copy")
  try copy.build()
  for catcher in catchers(of: chosen) {
    let (ending, output) = try copy.run(catcher, planting: nil)
    if ending != .success { throw Failure(description: "fails without any fault:\n\(excerpt(output))") }
  }
  say(line("fault", "promises", "", "looked for by"))
  var survivors = 0
  for mutant in chosen {
    let (ending, _) = try copy.run(mutant.catcher, planting: mutant.name)
    if ending != .failure { survivors += 1 }
    let promises = mutant.promises.map(String.init).joined(separator: ", ")
    let verdict =
      switch ending {
      case .success: "SURVIVES"
      case .failure: "caught"
      case .timeLimit: "TIME LIMIT"
      }
    say(line(mutant.name, promises, verdict, "\(mutant.catcher)"))
  }
  say("\(chosen.count) faults, \(chosen.count - survivors) caught, \(survivors) survive")
  return survivors == 0
}

do {
  exit(try run() ? 0 : 1)
} catch {
  say("\(error)")
  exit(2)
}

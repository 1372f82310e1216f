import Foundation
import Synchronization

// faults [OPTIONS] [FILE[:LINE]…]     run in the project's folder; files are relative to `Sources`; see Choice.swift

/// Prints a line without buffering.
func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

/// Returns the numbers in an order whose every prefix is evenly spread, by multiples of the golden ratio.
func spread(_ numbers: [Int]) -> [Int] {
  func part(_ index: Int) -> Double { (Double(index) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1) }
  return numbers.indices.sorted { part($0) < part($1) }.map { numbers[$0] }
}

/// The verdicts so far, stored beside the copy until it is built again.
final class Ledger: Sendable {
  private let state: Mutex<(next: Int, verdicts: [Int: Verdict])>
  private let file: URL

  init(_ tree: Tree, again: Bool) throws {
    file = try tree.memory("verdicts")
    let known = (try? JSONDecoder().decode([Int: Verdict].self, from: Data(contentsOf: file))) ?? [:]
    state = Mutex((0, again ? known.filter { !$0.value.isUnnoticed } : known))
  }

  var verdicts: [Int: Verdict] { state.withLock { $0.verdicts } }

  /// Returns the next number without a verdict.
  func take(from numbers: [Int]) -> Int? {
    state.withLock { state in
      while state.next < numbers.count, state.verdicts[numbers[state.next]] != nil { state.next += 1 }
      defer { state.next += 1 }
      return state.next < numbers.count ? numbers[state.next] : nil
    }
  }

  func note(_ number: Int, _ verdict: Verdict) {
    state.withLock {
      $0.verdicts[number] = verdict
      try? JSONEncoder().encode($0.verdicts).write(to: file)
    }
  }
}

/// Runs the faults on `jobs` threads and prints each verdict; stored verdicts are reused.
func verdicts(_ numbers: [Int], _ tree: Tree, _ suites: [Suite], _ choice: Choice) throws -> [(Fault, Verdict)] {
  let equivalents = try Equivalents(tree.project.root)
  let ledger = try Ledger(tree, again: choice.runsAgain)
  let end = choice.seconds.map { ContinuousClock.now + .seconds($0) }
  let group = DispatchGroup()
  for _ in 0..<choice.jobs {
    group.enter()
    Thread.detachNewThread {
      while end.map({ ContinuousClock.now < $0 }) ?? true, let number = ledger.take(from: numbers) {
        guard let verdict = try? tree.verdict(number, suites) else { continue }
        ledger.note(number, verdict)
        say("\(verdict.rawValue): \(tree.faults[number - 1].name): \(tree.faults[number - 1].text)")
      }
      group.leave()
    }
  }
  group.wait()
  return numbers.sorted().compactMap { number in
    let fault = tree.faults[number - 1]
    return ledger.verdicts[number].map { (fault, $0.isUnnoticed && equivalents.contains(fault) ? .equivalent : $0) }
  }
}

func run() throws -> Bool {
  let choice = try Choice(CommandLine.arguments.dropFirst())
  let root = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
  var tree = try Tree(try Project(root, faulty: choice.modules), choice)
  let stale = try Equivalents(root).stale(tree.faults, modules: choice.modules)
  for entry in stale { say("equivalent.txt: there is no such fault: \(entry.file) | \(entry.rule) | \(entry.text)") }
  if !stale.isEmpty { return false }
  if choice.listsOnly {
    let chosen = tree.chosen.sorted().map { tree.faults[$0 - 1] }
    for fault in chosen { say("\(fault.name): \(fault.text)") }
    say("\(chosen.count) of \(tree.faults.count) faults")
    return true
  }
  say("\(tree.faults.count) faults, of which \(tree.chosen.count) are planted; building the copy")
  tree.drop()
  try choice.isBuilt ? tree.checkBuilt() : tree.build()
  say("\(tree.planted.count) compile")
  if choice.buildsOnly { return true }
  let suites = try tree.suites(longest: choice.longest)
  say("\(suites.count) suites")
  let results = try verdicts(spread(tree.planted), tree, suites, choice)
  let report = Report(planted: tree.planted.map { tree.faults[$0 - 1] }, verdicts: results)
  say("\n\(report.table)\n\n\(report.survivors)")
  return report.rate * 100 >= Double(choice.floor)
}

RunMark.endAtSignals()
do {
  exit(try run() ? 0 : 1)
} catch {
  say("\(error)")
  exit(2)
}

import Foundation
import Synchronization

// faults [OPTIONS] [FILE[:LINE]…]     from the project's folder; files without `Sources/`; see Choice.swift

/// Prints at once, also where nobody watches.
func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

/// The same in an order in which any beginning is spread evenly: by the parts of the golden section's multiples.
func spread(_ numbers: [Int]) -> [Int] {
  func part(_ index: Int) -> Double { (Double(index) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1) }
  return numbers.indices.sorted { part($0) < part($1) }.map { numbers[$0] }
}

/// Runs the faults on so many threads, and says each verdict as it comes.
func verdicts(_ numbers: [Int], _ tree: Tree, _ suites: [Suite], _ choice: Choice) -> [(Fault, Verdict)] {
  let equivalents = try? Equivalents(tree.project.root)
  let next = Mutex(0)
  let results = Mutex<[(Int, Verdict)]>([])
  let end = choice.seconds.map { ContinuousClock.now + .seconds($0) }
  DispatchQueue.concurrentPerform(iterations: choice.jobs) { _ in
    while end.map({ ContinuousClock.now < $0 }) ?? true {
      let index = next.withLock { value in
        defer { value += 1 }
        return value
      }
      guard index < numbers.count else { return }
      let number = numbers[index]
      let fault = tree.faults[number - 1]
      guard var verdict = try? tree.verdict(number, suites) else { continue }
      if verdict == .survived || verdict == .unreached, equivalents?.contains(fault) == true { verdict = .equivalent }
      results.withLock { $0.append((number, verdict)) }
      say("\(verdict.rawValue): \(fault.name): \(fault.text)")
    }
  }
  return results.withLock { $0 }.sorted { $0.0 < $1.0 }.map { (tree.faults[$0.0 - 1], $0.1) }
}

func run() throws -> Bool {
  let choice = try Choice(CommandLine.arguments.dropFirst())
  let root = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
  var tree = Tree(try Project(root, faulty: choice.modules), choice)
  let stale = try Equivalents(root).stale(tree.faults, modules: choice.modules)
  for entry in stale { say("equivalent.txt: there is no such fault: \(entry.file) | \(entry.rule) | \(entry.text)") }
  if !stale.isEmpty { return false }
  if choice.listsOnly {
    for fault in tree.faults { say("\(fault.name): \(fault.text)") }
    say("\(tree.faults.count) faults")
    return true
  }
  say("\(tree.faults.count) faults, of which \(tree.chosen.count) are planted; building the copy")
  try tree.build()
  say("\(tree.planted.count) compile")
  if choice.buildsOnly { return true }
  let suites = try tree.suites(longest: choice.longest)
  say("\(suites.count) suites")
  let results = verdicts(spread(tree.planted), tree, suites, choice)
  let report = Report(planted: tree.planted.map { tree.faults[$0 - 1] }, verdicts: results)
  say("\n\(report.table)\n\n\(report.survivors)")
  return report.rate * 100 >= Double(choice.floor)
}

do {
  exit(try run() ? 0 : 1)
} catch {
  say("\(error)")
  exit(2)
}

import Foundation

/// A test suite, with its duration and the faults that its tests reach.
struct Suite: Codable {
  let name: String
  fileprivate(set) var seconds: Double
  let reached: Set<Int>

  /// The modules that the suite tests.
  var modules: Set<String> { Project.modules(testedBy: String(name.prefix { $0 != "." })) }
}

extension Tree {
  private func tests(_ filter: String) -> [String] {
    [bundle, "--testing-library", "swift-testing", "--filter", filter]
  }

  /// Runs the tests of some suites until one fails.
  ///
  /// - Parameters:
  ///   - suites: The suites; the time limit depends on their duration without a fault.
  ///   - fault: The number of the fault to enable.
  func run(_ suites: ArraySlice<Suite>, fault: Int) throws -> Command.Ending {
    let filter = suites.map { "^" + NSRegularExpression.escapedPattern(for: $0.name) + "/" }.joined(separator: "|")
    let seconds = Int(4 + 2 * suites.reduce(0) { $0 + $1.seconds })
    // Lets tests that poll report a failure before the process is ended.
    let patience = ["PATIENCE": "30", "PATIENCE_WORK": "\(seconds - 1)"]
    return try Command(arguments: tests(filter), folder: folder).run(
      patience.merging(["FAULT": "\(fault)", "SWIFT_BACKTRACE": "enable=no"]) { $1 }, seconds: seconds,
      stopsAtFailure: true
    ).ending
  }

  /// Runs every suite once without a fault, and returns the ones that pass.
  ///
  /// The measurements are stored beside the copy until it is built again.
  ///
  /// - Parameter longest: The longest time, in seconds, that a suite may take; slower suites are skipped.
  func suites(longest: Int) throws -> [Suite] {
    let file = try memory("suites")
    var suites = (try? JSONDecoder().decode([Suite].self, from: Data(contentsOf: file))) ?? []
    for name in try suiteNames() where !suites.contains(where: { $0.name == name }) {
      guard let suite = try measured(name, longest) else { continue }
      suites.append(suite)
      try JSONEncoder().encode(suites).write(to: file)
    }
    // The quickest suite's time is the startup time of every process.
    let beginning = suites.map(\.seconds).min() ?? 0
    for index in suites.indices { suites[index].seconds -= beginning }
    return suites.filter { $0.seconds <= Double(longest) }.sorted { $0.seconds < $1.seconds }
  }

  /// Returns the URL of a file that is valid until the copy is built again.
  func memory(_ name: String) throws -> URL {
    let stamp = try FileManager.default.attributesOfItem(atPath: bundle)[.modificationDate] as? Date
    return folder.appending(path: "\(name)-\(Int(stamp?.timeIntervalSince1970 ?? 0)).json")
  }

  private func suiteNames() throws -> [String] {
    let (_, list) = try Command(arguments: tests(".") + ["--list-tests"], folder: folder).run(seconds: 120)
    let names = list.split(separator: "\n").compactMap { line in line.lastIndex(of: "/").map { String(line[..<$0]) } }
    return Set(names).filter { !$0.contains(" ") && $0.contains(".") }.sorted()
  }

  private func measured(_ name: String, _ longest: Int) throws -> Suite? {
    let map = folder.appending(path: "reached")
    try Data(count: faults.count + 1).write(to: map)
    let begun = ContinuousClock.now
    let filter = "^" + NSRegularExpression.escapedPattern(for: name) + "/"
    let (ending, output) = try Command(arguments: tests(filter), folder: folder).run(
      ["FAULTS_REACHED": map.path(), "SWIFT_BACKTRACE": "enable=no"], seconds: longest)
    let seconds = (ContinuousClock.now - begun) / .seconds(1)
    if ending == .timeLimit {
      say("\(name) takes longer and is left out")
      return nil
    }
    if ending != .success {
      say("without a fault, \(name) fails and is left out: \(excerpt(output))")
      return nil
    }
    let reached = try Data(contentsOf: map).enumerated().filter { $0.element != 0 }.map(\.offset)
    return Suite(name: name, seconds: seconds, reached: Set(reached))
  }

  private func excerpt(_ output: String) -> String {
    let lines = output.split(separator: "\n")
    let reasons = lines.filter { $0.contains("recorded an issue") || $0.contains("Fatal error") }
    return (reasons.isEmpty ? lines.suffix(2) : reasons.prefix(2)).joined(separator: " / ")
  }
}

import Foundation

/// A suite of tests, how long it takes and which faults its tests come by.
struct Suite: Codable {
  let name: String
  let seconds: Double
  let reached: Set<Int>

  /// The module of the sources that it tests.
  var module: String {
    let target = name.prefix { $0 != "." }
    return target == "LivetableTests" ? "livetable" : String(target.dropLast(5))
  }
}

extension Tree {
  private func tests(_ filter: String) -> [String] {
    [bundle, "--testing-library", "swift-testing", "--filter", filter]
  }

  /// Runs the suites' tests, until one fails.
  ///
  /// - Parameters:
  ///   - suites: The suites; what they take without a fault decides when they are given up.
  ///   - fault: What is awake.
  func run(_ suites: ArraySlice<Suite>, fault: Int) throws -> Command.Ending {
    let filter = suites.map { "^" + NSRegularExpression.escapedPattern(for: $0.name) + "/" }.joined(separator: "|")
    let seconds = Int(20 + 6 * suites.reduce(0) { $0 + $1.seconds })
    return try Command(arguments: tests(filter), folder: folder).run(
      ["FAULT": "\(fault)", "PATIENCE": "10", "SWIFT_BACKTRACE": "enable=no"], seconds: seconds, stopsAtFailure: true
    ).ending
  }

  /// Runs every suite once, without a fault; one that fails is left out.
  func suites() throws -> [Suite] {
    let stamp = try FileManager.default.attributesOfItem(atPath: bundle)[.modificationDate] as? Date
    let file = folder.appending(path: "suites-\(Int(stamp?.timeIntervalSince1970 ?? 0)).json")
    if let data = try? Data(contentsOf: file) { return try JSONDecoder().decode([Suite].self, from: data) }
    let (_, list) = try Command(arguments: tests(".") + ["--list-tests"], folder: folder).run(seconds: 120)
    let names = Set(list.split(separator: "\n").compactMap { line in line.lastIndex(of: "/").map { line[..<$0] } })
      .filter { !$0.contains(" ") && $0.contains(".") }
    let map = folder.appending(path: "reached")
    var suites: [Suite] = []
    for name in names.sorted() {
      try Data(count: faults.count + 1).write(to: map)
      let begun = ContinuousClock.now
      let (ending, output) = try Command(
        arguments: tests("^" + NSRegularExpression.escapedPattern(for: String(name)) + "/"), folder: folder
      ).run(["FAULTS_REACHED": map.path(), "SWIFT_BACKTRACE": "enable=no"], seconds: 240)
      let seconds = Double((ContinuousClock.now - begun).components.seconds) + 0.5
      if ending != .success {
        say("without a fault, \(name) fails and is left out: \(excerpt(output))")
        continue
      }
      let reached = try Data(contentsOf: map).enumerated().filter { $0.element != 0 }.map(\.offset)
      suites.append(Suite(name: String(name), seconds: seconds, reached: Set(reached)))
    }
    suites.sort { $0.seconds < $1.seconds }
    try JSONEncoder().encode(suites).write(to: file)
    return suites
  }

  private func excerpt(_ output: String) -> String {
    output.split(separator: "\n").filter { $0.contains("recorded an issue") || $0.contains("error") }.prefix(2)
      .joined(separator: " / ")
  }
}

import Foundation

/// The result of running the tests with a fault enabled.
enum Verdict: String, Codable {
  case caught
  /// No test failed, but one did not finish.
  case hung
  case survived
  /// The fault survived, and equivalent.txt lists it.
  case equivalent
  /// No test reaches the fault.
  case unreached

  var isUnnoticed: Bool { self == .survived || self == .unreached }
}

extension Tree {
  /// Runs the tests that reach a fault: first those of its module, then others for a few seconds.
  ///
  /// - Parameters:
  ///   - number: The number of the fault.
  ///   - suites: All suites, sorted by duration.
  func verdict(_ number: Int, _ suites: [Suite]) throws -> Verdict {
    let module = faults[number - 1].module
    // Suites that reach few faults are likely to test this code.
    let reaching = suites.filter { $0.reached.contains(number) }
      .sorted { $0.seconds * Double($0.reached.count) < $1.seconds * Double($1.reached.count) }
    if reaching.isEmpty { return .unreached }
    var patience = 4.0
    let others = reaching.filter { !$0.modules.contains(module) }.prefix {
      patience -= $0.seconds
      return patience > 0
    }
    var rest = (reaching.filter { $0.modules.contains(module) } + others)[...]
    var hasHung = false
    for budget in [1, 4, 10, .infinity] where !rest.isEmpty {
      var count = 0
      var seconds = 0.0
      for suite in rest {
        if count > 0, seconds + suite.seconds > budget { break }
        (count, seconds) = (count + 1, seconds + suite.seconds)
      }
      switch try run(rest.prefix(count), fault: number) {
      case .failure: return .caught
      case .timeLimit: hasHung = true
      case .success: break
      }
      rest = rest.dropFirst(count)
    }
    return hasHung ? .hung : .survived
  }
}

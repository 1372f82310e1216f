import Foundation

/// What the tests make of a fault.
enum Verdict: String, Codable {
  case caught
  /// No test failed, but one did not end.
  case hung
  case survived
  /// A survivor that is written down as none.
  case equivalent
  /// No test comes by.
  case unreached

  var isUnnoticed: Bool { self == .survived || self == .unreached }
}

extension Tree {
  /// Runs the tests that come by a fault: those of its module, then for seconds others.
  ///
  /// - Parameters:
  ///   - number: The fault.
  ///   - suites: All suites, the quickest first.
  func verdict(_ number: Int, _ suites: [Suite]) throws -> Verdict {
    let module = faults[number - 1].module
    // What comes by little else is likely to be about it.
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

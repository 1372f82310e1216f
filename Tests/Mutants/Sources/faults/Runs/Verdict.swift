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
}

extension Tree {
  /// Runs the tests of the fault's module that come by it, the quickest first.
  ///
  /// - Parameters:
  ///   - number: The fault.
  ///   - suites: All suites, the quickest first.
  func verdict(_ number: Int, _ suites: [Suite]) throws -> Verdict {
    let module = faults[number - 1].module
    var rest = suites.filter { $0.reached.contains(number) && $0.module == module }[...]
    if rest.isEmpty { return suites.contains { $0.reached.contains(number) } ? .survived : .unreached }
    for budget in [2.5, 8, .infinity] where !rest.isEmpty {
      var count = 0
      var seconds = 0.0
      for suite in rest {
        if count > 0, seconds + suite.seconds > budget { break }
        (count, seconds) = (count + 1, seconds + suite.seconds)
      }
      switch try run(rest.prefix(count), fault: number) {
      case .failure: return .caught
      case .timeLimit: return .hung
      case .success: rest = rest.dropFirst(count)
      }
    }
    return .survived
  }
}

import Foundation
package import LiveTablesTesting
import Testing

/// The number of random trials: a share of them, or all if `LIVETABLES_WIDER` is set, as in long runs.
package enum Trials {
  private static let isWide = ProcessInfo.processInfo.environment["LIVETABLES_WIDER"] != nil

  /// - Parameters:
  ///   - all: The number of trials.
  ///   - share: The number by which a plain run divides the trials.
  /// - Returns: The number of trials in this run.
  package static func count<Number: BinaryInteger>(_ all: Number, share: Number = 8) -> Number {
    isWide ? all : max(1, all / share)
  }

  /// Returns whether this run includes the trial with a number.
  package static func includes(_ number: Int) -> Bool { isWide || number % 8 == 0 }
}

/// Random tables to run through an operator: small, with duplicates, or large with many leaves.
package struct OperatorPlan: Sendable, CustomTestStringConvertible {
  package let testDescription: String
  package let kind: RandomTables.Kind
  package let seeds: Range<UInt64>
  package let steps: Int

  package static let all = [
    OperatorPlan(testDescription: "small", kind: .small, seeds: 0..<Trials.count(250), steps: 6),
    OperatorPlan(testDescription: "usual", kind: RandomTables.Kind(), seeds: 0..<Trials.count(250), steps: 8),
    OperatorPlan(testDescription: "duplicates", kind: .duplicates, seeds: 0..<Trials.count(250), steps: 8),
    OperatorPlan(testDescription: "large", kind: .large, seeds: 0..<3, steps: 6),
  ]
}

/// The error of a random check that fails.
package struct NotSo: Error, CustomStringConvertible {
  package var description: String

  package init(description: String) { self.description = description }
}

package func check(_ isSo: Bool, _ message: @autoclosure () -> String = "not so", line: Int = #line) throws {
  if !isSo { throw NotSo(description: "line \(line): \(message())") }
}

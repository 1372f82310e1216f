import Foundation
package import LiveTablesTesting
import Testing

/// How much is tried at random: part of it, or all where `LIVETABLES_WIDER` is set, as in long runs.
package enum Trials {
  private static let isWide = ProcessInfo.processInfo.environment["LIVETABLES_WIDER"] != nil

  /// - Parameters:
  ///   - all: How many trials there are.
  ///   - share: How many times fewer are made in a plain run.
  /// - Returns: How many of them are made in this run.
  package static func count<Number: BinaryInteger>(_ all: Number, share: Number = 8) -> Number {
    isWide ? all : max(1, all / share)
  }

  /// Whether the trial with this number is made in this run.
  package static func includes(_ number: Int) -> Bool { isWide || number % 8 == 0 }
}

/// What random tables are run through: small ones, ones with duplicates, and large ones with many leaves.
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

/// What a random check throws.
package struct NotSo: Error, CustomStringConvertible {
  package var description: String

  package init(description: String) { self.description = description }
}

package func check(_ isSo: Bool, _ message: @autoclosure () -> String = "not so", line: Int = #line) throws {
  if !isSo { throw NotSo(description: "line \(line): \(message())") }
}

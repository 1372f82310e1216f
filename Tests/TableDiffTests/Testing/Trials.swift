import Foundation

/// How much is tried at random: part of it, or all where `LIVETABLES_WIDER` is set, as in long runs.
enum Trials {
  private static let isWide = ProcessInfo.processInfo.environment["LIVETABLES_WIDER"] != nil

  /// - Parameter all: How many trials there are.
  /// - Returns: How many of them are made in this run.
  static func count<Number: BinaryInteger>(_ all: Number) -> Number { isWide ? all : max(1, all / 4) }
}

import Foundation

/// The library of Tests/FailingCalls, if it is preloaded.
package enum FailingCalls {
  private typealias Plan = @convention(c) (UnsafePointer<CChar>, Int32, Int32, Bool, UnsafePointer<CChar>) -> Void
  private typealias Hits = @convention(c) () -> Int32

  /// A value in place of an error, which makes a call read or write half of the bytes.
  package static let shortCount: Int32 = -1

  private static func symbol(_ name: String) -> UnsafeMutableRawPointer? { dlsym(dlopen(nil, RTLD_NOW), name) }

  package static var isLoaded: Bool { symbol("failing_plan") != nil }

  /// Makes a call fail.
  ///
  /// - Parameters:
  ///   - call: The name of the call.
  ///   - error: The `errno` of the failure.
  ///   - number: The number of the failing call, from 1.
  ///   - lasts: Whether all later calls fail as well.
  ///   - place: A part of the path of the file.
  package static func plan(_ call: String, _ error: Int32, number: Int, lasts: Bool = false, in place: String) {
    guard let symbol = symbol("failing_plan") else { return }
    unsafeBitCast(symbol, to: Plan.self)(call, error, Int32(number), lasts, place)
  }

  /// Stops making calls fail.
  ///
  /// - Returns: The number of calls that matched the plan.
  package static func end() -> Int {
    guard let symbol = symbol("failing_hits") else { return 0 }
    let hits = Int(unsafeBitCast(symbol, to: Hits.self)())
    plan("", 0, number: 0, in: "")
    return hits
  }
}

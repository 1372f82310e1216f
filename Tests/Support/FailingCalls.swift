import Foundation

/// The library of Tests/FailingCalls, where it is preloaded.
package enum FailingCalls {
  private typealias Plan = @convention(c) (UnsafePointer<CChar>, Int32, Int32, Bool, UnsafePointer<CChar>) -> Void
  private typealias Hits = @convention(c) () -> Int32

  /// In place of an error: half of the bytes.
  package static let shortCount: Int32 = -1

  private static func symbol(_ name: String) -> UnsafeMutableRawPointer? { dlsym(dlopen(nil, RTLD_NOW), name) }

  package static var isLoaded: Bool { symbol("failing_plan") != nil }

  /// Has a call fail.
  ///
  /// - Parameters:
  ///   - call: Its name.
  ///   - error: With which `errno`.
  ///   - number: Which of the calls, from 1.
  ///   - lasts: Whether all later ones fail as well.
  ///   - place: What the path of the file contains.
  package static func plan(_ call: String, _ error: Int32, number: Int, lasts: Bool = false, in place: String) {
    guard let symbol = symbol("failing_plan") else { return }
    unsafeBitCast(symbol, to: Plan.self)(call, error, Int32(number), lasts, place)
  }

  /// Has no call fail any more.
  ///
  /// - Returns: How many calls there were that the plan concerned.
  package static func end() -> Int {
    guard let symbol = symbol("failing_hits") else { return 0 }
    let hits = Int(unsafeBitCast(symbol, to: Hits.self)())
    plan("", 0, number: 0, in: "")
    return hits
  }
}

import Foundation

/// Reads clocks.
enum Stopwatch {
  static func milliseconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// The time of the monotonic clock, in milliseconds.
  static var wall: Double { milliseconds(CLOCK_MONOTONIC) }
}

/// Measures the number of changes per second over the last few seconds.
struct RateMeter: Sendable {
  /// The number of seconds over which changes are counted.
  private static let window = 4

  private let start: ContinuousClock.Instant
  private var counts = Array(repeating: 0, count: window)
  /// The second of the latest count, measured from the start.
  private var second = 0

  init(start: ContinuousClock.Instant) {
    self.start = start
  }

  mutating func add(_ count: Int, at now: ContinuousClock.Instant) {
    advance(to: now)
    counts[second % Self.window] += count
  }

  func changesPerSecond(at now: ContinuousClock.Instant) -> Double {
    var meter = self
    meter.advance(to: now)
    let sum = meter.counts.reduce(0, +)
    return Double(sum) / Double(min(Self.window, meter.second + 1))
  }

  private mutating func advance(to now: ContinuousClock.Instant) {
    let current = max(second, Int((now - start).components.seconds))
    if current > second {
      for passed in (second + 1)...min(current, second + Self.window) { counts[passed % Self.window] = 0 }
    }
    second = current
  }
}

#if Postgres
/// The increasing delays between attempts to reach the server.
struct BackOff: Sendable {
  private var failures = 0

  /// Returns the delay after a failure: zero at first, then 0.1 s, doubled with each failure up to 10 s.
  mutating func next() -> Duration {
    defer { failures += 1 }
    return failures == 0 ? .zero : .milliseconds(min(10_000, 100 << min(failures - 1, 7)))
  }

  mutating func reset() { failures = 0 }

  mutating func slowDown() { failures = 8 }
}
#endif

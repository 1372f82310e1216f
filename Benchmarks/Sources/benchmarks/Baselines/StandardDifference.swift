import HeapMeter

/// The standard library's diff, with limits of time and memory.
///
/// Its time and memory grow with the square of the number of changes, and it cannot be cancelled. At a limit, all rows
/// compare equal, which ends the diff at once.
final class StandardDifference {
  /// The limits of processor time, in seconds, and of memory, in bytes.
  static let limit = 20.0
  static let memoryLimit: Int64 = 8 << 30

  private(set) var hasFailed = false

  /// Returns the number of changes, which is meaningless after a failure.
  func count<Row: Equatable>(from old: [Row], to new: [Row]) -> Int {
    if hasFailed { return 0 }
    let end = Race.now + Self.limit * 1000
    var comparisons = 0
    // Starts to count bytes again, in case the race is already counting.
    heap_meter_start()
    defer { heap_meter_stop() }
    return new.difference(from: old) { one, two in
      comparisons += 1
      if comparisons & 0xffff == 0, Race.now > end || heap_meter_live() > Self.memoryLimit {
        self.hasFailed = true
      }
      return self.hasFailed || one == two
    }.count
  }
}

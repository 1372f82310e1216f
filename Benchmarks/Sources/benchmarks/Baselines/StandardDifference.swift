import HeapMeter

/// The standard library's difference with a limit.
///
/// Its time and memory grow with the square of the number of changes, and it cannot be called off; but once every two rows are said to be equal, it ends at once.
final class StandardDifference {
  /// Seconds of the processor's time before it is given up, and bytes.
  static let limit = 20.0
  static let memoryLimit: Int64 = 8 << 30

  private(set) var hasFailed = false

  /// The number of changes.
  func count<Row: Equatable>(from old: [Row], to new: [Row]) -> Int {
    if hasFailed { return 0 }
    let end = Race.now + Self.limit * 1000
    var comparisons = 0
    // Bytes are counted from here on, whoever counted before.
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

/// What the engine knows of the type of rows: how far they lie apart in memory, and whom to ask about them.
@usableFromInline package struct RowType {
  let stride: Int
  private let answer: (_RowQuestion) -> (number: Int, changed: UInt64)

  @inlinable package init<Row: Diffable>(_ row: Row.Type) {
    // A closure, so that a type that is known here answers directly, though it may be generic itself.
    self.init(stride: MemoryLayout<Row>.stride) { Row._answer($0) }
  }

  @usableFromInline init(stride: Int, answer: @escaping (_RowQuestion) -> (number: Int, changed: UInt64)) {
    self.stride = stride
    self.answer = answer
  }

  /// Where the row at an index of a segment is.
  func row(_ index: Int, of segment: Segment) -> UnsafeRawPointer { segment.start + index &* stride }

  /// How many of at most 64 pairs from two rows on have equal identities, up to the first that has not; and which of
  /// these changed their content, one bit for each.
  func front(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, count: Int) -> (number: Int, changed: UInt64) {
    answer(_RowQuestion(.front(old, new, count: count)))
  }

  /// The same backwards from the last of `count` pairs on.
  func back(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, count: Int) -> (number: Int, changed: UInt64) {
    answer(_RowQuestion(.back(old, new, count: count)))
  }

  /// The first look ahead, or -1, that finds a row on the other side.
  func ahead(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, looks: Range<Int>, room: (old: Int, new: Int)
  ) -> Int {
    answer(_RowQuestion(.ahead(old, new, looks: looks, room: room))).number
  }

  func haveEqualIdentities(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    ahead(old, new, looks: 0..<1, room: (1, 1)) == 0
  }

  /// Whether an identity is equal to nothing, like NaN.
  ///
  /// Asked only where hashes collide, once: many such would all do that.
  func isUnequalToItself(_ row: UnsafeRawPointer) -> Bool { !haveEqualIdentities(row, row) }

  /// Hashes rows that follow each other.
  func hash(_ first: UnsafeRawPointer, count: Int, into lookups: UnsafeMutablePointer<Lookup>, areQuick: Bool) {
    _ = answer(_RowQuestion(.hashes(first, lookups, count: count, areQuick: areQuick)))
  }

  /// Compares pairs.
  ///
  /// - Parameter areSame: Whether it is known that their identities are equal.
  func compare(_ lookups: UnsafeMutablePointer<Lookup>, count: Int, areSame: Bool = false) {
    _ = answer(_RowQuestion(.pairs(lookups, count: count, areSame: areSame)))
  }

  /// Hashes the rows in a range of a segment.
  func appendHashes(_ segment: Segment, _ range: Range<Int>, to hashes: inout [UInt32]) {
    Lookup.withRoom { lookups in
      var index = range.lowerBound
      while index < range.upperBound {
        let count = min(Lookup.limit, range.upperBound - index)
        hash(row(index, of: segment), count: count, into: lookups, areQuick: true)
        for offset in 0..<count { hashes.append(lookups[offset].hash) }
        index += count
      }
    }
  }
}

/// What the engine knows of the type of rows: how far they lie apart in memory, and whom to ask about them.
@usableFromInline package struct RowType {
  let stride: Int
  private let answer: (_RowQuestion) -> (number: Int, changed: UInt64)

  @inlinable package init<Row: Diffable>(_ row: Row.Type) {
    // A closure: so code that names a generic type in full has the answers compiled for that type.
    self.init(stride: MemoryLayout<Row>.stride) { Row._answer($0) }
  }

  @usableFromInline init(stride: Int, answer: @escaping (_RowQuestion) -> (number: Int, changed: UInt64)) {
    self.stride = stride
    self.answer = answer
  }

  /// How many of `count` pairs have equal identities, up to the first that has not, and which of these changed their
  /// content, one bit for each.
  ///
  /// - Parameters:
  ///   - left: The index of the old row of the first pair.
  ///   - right: The index of the new one.
  ///   - count: At most `_RowQuestion.limit`.
  ///   - isBackwards: Whether the last pair is looked at first.
  func inStep(
    _ old: Segment, _ left: Int, _ new: Segment, _ right: Int, count: Int, isBackwards: Bool = false
  ) -> (number: Int, changed: UInt64) {
    let (one, two) = (old.row(left, count: count, stride: stride), new.row(right, count: count, stride: stride))
    return answer(_RowQuestion(.inStep(one, two, count: count, isBackwards: isBackwards)))
  }

  /// How many steps lead on from two rows, and which of their pairs changed, one bit for each.
  ///
  /// They end with one that comes to an end in step, or finds nothing, or has no room after it.
  func walk(
    _ old: Segment, _ left: Int, _ new: Segment, _ right: Int, looks: Range<Int>,
    into steps: UnsafeMutablePointer<WalkStep>
  ) -> (number: Int, changed: UInt64) {
    let looks = Looks(looks, oldRoom: old.count - left, newRoom: new.count - right)
    let one = old.row(left, count: looks.oldRoom, stride: stride)
    let two = new.row(right, count: looks.newRoom, stride: stride)
    return answer(_RowQuestion(.walk(one, two, looks, steps)))
  }

  /// The first look ahead, or -1, that finds one of two rows on the other side.
  ///
  /// - Parameter margin: How many rows at the end of both segments are not looked at.
  func ahead(
    _ old: Segment, _ left: Int, _ new: Segment, _ right: Int, looks: Range<Int>, margin: Int = 0
  ) -> Int {
    let looks = Looks(looks, oldRoom: old.count - left - margin, newRoom: new.count - right - margin)
    let one = old.row(left, count: looks.oldRoom, stride: stride)
    let two = new.row(right, count: looks.newRoom, stride: stride)
    return answer(_RowQuestion(.ahead(one, two, looks))).number
  }

  func haveEqualIdentities(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    answer(_RowQuestion(.ahead(old, new, Looks(0..<1, oldRoom: 1, newRoom: 1)))).number == 0
  }

  /// Whether an identity is equal to nothing, like NaN.
  ///
  /// Asked only where hashes collide, once: many such would all do that.
  func isUnequalToItself(_ row: UnsafeRawPointer) -> Bool { !haveEqualIdentities(row, row) }

  /// Hashes rows that follow each other.
  func hash(_ segment: Segment, _ index: Int, count: Int, into hashes: UnsafeMutablePointer<UInt32>, areQuick: Bool) {
    let first = segment.row(index, count: count, stride: stride)
    _ = answer(_RowQuestion(.hashes(first, hashes, count: count, areQuick: areQuick)))
  }

  /// Compares pairs.
  ///
  /// - Parameter areSame: Whether it is known that their identities are equal.
  func compare(_ lookups: UnsafeMutablePointer<Lookup>, count: Int, areSame: Bool = false) {
    _ = answer(_RowQuestion(.pairs(lookups, count: count, areSame: areSame)))
  }
}

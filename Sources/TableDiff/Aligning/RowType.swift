/// The engine's representation of a row type: the stride of its rows in memory, and a closure that answers requests.
@usableFromInline package struct RowType {
  let stride: Int
  private let answer: (_RowQuestion) -> (number: Int, changed: UInt64)

  @inlinable package init<Row: Diffable>(_ row: Row.Type) {
    // With this closure, code that names a concrete generic type also compiles the answers for that type.
    self.init(stride: MemoryLayout<Row>.stride) { Row._answer($0) }
  }

  @usableFromInline init(stride: Int, answer: @escaping (_RowQuestion) -> (number: Int, changed: UInt64)) {
    self.stride = stride
    self.answer = answer
  }

  /// Returns the number of consecutive pairs with equal identities, and one bit for each pair whose content has
  /// changed.
  ///
  /// - Parameters:
  ///   - count: The number of pairs, at most `_RowQuestion.limit`.
  ///   - isBackwards: Whether to start with the last pair.
  func inStep(
    _ old: Segment, _ left: Int, _ new: Segment, _ right: Int, count: Int, isBackwards: Bool = false
  ) -> (number: Int, changed: UInt64) {
    let (one, two) = (old.row(left, count: count, stride: stride), new.row(right, count: count, stride: stride))
    return answer(_RowQuestion(.inStep(one, two, count: count, isBackwards: isBackwards)))
  }

  /// Returns the number of steps that start with two rows, and one bit for each pair that has changed.
  ///
  /// The last step reaches an end, finds no row, or leaves too few rows.
  func walk(
    _ old: Segment, _ left: Int, _ new: Segment, _ right: Int, looks: Range<Int>,
    into steps: UnsafeMutablePointer<WalkStep>
  ) -> (number: Int, changed: UInt64) {
    let looks = Looks(looks, oldRoom: old.count - left, newRoom: new.count - right)
    let one = old.row(left, count: looks.oldRoom, stride: stride)
    let two = new.row(right, count: looks.newRoom, stride: stride)
    return answer(_RowQuestion(.walk(one, two, looks, steps)))
  }

  /// Returns the first look-ahead that finds one of two rows on the other side, or -1.
  ///
  /// - Parameter margin: The number of rows at the end of both segments to ignore.
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

  /// Returns whether an identity is not equal to itself, as is the case for NaN.
  ///
  /// This method is called once, and only if hashes collide, because many such identities would all collide.
  func isUnequalToItself(_ row: UnsafeRawPointer) -> Bool { !haveEqualIdentities(row, row) }

  func hash(_ segment: Segment, _ index: Int, count: Int, into hashes: UnsafeMutablePointer<UInt32>, areQuick: Bool) {
    let first = segment.row(index, count: count, stride: stride)
    _ = answer(_RowQuestion(.hashes(first, hashes, count: count, areQuick: areQuick)))
  }

  /// Compares the rows of pairs.
  ///
  /// - Parameter areSame: Whether the identities of each pair are known to be equal.
  func compare(_ lookups: UnsafeMutablePointer<Lookup>, count: Int, areSame: Bool = false) {
    _ = answer(_RowQuestion(.pairs(lookups, count: count, areSame: areSame)))
  }
}

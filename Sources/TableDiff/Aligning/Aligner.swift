/// Pairs as many rows of two sequences as possible at low cost, in one pass.
///
/// The aligner skips shared storage, trims both ends, and walks along the remaining rows of both sequences, with a
/// short look-ahead. All other rows are left over, in order.
///
/// An aligner refers to rows by address, so the caller must keep the sequences alive until the aligner is done.
@usableFromInline package struct Aligner: ~Copyable {
  /// The distance at which to look for the next equal row when two rows differ.
  private static let lookAhead = 8
  /// The distance of a second, far look-ahead, which is abandoned after too many consecutive failures.
  private static let farAhead = 64
  private static let farLookLimit = 2
  /// The number of isolated equal rows that far look-aheads may find.
  private static let loneLimit = 4
  /// The cost of a failed look-ahead, as a number of paired rows that compensate for it, and the budget for these
  /// costs.
  private static let missCost = 4
  private static let missLimit = 128
  /// The length up to which sequences are not walked if both their first and their last rows differ.
  private static let few = ShortPairing.limit
  static let checkInterval = 1024

  let rows: RowType
  @usableFromInline package var alignment = Alignment()
  private(set) var oldPieces = Pieces()
  private(set) var newPieces = Pieces()
  /// The number of far look-aheads that can still fail.
  private var farLooks = Self.farLookLimit

  @usableFromInline package init(_ rows: RowType) { self.rows = rows }

  /// Aligns another pair of sequences.
  ///
  /// - Parameters:
  ///   - place: The position of `old` among the old sequences, which determines the order of duplicates that change
  ///     sequence.
  ///   - shouldContinue: A closure that is called at least once for every 1,024 comparisons.
  @inlinable package mutating func align<Row, Weight: RopeWeight<Row>>(
    _ old: Rope<Row, Weight>, _ new: Rope<Row, Weight>, place: Int32 = 0, while shouldContinue: () -> Bool
  ) throws(DiffCancellation) {
    alignment.begin(place: place)
    if case .leaf(let one) = old.root, case .leaf(let two) = new.root, address(of: one) != address(of: two) {
      return try align(Segment(one, at: 0), Segment(two, at: 0), while: shouldContinue)
    }
    var oldEnd = 0
    var newEnd = 0
    for run in old.runs(sharedWith: new) {
      try alignGap(old, oldEnd..<Int(run.old), new, newEnd..<Int(run.new), while: shouldContinue)
      alignment.append(run)
      oldEnd = Int(run.old + run.count)
      newEnd = Int(run.new + run.count)
    }
    try alignGap(old, oldEnd..<old.count, new, newEnd..<new.count, while: shouldContinue)
  }

  @inlinable package mutating func alignGap<Row, Weight: RopeWeight<Row>>(
    _ old: Rope<Row, Weight>, _ oldRange: Range<Int>, _ new: Rope<Row, Weight>, _ newRange: Range<Int>,
    while shouldContinue: () -> Bool
  ) throws(DiffCancellation) {
    if oldRange.isEmpty, newRange.isEmpty { return }
    try align(old.segments(in: oldRange), oldRange, new.segments(in: newRange), newRange, while: shouldContinue)
  }

  @usableFromInline package mutating func align(
    _ old: [Segment], _ oldRange: Range<Int>, _ new: [Segment], _ newRange: Range<Int>, while shouldContinue: () -> Bool
  ) throws(DiffCancellation) {
    if old.count == 1, new.count == 1 { return try align(old[0], new[0], while: shouldContinue) }
    var ones = Lane(old, at: oldRange, stride: rows.stride)
    var twos = Lane(new, at: newRange, stride: rows.stride)
    while !ones.isEmpty, !twos.isEmpty {
      let least = min(ones.first.count, twos.first.count)
      let count = try trimFront(ones.first, twos.first, while: shouldContinue)
      ones.dropFirst(count)
      twos.dropFirst(count)
      if count < least { break }
    }
    var updates: [Pair] = []
    var back = Run(old: ones.end, new: twos.end, count: 0, isShared: false)
    while !ones.isEmpty, !twos.isEmpty {
      let least = min(ones.last.count, twos.last.count)
      let count = try trimBack(ones.last, twos.last, &updates, while: shouldContinue)
      ones.dropLast(count)
      twos.dropLast(count)
      if count < least { break }
    }
    back.count = back.old - ones.end
    back.old = ones.end
    back.new = twos.end
    var misses =
      back.count == 0 && ones.start == Int32(oldRange.lowerBound)
      ? Self.misses(before: min(oldRange.count, newRange.count)) : 0
    while !ones.isEmpty, !twos.isEmpty, misses < Self.missLimit {
      let (left, right) = try walk(ones.first, twos.first, &misses, while: shouldContinue)
      ones.dropFirst(left)
      twos.dropFirst(right)
    }
    for segment in ones.segments { oldPieces.leaveRest(segment, from: 0, to: &alignment.oldLeft) }
    for segment in twos.segments { newPieces.leaveRest(segment, from: 0, to: &alignment.newLeft) }
    alignment.append(back)
    alignment.updates += updates.reversed()
  }

  @usableFromInline package mutating func align(
    _ old: Segment, _ new: Segment, while shouldContinue: () -> Bool
  ) throws(DiffCancellation) {
    let front = try trimFront(old, new, while: shouldContinue)
    var (one, two) = (old, new)
    one.dropFirst(front, stride: rows.stride)
    two.dropFirst(front, stride: rows.stride)
    if one.count == 0, two.count == 0 { return }
    var updates: [Pair] = []
    let back = try trimBack(one, two, &updates, while: shouldContinue)
    one.dropLast(back)
    two.dropLast(back)
    var misses = front + back == 0 ? Self.misses(before: min(old.count, new.count)) : 0
    if front + back == 0, max(old.count, new.count) <= Self.few { misses = Self.missLimit }
    // Hashing this small number of rows costs no more than a far look.
    let looksFar = max(old.count, new.count) > Self.farAhead
    let (left, right) = try walk(one, two, &misses, looksFar: looksFar, while: shouldContinue)
    oldPieces.leaveRest(one, from: left, to: &alignment.oldLeft)
    newPieces.leaveRest(two, from: right, to: &alignment.newLeft)
    alignment.append(Run(old: one.end, new: two.end, count: Int32(back), isShared: false))
    if !updates.isEmpty { alignment.updates += updates.reversed() }
  }

  /// The initial number of misses for a walk along sequences that share neither their first nor their last rows.
  ///
  /// Walks along short sequences end sooner, because hashing these sequences costs little.
  private static func misses(before count: Int) -> Int { max(0, missLimit - missCost * 2 - count / 4) }

  /// Pairs equal identities at the start of both segments, and returns their number.
  private mutating func trimFront(
    _ old: Segment, _ new: Segment, while shouldContinue: () -> Bool
  ) throws(DiffCancellation) -> Int {
    let end = min(old.count, new.count)
    var count = 0
    while count < end {
      // The batch size divides the check interval.
      if count % Self.checkInterval == 0 { try DiffCancellation.unless(shouldContinue) }
      let size = min(_RowQuestion.limit, end - count)
      let (paired, changed) = rows.inStep(old, count, new, count, count: size)
      update(changed, of: old.position + Int32(count), new.position + Int32(count))
      count += paired
      if paired < size { break }
    }
    alignment.append(Run(old: old.position, new: new.position, count: Int32(count), isShared: false))
    return count
  }

  /// Records which pairs have changed, given one bit for each pair.
  private mutating func update(_ changed: UInt64, of old: Int32, _ new: Int32) {
    var rest = changed
    while rest != 0 {
      let index = Int32(truncatingIfNeeded: rest.trailingZeroBitCount)
      alignment.updates.append(Pair(old: old + index, new: new + index))
      rest &= rest &- 1
    }
  }

  /// Pairs equal identities at the end of both segments, and returns their number.
  ///
  /// The caller must append the pairs and the updates, which are in reverse order.
  private func trimBack(
    _ old: Segment, _ new: Segment, _ updates: inout [Pair], while shouldContinue: () -> Bool
  ) throws(DiffCancellation) -> Int {
    let end = min(old.count, new.count)
    var count = 0
    while count < end {
      if count % Self.checkInterval == 0 { try DiffCancellation.unless(shouldContinue) }
      let size = min(_RowQuestion.limit, end - count)
      var (paired, changed) = rows.inStep(
        old, old.count - count - size, new, new.count - count - size, count: size, isBackwards: true)
      while changed != 0 {
        let index = Int32(count + changed.trailingZeroBitCount + 1)
        updates.append(Pair(old: old.end - index, new: new.end - index))
        changed &= changed &- 1
      }
      count += paired
      if paired < size { break }
    }
    return count
  }

  /// Walks along two segments simultaneously until one of them ends.
  ///
  /// If two rows differ, the walk searches further along each side for the row of the other side. The walk ends early
  /// if this fails too often.
  ///
  /// - Returns: The number of rows of each segment that the walk has passed.
  private mutating func walk(
    _ old: Segment, _ new: Segment, _ misses: inout Int, looksFar: Bool = true, while shouldContinue: () -> Bool
  ) throws(DiffCancellation) -> (old: Int, new: Int) {
    var (left, right) = (0, 0)
    var unchecked = Self.checkInterval
    try withRoom(for: WalkStep.limit, of: WalkStep.self) { steps throws(DiffCancellation) in
      while left < old.count, right < new.count, misses < Self.missLimit {
        if unchecked >= Self.checkInterval / 2 {
          try DiffCancellation.unless(shouldContinue)
          unchecked = 0
        }
        var (count, changed) = rows.walk(
          old, left, new, right, looks: 2..<2 * Self.lookAhead + 2, into: steps)
        for index in 0..<count {
          let (pairs, look) = (Int(steps[index].pairs), Int(steps[index].look))
          if pairs > 0 {
            let (one, two) = (old.position + Int32(left), new.position + Int32(right))
            alignment.append(Run(old: one, new: two, count: Int32(pairs), isShared: false))
            let isAll = pairs == _RowQuestion.limit
            update(isAll ? changed : changed & (1 &<< UInt64(pairs) &- 1), of: one, two)
            changed = isAll ? 0 : changed &>> UInt64(pairs)
            left += pairs
            right += pairs
            misses = max(0, misses - pairs)
          }
          unchecked += pairs + (look < 0 ? 2 * Self.lookAhead : look)
          if look == 0 { break }
          var skipped = Self.skipped(by: look)
          if skipped == nil, looksFar, farLooks > 0 {
            unchecked += 2 * Self.farAhead + 2 * (Self.lookAhead + 1) * Self.loneLimit
            skipped = lookFar(old, left, new, right)
            farLooks = skipped == nil ? farLooks - 1 : Self.farLookLimit
          }
          if skipped == nil { misses += Self.missCost }
          let (before, after) = skipped ?? (1, 1)
          // Left-over rows are hashed while they are in the cache, unless there are no rows to match them with.
          oldPieces.leave(
            old, left..<left + before, to: &alignment.oldLeft, isHashing: !alignment.newLeft.isEmpty, by: rows)
          newPieces.leave(
            new, right..<right + after, to: &alignment.newLeft, isHashing: !alignment.oldLeft.isEmpty, by: rows)
          left += before
          right += after
        }
      }
    }
    return (left, right)
  }

  /// Returns the numbers of old and new rows that precede the row found by a look-ahead.
  private static func skipped(by look: Int) -> (old: Int, new: Int)? {
    look < 0 ? nil : look % 2 == 0 ? (0, look / 2) : (look / 2, 0)
  }

  /// Looks further ahead for two equal pairs that are near each other.
  ///
  /// - Returns: The numbers of old and new rows that precede the pairs, or `nil` if there are no such pairs.
  private func lookFar(_ old: Segment, _ left: Int, _ new: Segment, _ right: Int) -> (old: Int, new: Int)? {
    if left + 1 >= old.count || right + 1 >= new.count { return nil }
    var look = 2 * (Self.lookAhead + 1)
    for _ in 0..<Self.loneLimit {
      look = rows.ahead(old, left, new, right, looks: look..<2 * Self.farAhead + 2, margin: 1)
      guard let skipped = Self.skipped(by: look) else { return nil }
      // Is the next row also on the other side, within another look-ahead?
      let next = rows.ahead(
        old, left + skipped.old + 1, new, right + skipped.new + 1, looks: 0..<2 * Self.lookAhead + 2)
      if next >= 0 { return skipped }
      look += 1
    }
    return nil
  }
}

extension Rope {
  @inlinable package func segments(in range: Range<Int>) -> [Segment] {
    var position = range.lowerBound
    return leaves(in: range).map { leaf in
      defer { position += leaf.count }
      return Segment(leaf, at: position)
    }
  }
}

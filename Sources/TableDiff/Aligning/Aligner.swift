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
  private static let few = 16
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
    var oldLane = Lane(old, at: oldRange, stride: rows.stride)
    var newLane = Lane(new, at: newRange, stride: rows.stride)
    while !oldLane.isEmpty, !newLane.isEmpty {
      let limit = min(oldLane.first.count, newLane.first.count)
      let count = try trimFront(oldLane.first, newLane.first, while: shouldContinue)
      oldLane.dropFirst(count)
      newLane.dropFirst(count)
      if count < limit { break }
    }
    var updates: [Pair] = []
    var back = Run(old: oldLane.end, new: newLane.end, count: 0, isShared: false)
    while !oldLane.isEmpty, !newLane.isEmpty {
      let limit = min(oldLane.last.count, newLane.last.count)
      let count = try trimBack(oldLane.last, newLane.last, &updates, while: shouldContinue)
      oldLane.dropLast(count)
      newLane.dropLast(count)
      if count < limit { break }
    }
    back.count = back.old - oldLane.end
    back.old = oldLane.end
    back.new = newLane.end
    var misses =
      back.count == 0 && oldLane.start == Int32(oldRange.lowerBound)
      ? Self.misses(before: min(oldRange.count, newRange.count)) : 0
    while !oldLane.isEmpty, !newLane.isEmpty, misses < Self.missLimit {
      let passed = try walk(oldLane.first, newLane.first, &misses, while: shouldContinue)
      oldLane.dropFirst(passed.old)
      newLane.dropFirst(passed.new)
    }
    for segment in oldLane.segments { oldPieces.leaveRest(segment, from: 0, to: &alignment.oldLeft) }
    for segment in newLane.segments { newPieces.leaveRest(segment, from: 0, to: &alignment.newLeft) }
    alignment.append(back)
    alignment.updates += updates.reversed()
  }

  @usableFromInline package mutating func align(
    _ old: Segment, _ new: Segment, while shouldContinue: () -> Bool
  ) throws(DiffCancellation) {
    let front = try trimFront(old, new, while: shouldContinue)
    var (oldRest, newRest) = (old, new)
    oldRest.dropFirst(front, stride: rows.stride)
    newRest.dropFirst(front, stride: rows.stride)
    if oldRest.count == 0, newRest.count == 0 { return }
    var updates: [Pair] = []
    let back = try trimBack(oldRest, newRest, &updates, while: shouldContinue)
    oldRest.dropLast(back)
    newRest.dropLast(back)
    var misses = front + back == 0 ? Self.misses(before: min(old.count, new.count)) : 0
    if front + back == 0, max(old.count, new.count) <= Self.few { misses = Self.missLimit }
    // Hashing this small number of rows costs no more than a far look.
    let looksFar = max(old.count, new.count) > Self.farAhead
    let passed = try walk(oldRest, newRest, &misses, looksFar: looksFar, while: shouldContinue)
    oldPieces.leaveRest(oldRest, from: passed.old, to: &alignment.oldLeft)
    newPieces.leaveRest(newRest, from: passed.new, to: &alignment.newLeft)
    alignment.append(Run(old: oldRest.end, new: newRest.end, count: Int32(back), isShared: false))
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
    var (oldIndex, newIndex) = (0, 0)
    var unchecked = Self.checkInterval
    try withRoom(for: WalkStep.limit, of: WalkStep.self) { steps throws(DiffCancellation) in
      while oldIndex < old.count, newIndex < new.count, misses < Self.missLimit {
        if unchecked >= Self.checkInterval / 2 {
          try DiffCancellation.unless(shouldContinue)
          unchecked = 0
        }
        var (count, changed) = rows.walk(
          old, oldIndex, new, newIndex, looks: 2..<2 * Self.lookAhead + 2, into: steps)
        for index in 0..<count {
          let (pairs, look) = (Int(steps[index].pairs), Int(steps[index].look))
          if pairs > 0 {
            let start = Pair(old: old.position + Int32(oldIndex), new: new.position + Int32(newIndex))
            alignment.append(Run(old: start.old, new: start.new, count: Int32(pairs), isShared: false))
            let isAll = pairs == _RowQuestion.limit
            update(isAll ? changed : changed & (1 &<< UInt64(pairs) &- 1), of: start.old, start.new)
            changed = isAll ? 0 : changed &>> UInt64(pairs)
            oldIndex += pairs
            newIndex += pairs
            misses = max(0, misses - pairs)
          }
          unchecked += pairs + (look < 0 ? 2 * Self.lookAhead : look)
          if look == 0 { break }
          var skipped = Self.skipped(by: look)
          if skipped == nil, looksFar, farLooks > 0 {
            unchecked += 2 * Self.farAhead + 2 * (Self.lookAhead + 1) * Self.loneLimit
            skipped = lookFar(old, oldIndex, new, newIndex)
            farLooks = skipped == nil ? farLooks - 1 : Self.farLookLimit
          }
          if skipped == nil { misses += Self.missCost }
          let (before, after) = skipped ?? (1, 1)
          // Left-over rows are hashed while they are in the cache, unless there are no rows to match them with.
          oldPieces.leave(
            old, oldIndex..<oldIndex + before, to: &alignment.oldLeft, isHashing: !alignment.newLeft.isEmpty, by: rows)
          newPieces.leave(
            new, newIndex..<newIndex + after, to: &alignment.newLeft, isHashing: !alignment.oldLeft.isEmpty, by: rows)
          oldIndex += before
          newIndex += after
        }
      }
    }
    return (oldIndex, newIndex)
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

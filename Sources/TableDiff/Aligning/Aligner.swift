/// Walks along pairs of sequences, as far as that pairs rows cheaply.
///
/// What is shared is skipped, both ends are trimmed, and the middle is walked in step with a short look ahead. The rest is
/// left over, in place.
///
/// An aligner knows rows by where they are in memory: whoever uses it keeps the sequences alive until it is done.
@usableFromInline package struct Aligner: ~Copyable {
  /// How far to look for the next equal row when two differ.
  private static let lookAhead = 8
  /// How far to look where that fails, as long as it pays: after so many failures in a row it is not done again.
  private static let farAhead = 64
  private static let farLookLimit = 2
  /// How many rows that one such look finds may turn out to stand alone.
  private static let loneLimit = 4
  /// What a failed look ahead costs, in rows that must pair to make up for it, and how much of that is given.
  private static let missCost = 4
  private static let missLimit = 128
  /// Sequences of at most this many rows are not walked along if they share neither their first nor their last one.
  private static let few = ShortPairing.limit
  /// How many rows are compared between two checks for cancellation.
  static let stretch = 1024
  /// How many left-over rows have room from the start.
  private static let room = 16

  let rows: RowType
  @usableFromInline package var alignment = Alignment()
  private(set) var oldPieces = Pieces()
  private(set) var newPieces = Pieces()
  /// How many far looks ahead may still fail.
  private var farLooks = Self.farLookLimit

  @usableFromInline package init(_ rows: RowType) { self.rows = rows }

  /// Aligns one more pair of sequences.
  ///
  /// - Parameters:
  ///   - place: Where the old one stands among the old sequences, which orders duplicates that change sequence.
  ///   - goesOn: Called at least once for every 1,024 comparisons.
  @inlinable package mutating func align<Row, Weight: RopeWeight<Row>>(
    _ old: Rope<Row, Weight>, _ new: Rope<Row, Weight>, place: Int32 = 0, while goesOn: () -> Bool
  ) throws(CalledOff) {
    alignment.begin(place: place)
    if case .leaf(let one) = old.root, case .leaf(let two) = new.root, address(of: one) != address(of: two) {
      return try align(Segment(one, at: 0), Segment(two, at: 0), while: goesOn)
    }
    var oldEnd = 0
    var newEnd = 0
    for run in old.runs(sharedWith: new) {
      try alignGap(old, oldEnd..<Int(run.old), new, newEnd..<Int(run.new), while: goesOn)
      alignment.append(run)
      oldEnd = Int(run.old + run.count)
      newEnd = Int(run.new + run.count)
    }
    try alignGap(old, oldEnd..<old.count, new, newEnd..<new.count, while: goesOn)
  }

  /// Aligns what lies between two shared runs.
  @inlinable package mutating func alignGap<Row, Weight: RopeWeight<Row>>(
    _ old: Rope<Row, Weight>, _ oldRange: Range<Int>, _ new: Rope<Row, Weight>, _ newRange: Range<Int>,
    while goesOn: () -> Bool
  ) throws(CalledOff) {
    if oldRange.isEmpty, newRange.isEmpty { return }
    try align(old.segments(in: oldRange), oldRange, new.segments(in: newRange), newRange, while: goesOn)
  }

  /// Aligns the segments of two gaps.
  @usableFromInline package mutating func align(
    _ old: [Segment], _ oldRange: Range<Int>, _ new: [Segment], _ newRange: Range<Int>, while goesOn: () -> Bool
  ) throws(CalledOff) {
    var (ones, twos) = (Lane(old, at: oldRange), Lane(new, at: newRange))
    if ones.isShort, twos.isShort { return try align(ones.first, twos.first, while: goesOn) }
    while !ones.isEmpty, !twos.isEmpty {
      let room = min(ones.first.count, twos.first.count)
      let count = try trimFront(ones.first, twos.first, while: goesOn)
      ones.dropFirst(count, stride: rows.stride)
      twos.dropFirst(count, stride: rows.stride)
      if count < room { break }
    }
    var updates: [Pair] = []
    var back = Run(old: ones.end, new: twos.end, count: 0, isShared: false)
    while !ones.isEmpty, !twos.isEmpty {
      let room = min(ones.last.count, twos.last.count)
      let count = try trimBack(ones.last, twos.last, &updates, while: goesOn)
      ones.dropLast(count)
      twos.dropLast(count)
      if count < room { break }
    }
    back.count = back.old - ones.end
    back.old = ones.end
    back.new = twos.end
    var misses =
      back.count == 0 && ones.start == Int32(oldRange.lowerBound)
      ? Self.misses(before: min(oldRange.count, newRange.count)) : 0
    while !ones.isEmpty, !twos.isEmpty, misses < Self.missLimit {
      let (left, right) = try walk(ones.first, twos.first, &misses, while: goesOn)
      ones.dropFirst(left, stride: rows.stride)
      twos.dropFirst(right, stride: rows.stride)
    }
    while !ones.isEmpty {
      leaveOld(ones.first, from: 0)
      ones.dropFirst(ones.first.count, stride: rows.stride)
    }
    while !twos.isEmpty {
      leaveNew(twos.first, from: 0)
      twos.dropFirst(twos.first.count, stride: rows.stride)
    }
    alignment.append(back)
    alignment.updates += updates.reversed()
  }

  /// Aligns two segments.
  @usableFromInline package mutating func align(
    _ old: Segment, _ new: Segment, while goesOn: () -> Bool
  ) throws(CalledOff) {
    let front = try trimFront(old, new, while: goesOn)
    var (one, two) = (old, new)
    one.dropFirst(front, stride: rows.stride)
    two.dropFirst(front, stride: rows.stride)
    if one.count == 0, two.count == 0 { return }
    var updates: [Pair] = []
    let back = try trimBack(one, two, &updates, while: goesOn)
    one.dropLast(back)
    two.dropLast(back)
    var misses = front + back == 0 ? Self.misses(before: min(old.count, new.count)) : 0
    if front + back == 0, max(old.count, new.count) <= Self.few { misses = Self.missLimit }
    // To hash so few costs no more than to look for one far ahead.
    let looksFar = max(old.count, new.count) > Self.farAhead
    let (left, right) = try walk(one, two, &misses, looksFar: looksFar, while: goesOn)
    leaveOld(one, from: left)
    leaveNew(two, from: right)
    alignment.append(Run(old: one.end, new: two.end, count: Int32(back), isShared: false))
    if !updates.isEmpty { alignment.updates += updates.reversed() }
  }

  /// The misses that a walk begins with whose sequences have neither the front nor the back in common.
  ///
  /// Short ones are given up sooner: what they cost to hash is soon spent on looking ahead.
  private static func misses(before count: Int) -> Int { max(0, missLimit - missCost * 2 - count / 2) }

  /// Pairs equal identities at the front; returns how many.
  private mutating func trimFront(
    _ old: Segment, _ new: Segment, while goesOn: () -> Bool
  ) throws(CalledOff) -> Int {
    let end = min(old.count, new.count)
    var count = 0
    while count < end {
      if count % Self.stretch == 0 { try CalledOff.unless(goesOn) }
      let room = min(_RowQuestion.limit, end - count)
      let paired = pair(old, count, new, count, count: room)
      count += paired
      if paired < room { break }
    }
    alignment.append(Run(old: old.position, new: new.position, count: Int32(count), isShared: false))
    return count
  }

  /// Pairs equal identities in step from two rows on, of which there are at most 64; returns how many.
  ///
  /// The run is the caller's to append.
  private mutating func pair(_ old: Segment, _ left: Int, _ new: Segment, _ right: Int, count: Int) -> Int {
    var (paired, changed) = rows.front(rows.row(left, of: old), rows.row(right, of: new), count: count)
    while changed != 0 {
      let index = Int32(truncatingIfNeeded: changed.trailingZeroBitCount)
      alignment.updates.append(
        Pair(old: old.position + Int32(left) + index, new: new.position + Int32(right) + index))
      changed &= changed &- 1
    }
    return paired
  }

  /// Pairs equal identities at the back; returns how many.
  ///
  /// The run and the updates, which come last first, are the caller's to append.
  private func trimBack(
    _ old: Segment, _ new: Segment, _ updates: inout [Pair], while goesOn: () -> Bool
  ) throws(CalledOff) -> Int {
    let end = min(old.count, new.count)
    var count = 0
    while count < end {
      if count % Self.stretch == 0 { try CalledOff.unless(goesOn) }
      let room = min(_RowQuestion.limit, end - count)
      var (paired, changed) = rows.back(
        rows.row(old.count - count - room, of: old), rows.row(new.count - count - room, of: new), count: room)
      while changed != 0 {
        let index = Int32(count + changed.trailingZeroBitCount + 1)
        updates.append(Pair(old: old.end - index, new: new.end - index))
        changed &= changed &- 1
      }
      count += paired
      if paired < room { break }
    }
    return count
  }

  /// Walks along two segments in step until one of them ends.
  ///
  /// Where two rows differ, one of them may stand a little further on the other side; if that fails too often the walk
  /// ends early.
  ///
  /// - Parameter looksFar: Whether it may stand further on than usual.
  /// - Returns: How many rows are dealt with on either side.
  private mutating func walk(
    _ old: Segment, _ new: Segment, _ misses: inout Int, looksFar: Bool = true, while goesOn: () -> Bool
  ) throws(CalledOff) -> (old: Int, new: Int) {
    let before = (alignment.oldLeft.count, alignment.newLeft.count)
    let hashesBefore = (oldPieces.hashes.count, newPieces.hashes.count)
    var (left, right) = (0, 0)
    var unchecked = Self.stretch
    while left < old.count, right < new.count, misses < Self.missLimit {
      if unchecked >= Self.stretch / 2 {
        try CalledOff.unless(goesOn)
        unchecked = 0
      }
      var room = (old: old.count - left, new: new.count - right)
      let end = min(room.old, room.new, _RowQuestion.limit)
      let paired = pair(old, left, new, right, count: end)
      if paired > 0 {
        alignment.append(
          Run(
            old: old.position + Int32(left), new: new.position + Int32(right), count: Int32(paired), isShared: false))
        left += paired
        right += paired
        misses = max(0, misses - paired)
        unchecked += paired
        if paired == end { continue }
        room = (room.old - paired, room.new - paired)
      }
      let skipped: (old: Int, new: Int)
      let look = rows.ahead(
        rows.row(left, of: old), rows.row(right, of: new), looks: 2..<2 * Self.lookAhead + 2, room: room)
      if look >= 0 {
        skipped = look % 2 == 0 ? (0, look / 2) : (look / 2, 0)
        unchecked += look
      } else {
        unchecked += 2 * Self.lookAhead
        var far = (old: 0, new: 0)
        if looksFar, farLooks > 0 {
          unchecked += 2 * Self.farAhead + 2 * (Self.lookAhead + 1) * Self.loneLimit
          far = lookFar(old, left, new, right)
          farLooks = far == (0, 0) ? farLooks - 1 : Self.farLookLimit
        }
        if far == (0, 0) {
          misses += Self.missCost
          far = (1, 1)
        }
        skipped = far
      }
      leaveOld(old, left..<left + skipped.old)
      leaveNew(new, right..<right + skipped.new)
      left += skipped.old
      right += skipped.new
    }
    if alignment.oldLeft.count > before.0 {
      let hashed = oldPieces.hashes.count - hashesBefore.0
      oldPieces.append(old, numbers: before.0..<alignment.oldLeft.count, hashed: hashed)
    }
    if alignment.newLeft.count > before.1 {
      let hashed = newPieces.hashes.count - hashesBefore.1
      newPieces.append(new, numbers: before.1..<alignment.newLeft.count, hashed: hashed)
    }
    return (left, right)
  }

  /// Looks further on than usual for two equal pairs near each other, on either side.
  ///
  /// - Returns: How many rows stand before them; none if nothing was found.
  private func lookFar(_ old: Segment, _ left: Int, _ new: Segment, _ right: Int) -> (old: Int, new: Int) {
    let room = (old: old.count - left - 1, new: new.count - right - 1)
    if room.old <= 0 || room.new <= 0 { return (0, 0) }
    let (one, two) = (rows.row(left, of: old), rows.row(right, of: new))
    var look = 2 * (Self.lookAhead + 1)
    for _ in 0..<Self.loneLimit {
      look = rows.ahead(one, two, looks: look..<2 * Self.farAhead + 2, room: room)
      if look < 0 { break }
      let skipped = look % 2 == 0 ? (old: 0, new: look / 2) : (old: look / 2, new: 0)
      // Does the row after one of them stand on the other side, too, at most a look ahead further on?
      let (nextOld, nextNew) = (left + skipped.old + 1, right + skipped.new + 1)
      let next = rows.ahead(
        rows.row(nextOld, of: old), rows.row(nextNew, of: new), looks: 0..<2 * Self.lookAhead + 2,
        room: (old.count - nextOld, new.count - nextNew))
      if next >= 0 { return skipped }
      look += 1
    }
    return (0, 0)
  }

  /// Leaves over rows, which are at hand now and so are hashed now, if there is anything to find at all.
  private mutating func leaveOld(_ segment: Segment, _ range: Range<Int>) {
    if range.isEmpty { return }
    if alignment.oldLeft.isEmpty {
      alignment.oldLeft.reserveCapacity(min(segment.count, Self.room))
      oldPieces.hashes.reserveCapacity(min(segment.count, Self.room))
    }
    if !alignment.newLeft.isEmpty { rows.appendHashes(segment, range, to: &oldPieces.hashes) }
    for index in range { alignment.oldLeft.append(segment.position + Int32(index)) }
  }

  private mutating func leaveNew(_ segment: Segment, _ range: Range<Int>) {
    if range.isEmpty { return }
    if alignment.newLeft.isEmpty {
      alignment.newLeft.reserveCapacity(min(segment.count, Self.room))
      newPieces.hashes.reserveCapacity(min(segment.count, Self.room))
    }
    if !alignment.oldLeft.isEmpty { rows.appendHashes(segment, range, to: &newPieces.hashes) }
    for index in range { alignment.newLeft.append(segment.position + Int32(index)) }
  }

  /// Leaves over the rest of a segment.
  private mutating func leaveOld(_ segment: Segment, from rest: Int) {
    if rest == segment.count { return }
    oldPieces.appendRest(segment, first: alignment.oldLeft.count)
    Alignment.append(segment.position + Int32(rest)..<segment.end, to: &alignment.oldLeft)
  }

  private mutating func leaveNew(_ segment: Segment, from rest: Int) {
    if rest == segment.count { return }
    newPieces.appendRest(segment, first: alignment.newLeft.count)
    Alignment.append(segment.position + Int32(rest)..<segment.end, to: &alignment.newLeft)
  }
}

extension Rope {
  /// The leaves in a range, by where they are in memory.
  @inlinable package func segments(in range: Range<Int>) -> [Segment] {
    var position = range.lowerBound
    return leaves(in: range).map { leaf in
      defer { position += leaf.count }
      return Segment(leaf, at: position)
    }
  }
}

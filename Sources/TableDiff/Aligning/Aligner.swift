/// Walks along pairs of sequences, as far as that pairs elements cheaply.
///
/// What is shared is skipped, both ends are trimmed, and the middle is walked in step with a short look ahead. The rest is
/// left over, in place.
@usableFromInline package struct Aligner<Element: Diffable> {
  /// How far to look for the next equal element when two differ.
  @inlinable package static var lookAhead: Int { 8 }
  /// How far to look where that fails, as long as it pays: after so many failures in a row it is not done again.
  @inlinable package static var farAhead: Int { 64 }
  @inlinable package static var farLookLimit: Int { 2 }
  /// How many elements that one such look finds may turn out to stand alone.
  @inlinable package static var loneLimit: Int { 4 }
  /// What a failed look ahead costs, in elements that must pair to make up for it, and how much of that is given.
  @inlinable package static var missCost: Int { 4 }
  @inlinable package static var missLimit: Int { 128 }
  /// Sequences of at most this many elements are not walked along if they share neither their first nor their last one.
  @inlinable package static var few: Int { ShortPairing.limit }
  /// How many elements are compared between two checks for cancellation.
  @inlinable package static var stretch: Int { 1024 }
  /// How many left-over elements have room from the start.
  @inlinable package static var room: Int { 16 }

  @usableFromInline package var alignment = Alignment()
  @usableFromInline package var oldPieces = Pieces<Element>()
  @usableFromInline package var newPieces = Pieces<Element>()
  /// How many far looks ahead may still fail.
  @usableFromInline package var farLooks = Aligner.farLookLimit

  /// What is to be done next.
  @usableFromInline package var step: Step?
  /// What the last step of matching has found.
  @usableFromInline package var matching: Matching?
  /// What the pairing of two short slices has found.
  @usableFromInline package var short: ShortPairing?
  /// Whether a step was ended by its caller.
  @usableFromInline package var isCalledOff = false

  @inlinable package init() {}

  /// Aligns one more pair of sequences.
  ///
  /// - Parameters:
  ///   - place: Where the old one stands among the old sequences, which orders duplicates that change sequence.
  ///   - goesOn: Called at least once for every 1,024 comparisons.
  @inlinable package mutating func align<Weight: RopeWeight<Element>>(
    _ old: Rope<Element, Weight>, _ new: Rope<Element, Weight>, place: Int32 = 0,
    while goesOn: () -> Bool
  ) throws(CalledOff) {
    alignment.begin(place: place)
    if case .leaf(let one) = old.root, case .leaf(let two) = new.root, address(of: one) != address(of: two) {
      return try take(.slices(one, two), while: goesOn)
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
  @inlinable package mutating func alignGap<Weight: RopeWeight<Element>>(
    _ old: Rope<Element, Weight>, _ oldRange: Range<Int>, _ new: Rope<Element, Weight>, _ newRange: Range<Int>,
    while goesOn: () -> Bool
  ) throws(CalledOff) {
    if oldRange.isEmpty, newRange.isEmpty { return }
    let ones = Lane(old.leaves(in: oldRange), at: oldRange)
    let twos = Lane(new.leaves(in: newRange), at: newRange)
    try take(.lanes(ones, twos), while: goesOn)
  }

  /// Aligns the leaves of two gaps.
  @inlinable package mutating func align(
    _ ones: Lane<Element>, _ twos: Lane<Element>, while goesOn: () -> Bool
  ) throws(CalledOff) {
    var (ones, twos) = (ones, twos)
    let (oldRange, newRange) = (ones.start..<ones.end, twos.start..<twos.end)
    if ones.leaves.count <= 1, twos.leaves.count <= 1 {
      return try align(ones.first, at: ones.start, twos.first, at: twos.start, while: goesOn)
    }
    while !ones.isEmpty, !twos.isEmpty {
      let room = min(ones.first.count, twos.first.count)
      let count = try trimFront(ones.first, at: ones.start, twos.first, at: twos.start, while: goesOn)
      ones.dropFirst(count)
      twos.dropFirst(count)
      if count < room { break }
    }
    var updates: [Pair] = []
    var back = Run(old: ones.end, new: twos.end, count: 0, isShared: false)
    while !ones.isEmpty, !twos.isEmpty {
      let room = min(ones.last.count, twos.last.count)
      let count = try trimBack(
        ones.last, endingAt: ones.end, twos.last, endingAt: twos.end, room, &updates, while: goesOn)
      ones.dropLast(count)
      twos.dropLast(count)
      if count < room { break }
    }
    back.count = back.old - ones.end
    back.old = ones.end
    back.new = twos.end
    var misses =
      back.count == 0 && ones.start == oldRange.lowerBound
      ? Self.misses(before: min(oldRange.count, newRange.count)) : 0
    while !ones.isEmpty, !twos.isEmpty, misses < Self.missLimit {
      let (left, right) = try walk(ones.first, at: ones.start, twos.first, at: twos.start, &misses, while: goesOn)
      ones.dropFirst(left)
      twos.dropFirst(right)
    }
    while !ones.isEmpty {
      leaveOld(ones.first, from: 0, at: ones.start)
      ones.dropFirst(ones.first.count)
    }
    while !twos.isEmpty {
      leaveNew(twos.first, from: 0, at: twos.start)
      twos.dropFirst(twos.first.count)
    }
    alignment.append(back)
    alignment.updates += updates.reversed()
  }

  /// Aligns two slices whose first elements have the given positions.
  @inlinable package mutating func align(
    _ old: ArraySlice<Element>, at oldStart: Int32, _ new: ArraySlice<Element>, at newStart: Int32,
    while goesOn: () -> Bool
  ) throws(CalledOff) {
    let front = try trimFront(old, at: oldStart, new, at: newStart, while: goesOn)
    let one = old.dropFirst(front)
    let two = new.dropFirst(front)
    if one.isEmpty, two.isEmpty { return }
    var updates: [Pair] = []
    let (oldEnd, newEnd) = (oldStart + Int32(old.count), newStart + Int32(new.count))
    let back = try trimBack(
      one, endingAt: oldEnd, two, endingAt: newEnd, min(one.count, two.count), &updates, while: goesOn)
    let (oldMiddle, newMiddle) = (oldStart + Int32(front), newStart + Int32(front))
    var misses = front + back == 0 ? Self.misses(before: min(old.count, new.count)) : 0
    if front + back == 0, max(old.count, new.count) <= Self.few { misses = Self.missLimit }
    // To hash so few costs no more than to look for one far ahead.
    let looksFar = max(old.count, new.count) > Self.farAhead
    let (left, right) = try walk(
      one.dropLast(back), at: oldMiddle, two.dropLast(back), at: newMiddle, &misses, looksFar: looksFar, while: goesOn)
    leaveOld(one.dropLast(back), from: left, at: oldMiddle)
    leaveNew(two.dropLast(back), from: right, at: newMiddle)
    alignment.append(Run(old: oldEnd - Int32(back), new: newEnd - Int32(back), count: Int32(back), isShared: false))
    if !updates.isEmpty { alignment.updates += updates.reversed() }
  }

  /// The misses that a walk begins with whose sequences have neither the front nor the back in common.
  ///
  /// Short ones are given up sooner: what they cost to hash is soon spent on looking ahead.
  @inlinable package static func misses(before count: Int) -> Int { max(0, missLimit - missCost * 2 - count / 2) }

  /// Pairs equal identities at the front; returns how many.
  @inline(never) @inlinable package mutating func trimFront(
    _ old: ArraySlice<Element>, at oldStart: Int32, _ new: ArraySlice<Element>, at newStart: Int32,
    while goesOn: () -> Bool
  ) throws(CalledOff) -> Int {
    let one = old.span
    let two = new.span
    let end = min(one.count, two.count)
    var index = 0
    while index < end {
      try CalledOff.unless(goesOn)
      let stop = min(index + Self.stretch, end)
      let start = index
      while index < stop, one.identity(at: index) == two.identity(at: index) {
        if !one.hasSameContent(at: index, as: two, at: index) {
          alignment.updates.append(Pair(old: oldStart + Int32(index), new: newStart + Int32(index)))
        }
        index += 1
      }
      alignment.append(
        Run(
          old: oldStart + Int32(start), new: newStart + Int32(start), count: Int32(index - start), isShared: false))
      if index < stop { break }
    }
    return index
  }

  /// Pairs equal identities at the back, at most `room`; returns how many.
  ///
  /// The run and the updates, which come last first, are the caller's to append.
  @inline(never) @inlinable package func trimBack(
    _ old: ArraySlice<Element>, endingAt oldEnd: Int32, _ new: ArraySlice<Element>, endingAt newEnd: Int32,
    _ room: Int, _ updates: inout [Pair], while goesOn: () -> Bool
  ) throws(CalledOff) -> Int {
    let one = old.span
    let two = new.span
    var count = 0
    while count < room {
      try CalledOff.unless(goesOn)
      let stop = min(count + Self.stretch, room)
      while count < stop {
        let (left, right) = (one.count - 1 - count, two.count - 1 - count)
        if one.identity(at: left) != two.identity(at: right) { return count }
        count += 1
        if !one.hasSameContent(at: left, as: two, at: right) {
          updates.append(Pair(old: oldEnd - Int32(count), new: newEnd - Int32(count)))
        }
      }
    }
    return count
  }

  /// Walks along two slices in step until one of them ends.
  ///
  /// Where two elements differ, one of them may stand a little further on the other side; if that fails too often the
  /// walk ends early.
  ///
  /// - Parameter looksFar: Whether it may stand further on than usual.
  /// - Returns: How many elements are dealt with on either side.
  @inlinable package mutating func walk(
    _ old: ArraySlice<Element>, at oldStart: Int32, _ new: ArraySlice<Element>, at newStart: Int32,
    _ misses: inout Int, looksFar: Bool = true, while goesOn: () -> Bool
  ) throws(CalledOff) -> (old: Int, new: Int) {
    let one = old.span
    let two = new.span
    let before = (alignment.oldLeft.count, alignment.newLeft.count)
    let hashesBefore = (oldPieces.hashes.count, newPieces.hashes.count)
    var (left, right) = (0, 0)
    var unchecked = Self.stretch
    walking: while left < one.count, right < two.count, misses < Self.missLimit {
      if unchecked >= Self.stretch / 2 {
        try CalledOff.unless(goesOn)
        unchecked = 0
      }
      let start = (left, right)
      let stop = min(left + min(one.count - left, two.count - right), left + Self.stretch / 4)
      while left < stop, one.identity(at: left) == two.identity(at: right) {
        if !one.hasSameContent(at: left, as: two, at: right) {
          alignment.updates.append(Pair(old: oldStart + Int32(left), new: newStart + Int32(right)))
        }
        left += 1
        right += 1
      }
      let paired = left - start.0
      if paired > 0 {
        alignment.append(
          Run(
            old: oldStart + Int32(start.0), new: newStart + Int32(start.1), count: Int32(paired), isShared: false))
        misses = max(0, misses - paired)
        unchecked += paired
        if left == stop { continue walking }
      }
      let room = (one.count - left, two.count - right)
      var ahead = 1
      while ahead <= Self.lookAhead {
        if ahead < room.1, one.identity(at: left) == two.identity(at: right + ahead) {
          leaveNew(two, right..<right + ahead, at: newStart)
          right += ahead
          unchecked += 2 * ahead
          continue walking
        }
        if ahead < room.0, one.identity(at: left + ahead) == two.identity(at: right) {
          leaveOld(one, left..<left + ahead, at: oldStart)
          left += ahead
          unchecked += 2 * ahead
          continue walking
        }
        ahead += 1
      }
      unchecked += 2 * Self.lookAhead
      if looksFar, farLooks > 0 {
        unchecked += 2 * Self.farAhead + 2 * (Self.lookAhead + 1) * Self.loneLimit
        let skipped = Self.lookFar(one, left, two, right)
        if skipped != (0, 0) {
          leaveOld(one, left..<left + skipped.old, at: oldStart)
          leaveNew(two, right..<right + skipped.new, at: newStart)
          left += skipped.old
          right += skipped.new
          farLooks = Self.farLookLimit
          continue walking
        }
        farLooks -= 1
      }
      misses += Self.missCost
      leaveOld(one, left..<left + 1, at: oldStart)
      leaveNew(two, right..<right + 1, at: newStart)
      left += 1
      right += 1
    }
    if alignment.oldLeft.count > before.0 {
      let hashed = oldPieces.hashes.count - hashesBefore.0
      oldPieces.append(old, at: oldStart, numbers: before.0..<alignment.oldLeft.count, hashed: hashed)
    }
    if alignment.newLeft.count > before.1 {
      let hashed = newPieces.hashes.count - hashesBefore.1
      newPieces.append(new, at: newStart, numbers: before.1..<alignment.newLeft.count, hashed: hashed)
    }
    return (left, right)
  }

  /// Looks further on than usual for two equal pairs near each other, on either side.
  ///
  /// - Returns: How many elements stand before them; none if nothing was found.
  @inlinable package static func lookFar(
    _ one: borrowing Span<Element>, _ left: Int, _ two: borrowing Span<Element>, _ right: Int
  ) -> (old: Int, new: Int) {
    let room = (one.count - left - 1, two.count - right - 1)
    if room.0 <= 0 || room.1 <= 0 { return (0, 0) }
    var ahead = lookAhead + 1
    var lone = 0
    while ahead <= farAhead, lone < loneLimit {
      if ahead < room.1, one.identity(at: left) == two.identity(at: right + ahead) {
        if isFollowed(one, left + 1, two, right + ahead + 1) { return (0, ahead) }
        lone += 1
      }
      if ahead < room.0, lone < loneLimit, one.identity(at: left + ahead) == two.identity(at: right) {
        if isFollowed(one, left + ahead + 1, two, right + 1) { return (ahead, 0) }
        lone += 1
      }
      ahead += 1
    }
    return (0, 0)
  }

  /// Whether one of two elements stands on the other side, too, at most a look ahead further on.
  @inlinable package static func isFollowed(
    _ one: borrowing Span<Element>, _ left: Int, _ two: borrowing Span<Element>, _ right: Int
  ) -> Bool {
    for ahead in 0...lookAhead {
      if right + ahead < two.count, one.identity(at: left) == two.identity(at: right + ahead) { return true }
      if left + ahead < one.count, one.identity(at: left + ahead) == two.identity(at: right) { return true }
    }
    return false
  }

  /// Leaves over elements, which are at hand now and so are hashed now, if there is anything to find at all.
  @inlinable package mutating func leaveOld(_ span: borrowing Span<Element>, _ range: Range<Int>, at start: Int32) {
    if alignment.oldLeft.isEmpty {
      alignment.oldLeft.reserveCapacity(min(span.count, Self.room))
      oldPieces.hashes.reserveCapacity(min(span.count, Self.room))
    }
    for index in range {
      alignment.oldLeft.append(start + Int32(index))
      if !alignment.newLeft.isEmpty { oldPieces.hashes.append(identityHash(span.identity(at: index))) }
    }
  }

  @inlinable package mutating func leaveNew(_ span: borrowing Span<Element>, _ range: Range<Int>, at start: Int32) {
    if alignment.newLeft.isEmpty {
      alignment.newLeft.reserveCapacity(min(span.count, Self.room))
      newPieces.hashes.reserveCapacity(min(span.count, Self.room))
    }
    for index in range {
      alignment.newLeft.append(start + Int32(index))
      if !alignment.oldLeft.isEmpty { newPieces.hashes.append(identityHash(span.identity(at: index))) }
    }
  }

  /// Leaves over the rest of a slice.
  @inlinable package mutating func leaveOld(_ slice: ArraySlice<Element>, from rest: Int, at start: Int32) {
    if rest == slice.count { return }
    oldPieces.appendRest(slice, at: start, first: alignment.oldLeft.count)
    Alignment.append(start + Int32(rest)..<start + Int32(slice.count), to: &alignment.oldLeft)
  }

  @inlinable package mutating func leaveNew(_ slice: ArraySlice<Element>, from rest: Int, at start: Int32) {
    if rest == slice.count { return }
    newPieces.appendRest(slice, at: start, first: alignment.newLeft.count)
    Alignment.append(start + Int32(rest)..<start + Int32(slice.count), to: &alignment.newLeft)
  }
}

/// Walks along pairs of sequences, as far as that pairs elements cheaply: what is shared is skipped, both ends are
/// trimmed, and the middle is walked in step with a short look ahead. The rest is left over, with its identities.
@usableFromInline struct Aligner<Element: Diffable> {
  /// How far to look for the next equal element when two differ.
  @inlinable static var lookAhead: Int { 8 }
  /// What a failed look ahead costs, in elements that must pair to make up for it, and how much of that is given.
  @inlinable static var missCost: Int { 4 }
  @inlinable static var missLimit: Int { 128 }
  /// How many elements are compared between two checks for cancellation.
  @inlinable static var stretch: Int { 1024 }

  @usableFromInline var alignment = Alignment()
  @usableFromInline var oldIdentities: ContiguousArray<Element.Identity> = []
  @usableFromInline var newIdentities: ContiguousArray<Element.Identity> = []

  @inlinable init() {}

  /// Aligns one more pair of sequences.
  ///
  /// - Parameter check: Called at least once for every 1,024 elements compared.
  /// - Throws: What `check` throws.
  @inlinable mutating func align<Weight: RopeWeight<Element>, Failure: Error>(
    _ old: Rope<Element, Weight>, _ new: Rope<Element, Weight>, _ check: () throws(Failure) -> Void
  ) throws(Failure) {
    alignment.marks.append(Alignment.Mark(alignment))
    if case .leaf(let one) = old.root, case .leaf(let two) = new.root, address(of: one) != address(of: two) {
      return try align(one, at: 0, two, at: 0, check)
    }
    var oldEnd = 0
    var newEnd = 0
    for run in old.runs(sharedWith: new) {
      try alignGap(old, oldEnd..<Int(run.old), new, newEnd..<Int(run.new), check)
      alignment.append(run)
      oldEnd = Int(run.old + run.count)
      newEnd = Int(run.new + run.count)
    }
    try alignGap(old, oldEnd..<old.count, new, newEnd..<new.count, check)
  }

  /// Aligns what lies between two shared runs.
  @inlinable mutating func alignGap<Weight: RopeWeight<Element>, Failure: Error>(
    _ old: Rope<Element, Weight>, _ oldRange: Range<Int>, _ new: Rope<Element, Weight>, _ newRange: Range<Int>,
    _ check: () throws(Failure) -> Void
  ) throws(Failure) {
    if oldRange.isEmpty, newRange.isEmpty { return }
    var ones = old.leaves(in: oldRange)
    var twos = new.leaves(in: newRange)
    if ones.count <= 1, twos.count <= 1 {
      return try align(
        ones.first ?? [], at: Int32(oldRange.lowerBound), twos.first ?? [], at: Int32(newRange.lowerBound), check)
    }
    // Trimmed leaf by leaf, so that only what differs is gathered.
    var front = 0
    var leaf = (0, 0)
    while leaf.0 < ones.count, leaf.1 < twos.count {
      let (one, two) = (ones[leaf.0], twos[leaf.1])
      let count = try trimFront(
        one, at: Int32(oldRange.lowerBound + front), two, at: Int32(newRange.lowerBound + front), check)
      front += count
      ones[leaf.0] = one.dropFirst(count)
      twos[leaf.1] = two.dropFirst(count)
      if count < min(one.count, two.count) { break }
      if ones[leaf.0].isEmpty { leaf.0 += 1 }
      if twos[leaf.1].isEmpty { leaf.1 += 1 }
    }
    try align(
      gathered(ones[leaf.0...]), at: Int32(oldRange.lowerBound + front),
      gathered(twos[leaf.1...]), at: Int32(newRange.lowerBound + front), check)
  }

  @inlinable func gathered(_ leaves: ArraySlice<ArraySlice<Element>>) -> ArraySlice<Element> {
    if leaves.count == 1, let only = leaves.first { return only }
    var all: [Element] = []
    all.reserveCapacity(leaves.reduce(0) { $0 + $1.count })
    for leaf in leaves { all += leaf }
    return all[...]
  }

  /// Aligns two slices whose first elements have the given positions.
  @inlinable mutating func align<Failure: Error>(
    _ old: ArraySlice<Element>, at oldStart: Int32, _ new: ArraySlice<Element>, at newStart: Int32,
    _ check: () throws(Failure) -> Void
  ) throws(Failure) {
    let front = try trimFront(old, at: oldStart, new, at: newStart, check)
    let room = min(old.count, new.count) - front
    let back = try trimBack(old, at: oldStart, new, at: newStart, room: room, check)
    try walk(old, front..<old.count - back, at: oldStart, new, front..<new.count - back, at: newStart, check)
    alignment.append(
      Run(
        old: oldStart + Int32(old.count - back), new: newStart + Int32(new.count - back), count: Int32(back),
        isShared: false))
  }

  /// Pairs equal identities at the front; returns how many.
  @inlinable mutating func trimFront<Failure: Error>(
    _ old: ArraySlice<Element>, at oldStart: Int32, _ new: ArraySlice<Element>, at newStart: Int32,
    _ check: () throws(Failure) -> Void
  ) throws(Failure) -> Int {
    let one = old.span
    let two = new.span
    let end = min(one.count, two.count)
    var index = 0
    while index < end {
      try check()
      let stop = min(index + Self.stretch, end)
      let start = index
      while index < stop, one[index].identity == two[index].identity {
        if !one[index].hasSameContent(as: two[index]) {
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

  /// Pairs equal identities at the back, at most `room`; returns how many. The run is the caller's to append.
  @inlinable mutating func trimBack<Failure: Error>(
    _ old: ArraySlice<Element>, at oldStart: Int32, _ new: ArraySlice<Element>, at newStart: Int32, room: Int,
    _ check: () throws(Failure) -> Void
  ) throws(Failure) -> Int {
    let one = old.span
    let two = new.span
    var count = 0
    while count < room {
      try check()
      let stop = min(count + Self.stretch, room)
      while count < stop {
        let (left, right) = (one.count - 1 - count, two.count - 1 - count)
        if one[left].identity != two[right].identity { return count }
        if !one[left].hasSameContent(as: two[right]) {
          alignment.updates.append(Pair(old: oldStart + Int32(left), new: newStart + Int32(right)))
        }
        count += 1
      }
    }
    return count
  }

  /// Walks along two ranges in step. Where two elements differ, one of them may stand a little further on the other
  /// side; if that fails too often the rest is left over.
  @inlinable mutating func walk<Failure: Error>(
    _ old: ArraySlice<Element>, _ oldRange: Range<Int>, at oldStart: Int32,
    _ new: ArraySlice<Element>, _ newRange: Range<Int>, at newStart: Int32,
    _ check: () throws(Failure) -> Void
  ) throws(Failure) {
    let one = old.span
    let two = new.span
    var (left, right) = (oldRange.lowerBound, newRange.lowerBound)
    var misses = 0
    var checked = left - Self.stretch
    walking: while left < oldRange.upperBound, right < newRange.upperBound, misses < Self.missLimit {
      if left - checked >= Self.stretch {
        try check()
        checked = left
      }
      let start = (left, right)
      let stop = min(left + Self.stretch, oldRange.upperBound)
      while left < stop, right < newRange.upperBound, one[left].identity == two[right].identity {
        if !one[left].hasSameContent(as: two[right]) {
          alignment.updates.append(Pair(old: oldStart + Int32(left), new: newStart + Int32(right)))
        }
        left += 1
        right += 1
      }
      alignment.append(
        Run(
          old: oldStart + Int32(start.0), new: newStart + Int32(start.1), count: Int32(left - start.0),
          isShared: false))
      misses = max(0, misses - (left - start.0))
      if left == stop || right == newRange.upperBound { continue walking }
      for ahead in 1...Self.lookAhead {
        if right + ahead < newRange.upperBound, one[left].identity == two[right + ahead].identity {
          try leaveNew(new, right..<right + ahead, at: newStart, check)
          right += ahead
          continue walking
        }
        if left + ahead < oldRange.upperBound, one[left + ahead].identity == two[right].identity {
          try leaveOld(old, left..<left + ahead, at: oldStart, check)
          left += ahead
          continue walking
        }
      }
      misses += Self.missCost
      try leaveOld(old, left..<left + 1, at: oldStart, check)
      try leaveNew(new, right..<right + 1, at: newStart, check)
      left += 1
      right += 1
    }
    try leaveOld(old, left..<oldRange.upperBound, at: oldStart, check)
    try leaveNew(new, right..<newRange.upperBound, at: newStart, check)
  }

  @inlinable mutating func leaveOld<Failure: Error>(
    _ slice: ArraySlice<Element>, _ range: Range<Int>, at start: Int32, _ check: () throws(Failure) -> Void
  ) throws(Failure) {
    let span = slice.span
    if range.count > Self.stretch {
      alignment.oldLeft.reserveCapacity(alignment.oldLeft.count + range.count)
      oldIdentities.reserveCapacity(oldIdentities.count + range.count)
    }
    for index in range {
      if (index - range.lowerBound) % Self.stretch == Self.stretch - 1 { try check() }
      alignment.oldLeft.append(start + Int32(index))
      oldIdentities.append(span[index].identity)
    }
  }

  @inlinable mutating func leaveNew<Failure: Error>(
    _ slice: ArraySlice<Element>, _ range: Range<Int>, at start: Int32, _ check: () throws(Failure) -> Void
  ) throws(Failure) {
    let span = slice.span
    if range.count > Self.stretch {
      alignment.newLeft.reserveCapacity(alignment.newLeft.count + range.count)
      newIdentities.reserveCapacity(newIdentities.count + range.count)
    }
    for index in range {
      if (index - range.lowerBound) % Self.stretch == Self.stretch - 1 { try check() }
      alignment.newLeft.append(start + Int32(index))
      newIdentities.append(span[index].identity)
    }
  }
}

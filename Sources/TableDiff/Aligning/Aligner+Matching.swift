/// The pairs among the rows that an alignment has left over.
///
/// New rows are numbered by their index in `newLeft`, and old rows by their index in `oldLeft`.
@usableFromInline package struct Matching {
  /// For each left-over new row, the left-over old row that it pairs with, or -1.
  package let pairs: [Int32]
  /// For each left-over old row, whether it is paired.
  let isMatched: [Bool]
  let count: Int
  /// The paired new rows whose content has changed, in ascending order.
  package let changed: [Int32]

  init(pairs: [Int32], isMatched: [Bool], changed: [Int32]) {
    self.pairs = pairs
    self.isMatched = isMatched
    self.changed = changed
    var count = 0
    // Loops over indices are faster than loops over elements in debug builds.
    for number in isMatched.indices where isMatched[number] { count += 1 }
    self.count = count
  }

  package init(pairs: [Int32], oldCount: Int, changed: [Int32] = []) {
    var isMatched = [Bool](filledWith: false, count: oldCount)
    for number in pairs.indices where pairs[number] >= 0 { isMatched[Int(pairs[number])] = true }
    self.init(pairs: pairs, isMatched: isMatched, changed: changed)
  }

  init(noneOf alignment: Alignment) {
    self.init(
      pairs: [Int32](filledWith: -1, count: alignment.newLeft.count), oldCount: alignment.oldLeft.count)
  }
}

/// Finds moved rows by hash. Each row is hashed once, or twice if quick hashes collide too often.
///
/// Loops use explicit counters, because a loop over a range takes several times as long in debug builds.
extension Aligner {
  /// Pairs the left-over rows.
  ///
  /// - Parameter shouldContinue: A closure that is called at least once for every 1,024 hashed or compared rows.
  /// - Returns: The pairs, or `nil` if hashes collide too often.
  @usableFromInline package func matching(while shouldContinue: () -> Bool) throws(DiffCancellation) -> Matching? {
    if alignment.oldLeft.isEmpty || alignment.newLeft.isEmpty { return Matching(noneOf: alignment) }
    if let matching = try match(areQuick: true, while: shouldContinue) { return matching }
    return hasQuickHashes ? try match(areQuick: false, while: shouldContinue) : nil
  }

  /// Whether the identities have a hash that is quicker to compute than the regular one, but collides more often.
  private var hasQuickHashes: Bool {
    withRoom(for: 2, of: UInt32.self) { hashes in
      rows.hash(oldPieces.all[0].segment, 0, count: 1, into: hashes, areQuick: true)
      rows.hash(oldPieces.all[0].segment, 0, count: 1, into: hashes + 1, areQuick: false)
      return hashes[0] != hashes[1]
    }
  }

  private func match(areQuick: Bool, while shouldContinue: () -> Bool) throws(DiffCancellation) -> Matching? {
    let (oldCount, newCount) = (alignment.oldLeft.count, alignment.newLeft.count)
    var table = IdentityTable(capacity: oldCount, identities: oldCount + newCount)
    var classes = IdentityClasses()
    try enterOld(&table, &classes, areQuick: areQuick, while: shouldContinue)
    if table.isExhausted { return nil }
    var finds = Finds(oldCount: oldCount)
    classes.new.reserveCapacity(newCount)
    for piece in newPieces.all.indices {
      try findNew(piece, &table, &classes, &finds, areQuick: areQuick, while: shouldContinue)
      if table.isExhausted { return nil }
    }
    if classes.areUnique { return Matching(pairs: classes.new, isMatched: finds.isTaken, changed: finds.changed) }
    let pairs = Pairing.pairs(classes, alignment)
    return Matching(pairs: pairs, oldCount: oldCount, changed: try compared(pairs, while: shouldContinue))
  }

  private struct Finds {
    var isTaken: [Bool]
    /// The left-over new rows whose content differs from the old row that was found, in ascending order.
    var changed: [Int32] = []

    init(oldCount: Int) { isTaken = [Bool](filledWith: false, count: oldCount) }
  }

  private func hash(
    _ side: Pieces, _ piece: Pieces.Piece, _ positions: [Int32], _ numbers: Range<Int>, areQuick: Bool,
    into hashes: UnsafeMutablePointer<UInt32>
  ) {
    let count = numbers.count
    var done = 0
    while done < count {
      let number = numbers.lowerBound + done
      if areQuick, piece.hashed.contains(number) {
        hashes[done] = side.hashes[piece.hashes + number - piece.hashed.lowerBound]
        done += 1
        continue
      }
      // Adjacent rows are hashed in one call.
      var next = done + 1
      while next < count,
        positions[number + next - done] &- positions[number] == Int32(truncatingIfNeeded: next - done),
        !areQuick || !piece.hashed.contains(number + next - done)
      {
        next += 1
      }
      let index = Int(positions[number] &- piece.segment.position)
      rows.hash(piece.segment, index, count: next - done, into: hashes + done, areQuick: areQuick)
      done = next
    }
  }

  /// Inserts one old row of each class into the hash table.
  private func enterOld(
    _ table: inout IdentityTable, _ classes: inout IdentityClasses, areQuick: Bool, while shouldContinue: () -> Bool
  ) throws(DiffCancellation) {
    let positions = alignment.oldLeft
    var unchecked = Self.checkInterval
    try withRoom(for: _RowQuestion.limit, of: UInt32.self) { hashes throws(DiffCancellation) in
      for piece in oldPieces.all.indices {
        let here = oldPieces.all[piece]
        let home = home(piece)
        var hashed = home.numbers.lowerBound
        while hashed < home.numbers.upperBound {
          try poll(&unchecked, while: shouldContinue)
          let first = hashed
          hashed = min(first + _RowQuestion.limit, home.numbers.upperBound)
          hash(oldPieces, here, positions, first..<hashed, areQuick: areQuick, into: hashes)
          unchecked += hashed - first
          var taken = table.insert(first, hashes: hashes, count: hashed - first)
          while taken != 0 {
            let number = first + taken.trailingZeroBitCount
            taken &= taken &- 1
            let row = here.segment.row(Int(positions[number] &- here.segment.position), stride: rows.stride)
            try enterOld(
              number, row, hash: hashes[number - first], near: home, &table, &classes, &unchecked,
              while: shouldContinue)
            if table.isExhausted { return }
          }
        }
      }
    }
  }

  /// Inserts an old row whose first slot is taken into the hash table, or adds it to the class of an equal row.
  private func enterOld(
    _ number: Int, _ row: UnsafeRawPointer, hash: UInt32, near home: Home, _ table: inout IdentityTable,
    _ classes: inout IdentityClasses, _ unchecked: inout Int, while shouldContinue: () -> Bool
  ) throws(DiffCancellation) {
    var probe = table.probe(hash)
    var found = table.next(&probe)
    if found >= 0 { unchecked += 1 }
    var isFirst = true
    while found >= 0, !rows.haveEqualIdentities(old(found, near: home), row) {
      // An identity that is not equal to itself is not inserted, because many such identities would all collide.
      if isFirst, rows.isUnequalToItself(row) { return }
      isFirst = false
      found = table.next(&probe)
      unchecked += 1
      try poll(&unchecked, while: shouldContinue)
    }
    if found >= 0 {
      classes.addOld(number, equalTo: found)
    } else if !table.isExhausted {
      table.insert(number, at: probe)
    }
  }

  /// Checks for cancellation if too many rows could be visited before the next check.
  private func poll(_ unchecked: inout Int, while shouldContinue: () -> Bool) throws(DiffCancellation) {
    if unchecked < Self.checkInterval - 2 * _RowQuestion.limit { return }
    try DiffCancellation.unless(shouldContinue)
    unchecked = 0
  }

  /// Looks up the new rows of a piece in the hash table, and compares their content with that of the old rows found.
  ///
  /// Rows are looked up in small batches before they are compared, so that their memory loads overlap. Larger batches
  /// would defeat the processor's prefetching.
  private func findNew(
    _ piece: Int, _ table: inout IdentityTable, _ classes: inout IdentityClasses, _ finds: inout Finds, areQuick: Bool,
    while shouldContinue: () -> Bool
  ) throws(DiffCancellation) {
    let here = newPieces.all[piece]
    let positions = alignment.newLeft
    // Most matches are in the old piece that belongs to the same pair of sequences.
    let home = home(oldPieces.piece(of: alignment.oldLeft(besideNew: here.first)))
    let numbers = newPieces.numbers(in: piece, of: positions.count)
    var number = numbers.lowerBound
    var unchecked = Self.checkInterval
    try withRoom(for: Lookup.batch, of: UInt32.self) { hashes throws(DiffCancellation) in
      try withRoom(for: Lookup.batch, of: Lookup.self) { lookups throws(DiffCancellation) in
        while number < numbers.upperBound {
          try poll(&unchecked, while: shouldContinue)
          let first = number
          let end = min(first + Lookup.batch, numbers.upperBound)
          hash(newPieces, here, positions, first..<end, areQuick: areQuick, into: hashes)
          var count = 0
          while number < end {
            let hash = hashes[number - first]
            var probe = table.probe(hash)
            let found = table.next(&probe)
            classes.new.append(Int32(truncatingIfNeeded: found))
            if found >= 0 {
              let row = here.segment.row(Int(positions[number] &- here.segment.position), stride: rows.stride)
              lookups[count] = Lookup(old: old(found, near: home), new: row, hash: hash, number: number, found: found)
              count += 1
            }
            number += 1
          }
          if table.isExhausted { return }
          rows.compare(lookups, count: count)
          unchecked += end - first + count
          var index = 0
          while index < count {
            defer { index += 1 }
            let number = Int(lookups[index].number)
            if !lookups[index].isSame {
              try lookUp(lookups + index, &table, near: home, &unchecked, while: shouldContinue)
              if table.isExhausted { return }
              classes.new[number] = lookups[index].found
            }
            let found = Int(lookups[index].found)
            if found < 0 { continue }
            if lookups[index].hasChanged { finds.changed.append(Int32(truncatingIfNeeded: number)) }
            if finds.isTaken[found] { classes.areUnique = false }
            finds.isTaken[found] = true
          }
        }
      }
    }
  }

  /// Continues the lookup of a row if the first candidate does not match.
  private func lookUp(
    _ lookup: UnsafeMutablePointer<Lookup>, _ table: inout IdentityTable, near home: Home, _ unchecked: inout Int,
    while shouldContinue: () -> Bool
  ) throws(DiffCancellation) {
    let (hash, row) = (lookup.pointee.hash, lookup.pointee.new)
    var probe = table.probe(hash)
    // The lookup has already been charged for this slot.
    var probesLeft = Int.max
    _ = table.next(&probe, &probesLeft)
    var found = rows.isUnequalToItself(row) ? -1 : table.next(&probe)
    while found >= 0 {
      unchecked += 1
      try poll(&unchecked, while: shouldContinue)
      lookup.pointee = Lookup(
        old: old(found, near: home), new: row, hash: hash, number: Int(lookup.pointee.number), found: found)
      rows.compare(lookup, count: 1)
      if lookup.pointee.isSame { return }
      found = table.next(&probe)
    }
    lookup.pointee.found = -1
  }

  /// Returns the paired new rows whose content has changed, for pairs that may differ from those found in the table.
  private func compared(_ pairs: [Int32], while shouldContinue: () -> Bool) throws(DiffCancellation) -> [Int32] {
    var changed: [Int32] = []
    var unchecked = Self.checkInterval
    try withRoom(for: Lookup.batch, of: Lookup.self) { lookups throws(DiffCancellation) in
      for piece in newPieces.all.indices {
        let here = newPieces.all[piece].segment
        let home = home(oldPieces.piece(of: alignment.oldLeft(besideNew: newPieces.all[piece].first)))
        var numbers = newPieces.numbers(in: piece, of: pairs.count)
        while !numbers.isEmpty {
          try poll(&unchecked, while: shouldContinue)
          var count = 0
          while count < Lookup.batch, let number = numbers.popFirst() {
            if pairs[number] < 0 { continue }
            let row = here.row(Int(alignment.newLeft[number] &- here.position), stride: rows.stride)
            let found = Int(pairs[number])
            lookups[count] = Lookup(old: old(found, near: home), new: row, number: number, found: found)
            count += 1
          }
          rows.compare(lookups, count: count, areSame: true)
          unchecked += count
          for offset in 0..<count where lookups[offset].hasChanged { changed.append(lookups[offset].number) }
        }
      }
    }
    return changed
  }

  /// A piece of the old sequences, along with the numbers of its left-over rows.
  private struct Home {
    let segment: Segment
    let numbers: Range<Int>
  }

  private func home(_ piece: Int) -> Home {
    Home(segment: oldPieces.all[piece].segment, numbers: oldPieces.numbers(in: piece, of: alignment.oldLeft.count))
  }

  /// Returns the address of a left-over old row.
  ///
  /// Finding the row is faster if it is in the given piece.
  private func old(_ number: Int, near home: Home) -> UnsafeRawPointer {
    var segment = home.segment
    if number < home.numbers.lowerBound || number >= home.numbers.upperBound {
      segment = oldPieces.all[oldPieces.piece(of: number)].segment
    }
    return segment.row(Int(alignment.oldLeft[number] &- segment.position), stride: rows.stride)
  }
}

/// Which of the elements that an alignment left over are the same.
@usableFromInline package struct Matching {
  /// For each left-over new element its left-over old one, or -1.
  @usableFromInline package let pairs: [Int32]
  /// For each left-over old element, whether it is in a pair.
  let isMatched: [Bool]
  /// How many pairs there are.
  let count: Int
  /// Left-over new elements whose content differs from that of their old one, ascending.
  @usableFromInline package let changed: [Int32]

  @usableFromInline package init(pairs: [Int32], isMatched: [Bool], changed: [Int32]) {
    self.pairs = pairs
    self.isMatched = isMatched
    self.changed = changed
    var count = 0
    // A debug build takes longer for the elements than for their indices.
    for number in isMatched.indices where isMatched[number] { count += 1 }
    self.count = count
  }

  /// - Parameter oldCount: How many old elements were left over.
  @usableFromInline package init(pairs: [Int32], oldCount: Int, changed: [Int32] = []) {
    var isMatched = [Bool](filledWith: false, count: oldCount)
    for number in pairs.indices where pairs[number] >= 0 { isMatched[Int(pairs[number])] = true }
    self.init(pairs: pairs, isMatched: isMatched, changed: changed)
  }

  /// Nothing of what an alignment left over is the same.
  @usableFromInline package init(noneOf alignment: Alignment) {
    self.init(
      pairs: [Int32](filledWith: -1, count: alignment.newLeft.count), oldCount: alignment.oldLeft.count)
  }
}

/// The only part of the engine that compares rows out of order. Each row is hashed once, and looked at where it stands.
extension Aligner {
  /// Pairs what was left over.
  ///
  /// - Parameter goesOn: Called at least once for every 1,024 rows hashed or compared.
  /// - Returns: `nil` if hashes collide too often.
  @usableFromInline package func matching(while goesOn: () -> Bool) throws(CalledOff) -> Matching? {
    if alignment.oldLeft.isEmpty || alignment.newLeft.isEmpty { return Matching(noneOf: alignment) }
    if let matching = try match(areQuick: true, while: goesOn) { return matching }
    return hasQuickHashes ? try match(areQuick: false, while: goesOn) : nil
  }

  /// Whether rows have hashes that are quicker than others, but not as good.
  private var hasQuickHashes: Bool {
    guard let piece = oldPieces.all.first else { return false }
    return Lookup.withRoom { lookups in
      rows.hash(piece.segment.start, count: 1, into: lookups, areQuick: true)
      let quick = lookups[0].hash
      rows.hash(piece.segment.start, count: 1, into: lookups, areQuick: false)
      return quick != lookups[0].hash
    }
  }

  private func match(areQuick: Bool, while goesOn: () -> Bool) throws(CalledOff) -> Matching? {
    let (oldCount, newCount) = (alignment.oldLeft.count, alignment.newLeft.count)
    var table = IdentityTable(capacity: oldCount, identities: oldCount + newCount)
    var classes = IdentityClasses(old: [], new: [], areUnique: true)
    try enterOld(&table, &classes, areQuick: areQuick, while: goesOn)
    if table.isExhausted { return nil }
    var finds = Finds(oldCount: oldCount)
    classes.new.reserveCapacity(newCount)
    for piece in newPieces.all.indices {
      try findNew(piece, &table, &classes, &finds, areQuick: areQuick, while: goesOn)
      if table.isExhausted { return nil }
    }
    if classes.areUnique { return Matching(pairs: classes.new, isMatched: finds.isTaken, changed: finds.changed) }
    let pairs = Pairing.pairs(classes, alignment)
    return Matching(pairs: pairs, oldCount: oldCount, changed: try compared(pairs, while: goesOn))
  }

  /// What the new rows have found.
  private struct Finds {
    /// For each left-over old row, whether it was found.
    var isTaken: [Bool]
    /// The left-over new rows whose content differs from that of the row that they found, ascending.
    var changed: [Int32] = []

    init(oldCount: Int) { isTaken = [Bool](filledWith: false, count: oldCount) }
  }

  /// Hashes left-over rows that follow each other, from a number in a piece on; returns how many.
  private func hash(
    _ side: Pieces, _ piece: Pieces.Piece, _ positions: [Int32], _ numbers: Range<Int>, areQuick: Bool,
    into lookups: UnsafeMutablePointer<Lookup>
  ) -> Int {
    let first = numbers.lowerBound
    var count = min(numbers.count, Lookup.limit)
    if areQuick, piece.hashed.contains(first) {
      count = min(count, piece.hashed.upperBound - first)
      let start = piece.hashes + first - piece.hashed.lowerBound
      for offset in 0..<count { lookups[offset].hash = side.hashes[start + offset] }
      return count
    }
    if areQuick, first < piece.hashed.lowerBound { count = min(count, piece.hashed.lowerBound - first) }
    var index = 1
    while index < count, positions[first + index] &- positions[first] == Int32(truncatingIfNeeded: index) { index += 1 }
    let row = rows.row(Int(positions[first] &- piece.segment.position), of: piece.segment)
    rows.hash(row, count: index, into: lookups, areQuick: areQuick)
    return index
  }

  /// Enters the old rows into the table, each class of equal ones once.
  private func enterOld(
    _ table: inout IdentityTable, _ classes: inout IdentityClasses, areQuick: Bool, while goesOn: () -> Bool
  ) throws(CalledOff) {
    let positions = alignment.oldLeft
    var unchecked = 0
    try Lookup.withRoom { lookups throws(CalledOff) in
      for piece in oldPieces.all.indices {
        let here = oldPieces.all[piece]
        var numbers = oldPieces.numbers(in: piece, of: positions.count)
        while !numbers.isEmpty {
          let count = hash(oldPieces, here, positions, numbers, areQuick: areQuick, into: lookups)
          for offset in 0..<count {
            let number = numbers.lowerBound + offset
            var probe = table.probe(lookups[offset].hash)
            var found = table.next(&probe)
            var isUnequal = false
            if found >= 0 {
              let row = rows.row(Int(positions[number] &- here.segment.position), of: here.segment)
              var isAsked = false
              while found >= 0, !rows.haveEqualIdentities(old(found, near: piece), row) {
                if !isAsked, rows.isUnequalToItself(row) {
                  isUnequal = true
                  found = -1
                  break
                }
                isAsked = true
                found = table.next(&probe)
                unchecked += 1
                try poll(&unchecked, while: goesOn)
              }
            }
            unchecked += 1
            if found >= 0 {
              unchecked += 1
              classes.addOld(number, equalTo: found)
            } else {
              if table.isExhausted { return }
              if !isUnequal { table.insert(number, at: probe) }
              if !classes.areUnique { classes.old.append(Int32(number)) }
            }
          }
          try poll(&unchecked, while: goesOn)
          numbers = numbers.lowerBound + count..<numbers.upperBound
        }
      }
    }
  }

  private func poll(_ unchecked: inout Int, while goesOn: () -> Bool) throws(CalledOff) {
    if unchecked < Self.stretch - 2 * Lookup.limit { return }
    try CalledOff.unless(goesOn)
    unchecked = 0
  }

  /// Looks for the new rows of one piece in the table, and compares the content of those that are found.
  ///
  /// Many are looked up before any of them is compared, so that the processor waits for their memory at once.
  private func findNew(
    _ piece: Int, _ table: inout IdentityTable, _ classes: inout IdentityClasses, _ finds: inout Finds, areQuick: Bool,
    while goesOn: () -> Bool
  ) throws(CalledOff) {
    let here = newPieces.all[piece]
    let positions = alignment.newLeft
    // Most rows come from the piece on the other side that belongs to the same pair of sequences.
    let home = oldPieces.piece(of: alignment.oldLeft(besideNew: here.first))
    var numbers = newPieces.numbers(in: piece, of: positions.count)
    var unchecked = Self.stretch
    try Lookup.withRoom { lookups throws(CalledOff) in
      while !numbers.isEmpty {
        try poll(&unchecked, while: goesOn)
        let count = hash(newPieces, here, positions, numbers, areQuick: areQuick, into: lookups)
        var foundCount = 0
        for offset in 0..<count {
          let number = numbers.lowerBound + offset
          let hash = lookups[offset].hash
          var probe = table.probe(hash)
          let found = table.next(&probe)
          classes.new.append(Int32(truncatingIfNeeded: found))
          if found < 0 { continue }
          let row = rows.row(Int(positions[number] &- here.segment.position), of: here.segment)
          lookups[foundCount] = Lookup(old: old(found, near: home), new: row, hash: hash, number: number, found: found)
          foundCount += 1
        }
        if table.isExhausted { return }
        rows.compare(lookups, count: foundCount)
        unchecked += count + foundCount
        for index in 0..<foundCount {
          let number = Int(lookups[index].number)
          if !lookups[index].isSame {
            try lookUp(lookups + index, &table, near: home, &unchecked, while: goesOn)
            if table.isExhausted { return }
            classes.new[number] = lookups[index].found
          }
          let found = Int(lookups[index].found)
          if found < 0 { continue }
          if lookups[index].hasChanged { finds.changed.append(Int32(truncatingIfNeeded: number)) }
          if finds.isTaken[found] { classes.areUnique = false }
          finds.isTaken[found] = true
        }
        numbers = numbers.lowerBound + count..<numbers.upperBound
      }
    }
  }

  /// Looks up a row again, which is not what was found first.
  private func lookUp(
    _ lookup: UnsafeMutablePointer<Lookup>, _ table: inout IdentityTable, near home: Int, _ unchecked: inout Int,
    while goesOn: () -> Bool
  ) throws(CalledOff) {
    let (hash, row) = (lookup.pointee.hash, lookup.pointee.new)
    var probe = table.probe(hash)
    // To come to the place again costs the table no probes.
    var probesLeft = Int.max
    _ = table.next(&probe, &probesLeft)
    var found = rows.isUnequalToItself(row) ? -1 : table.next(&probe)
    while found >= 0 {
      unchecked += 1
      try poll(&unchecked, while: goesOn)
      lookup.pointee = Lookup(
        old: old(found, near: home), new: row, hash: hash, number: Int(lookup.pointee.number), found: found)
      rows.compare(lookup, count: 1)
      if lookup.pointee.isSame { return }
      found = table.next(&probe)
    }
    lookup.pointee.found = -1
  }

  /// The left-over new rows whose content differs from that of their old one, for pairs that are not those that the table
  /// found.
  private func compared(_ pairs: [Int32], while goesOn: () -> Bool) throws(CalledOff) -> [Int32] {
    var changed: [Int32] = []
    var unchecked = Self.stretch
    try Lookup.withRoom { lookups throws(CalledOff) in
      for piece in newPieces.all.indices {
        let here = newPieces.all[piece].segment
        let home = oldPieces.piece(of: alignment.oldLeft(besideNew: newPieces.all[piece].first))
        var numbers = newPieces.numbers(in: piece, of: pairs.count)
        while !numbers.isEmpty {
          try poll(&unchecked, while: goesOn)
          var count = 0
          while count < Lookup.limit, let number = numbers.popFirst() {
            if pairs[number] < 0 { continue }
            let row = rows.row(Int(alignment.newLeft[number] &- here.position), of: here)
            let found = Int(pairs[number])
            lookups[count] = Lookup(old: old(found, near: home), new: row, hash: 0, number: number, found: found)
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

  /// Where the left-over old row with a number is, probably in a piece at hand.
  private func old(_ number: Int, near piece: Int) -> UnsafeRawPointer {
    var here = oldPieces.all[piece]
    if !oldPieces.numbers(in: piece, of: alignment.oldLeft.count).contains(number) {
      here = oldPieces.all[oldPieces.piece(of: number)]
    }
    return rows.row(Int(alignment.oldLeft[number] &- here.segment.position), of: here.segment)
  }
}

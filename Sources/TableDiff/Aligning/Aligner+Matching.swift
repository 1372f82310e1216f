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

/// The only part of the engine that hashes, and the only one that compares elements out of order. Every element is hashed
/// once, and looked at where it stands: helpers are handed identities or spans, since a row handed over would be copied.
extension Aligner {
  /// Pairs what was left over, of which there is some on both sides; `nil` if hashes collide too often.
  @inlinable package func match(while goesOn: () -> Bool) throws(CalledOff) -> Matching? {
    let (oldCount, newCount) = (alignment.oldLeft.count, alignment.newLeft.count)
    var table = IdentityTable(capacity: oldCount, identities: oldCount + newCount)
    var classes = IdentityClasses(old: [], new: [], areUnique: true)
    var changed: [Int32] = []
    try enterOld(&table, &classes, while: goesOn)
    if table.isExhausted { return nil }
    classes.new.reserveCapacity(newCount)
    var isTaken = [Bool](filledWith: false, count: oldCount)
    for piece in newPieces.all.indices {
      try findNew(piece, &table, &classes, &isTaken, &changed, while: goesOn)
      if table.isExhausted { return nil }
    }
    if classes.areUnique { return Matching(pairs: classes.new, isMatched: isTaken, changed: changed) }
    let pairs = Pairing.pairs(classes, alignment)
    return Matching(pairs: pairs, oldCount: oldCount, changed: try compared(pairs, while: goesOn))
  }

  /// Enters the old elements into the table, each class of equal ones once.
  @inlinable package func enterOld(
    _ table: inout IdentityTable, _ classes: inout IdentityClasses, while goesOn: () -> Bool
  ) throws(CalledOff) {
    let positions = alignment.oldLeft
    var unchecked = 0
    for piece in oldPieces.all.indices {
      let here = oldPieces.all[piece]
      let elements = here.slice.span
      for number in oldPieces.numbers(in: piece, of: positions.count) {
        let element = Int(positions[number] - here.start)
        var probe = table.probe(oldPieces.hash(number, in: here) ?? identityHash(elements.identity(at: element)))
        unchecked += 1
        var found = table.next(&probe)
        var isUnequal = false
        var isAsked = false
        while found >= 0 {
          unchecked += 1
          if unchecked >= Self.stretch {
            try CalledOff.unless(goesOn)
            unchecked = 0
          }
          let isEqual =
            found >= here.first
            ? elements.identity(at: Int(positions[found] - here.start)) == elements.identity(at: element)
            : isOld(found, is: elements.identity(at: element))
          if isEqual { break }
          if !isAsked, Self.isUnequalToItself(elements.identity(at: element)) {
            isUnequal = true
            found = -1
            break
          }
          isAsked = true
          found = table.next(&probe)
        }
        if unchecked >= Self.stretch {
          try CalledOff.unless(goesOn)
          unchecked = 0
        }
        if found < 0 {
          if table.isExhausted { return }
          if !isUnequal { table.insert(number, at: probe) }
          if !classes.areUnique { classes.old.append(Int32(number)) }
        } else {
          classes.addOld(number, equalTo: found)
        }
      }
    }
  }

  /// Looks for the new elements of one piece in the table, and compares the content of those that are found.
  @inlinable package func findNew(
    _ piece: Int, _ table: inout IdentityTable, _ classes: inout IdentityClasses, _ isTaken: inout [Bool],
    _ changed: inout [Int32], while goesOn: () -> Bool
  ) throws(CalledOff) {
    let here = newPieces.all[piece]
    let elements = here.slice.span
    let positions = alignment.newLeft
    // Most elements come from the piece on the other side that belongs to the same pair of sequences.
    let homePiece = oldPieces.piece(of: alignment.oldLeft(besideNew: here.first))
    let home = oldPieces.all[homePiece]
    let homeElements = home.slice.span
    let homeNumbers = oldPieces.numbers(in: homePiece, of: alignment.oldLeft.count)
    let oldPositions = alignment.oldLeft
    var unchecked = Self.stretch
    for number in newPieces.numbers(in: piece, of: positions.count) {
      let element = Int(positions[number] - here.start)
      var probe = table.probe(newPieces.hash(number, in: here) ?? identityHash(elements.identity(at: element)))
      var found = table.next(&probe)
      var isAsked = false
      while found >= 0 {
        unchecked += 1
        if unchecked >= Self.stretch {
          try CalledOff.unless(goesOn)
          unchecked = 0
        }
        if homeNumbers.contains(found) {
          let old = Int(oldPositions[found] - home.start)
          if homeElements.identity(at: old) == elements.identity(at: element) {
            if !homeElements.hasSameContent(at: old, as: elements, at: element) { changed.append(Int32(number)) }
            break
          }
        } else if isOld(found, is: elements.identity(at: element)) {
          if !isOld(found, sameAs: elements, at: element) { changed.append(Int32(number)) }
          break
        }
        found = !isAsked && Self.isUnequalToItself(elements.identity(at: element)) ? -1 : table.next(&probe)
        isAsked = true
      }
      unchecked += 1
      if unchecked >= Self.stretch {
        try CalledOff.unless(goesOn)
        unchecked = 0
      }
      if table.isExhausted { return }
      classes.new.append(Int32(found))
      if found >= 0 {
        if isTaken[found] { classes.areUnique = false }
        isTaken[found] = true
      }
    }
  }

  /// The left-over new elements whose content differs from that of their old one, for pairs that are not those that the
  /// table found.
  @inlinable package func compared(_ pairs: [Int32], while goesOn: () -> Bool) throws(CalledOff) -> [Int32] {
    var changed: [Int32] = []
    for piece in newPieces.all.indices {
      let here = newPieces.all[piece]
      let elements = here.slice.span
      for number in newPieces.numbers(in: piece, of: pairs.count) {
        if number % Self.stretch == 0 { try CalledOff.unless(goesOn) }
        if pairs[number] < 0 { continue }
        if !isOld(Int(pairs[number]), sameAs: elements, at: Int(alignment.newLeft[number] - here.start)) {
          changed.append(Int32(number))
        }
      }
    }
    return changed
  }

  /// Whether an identity is equal to nothing, like NaN.
  ///
  /// Asked only where hashes collide, once: many such would all do that.
  @inlinable package static func isUnequalToItself(_ identity: Element.Identity) -> Bool { identity != identity }

  @inlinable package func isOld(_ number: Int, is identity: Element.Identity) -> Bool {
    let piece = oldPieces.all[oldPieces.piece(of: number)]
    return piece.slice.span.identity(at: Int(alignment.oldLeft[number] - piece.start)) == identity
  }

  @inlinable package func isOld(_ number: Int, sameAs other: borrowing Span<Element>, at index: Int) -> Bool {
    let piece = oldPieces.all[oldPieces.piece(of: number)]
    return piece.slice.span.hasSameContent(at: Int(alignment.oldLeft[number] - piece.start), as: other, at: index)
  }
}

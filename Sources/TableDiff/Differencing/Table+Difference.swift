extension Table {
  /// How to get from another table to this one.
  ///
  /// What both tables share is skipped: an edited copy costs what its edits cost. Otherwise every row is compared once
  /// in place, and only those that moved, came or went are hashed.
  ///
  /// - Parameter old: The table before.
  /// - Returns: A changeset with `old` as its source and this table as its target. Whatever rows answer when asked for
  ///   their identity, it is legal; where hashes collide too often it is a reload.
  /// - Complexity: O(*n*) on average for rows that are not shared, O(*n* log *n*) if many moved.
  @inlinable public func difference(from old: Table) -> Changeset<Section, Row> {
    difference(from: old) { () throws(Never) in }
  }

  /// How to get from another table to this one, unless the work is called off.
  ///
  /// ```swift
  /// try new.difference(from: old) { try Task.checkCancellation() }
  /// ```
  ///
  /// - Parameters:
  ///   - old: The table before.
  ///   - check: Called at least once for every 1,024 rows that are looked at; throws to end the work.
  /// - Returns: A changeset with `old` as its source and this table as its target.
  /// - Throws: What `check` throws, and nothing else.
  @inlinable public func difference<Failure: Error>(
    from old: Table, check: () throws(Failure) -> Void
  ) throws(Failure) -> Changeset<Section, Row> {
    if Row.self is any NeverDifferenced.Type || Section.self is any NeverDifferenced.Type {
      return Changeset(reloading: self, from: old, because: .notComparable)
    }
    if rope.isIdentical(to: old.rope) { return Changeset(source: old, target: self, plan: StagePlan()) }
    if Swift.max(old.rope.weight, rope.weight, old.rope.count, rope.count) >= Int(Int32.max) {
      return Changeset(reloading: self, from: old, because: .tooLarge)
    }
    guard let sections = try pairSections(from: old, check) else {
      return Changeset(reloading: self, from: old, because: .tooManyCollisions)
    }
    var aligner = Aligner<Row>()
    var aligned: [Pair] = []
    for pair in sections.pairs {
      let one = old.rope[Int(pair.old)].rows.rope
      let two = rope[Int(pair.new)].rows.rope
      if one.isIdentical(to: two) { continue }
      aligned.append(pair)
      try aligner.align(one, two, check)
    }
    guard let classes = try aligner.classes(check) else {
      return Changeset(reloading: self, from: old, because: .tooManyCollisions)
    }
    let matches = Pairing.pairs(classes, aligner.alignment, oldSections: aligned.map(\.old))
    let changed = try changedRows(aligner.alignment, aligned, matches, old, check)
    var planner = StagePlanner(sections)
    let plan = planner.plan(
      rows: aligner.alignment, aligned: aligned, matches: matches, changed: changed,
      sectionCount: (old.rope.count, rope.count))
    return Changeset(source: old, target: self, plan: plan)
  }

  @inlinable func pairSections<Failure: Error>(
    from old: Table, _ check: () throws(Failure) -> Void
  ) throws(Failure) -> SectionPairing? {
    var aligner = Aligner<TableSection<Section, Row>>()
    try aligner.align(old.rope, rope, check)
    guard let classes = try aligner.classes(check) else { return nil }
    var pairing = SectionPairing(aligner.alignment, classes)
    for (index, match) in pairing.matches.enumerated() where match >= 0 {
      // Sections that only the identity table paired have not been compared yet.
      let pair = Pair(old: aligner.alignment.oldLeft[Int(match)], new: aligner.alignment.newLeft[index])
      if !old.rope[Int(pair.old)].hasSameContent(as: rope[Int(pair.new)]) { pairing.updates.append(pair) }
    }
    return pairing
  }

  /// Left-over new rows whose content differs from that of the old row they pair with.
  @inlinable func changedRows<Failure: Error>(
    _ alignment: Alignment, _ aligned: [Pair], _ matches: [Int32], _ old: Table, _ check: () throws(Failure) -> Void
  ) throws(Failure) -> [Int32] {
    var changed: [Int32] = []
    if !matches.contains(where: { $0 >= 0 }) { return changed }
    let owners = alignment.owners(isOld: true)
    for (number, pair) in aligned.enumerated() {
      let ones = old.rope[Int(pair.old)].rows.rope
      let twos = rope[Int(pair.new)].rows.rope
      // Compared in place where that is possible: a copy of a row is a visit to all that it refers to.
      if case .leaf(let one) = ones.root, case .leaf(let two) = twos.root {
        let (one, two) = (one.span, two.span)
        for index in alignment.newLeft(of: number) {
          if index % 1024 == 0 { try check() }
          let match = Int(matches[index])
          if match < 0 || (!owners.isEmpty && owners[match] != number) { continue }
          if !one[Int(alignment.oldLeft[match])].hasSameContent(as: two[Int(alignment.newLeft[index])]) {
            changed.append(Int32(index))
          }
        }
      }
      let isInPlace = ones.root.height == 0 && twos.root.height == 0
      for index in alignment.newLeft(of: number) {
        if index % 1024 == 0 { try check() }
        let match = Int(matches[index])
        if match < 0 { continue }
        let owner = owners.isEmpty ? number : Int(owners[match])
        if isInPlace, owner == number { continue }
        let section = Int(aligned[owner].old)
        let one = old.rope[section].rows.rope[Int(alignment.oldLeft[match])]
        if !one.hasSameContent(as: twos[Int(alignment.newLeft[index])]) { changed.append(Int32(index)) }
      }
    }
    return changed
  }
}

extension Aligner {
  /// Classes of equal identities among what was left over, or `nil` if hashes collide too often.
  @inlinable func classes<Failure: Error>(
    _ check: () throws(Failure) -> Void
  ) throws(Failure) -> IdentityClasses? {
    if oldIdentities.isEmpty || newIdentities.isEmpty {
      return IdentityClasses(old: [], new: [Int32](repeating: -1, count: newIdentities.count), areUnique: true)
    }
    return try IdentityTable.classes(old: oldIdentities, new: newIdentities, check)
  }
}

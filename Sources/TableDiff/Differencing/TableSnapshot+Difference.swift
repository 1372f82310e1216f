extension TableSnapshot {
  /// Returns the changes from another table to this table.
  ///
  /// The diff skips storage that both tables share, so the cost of diffing an edited copy depends on its edits.
  /// Otherwise, the diff compares every row once in place, and hashes only rows that were moved, inserted or deleted.
  ///
  /// - Parameter old: The table before the changes.
  /// - Returns: A valid changeset from `old` to this table, regardless of how ``Diffable`` is implemented. If hashes
  ///   collide too often, the result is a reload.
  /// - Complexity: O(*n*) on average for *n* rows that are not shared, or O(*n* log *n*) if many rows have moved.
  @inlinable public func difference(from old: TableSnapshot) -> Changeset<Section, Row> {
    do throws(DiffCancellation) {
      return try difference(from: old, while: { true })
    } catch {
      preconditionFailure("a diff was cancelled without a reason")
    }
  }

  /// Returns the changes from another table to this table, unless the work is cancelled.
  ///
  /// ```swift
  /// try new.difference(from: old) { try Task.checkCancellation() }
  /// ```
  ///
  /// - Parameters:
  ///   - old: The table before the changes.
  ///   - check: A closure that throws an error to cancel the diff. It is called at least once for every 1,024 visited
  ///     rows.
  /// - Returns: A changeset from `old` to this table.
  /// - Throws: Only the errors that `check` throws.
  @inlinable public func difference<Failure: Error>(
    from old: TableSnapshot, check: () throws(Failure) -> Void
  ) throws(Failure) -> Changeset<Section, Row> {
    var failure: Failure?
    do throws(DiffCancellation) {
      return try difference(from: old) {
        do throws(Failure) {
          try check()
          return true
        } catch {
          failure = error
          return false
        }
      }
    } catch {
      guard let failure else { preconditionFailure("a diff was cancelled without an error") }
      throw failure
    }
  }

  @inlinable package func difference(
    from old: TableSnapshot, while shouldContinue: () -> Bool
  ) throws(DiffCancellation) -> Changeset<Section, Row> {
    if Row.isNeverDiffed || Section.isNeverDiffed {
      return Changeset(reloading: self, from: old, because: .notComparable)
    }
    if storage.isIdentical(to: old.storage) { return Changeset(source: old, target: self, plan: .empty) }
    // Positions have 32 bits. This is a literal, because `Int32.max` would compile the operations of integers into
    // every program.
    if Swift.max(old.storage.weight, storage.weight, old.storage.count, storage.count) >= 0x7FFF_FFFF {
      return Changeset(reloading: self, from: old, because: .tooLarge)
    }
    if let plan = try shortPlan(from: old, while: shouldContinue) {
      return Changeset(source: old, target: self, plan: plan)
    }
    guard let sections = try pairSections(from: old, while: shouldContinue) else {
      return Changeset(reloading: self, from: old, because: .tooManyCollisions)
    }
    // The aligner refers to rows without keeping them alive.
    defer { withExtendedLifetime((old, self)) {} }
    var aligner = Aligner(RowType(Row.self))
    var (olds, news) = (NodeList.Finder(old.storage.nodes), NodeList.Finder(storage.nodes))
    for pair in sections.pairs {
      let one = Storage.node(olds.node(at: Int(pair.old))).section.rows.rope
      let two = Storage.node(news.node(at: Int(pair.new))).section.rows.rope
      if one.isIdentical(to: two) {
        aligner.alignment.begin(place: pair.old)
      } else {
        try aligner.align(one, two, place: pair.old, while: shouldContinue)
      }
    }
    guard let matching = try aligner.matching(while: shouldContinue) else {
      return Changeset(reloading: self, from: old, because: .tooManyCollisions)
    }
    let plan = StagePlanner.plan(
      sections, rows: aligner.alignment, matching: matching,
      sectionCount: (old.storage.count, storage.count))
    return Changeset(source: old, target: self, plan: plan)
  }

  @inlinable package func pairSections(
    from old: TableSnapshot, while shouldContinue: () -> Bool
  ) throws(DiffCancellation) -> SectionPairing? {
    if old.storage.count == 1, storage.count == 1 {
      let (one, two) = (old.storage[0].value, storage[0].value)
      if one.identity == two.identity {
        try DiffCancellation.unless(shouldContinue)
        return SectionPairing(ofOne: one.hasSameContent(as: two))
      }
    }
    return try alignSections(from: old, while: shouldContinue)
  }
}

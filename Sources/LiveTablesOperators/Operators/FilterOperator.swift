public import LiveTables

/// An operator that keeps all sections, and the rows that satisfy a predicate.
///
/// The predicate is called for new and changed rows, but not for rows that only move.
@usableFromInline package struct FilterOperator<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableOperator {
  @usableFromInline package typealias Parameter = @Sendable (Row) -> Bool

  @usableFromInline typealias Flags = Rope<Bool, TrueCount>

  @inlinable package var table: TableSnapshot<Section, Row> { derived }

  @usableFromInline var derived = TableSnapshot<Section, Row>()
  @usableFromInline var source = TableSnapshot<Section, Row>()
  /// Whether each row is kept, for each section of the source.
  @usableFromInline var flags = Rope<Flags, Weightless<Flags>>()
  @usableFromInline var isKept: Parameter

  @inlinable package init(_ isKept: @escaping Parameter) { self.isKept = isKept }

  /// - Complexity: O(*n*).
  @inlinable package mutating func reset(to source: TableSnapshot<Section, Row>) {
    self.source = source
    let sections = source.rope.map { filtered($0) }
    flags = Rope(copying: sections.lazy.map(\.flags))
    derived = TableSnapshot(sections: sections.lazy.map(\.section))
  }

  /// - Complexity: O(*n*).
  @inlinable package mutating func set(_ isKept: @escaping Parameter, check: () throws -> Void) rethrows {
    try set(isKept, { _ in true }, check: check)
  }

  /// Filters the rows for which a new predicate may return a different result.
  ///
  /// - Parameter isOpen: A closure that returns whether the result may differ, given the previous result.
  @inlinable mutating func set(
    _ isKept: @escaping Parameter, _ isOpen: (_ wasKept: Bool) -> Bool, check: () throws -> Void
  ) rethrows {
    self.isKept = isKept
    for index in 0..<source.rope.count {
      let rows = source.rope[index].rows.rope
      let old = flags[index]
      let (new, flips) = try asked(rows, old, isOpen, check: check)
      if flips == 0 { continue }
      flags.replace(index..<index + 1, with: [Flags(copying: new)])
      derived.edit(index) { kept in
        if flips * SectionRows<Row>.Storage.editCost < rows.count {
          Self.flip(&kept.rope, rows, from: old, to: new)
        } else {
          kept.rope = Self.rows(of: rows, where: new)
        }
      }
    }
  }

  /// Returns the predicate's results for the given rows, and the number of results that have changed.
  @inlinable func asked(
    _ rows: SectionRows<Row>.Storage, _ old: Flags, _ isOpen: (_ wasKept: Bool) -> Bool, check: () throws -> Void
  ) rethrows -> (flags: [Bool], flips: Int) {
    var new: [Bool] = []
    new.reserveCapacity(rows.count)
    var flips = 0
    var wasKept = old.makeIterator()
    var cursor = SectionRows<Row>.Storage.Cursor(rows)
    while let leaf = cursor.nextLeaf() {
      let lent = leaf.span
      for row in lent.indices {
        if new.count % 1_024 == 0 { try check() }
        let was = wasKept.next() ?? false
        let now = isOpen(was) ? lent.lend(row, to: isKept) : was
        new.append(now)
        if now != was { flips += 1 }
      }
    }
    return (new, flips)
  }

  @inlinable static func flip(
    _ kept: inout SectionRows<Row>.Storage, _ rows: SectionRows<Row>.Storage, from old: Flags, to new: [Bool]
  ) {
    var gone: [Int] = []
    var arrivals: [(position: Int, element: Row)] = []
    var (before, after) = (0, 0)
    for (row, (was, now)) in zip(old, new).enumerated() {
      if was, !now { gone.append(before) }
      if now, !was { arrivals.append((after, rows[row])) }
      if was { before += 1 }
      if now { after += 1 }
    }
    kept.remove(at: gone)
    kept.insert(arrivals)
  }

  /// Returns the rows whose flag is `true`, which are the given rows themselves if all flags are `true`.
  @inlinable static func rows(of rows: SectionRows<Row>.Storage, where flags: [Bool]) -> SectionRows<Row>.Storage {
    let count = flags.count { $0 }
    if count == flags.count { return rows }
    var kept: [Row] = []
    kept.reserveCapacity(count)
    var cursor = SectionRows<Row>.Storage.Cursor(rows)
    var first = 0
    while let leaf = cursor.nextLeaf() {
      for row in leaf.indices where flags[first + row - leaf.startIndex] { kept.append(leaf[row]) }
      first += leaf.count
    }
    return .holding(kept)
  }

  /// - Complexity: O(*k* log *n*) for *k* operations.
  @inlinable package mutating func follow(_ changeset: Changeset<Section, Row>) {
    guard let change = changeset.unstaged(from: source) else { return reset(to: changeset.target) }
    let before = (flags: flags, table: derived.rope)
    let target = changeset.target.rope
    var inserted: [Int: (flags: Flags, section: TableSection<Section, Row>)] = [:]
    for index in change.insertedSections { inserted[index] = filtered(target[index]) }
    flags.followSections(change) { inserted[$0]?.flags ?? Flags() }
    derived.rope.followSections(change) { inserted[$0]?.section ?? target[$0] }
    for section in change.sections {
      var flags = before.flags[section.old]
      var result = before.table[section.old]
      let rows = target[section.new].rows.rope
      let updated = section.updates.map { rows.lend(Int($0.new), to: isKept) }
      let staying = section.updates.indices.filter { updated[$0] && flags[Int(section.updates[$0].old)] }
      let places = flags.ranks(ofKept: staying.map { Int(section.updates[$0].old) })
      result.rows.rope.update(places) { rank, row in row = rows[Int(section.updates[staying[rank]].new)] }
      var gone = section.leaving.filter { flags[$0] }
      for (update, isKept) in zip(section.updates, updated) where !isKept && flags[Int(update.old)] {
        gone.append(Int(update.old))
      }
      result.rows.rope.remove(at: flags.ranks(ofKept: gone.sorted()))

      flags.remove(at: section.leaving)
      flags.insert(
        section.arrivals.map { arrival in
          if let origin = arrival.origin, !arrival.isChanged {
            return (arrival.row, before.flags[origin.section][origin.row])
          }
          return (arrival.row, rows.lend(arrival.row, to: isKept))
        })
      let flipped = section.updates.indices.filter { flags[Int(section.updates[$0].new)] != updated[$0] }
      flags.update(flipped.map { Int(section.updates[$0].new) }) { rank, flag in flag = updated[flipped[rank]] }

      let appearing = flipped.map { Int(section.updates[$0].new) }
      let kept = (section.arrivals.map(\.row) + appearing).filter { flags[$0] }.sorted()
      result.rows.rope.insert(zip(flags.ranks(ofKept: kept), kept).map { ($0, rows[$1]) })
      self.flags.replace(section.new..<section.new + 1, with: [flags])
      derived.rope.replace(section.new..<section.new + 1, with: [result])
    }
    derived.takeSectionValues(of: changeset.target, change)
    source = changeset.target
  }

  @inlinable func filtered(
    _ section: TableSection<Section, Row>
  ) -> (flags: Flags, section: TableSection<Section, Row>) {
    var flags: [Bool] = []
    section.rows.rope.map(into: &flags, isKept)
    let kept = SectionRows(Self.rows(of: section.rows.rope, where: flags))
    return (Flags(copying: flags), TableSection(section.value, rows: kept))
  }
}

/// The weight of a flag, which is 1 for `true`.
@usableFromInline package enum TrueCount: RopeWeight {
  @inlinable package static var isZero: Bool { false }
  @inlinable package static func weight(of isTrue: Bool) -> Int { isTrue ? 1 : 0 }
}

extension Rope where Element == Bool, Weight == TrueCount {
  /// Returns the number of kept rows before each of the kept rows at the given ascending positions.
  ///
  /// - Complexity: O(*k* + *m* log *n*) for *k* positions in *m* runs.
  @inlinable func ranks(ofKept positions: [Int]) -> [Int] {
    var ranks: [Int] = []
    ranks.reserveCapacity(positions.count)
    for stretch in Self.stretches(of: positions, { $0 }) {
      let first = weight(before: positions[stretch.lowerBound])
      ranks += first..<first + stretch.count
    }
    return ranks
  }
}

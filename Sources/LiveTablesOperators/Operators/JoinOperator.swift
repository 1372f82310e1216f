public import LiveTables

/// The key of a join.
///
/// Groups of rows use the key as their section.
@usableFromInline package struct JoinKey<Key: Hashable & Sendable>: Diffable, Sendable {
  @usableFromInline package let identity: Key

  @inlinable package init(_ key: Key) { identity = key }

  @inlinable package func hasSameContent(as other: JoinKey) -> Bool { true }
}

/// A weight for ropes of row counts, which sums the counts.
@usableFromInline enum BlockCount: RopeWeight {
  @inlinable static var isZero: Bool { false }
  @inlinable static func weight(of count: Int) -> Int { count }
}

/// An operator that joins the rows of two flat sources that have the same key.
///
/// The table contains consecutive rows for each left row, in the order of the left source. The rows for unmatched right
/// rows follow, in the order of the right source.
@usableFromInline
package struct JoinOperator<
  Left: Diffable & Sendable, Right: Diffable & Sendable, Key: Hashable & Sendable, Row: Diffable & Sendable
>: Sendable {
  @usableFromInline typealias Counts = Rope<Int, BlockCount>

  @usableFromInline let block: @Sendable (Left, SectionRows<Right>) -> [Row]
  /// A closure that returns the row for an unmatched right row, or `nil` to omit unmatched right rows.
  @usableFromInline let alone: (@Sendable (Right) -> Row)?
  @usableFromInline let leftKey: @Sendable (Left) -> Key
  @usableFromInline let rightKey: @Sendable (Right) -> Key
  @usableFromInline var left: GroupOperator<Left, JoinKey<Key>>
  @usableFromInline var right: GroupOperator<Right, JoinKey<Key>>
  @usableFromInline var leftCounts = Counts()
  @usableFromInline var rightCounts = Counts()
  @usableFromInline var derived = TableSnapshot<OneSection, Row>(rows: [])

  @inlinable package var table: TableSnapshot<OneSection, Row> { derived }

  /// Creates an operator for sources that have no rows yet.
  ///
  /// - Parameters:
  ///   - block: A closure that returns the rows for a left row and its matching right rows.
  ///   - alone: A closure that returns the row for an unmatched right row, or `nil` to omit unmatched right rows.
  @inlinable package init(
    _ leftKey: @escaping @Sendable (Left) -> Key, _ rightKey: @escaping @Sendable (Right) -> Key,
    block: @escaping @Sendable (Left, SectionRows<Right>) -> [Row], alone: (@Sendable (Right) -> Row)?
  ) {
    (self.leftKey, self.rightKey, self.block, self.alone) = (leftKey, rightKey, block, alone)
    left = GroupOperator(RowGrouping(by: { JoinKey(leftKey($0)) }))
    right = GroupOperator(RowGrouping(by: { JoinKey(rightKey($0)) }))
  }

  @inlinable package var withoutAlone: JoinOperator { JoinOperator(leftKey, rightKey, block: block, alone: nil) }

  /// Updates the join after a change to the left source.
  ///
  /// - Complexity: O(*k* log² *n*) for a small number *k* of affected rows, otherwise O(*n*).
  @inlinable package mutating func follow(left changeset: Changeset<OneSection, Left>) {
    let before = left.source
    left.follow(changeset)
    guard let section = changeset.followed(from: before) else { return derive() }
    guard let section else { return }
    let rows = (old: before.rope[0].rows.rope, new: left.source.rope[0].rows.rope)
    var work = Work(leaving: section.leaving)
    for update in section.updates { work.updates.append((Int(update.old), Int(update.new))) }
    work.arrivals = section.arrivals.map(\.row)
    replaceBlocks(work)
    if alone == nil { return }
    var keys: Set<Key> = []
    for row in section.leaving + section.updates.map({ Int($0.old) }) { keys.insert(leftKey(rows.old[row])) }
    for row in work.arrivals + work.updates.map(\.new) { keys.insert(leftKey(rows.new[row])) }
    let touched = right.positions(of: keys)
    replaceAlone(Work(updates: touched.map { ($0, $0) }))
  }

  /// Updates the join after a change to the right source.
  ///
  /// - Complexity: O(*k* log² *n*) for a small number *k* of affected rows, otherwise O(*n*).
  @inlinable package mutating func follow(right changeset: Changeset<OneSection, Right>) {
    let before = right.source
    right.follow(changeset)
    guard let section = changeset.followed(from: before) else { return derive() }
    guard let section else { return }
    let rows = (old: before.rope[0].rows.rope, new: right.source.rope[0].rows.rope)
    var keys = Set(section.leaving.map { rightKey(rows.old[$0]) } + section.arrivals.map { rightKey(rows.new[$0.row]) })
    for update in section.updates {
      let (before, after) = (rightKey(rows.old[Int(update.old)]), rightKey(rows.new[Int(update.new)]))
      if before != after { keys.formUnion([before, after]) }
    }
    let touched = left.positions(of: keys)
    let updated = section.updates.map { Int($0.new) }.filter { !keys.contains(rightKey(rows.new[$0])) }
    let count = updated.reduce(0) { $0 + left.rows(of: rightKey(rows.new[$1])).count }
    if count > 64, count > derived.count / 8 { return derive() }
    replaceBlocks(Work(updates: touched.map { ($0, $0) }))
    replaceParts(ofRight: updated)
    if alone == nil { return }
    replaceAlone(
      Work(
        leaving: section.leaving, updates: section.updates.map { (Int($0.old), Int($0.new)) },
        arrivals: section.arrivals.map(\.row)))
  }

  /// Joins all rows.
  ///
  /// - Complexity: O(*n*).
  @inlinable mutating func derive() {
    var rows: [Row] = []
    var counts: [Int] = []
    for row in left.source {
      let made = block(row, right.rows(of: leftKey(row)))
      counts.append(made.count)
      rows += made
    }
    leftCounts = Counts(copying: counts)
    counts = []
    if let alone {
      for row in right.source {
        let isAlone = left.rows(of: rightKey(row)).isEmpty
        counts.append(isAlone ? 1 : 0)
        if isAlone { rows.append(alone(row)) }
      }
    }
    rightCounts = Counts(copying: counts)
    derived = TableSnapshot(rows: rows)
  }

  /// Returns the identities of the rows that are derived from the given left and right rows.
  ///
  /// - Complexity: O(*n*), or O(1) if no rows are given.
  @inlinable package func identities(
    derivedFrom ones: [Left.Identity], _ others: [Right.Identity]
  ) -> [Row.Identity] {
    var places: [Int] = []
    for index in left.positions(ofRows: ones) { places += rows(of: index, in: leftCounts, from: 0) }
    for index in right.positions(ofRows: others) {
      for part in parts(ofRight: index) { places += part.rows }
      if alone != nil { places += rows(of: index, in: rightCounts, from: leftCounts.weight) }
    }
    return places.map { derived.rope[0].rows.rope[$0].identity }
  }

  // MARK: - Blocks

  @inlinable func rows(of index: Int, in counts: Counts, from start: Int) -> Range<Int> {
    let first = start + counts.weight(before: index)
    return first..<first + counts[index]
  }

  /// Returns the parts of blocks that depend on a right row.
  ///
  /// For each matching left row, the part is a single row or the whole block.
  @inlinable func parts(ofRight index: Int) -> [(left: Int, rows: Range<Int>, isOne: Bool)] {
    let (rank, count) = right.rank(of: index)
    return left.positions(of: [rightKey(right.source[index])]).map { place in
      let rows = self.rows(of: place, in: leftCounts, from: 0)
      // If a block does not have exactly one row for each partner, the whole block depends on every partner.
      if rows.count != count { return (place, rows, false) }
      return (place, rows.lowerBound + rank..<rows.lowerBound + rank + 1, true)
    }
  }

  /// The changed blocks, in ascending order of their positions before and after the change.
  @usableFromInline struct Work {
    @usableFromInline var leaving: [Int] = []
    @usableFromInline var updates: [(old: Int, new: Int)] = []
    @usableFromInline var arrivals: [Int] = []

    @inlinable init(leaving: [Int] = [], updates: [(old: Int, new: Int)] = [], arrivals: [Int] = []) {
      (self.leaving, self.updates, self.arrivals) = (leaving, updates, arrivals)
    }
  }

  @inlinable mutating func replaceBlocks(_ work: Work) {
    if left.source.rope.count == 0 { return }
    let (rows, right, block, leftKey) = (left.source.rope[0].rows.rope, right, block, leftKey)
    Self.replace(work, &leftCounts, in: &derived, from: 0) { index in
      let row = rows[index]
      return block(row, right.rows(of: leftKey(row)))
    }
  }

  /// Recreates the rows for right rows that have kept their position among the right rows that match a left row.
  @inlinable mutating func replaceParts(ofRight indices: [Int]) {
    var updates: [Int: Row] = [:]
    for index in indices {
      let partner = right.source.rope[0].rows.rope[index]
      for part in parts(ofRight: index) {
        let partners = part.isOne ? SectionRows([partner]) : right.rows(of: rightKey(partner))
        for (place, row) in zip(part.rows, block(left.source.rope[0].rows.rope[part.left], partners)) {
          updates[place] = row
        }
      }
    }
    let places = updates.keys.sorted()
    derived.edit(0) { all in
      all.rope.update(places) { rank, row in if let new = updates[places[rank]] { row = new } }
    }
  }

  @inlinable mutating func replaceAlone(_ work: Work) {
    guard let alone, right.source.rope.count > 0 else { return }
    let (rows, left, rightKey) = (right.source.rope[0].rows.rope, left, rightKey)
    Self.replace(work, &rightCounts, in: &derived, from: leftCounts.weight) { index in
      let row = rows[index]
      return left.rows(of: rightKey(row)).isEmpty ? [alone(row)] : []
    }
  }

  /// Replaces blocks of the derived table.
  ///
  /// - Parameters:
  ///   - derived: The table that contains the blocks.
  ///   - rows: A closure that returns the rows of a block, given its new position.
  @inlinable static func replace(
    _ work: Work, _ counts: inout Counts, in derived: inout TableSnapshot<OneSection, Row>, from start: Int,
    _ rows: (Int) -> [Row]
  ) {
    let places = (work.arrivals + work.updates.map(\.new)).sorted()
    let blocks = places.map(rows)
    if work.leaving.isEmpty, work.arrivals.isEmpty, zip(places, blocks).allSatisfy({ counts[$0] == $1.count }) {
      var updates: [(position: Int, row: Row)] = []
      for (place, block) in zip(places, blocks) {
        let first = start + counts.weight(before: place)
        for (offset, row) in block.enumerated() { updates.append((first + offset, row)) }
      }
      return derived.edit(0) { all in
        all.rope.update(updates.map(\.position)) { rank, row in row = updates[rank].row }
      }
    }
    var gone: [Int] = []
    for index in (work.leaving + work.updates.map(\.old)).sorted() {
      let first = start + counts.weight(before: index)
      gone += first..<first + counts[index]
    }
    counts.remove(at: (work.leaving + work.updates.map(\.old)).sorted())
    counts.insert(zip(places, blocks).map { ($0, $1.count) })
    var arrivals: [(position: Int, element: Row)] = []
    for (place, block) in zip(places, blocks) {
      let first = start + counts.weight(before: place)
      for (offset, row) in block.enumerated() { arrivals.append((first + offset, row)) }
    }
    derived.edit(0) { all in
      all.rope.remove(at: gone)
      all.rope.insert(arrivals)
    }
  }
}

extension Changeset where Section == OneSection {
  /// Returns the changes to the table's only section.
  ///
  /// The inner value is `nil` if nothing has changed.
  ///
  /// - Returns: `nil` if the changes are unknown, or if there are so many that deriving all rows again is faster.
  @inlinable func followed(from table: TableSnapshot<Section, Row>) -> UnstagedChange.SectionChange?? {
    guard let change = unstaged(from: table), !change.hasSectionStructure, table.rope.count == 1 else { return nil }
    guard let section = change.sections.first else { return .some(nil) }
    return section.isMost(of: target.count) ? nil : .some(section)
  }
}

extension GroupOperator {
  /// Returns the rows of a group, or no rows if there is no such group.
  ///
  /// Groups must be ordered by first rows.
  ///
  /// - Complexity: O(log² *n*).
  @inlinable func rows(of id: Section.Identity) -> SectionRows<Row> {
    guard let number = numbers.existingNumber(of: id), members[number].count > 0 else { return SectionRows([]) }
    return derived.rope[place(of: values[number], members[number][0])].rows
  }

  /// Returns the ascending source positions of the rows with the given identities.
  ///
  /// - Complexity: O(*n*), or O(1) if no identities are given.
  @inlinable func positions(ofRows ids: [Row.Identity]) -> [Int] {
    if ids.isEmpty { return [] }
    let ids = Set(ids)
    return source.paths { ids.contains($0.identity) }.compactMap { source.offset(of: $0) }
  }

  /// Returns the section of a row in the source.
  ///
  /// - Complexity: O(log² *n*).
  @inlinable func section(ofRowAt position: Int) -> Int {
    let number = Int(groups[Int(tokens[position])])
    return place(of: values[number], members[number][0])
  }

  /// Returns the position of a source row within its group, and the number of rows in the group.
  ///
  /// - Complexity: O(log² *n*).
  @inlinable func rank(of position: Int) -> (rank: Int, count: Int) {
    let token = tokens[position]
    let members = members[Int(groups[Int(token)])]
    return (list.position(of: token, in: members), members.count)
  }

  /// Returns the ascending source positions of the rows in the given groups.
  ///
  /// - Complexity: O(*k* log² *n*) for *k* rows.
  @inlinable func positions(of ids: Set<Section.Identity>) -> [Int] {
    var positions: [Int] = []
    for id in ids {
      guard let number = numbers.existingNumber(of: id) else { continue }
      for token in members[number] { positions.append(list.position(of: token, in: tokens)) }
    }
    return positions.sorted()
  }
}

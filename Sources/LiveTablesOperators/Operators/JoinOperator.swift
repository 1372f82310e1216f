public import LiveTables

/// The key of a join.
///
/// Groups of rows use the key as their section.
@usableFromInline package struct JoinKey<Key: Hashable & Sendable>: Diffable, Sendable {
  @usableFromInline package let identity: Key

  @inlinable package init(_ key: Key) { identity = key }

  @inlinable package func hasSameContent(as other: JoinKey) -> Bool { true }
}

/// The keys of a flat source's rows, grouped without copying the rows.
@usableFromInline struct GroupedKeys<Row: Diffable & Sendable, Key: Hashable & Sendable>: Sendable {
  @usableFromInline var keys: MapOperator<OneSection, Row, JoinKey<Key>>
  @usableFromInline var groups: GroupOperator<JoinKey<Key>, JoinKey<Key>>

  @inlinable var source: TableSnapshot<OneSection, Row> { keys.source }

  @inlinable init(by key: @escaping @Sendable (Row) -> Key) {
    keys = MapOperator { JoinKey(key($0)) }
    groups = GroupOperator(RowGrouping(by: { $0 }))
  }

  @inlinable mutating func follow(_ changeset: Changeset<OneSection, Row>) {
    let (source, before) = (keys.source, keys.table)
    keys.follow(changeset)
    if !changeset.source.rope.isIdentical(to: source.rope) { return groups.reset(to: keys.table) }
    groups.follow(Changeset(source: before, target: keys.table, indicesOf: changeset))
  }
}

/// A weight for ropes of row counts, which sums the counts.
@usableFromInline enum RowCountSum: RopeWeight {
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
  @usableFromInline typealias Counts = Rope<Int, RowCountSum>

  /// A closure that appends the rows for a left row and its matching right rows to a list.
  @usableFromInline package typealias Block = @Sendable (Left, SectionRows<Right>, inout [Row]) -> Void

  @usableFromInline let block: Block
  /// A closure that returns the row for an unmatched right row, or `nil` to omit unmatched right rows.
  @usableFromInline let unmatched: (@Sendable (Right) -> Row)?
  @usableFromInline let leftKey: @Sendable (Left) -> Key
  @usableFromInline let rightKey: @Sendable (Right) -> Key
  @usableFromInline var left: GroupedKeys<Left, Key>
  @usableFromInline var right: GroupOperator<Right, JoinKey<Key>>
  /// The number of derived rows for each left row, and for each right row that may be unmatched.
  @usableFromInline var blockCounts = Counts()
  @usableFromInline var unmatchedCounts = Counts()
  @usableFromInline var derived = TableSnapshot<OneSection, Row>(rows: [])

  @inlinable package var table: TableSnapshot<OneSection, Row> { derived }

  /// Creates an operator for sources that have no rows yet.
  ///
  /// - Parameters:
  ///   - block: A closure that appends the rows for a left row and its matching right rows to a list.
  ///   - unmatched: A closure that returns the row for an unmatched right row, or `nil` to omit unmatched right rows.
  @inlinable package init(
    _ leftKey: @escaping @Sendable (Left) -> Key, _ rightKey: @escaping @Sendable (Right) -> Key,
    block: @escaping Block, unmatched: (@Sendable (Right) -> Row)?
  ) {
    (self.leftKey, self.rightKey, self.block, self.unmatched) = (leftKey, rightKey, block, unmatched)
    left = GroupedKeys(by: leftKey)
    right = GroupOperator(RowGrouping(by: { JoinKey(rightKey($0)) }))
  }

  @inlinable package var withoutUnmatched: JoinOperator {
    JoinOperator(leftKey, rightKey, block: block, unmatched: nil)
  }

  /// Updates the table after changes to one or both sources.
  ///
  /// - Complexity: O(*k* log² *n*) for a small number *k* of affected rows, otherwise O(*n*).
  @inlinable package mutating func follow(
    left: Changeset<OneSection, Left>? = nil, right: Changeset<OneSection, Right>? = nil
  ) {
    let isUpdated = left.map { update(left: $0) } ?? true
    if isUpdated, right.map({ update(right: $0) }) ?? true { return }
    if !isUpdated, let right { self.right.follow(right) }
    derive()
  }

  /// Updates the table after a change to the left source.
  ///
  /// - Returns: `false` if all rows must be derived again.
  @inlinable mutating func update(left changeset: Changeset<OneSection, Left>) -> Bool {
    let before = left.source
    left.follow(changeset)
    guard let section = changeset.followed(from: before) else { return false }
    guard let section else { return true }
    let rows = (old: before.rope[0].rows.rope, new: left.source.rope[0].rows.rope)
    let change = BlockChange(section)
    replaceBlocks(change)
    if unmatched == nil { return true }
    var keys: Set<Key> = []
    for row in change.removed { keys.insert(leftKey(rows.old[row])) }
    for row in change.added { keys.insert(leftKey(rows.new[row])) }
    replaceUnmatched(BlockChange(updating: right.positions(of: keys)))
    return true
  }

  /// Updates the table after a change to the right source.
  ///
  /// - Returns: `false` if all rows must be derived again.
  @inlinable mutating func update(right changeset: Changeset<OneSection, Right>) -> Bool {
    let before = right.source
    right.follow(changeset)
    guard let section = changeset.followed(from: before) else { return false }
    guard let section else { return true }
    let rows = (old: before.rope[0].rows.rope, new: right.source.rope[0].rows.rope)
    var keys = Set(section.leaving.map { rightKey(rows.old[$0]) } + section.arrivals.map { rightKey(rows.new[$0.row]) })
    for update in section.updates {
      let (before, after) = (rightKey(rows.old[Int(update.old)]), rightKey(rows.new[Int(update.new)]))
      if before != after { keys.formUnion([before, after]) }
    }
    let updated = section.updates.map { Int($0.new) }.filter { !keys.contains(rightKey(rows.new[$0])) }
    let count = updated.reduce(0) { $0 + left.groups.count(of: rightKey(rows.new[$1])) }
    if count > 64, count > derived.count / 8 { return false }
    replaceBlocks(BlockChange(updating: left.groups.positions(of: keys)))
    replaceParts(ofRight: updated)
    replaceUnmatched(BlockChange(section))
    return true
  }

  /// - Complexity: O(*n*).
  @inlinable mutating func derive() {
    var rows: [Row] = []
    var counts: [Int] = []
    let groups = left.groups
    let partners = groups.groupSections.map { right.rows(of: $0.identity) }
    rows.reserveCapacity(zip(groups.groupTokens, partners).reduce(0) { $0 + $1.0.count * $1.1.count })
    var tokens = groups.tokens.makeIterator()
    for section in left.source.rope {
      section.rows.rope.map(into: &counts) { row in
        let start = rows.count
        if let token = tokens.next() { block(row, partners[Int(groups.groupOfToken[Int(token)])], &rows) }
        return rows.count - start
      }
    }
    blockCounts = Counts(copying: counts)
    counts = []
    if let unmatched {
      for row in right.source {
        let isUnmatched = groups.count(of: rightKey(row)) == 0
        counts.append(isUnmatched ? 1 : 0)
        if isUnmatched { rows.append(unmatched(row)) }
      }
    }
    unmatchedCounts = Counts(copying: counts)
    derived = TableSnapshot(rows: rows)
  }

  /// Returns the identities of the rows that are derived from the given left and right rows.
  ///
  /// - Complexity: O(*n*), or O(1) if no rows are given.
  @inlinable package func identities(
    derivedFrom ones: [Left.Identity], _ others: [Right.Identity]
  ) -> [Row.Identity] {
    var places: [Int] = []
    for index in left.source.offsets(ofRows: ones) { places += rows(of: index, in: blockCounts, from: 0) }
    for index in right.source.offsets(ofRows: others) {
      for part in parts(ofRight: index) { places += part.rows }
      if unmatched != nil { places += rows(of: index, in: unmatchedCounts, from: blockCounts.weight) }
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
    return left.groups.positions(of: [rightKey(right.source[index])]).map { place in
      let rows = self.rows(of: place, in: blockCounts, from: 0)
      // If a block does not have exactly one row for each partner, the whole block depends on every partner.
      if rows.count != count { return (place, rows, false) }
      return (place, rows.lowerBound + rank..<rows.lowerBound + rank + 1, true)
    }
  }

  /// The ascending positions of deleted and updated blocks before a change, and of inserted and updated blocks after it.
  @usableFromInline struct BlockChange {
    @usableFromInline let removed: [Int]
    @usableFromInline let added: [Int]
    @usableFromInline let hasOnlyUpdates: Bool

    @inlinable init(_ change: UnstagedChange.SectionChange) {
      removed = (change.leaving + change.updates.map { Int($0.old) }).sorted()
      added = (change.arrivals.map(\.row) + change.updates.map { Int($0.new) }).sorted()
      hasOnlyUpdates = change.leaving.isEmpty && change.arrivals.isEmpty
    }

    @inlinable init(updating blocks: [Int]) { (removed, added, hasOnlyUpdates) = (blocks, blocks, true) }
  }

  @inlinable mutating func replaceBlocks(_ change: BlockChange) {
    if left.source.rope.count == 0 { return }
    let (rows, right, block, leftKey) = (left.source.rope[0].rows.rope, right, block, leftKey)
    Self.replace(change, &blockCounts, in: &derived, from: 0) { index in
      var made: [Row] = []
      block(rows[index], right.rows(of: leftKey(rows[index])), &made)
      return made
    }
  }

  /// Recreates the rows for right rows that have kept their position among the right rows that match a left row.
  @inlinable mutating func replaceParts(ofRight indices: [Int]) {
    var updates: [Int: Row] = [:]
    for index in indices {
      let partner = right.source.rope[0].rows.rope[index]
      for part in parts(ofRight: index) {
        let partners = part.isOne ? SectionRows([partner]) : right.rows(of: rightKey(partner))
        var made: [Row] = []
        block(left.source.rope[0].rows.rope[part.left], partners, &made)
        for (place, row) in zip(part.rows, made) { updates[place] = row }
      }
    }
    let places = updates.keys.sorted()
    derived.edit(0) { all in
      all.rope.update(places) { rank, row in if let new = updates[places[rank]] { row = new } }
    }
  }

  @inlinable mutating func replaceUnmatched(_ change: BlockChange) {
    guard let unmatched, right.source.rope.count > 0 else { return }
    let (rows, groups, rightKey) = (right.source.rope[0].rows.rope, left.groups, rightKey)
    Self.replace(change, &unmatchedCounts, in: &derived, from: blockCounts.weight) { index in
      let row = rows[index]
      return groups.count(of: rightKey(row)) == 0 ? [unmatched(row)] : []
    }
  }

  /// Replaces blocks of the derived table.
  ///
  /// - Parameters:
  ///   - derived: The table that contains the blocks.
  ///   - rows: A closure that returns the rows of a block, given its new position.
  @inlinable static func replace(
    _ change: BlockChange, _ counts: inout Counts, in derived: inout TableSnapshot<OneSection, Row>, from start: Int,
    _ rows: (Int) -> [Row]
  ) {
    let blocks = change.added.map(rows)
    let isSameSize = change.hasOnlyUpdates && zip(change.added, blocks).allSatisfy { counts[$0] == $1.count }
    var gone: [Int] = []
    if !isSameSize {
      for index in change.removed {
        let first = start + counts.weight(before: index)
        gone += first..<first + counts[index]
      }
      counts.remove(at: change.removed)
      counts.insert(zip(change.added, blocks).map { ($0, $1.count) })
    }
    var new: [(position: Int, element: Row)] = []
    for (index, block) in zip(change.added, blocks) {
      let first = start + counts.weight(before: index)
      for (offset, row) in block.enumerated() { new.append((first + offset, row)) }
    }
    derived.edit(0) { all in
      if isSameSize { return all.rope.update(new.map(\.position)) { rank, row in row = new[rank].element } }
      all.rope.remove(at: gone)
      all.rope.insert(new)
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

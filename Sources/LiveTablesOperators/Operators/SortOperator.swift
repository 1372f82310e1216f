public import LiveTables

/// An operator that stably sorts the rows of each section.
///
/// A row whose position changes is moved. If the predicate is not a strict weak ordering, or if the order of rows
/// changes although their content does not, the resulting order is unspecified.
@usableFromInline package struct SortOperator<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableOperator {
  @usableFromInline package typealias Parameter = RowOrder<Row>

  @usableFromInline struct Order: Sendable {
    /// The tokens of all rows, in the order of the source.
    @usableFromInline var tokens: ListOrder.Tokens
    /// The tokens of all rows, in the sort order.
    @usableFromInline var sorted: ListOrder.Tokens

    @inlinable init(tokens: ListOrder.Tokens, sorted: ListOrder.Tokens) {
      self.tokens = tokens
      self.sorted = sorted
    }
  }

  @usableFromInline typealias Entry = (row: Row, token: ListOrder.Token)

  @inlinable package var table: TableSnapshot<Section, Row> { derived }

  @usableFromInline var derived = TableSnapshot<Section, Row>()
  @usableFromInline var source = TableSnapshot<Section, Row>()
  @usableFromInline var orders = Rope<Order, Weightless<Order>>()
  @usableFromInline var list = ListOrder()
  @usableFromInline var order: RowOrder<Row>

  @inlinable package init(_ order: RowOrder<Row>) { self.order = order }

  @inlinable package init(_ areInIncreasingOrder: @escaping @Sendable (Row, Row) -> Bool) {
    self.init(RowOrder(comparing: areInIncreasingOrder))
  }

  /// Sorts all rows.
  ///
  /// - Complexity: O(*n* log *n*).
  @inlinable package mutating func reset(to source: TableSnapshot<Section, Row>) { sort(source) { true } }

  /// Sorts all rows.
  ///
  /// If the work is cancelled, the operator can no longer be used.
  @inlinable mutating func sort(_ source: TableSnapshot<Section, Row>, while shouldContinue: () -> Bool) {
    self.source = source
    list = ListOrder()
    var orders: [Order] = []
    var sections: [TableSection<Section, Row>] = []
    for section in source.rope {
      guard let (order, result) = sorted(section, while: shouldContinue) else { return }
      orders.append(order)
      sections.append(result)
    }
    self.orders = Rope(copying: orders)
    derived = TableSnapshot(sections: sections)
  }

  /// - Complexity: O(*n* log *n*).
  @inlinable package mutating func set(_ order: RowOrder<Row>, check: () throws -> Void) throws {
    self.order = order
    var failure: (any Error)?
    sort(source) {
      do { try check() } catch { failure = error }
      return failure == nil
    }
    if let failure { throw failure }
  }

  /// - Complexity: O(*k* log² *n*) for a small number *k* of operations, otherwise O(*n* log *n*).
  @inlinable package mutating func follow(_ changeset: Changeset<Section, Row>) {
    guard let change = changeset.unstaged(from: source) else { return reset(to: changeset.target) }
    let before = (orders: orders, table: derived.rope)
    let target = changeset.target.rope
    for index in change.deletedSections { list.release(orders[index].tokens) }
    var inserted: [Int: (order: Order, section: TableSection<Section, Row>)] = [:]
    for index in change.insertedSections { inserted[index] = sorted(target[index]) { true } }
    orders.followSections(change) { inserted[$0]?.order ?? Order(tokens: Rope(), sorted: Rope()) }
    derived.rope.followSections(change) { inserted[$0]?.section ?? target[$0] }
    for section in change.sections {
      var order = before.orders[section.old]
      var result = before.table[section.old]
      let rows = target[section.new].rows.rope
      if section.isMost(of: rows.count) || !follow(section, &order, &result.rows.rope, rows) {
        list.release(order.tokens)
        if let anew = sorted(target[section.new], while: { true }) { (order, result) = anew }
      }
      orders.replace(section.new..<section.new + 1, with: [order])
      derived.rope.replace(section.new..<section.new + 1, with: [result])
    }
    derived.takeSectionValues(of: changeset.target, change)
    source = changeset.target
  }

  /// Applies a change to one section.
  ///
  /// - Returns: `false` if a row is not at the position that the sort order requires. In this case, nothing changes.
  @inlinable mutating func follow(
    _ section: UnstagedChange.SectionChange, _ order: inout Order, _ rows: inout SectionRows<Row>.Storage,
    _ target: SectionRows<Row>.Storage
  ) -> Bool {
    let old = source.rope[section.old].rows.rope
    var gone: [Int] = []
    for row in section.leaving + section.updates.map({ Int($0.old) }) {
      let entry = (row: old[row], token: order.tokens[row])
      let position = place(of: entry, in: order.sorted, rows)
      if position == rows.count || order.sorted[position] != entry.token { return false }
      gone.append(position)
    }
    let (changing, updated) = (Set(gone), gone[section.leaving.count...])
    gone.removeLast(section.updates.count)
    var entries: [Entry] = []
    var staying: [(position: Int, row: Row)] = []
    for (position, update) in zip(updated, section.updates) {
      let entry: Entry = (target[Int(update.new)], order.tokens[Int(update.old)])
      if isInPlace(entry, at: position, beside: changing, order.sorted, rows) {
        staying.append((position, entry.row))
      } else {
        gone.append(position)
        entries.append(entry)
      }
    }
    gone.sort()
    staying.sort { $0.position < $1.position }
    rows.update(staying.map(\.position)) { rank, row in row = staying[rank].row }
    order.sorted.remove(at: gone)
    rows.remove(at: gone)
    list.release(section.leaving.map { order.tokens[$0] })
    order.tokens.remove(at: section.leaving)
    let tokens = list.insert(section.arrivals.map(\.row), into: &order.tokens)
    for (arrival, token) in zip(section.arrivals, tokens) { entries.append((target[arrival.row], token)) }
    entries.sort { precedes($0.row, $0.token, $1.row, $1.token) }
    var positions: [Int] = []
    for (rank, entry) in entries.enumerated() { positions.append(place(of: entry, in: order.sorted, rows) + rank) }
    positions.makeAscending()
    order.sorted.insert(zip(positions, entries).map { ($0, $1.token) })
    rows.insert(zip(positions, entries).map { ($0, $1.row) })
    return true
  }

  /// Returns whether a row precedes another in the sort order or, if the rows are equivalent, in the source.
  @inlinable func precedes(
    _ one: borrowing Row, _ oneToken: @autoclosure () -> ListOrder.Token,
    _ two: borrowing Row, _ twoToken: @autoclosure () -> ListOrder.Token
  ) -> Bool {
    if order.areInIncreasingOrder(one, two) { return true }
    if order.areInIncreasingOrder(two, one) { return false }
    return list.precedes(oneToken(), twoToken())
  }

  /// Returns whether a changed row can stay between two neighbors that do not change.
  @inlinable func isInPlace(
    _ entry: Entry, at position: Int, beside changing: Set<Int>, _ sorted: ListOrder.Tokens,
    _ rows: SectionRows<Row>.Storage
  ) -> Bool {
    let (before, after) = (position - 1, position + 1)
    if changing.contains(before) || changing.contains(after) { return false }
    return (before < 0 || rows.lend(before) { precedes($0, sorted[before], entry.row, entry.token) })
      && (after == rows.count || rows.lend(after) { precedes(entry.row, entry.token, $0, sorted[after]) })
  }

  /// Returns the position of an entry among sorted entries, or the position at which it would be inserted.
  @inlinable func place(
    of entry: Entry, in sorted: ListOrder.Tokens, _ rows: SectionRows<Row>.Storage
  ) -> Int {
    rows.firstPosition { !precedes($1, sorted[$0], entry.row, entry.token) }
  }

  @inlinable mutating func sorted(
    _ section: TableSection<Section, Row>, while shouldContinue: () -> Bool
  ) -> (order: Order, section: TableSection<Section, Row>)? {
    let rows = section.rows.rope.contents
    let tokens = list.list(count: rows.count)
    guard let indices = order.indices(rows[...], shouldContinue) else { return nil }
    return (
      Order(tokens: Rope(tokens), sorted: Rope(indices.map { tokens[$0] })),
      TableSection(section.value, rows: rows.reordered(indices))
    )
  }
}

extension Array {
  /// Returns the elements in the order of the given indices, which contain each index once.
  ///
  /// The elements are copied in their present order, because the objects that they refer to are likely to be in this
  /// order in memory.
  @inlinable func reordered(_ order: [Int]) -> [Element] {
    var places = [Int32](repeating: 0, count: count)
    for (place, index) in order.enumerated() { places[index] = Int32(truncatingIfNeeded: place) }
    return [Element](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      for index in indices { buffer.initializeElement(at: Int(places[index]), to: self[index]) }
      initializedCount = count
    }
  }
}

public import LiveTables

/// A rule that groups rows into sections.
///
/// Use a `RowGrouping` to group rows by a rule that can change.
///
/// ```swift
/// let grouping = RowGrouping<Mail, Folder>(by: { $0.folder }, sectionsBy: { $0.name < $1.name })
/// ```
public struct RowGrouping<Row, Section>: Sendable {
  @usableFromInline package var section: @Sendable (Row) -> Section
  /// A closure that returns whether a section precedes another, or `nil` to order sections by their first rows.
  @usableFromInline package var areInIncreasingOrder: (@Sendable (Section, Section) -> Bool)?

  /// Creates a grouping rule.
  ///
  /// - Parameters:
  ///   - section: A closure that returns the section of a row. If sections have the same identity, the section of the
  ///     first row is used.
  ///   - areInIncreasingOrder: A closure that returns whether the first section precedes the second, or `nil` to order
  ///     sections by their first rows.
  @inlinable public init(
    by section: @escaping @Sendable (Row) -> Section,
    sectionsBy areInIncreasingOrder: (@Sendable (Section, Section) -> Bool)? = nil
  ) {
    self.section = section
    self.areInIncreasingOrder = areInIncreasingOrder
  }
}

/// An operator that groups the rows of a flat source into sections, keeping their order.
///
/// If sections have the same identity, the section of the first row is used. Sections are sorted, or in the order of
/// their first rows. A row whose section changes is moved, and a section without rows is deleted.
@usableFromInline package struct GroupOperator<Row: Diffable & Sendable, Section: Diffable & Sendable>: TableOperator {
  @usableFromInline package typealias Parameter = RowGrouping<Row, Section>

  @inlinable package var table: TableSnapshot<Section, Row> { derived }

  @usableFromInline var derived = TableSnapshot<Section, Row>()
  @usableFromInline var source = TableSnapshot<OneSection, Row>()
  @usableFromInline var parameter: Parameter
  @usableFromInline var list = ListOrder()
  /// The token of each source row.
  @usableFromInline var tokens = ListOrder.Tokens()
  /// The number of the group of each row, by token.
  @usableFromInline var groupOfToken: ContiguousArray<Int32> = []
  @usableFromInline var groupNumbers = IdentityIndex<Section.Identity>()
  /// The section of each group, and the tokens of its rows, by group number.
  @usableFromInline var groupSections: ContiguousArray<Section> = []
  @usableFromInline var groupTokens: ContiguousArray<ListOrder.Tokens> = []
  /// The number of the group that each section of the derived table shows.
  @usableFromInline var groupOrder = ListOrder.Tokens()

  @inlinable package init(_ parameter: Parameter) { self.parameter = parameter }

  /// - Complexity: O(*n*), plus O(*s* log *s*) for *s* sorted sections.
  @inlinable package mutating func reset(to source: TableSnapshot<OneSection, Row>) { group(source, check: {}) }

  @inlinable mutating func group(_ source: TableSnapshot<OneSection, Row>, check: () throws -> Void) rethrows {
    self.source = source
    list = ListOrder()
    groupNumbers = IdentityIndex()
    groupTokens = []
    let all = list.list(count: source.count)
    tokens = ListOrder.Tokens(all)
    groupOfToken = ContiguousArray(repeating: 0, count: all.count)
    var found: [(value: Section, rows: [Row], members: [ListOrder.Token])] = []
    for (token, row) in zip(all, source) {
      if token % 1_024 == 0 { try check() }
      let value = parameter.section(row)
      let (number, isNew) = groupNumbers.number(of: value.identity)
      if isNew { found.append((value, [], [])) }
      found[number].rows.append(row)
      found[number].members.append(token)
      groupOfToken[Int(token)] = Int32(number)
    }
    groupTokens = ContiguousArray(found.map { ListOrder.Tokens($0.members) })
    groupSections = ContiguousArray(found.map(\.value))
    var indices = Array(found.indices)
    if let areInIncreasingOrder = parameter.areInIncreasingOrder {
      var compared = 0
      try indices.sort { one, two in
        if compared % 1_024 == 0 { try check() }
        compared += 1
        return areInIncreasingOrder(found[one].value, found[two].value)
      }
    }
    groupOrder = ListOrder.Tokens(indices.map { Int32($0) })
    derived = TableSnapshot(sections: indices.lazy.map { TableSection(found[$0].value, rows: found[$0].rows) })
  }

  /// - Complexity: The same as ``reset(to:)``.
  @inlinable package mutating func set(_ parameter: Parameter, check: () throws -> Void) rethrows {
    self.parameter = parameter
    try group(source, check: check)
  }

  /// - Complexity: O(*k* log² *n*) for a small number *k* of operations, otherwise the same as ``reset(to:)``.
  @inlinable package mutating func follow(_ changeset: Changeset<OneSection, Row>) {
    // Empty groups keep their numbers, up to a limit.
    let isCluttered = groupTokens.count > 2 * groupOrder.count + 1_024
    guard let change = changeset.unstaged(from: source), !isCluttered, !change.hasSectionStructure,
      source.rope.count == 1, change.sections.first?.isMost(of: changeset.target.count) != true,
      follow(change, changeset.target)
    else { return reset(to: changeset.target) }
    source = changeset.target
  }

  /// Updates the groups after a change.
  ///
  /// Returns `false` if a group is not at the position that its order requires, so that all groups must be rebuilt.
  @inlinable mutating func follow(_ change: UnstagedChange, _ target: TableSnapshot<OneSection, Row>) -> Bool {
    guard let section = change.sections.first else { return true }
    let rows = target.rope[0].rows.rope
    var edited = EditedGroups()
    for row in section.leaving {
      let token = tokens[row]
      guard let index = index(of: groupOfToken[Int(token)], in: &edited) else { return false }
      edited.all[index].removed.append(list.position(of: token, in: edited.all[index].tokens))
    }
    var arrivals: [Arrival] = []
    for update in section.updates {
      let token = tokens[Int(update.old)]
      let row = rows[Int(update.new)]
      let group = group(of: row)
      guard let source = index(of: groupOfToken[Int(token)], in: &edited) else { return false }
      let position = list.position(of: token, in: edited.all[source].tokens)
      if group == groupOfToken[Int(token)] {
        edited.all[source].replaced.append((position, row))
        continue
      }
      guard let target = index(of: group, in: &edited) else { return false }
      edited.all[source].removed.append(position)
      arrivals.append(Arrival(groupIndex: target, row: row, token: token))
    }
    let regroupedCount = arrivals.count
    for arrival in section.arrivals {
      let row = rows[arrival.row]
      let group = group(of: row)
      guard let target = index(of: group, in: &edited) else { return false }
      arrivals.append(Arrival(groupIndex: target, row: row))
    }
    // All positions have been found, so tokens and labels may change from here on.
    list.release(section.leaving.map { tokens[$0] })
    tokens.remove(at: section.leaving)
    let new = list.insert(section.arrivals.map(\.row), into: &tokens)
    for (offset, token) in new.enumerated() { arrivals[regroupedCount + offset].token = token }
    groupOfToken.append(contentsOf: repeatElement(0, count: list.capacity - groupOfToken.count))
    arrivals.sort { list.precedes($0.token, $1.token) }
    for arrival in arrivals {
      edited.all[arrival.groupIndex].arrivals.append(arrival)
      groupOfToken[Int(arrival.token)] = edited.all[arrival.groupIndex].group
    }
    updateInPlace(&edited)
    removeSections(&edited)
    insertSections(&edited)
    return true
  }

  @inlinable mutating func group(of row: Row) -> Int32 {
    let value = parameter.section(row)
    let (group, isNew) = groupNumbers.number(of: value.identity)
    if isNew {
      groupTokens.append(ListOrder.Tokens())
      groupSections.append(value)
    }
    return Int32(group)
  }

  /// Returns the index of a group in `edited`, which is added if necessary, or `nil` if the group violates the order.
  @inlinable func index(of group: Int32, in edited: inout EditedGroups) -> Int? {
    if let known = edited.indices[group] { return known }
    let tokens = groupTokens[Int(group)]
    var new = EditedGroup(group: group, section: TableSection(groupSections[Int(group)], rows: []), tokens: tokens)
    if tokens.count > 0 {
      let position = place(of: groupSections[Int(group)], tokens[0])
      if position == groupOrder.count || groupOrder[position] != group { return nil }
      new.position = position
      new.section = derived.rope[position]
    }
    edited.indices[group] = edited.all.count
    edited.all.append(new)
    return edited.all.count - 1
  }

  /// Returns the position of a section in the derived table, or the position at which it would be inserted.
  @inlinable func place(of value: Section, _ first: ListOrder.Token) -> Int {
    groupOrder.firstPosition { _, group in
      if let areInIncreasingOrder = parameter.areInIncreasingOrder {
        if areInIncreasingOrder(groupSections[Int(group)], value) { return false }
        if areInIncreasingOrder(value, groupSections[Int(group)]) { return true }
      }
      return !list.precedes(groupTokens[Int(group)][0], first)
    }
  }

  /// Updates the groups that keep their first row, and therefore their position.
  @inlinable mutating func updateInPlace(_ edited: inout EditedGroups) {
    for index in edited.all.indices {
      guard let position = edited.all[index].position, !edited.all[index].removed.contains(0) else { continue }
      let group = Int(edited.all[index].group)
      if let first = edited.all[index].arrivals.first, list.precedes(first.token, groupTokens[group][0]) { continue }
      var value: Section?
      if let first = edited.all[index].replaced.first(where: { $0.position == 0 }) {
        // The first row determines the value of the group, which may in turn determine its position.
        if parameter.areInIncreasingOrder != nil { continue }
        value = parameter.section(first.row)
      }
      edited.all[index].isUpdated = true
      // This makes the references of the derived table and `tokens` unique.
      edited.all[index].section.rows = SectionRows([])
      edited.all[index].tokens = ListOrder.Tokens()
      var tokens = ListOrder.Tokens()
      swap(&tokens, &groupTokens[group])
      let list = list
      derived.rope.update(at: position) { section in
        if let value { section.value = value }
        edited.all[index].change(&section.rows, &tokens, list)
      }
      swap(&tokens, &groupTokens[group])
      if let value { groupSections[group] = value }
    }
  }

  /// Updates the other groups, and removes their sections from the derived table.
  @inlinable mutating func removeSections(_ edited: inout EditedGroups) {
    for index in edited.all.indices where !edited.all[index].isUpdated {
      edited.all[index].change(list)
      groupTokens[Int(edited.all[index].group)] = ListOrder.Tokens()
    }
    let positions = edited.all.compactMap { $0.isUpdated ? nil : $0.position }.sorted()
    groupOrder.remove(at: positions)
    derived.rope.remove(at: positions)
  }

  /// Inserts the sections of the updated groups that have rows into the derived table.
  @inlinable mutating func insertSections(_ edited: inout EditedGroups) {
    var filled: [Int] = []
    for index in edited.all.indices where !edited.all[index].isUpdated {
      let group = edited.all[index].group
      groupTokens[Int(group)] = edited.all[index].tokens
      if edited.all[index].tokens.count == 0 { continue }
      let value = parameter.section(edited.all[index].section.rows.rope[0])
      edited.all[index].section.value = value
      groupSections[Int(group)] = value
      filled.append(index)
    }
    filled.sort { precedes(edited.all[$0], edited.all[$1]) }
    var positions = filled.enumerated().map { $0 + place(of: edited.all[$1].section.value, edited.all[$1].tokens[0]) }
    positions.makeAscending()
    groupOrder.insert(zip(positions, filled).map { ($0, edited.all[$1].group) })
    derived.rope.insert(zip(positions, filled).map { ($0, edited.all[$1].section) })
  }

  @inlinable func precedes(_ one: EditedGroup, _ two: EditedGroup) -> Bool {
    if let areInIncreasingOrder = parameter.areInIncreasingOrder {
      if areInIncreasingOrder(one.section.value, two.section.value) { return true }
      if areInIncreasingOrder(two.section.value, one.section.value) { return false }
    }
    return list.precedes(one.tokens[0], two.tokens[0])
  }
}

extension GroupOperator {
  /// A row that is inserted into a group.
  @usableFromInline struct Arrival {
    /// The index of the group in ``EditedGroups/all``.
    @usableFromInline let groupIndex: Int
    @usableFromInline let row: Row
    @usableFromInline var token: ListOrder.Token

    @inlinable init(groupIndex: Int, row: Row, token: ListOrder.Token = 0) {
      self.groupIndex = groupIndex
      self.row = row
      self.token = token
    }
  }

  /// A group whose rows are inserted, removed or replaced.
  @usableFromInline struct EditedGroup {
    @usableFromInline let group: Int32
    /// The position of the group in the derived table, or `nil` if the group was empty.
    @usableFromInline var position: Int?
    @usableFromInline var section: TableSection<Section, Row>
    @usableFromInline var tokens: ListOrder.Tokens
    /// The positions of removed rows in the group.
    @usableFromInline var removed: [Int] = []
    /// The changed rows, along with their old positions in the group.
    @usableFromInline var replaced: [(position: Int, row: Row)] = []
    /// The inserted rows, in ascending order of their positions in the source.
    @usableFromInline var arrivals: [Arrival] = []
    /// Whether the derived table already contains the changed group.
    @usableFromInline var isUpdated = false

    @inlinable init(group: Int32, section: TableSection<Section, Row>, tokens: ListOrder.Tokens) {
      self.group = group
      self.section = section
      self.tokens = tokens
    }

    @inlinable mutating func change(_ list: ListOrder) {
      var rows = SectionRows<Row>([])
      var tokens = ListOrder.Tokens()
      swap(&rows, &section.rows)
      swap(&tokens, &self.tokens)
      change(&rows, &tokens, list)
      section.rows = rows
      self.tokens = tokens
    }

    @inlinable func change(_ rows: inout SectionRows<Row>, _ tokens: inout ListOrder.Tokens, _ list: ListOrder) {
      let replaced = replaced.sorted { $0.position < $1.position }
      rows.rope.update(replaced.map(\.position)) { rank, row in row = replaced[rank].row }
      let removed = removed.sorted()
      tokens.remove(at: removed)
      rows.rope.remove(at: removed)
      var positions: [Int] = []
      for (rank, arrival) in arrivals.enumerated() {
        positions.append(list.position(of: arrival.token, in: tokens) + rank)
      }
      tokens.insert(zip(positions, arrivals).map { ($0, $1.token) })
      rows.rope.insert(zip(positions, arrivals).map { ($0, $1.row) })
    }
  }

  @usableFromInline struct EditedGroups {
    @usableFromInline var all: [EditedGroup] = []
    /// The index of each group in ``all``, by group number.
    @usableFromInline var indices: [Int32: Int] = [:]

    @inlinable init() {}
  }
}

extension [Int] {
  /// Increases positions that are not greater than their predecessors, which result from an inconsistent predicate.
  @inlinable mutating func makeAscending() {
    for index in indices.dropFirst() { self[index] = Swift.max(self[index], self[index - 1] + 1) }
  }
}

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
  @usableFromInline var tokens = ListOrder.Tokens()
  @usableFromInline var groups: ContiguousArray<Int32> = []
  @usableFromInline var numbers = IdentityIndex<Section.Identity>()
  @usableFromInline var values: ContiguousArray<Section> = []
  @usableFromInline var members: ContiguousArray<ListOrder.Tokens> = []
  /// The group of each section of the derived table.
  @usableFromInline var order = ListOrder.Tokens()

  @inlinable package init(_ parameter: Parameter) { self.parameter = parameter }

  /// Groups all rows.
  ///
  /// - Complexity: O(*n*), plus O(*s* log *s*) for *s* sorted sections.
  @inlinable package mutating func reset(to source: TableSnapshot<OneSection, Row>) { group(source, check: {}) }

  @inlinable mutating func group(_ source: TableSnapshot<OneSection, Row>, check: () throws -> Void) rethrows {
    self.source = source
    list = ListOrder()
    numbers = IdentityIndex()
    members = []
    let all = list.list(count: source.count)
    tokens = ListOrder.Tokens(all)
    groups = ContiguousArray(repeating: 0, count: all.count)
    var found: [(value: Section, rows: [Row], members: [ListOrder.Token])] = []
    for (token, row) in zip(all, source) {
      if token % 1_024 == 0 { try check() }
      let value = parameter.section(row)
      let (number, isNew) = numbers.number(of: value.identity)
      if isNew { found.append((value, [], [])) }
      found[number].rows.append(row)
      found[number].members.append(token)
      groups[Int(token)] = Int32(number)
    }
    members = ContiguousArray(found.map { ListOrder.Tokens($0.members) })
    values = ContiguousArray(found.map(\.value))
    var indices = Array(found.indices)
    if let areInIncreasingOrder = parameter.areInIncreasingOrder {
      var compared = 0
      try indices.sort { one, two in
        if compared % 1_024 == 0 { try check() }
        compared += 1
        return areInIncreasingOrder(found[one].value, found[two].value)
      }
    }
    order = ListOrder.Tokens(indices.map { Int32($0) })
    derived = TableSnapshot(sections: indices.lazy.map { TableSection(found[$0].value, rows: found[$0].rows) })
  }

  /// Groups all rows with a new rule, unless the work is cancelled.
  ///
  /// - Complexity: The same as ``reset(to:)``.
  @inlinable package mutating func set(_ parameter: Parameter, check: () throws -> Void) rethrows {
    self.parameter = parameter
    try group(source, check: check)
  }

  /// Groups new, changed and moved rows.
  ///
  /// - Complexity: O(*k* log² *n*) for a small number *k* of operations, otherwise the same as ``reset(to:)``.
  @inlinable package mutating func follow(_ changeset: Changeset<OneSection, Row>) {
    // Empty groups keep their numbers, up to a limit.
    let isCluttered = members.count > 2 * order.count + 1_024
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
    var works = Works()
    for row in section.leaving {
      let token = tokens[row]
      guard let number = number(in: &works, of: groups[Int(token)]) else { return false }
      works.all[number].gone.append(list.position(of: token, in: works.all[number].members))
    }
    var arrivals: [Arrival] = []
    for update in section.updates {
      let token = tokens[Int(update.old)]
      let row = rows[Int(update.new)]
      let group = group(of: row)
      guard let source = number(in: &works, of: groups[Int(token)]) else { return false }
      let position = list.position(of: token, in: works.all[source].members)
      if group == groups[Int(token)] {
        works.all[source].replaced.append((position, row))
        continue
      }
      guard let target = number(in: &works, of: group) else { return false }
      works.all[source].gone.append(position)
      arrivals.append(Arrival(work: target, row: row, token: token))
    }
    let regrouped = arrivals.count
    for arrival in section.arrivals {
      let row = rows[arrival.row]
      let group = group(of: row)
      guard let number = number(in: &works, of: group) else { return false }
      arrivals.append(Arrival(work: number, row: row))
    }
    // All positions have been found, so tokens and labels may change from here on.
    list.release(section.leaving.map { tokens[$0] })
    tokens.remove(at: section.leaving)
    let new = list.insert(section.arrivals.map(\.row), into: &tokens)
    for (number, token) in new.enumerated() { arrivals[regrouped + number].token = token }
    groups.append(contentsOf: repeatElement(0, count: list.capacity - groups.count))
    arrivals.sort { list.precedes($0.token, $1.token) }
    for arrival in arrivals {
      works.all[arrival.work].arrivals.append(arrival)
      groups[Int(arrival.token)] = works.all[arrival.work].group
    }
    changeInPlace(&works)
    takeOut(&works)
    putBack(&works)
    return true
  }

  @inlinable mutating func group(of row: Row) -> Int32 {
    let value = parameter.section(row)
    let (group, isNew) = numbers.number(of: value.identity)
    if isNew {
      members.append(ListOrder.Tokens())
      values.append(value)
    }
    return Int32(group)
  }

  /// Returns the index of a group in `works`, which is added if necessary, or `nil` if the group violates the order.
  @inlinable func number(in works: inout Works, of group: Int32) -> Int? {
    if let known = works.numbers[group] { return known }
    let members = members[Int(group)]
    var work = Work(group: group, section: TableSection(values[Int(group)], rows: []), members: members)
    if members.count > 0 {
      let place = place(of: values[Int(group)], members[0])
      if place == order.count || order[place] != group { return nil }
      work.place = place
      work.section = derived.rope[place]
    }
    works.numbers[group] = works.all.count
    works.all.append(work)
    return works.all.count - 1
  }

  /// Returns the position of a section in the derived table, or the position at which it would be inserted.
  @inlinable func place(of value: Section, _ first: ListOrder.Token) -> Int {
    order.firstPosition { _, group in
      if let areInIncreasingOrder = parameter.areInIncreasingOrder {
        if areInIncreasingOrder(values[Int(group)], value) { return false }
        if areInIncreasingOrder(value, values[Int(group)]) { return true }
      }
      return !list.precedes(members[Int(group)][0], first)
    }
  }

  /// Updates the groups that keep their first row, and therefore their position.
  @inlinable mutating func changeInPlace(_ works: inout Works) {
    for number in works.all.indices {
      guard let place = works.all[number].place, !works.all[number].gone.contains(0) else { continue }
      let group = Int(works.all[number].group)
      if let first = works.all[number].arrivals.first, list.precedes(first.token, members[group][0]) { continue }
      var value: Section?
      if let first = works.all[number].replaced.first(where: { $0.position == 0 }) {
        // The first row determines the value of the group, which may in turn determine its position.
        if parameter.areInIncreasingOrder != nil { continue }
        value = parameter.section(first.row)
      }
      works.all[number].isDone = true
      // This makes the references of the derived table and `tokens` unique.
      works.all[number].section.rows = SectionRows([])
      works.all[number].members = ListOrder.Tokens()
      var tokens = ListOrder.Tokens()
      swap(&tokens, &members[group])
      let list = list
      derived.rope.update(at: place) { section in
        if let value { section.value = value }
        works.all[number].change(&section.rows, &tokens, list)
      }
      swap(&tokens, &members[group])
      if let value { values[group] = value }
    }
  }

  @inlinable mutating func takeOut(_ works: inout Works) {
    for number in works.all.indices where !works.all[number].isDone {
      works.all[number].change(list)
      members[Int(works.all[number].group)] = ListOrder.Tokens()
    }
    let places = works.all.compactMap { $0.isDone ? nil : $0.place }.sorted()
    order.remove(at: places)
    derived.rope.remove(at: places)
  }

  @inlinable mutating func putBack(_ works: inout Works) {
    var filled: [Int] = []
    for number in works.all.indices where !works.all[number].isDone {
      let group = works.all[number].group
      members[Int(group)] = works.all[number].members
      if works.all[number].members.count == 0 { continue }
      let value = parameter.section(works.all[number].section.rows.rope[0])
      works.all[number].section.value = value
      values[Int(group)] = value
      filled.append(number)
    }
    filled.sort { precedes(works.all[$0], works.all[$1]) }
    var places = filled.enumerated().map { $0 + place(of: works.all[$1].section.value, works.all[$1].members[0]) }
    // An inconsistent predicate must not result in positions that are not ascending.
    for index in places.indices.dropFirst() { places[index] = Swift.max(places[index], places[index - 1] + 1) }
    order.insert(zip(places, filled).map { ($0, works.all[$1].group) })
    derived.rope.insert(zip(places, filled).map { ($0, works.all[$1].section) })
  }

  @inlinable func precedes(_ one: Work, _ two: Work) -> Bool {
    if let areInIncreasingOrder = parameter.areInIncreasingOrder {
      if areInIncreasingOrder(one.section.value, two.section.value) { return true }
      if areInIncreasingOrder(two.section.value, one.section.value) { return false }
    }
    return list.precedes(one.members[0], two.members[0])
  }
}

extension GroupOperator {
  @usableFromInline struct Arrival {
    @usableFromInline let work: Int
    @usableFromInline let row: Row
    @usableFromInline var token: ListOrder.Token

    @inlinable init(work: Int, row: Row, token: ListOrder.Token = 0) {
      self.work = work
      self.row = row
      self.token = token
    }
  }

  /// A group that has been removed from the derived table.
  @usableFromInline struct Work {
    @usableFromInline let group: Int32
    /// The index of the group in the derived table, or `nil` if it was empty.
    @usableFromInline var place: Int?
    @usableFromInline var section: TableSection<Section, Row>
    @usableFromInline var members: ListOrder.Tokens
    @usableFromInline var gone: [Int] = []
    /// The changed rows, along with their old positions in the group.
    @usableFromInline var replaced: [(position: Int, row: Row)] = []
    /// The inserted rows, in ascending order of their positions in the source.
    @usableFromInline var arrivals: [Arrival] = []
    /// Whether the derived table already contains the changed group.
    @usableFromInline var isDone = false

    @inlinable init(group: Int32, section: TableSection<Section, Row>, members: ListOrder.Tokens) {
      self.group = group
      self.section = section
      self.members = members
    }

    @inlinable mutating func change(_ list: ListOrder) {
      var rows = SectionRows<Row>([])
      var members = ListOrder.Tokens()
      swap(&rows, &section.rows)
      swap(&members, &self.members)
      change(&rows, &members, list)
      section.rows = rows
      self.members = members
    }

    @inlinable func change(_ rows: inout SectionRows<Row>, _ members: inout ListOrder.Tokens, _ list: ListOrder) {
      let replaced = replaced.sorted { $0.position < $1.position }
      rows.rope.update(replaced.map(\.position)) { rank, row in row = replaced[rank].row }
      let gone = gone.sorted()
      members.remove(at: gone)
      rows.rope.remove(at: gone)
      var places: [Int] = []
      for (rank, arrival) in arrivals.enumerated() {
        places.append(list.position(of: arrival.token, in: members) + rank)
      }
      members.insert(zip(places, arrivals).map { ($0, $1.token) })
      rows.rope.insert(zip(places, arrivals).map { ($0, $1.row) })
    }
  }

  /// The groups that have been removed from the derived table, and an index of them.
  @usableFromInline struct Works {
    @usableFromInline var all: [Work] = []
    @usableFromInline var numbers: [Int32: Int] = [:]

    @inlinable init() {}
  }
}

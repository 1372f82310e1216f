public import LiveTables

/// How rows are put into sections; for grouping in a way that changes.
///
/// ```swift
/// let grouping = RowGrouping<Mail, Folder>(by: { $0.folder }, sectionsBy: { $0.name < $1.name })
/// ```
public struct RowGrouping<Row, Section>: Sendable {
  /// The section of a row.
  @usableFromInline package var section: @Sendable (Row) -> Section
  /// Whether a section comes before another; without it, sections come in the order of their first rows.
  @usableFromInline package var areInIncreasingOrder: (@Sendable (Section, Section) -> Bool)?

  /// Creates a way to group rows.
  ///
  /// - Parameters:
  ///   - section: The section of a row. Where values have the same identity, that of the first row stands for it.
  ///   - areInIncreasingOrder: Whether a section comes before another; without it, sections come in the order of their
  ///     first rows.
  @inlinable public init(
    by section: @escaping @Sendable (Row) -> Section,
    sectionsBy areInIncreasingOrder: (@Sendable (Section, Section) -> Bool)? = nil
  ) {
    self.section = section
    self.areInIncreasingOrder = areInIncreasingOrder
  }
}

/// Makes a section for every value that is found for a row of its flat source; rows keep the source's order.
///
/// Where values have the same identity, that of the first row stands for the section. Sections come in the order of their
/// first rows, or in one of their own. A row whose value changes moves to another section; a section without rows goes.
@usableFromInline package struct GroupOperator<Row: Diffable & Sendable, Section: Diffable & Sendable>: TableOperator {
  /// How rows are grouped.
  @usableFromInline package typealias Parameter = RowGrouping<Row, Section>

  /// The derived table.
  @inlinable package var table: TableSnapshot<Section, Row> { derived }

  @usableFromInline var derived = TableSnapshot<Section, Row>()
  @usableFromInline var source = TableSnapshot<OneSection, Row>()
  @usableFromInline var parameter: Parameter
  @usableFromInline var list = ListOrder()
  /// A token for each row, in the source's order.
  @usableFromInline var tokens = ListOrder.Tokens()
  /// The group of each token.
  @usableFromInline var groups: ContiguousArray<Int32> = []
  /// Numbers for the identities of sections.
  @usableFromInline var numbers = IdentityIndex<Section.Identity>()
  /// The value that stands for each group.
  @usableFromInline var values: ContiguousArray<Section> = []
  /// The tokens of each group's rows, in order.
  @usableFromInline var members: ContiguousArray<ListOrder.Tokens> = []
  /// The group of each section of the derived table.
  @usableFromInline var order = ListOrder.Tokens()

  /// Creates an operator for a source without rows.
  @inlinable package init(_ parameter: Parameter) { self.parameter = parameter }

  /// Groups all rows.
  ///
  /// - Complexity: O(*n*), and O(*s* log *s*) for *s* sections in an order of their own.
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

  /// Groups all rows in another way, unless the work is called off.
  ///
  /// - Complexity: That of ``reset(to:)``.
  @inlinable package mutating func set(_ parameter: Parameter, check: () throws -> Void) rethrows {
    self.parameter = parameter
    try group(source, check: check)
  }

  /// Puts the rows in their sections that are new, changed or moved.
  ///
  /// - Complexity: O(*k* log² *n*) for *k* operations that are few, else that of ``reset(to:)``.
  @inlinable package mutating func follow(_ changeset: Changeset<OneSection, Row>) {
    // Groups that have gone keep their numbers, up to a point.
    let isCluttered = members.count > 2 * order.count + 1_024
    guard let change = changeset.unstaged(from: source), !isCluttered, !change.hasSectionStructure,
      source.rope.count == 1, change.sections.first?.isMost(of: changeset.target.count) != true,
      follow(change, changeset.target)
    else { return reset(to: changeset.target) }
    source = changeset.target
  }

  /// Follows unless a group is not where its order has it; then all groups have to be made again.
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
    // From here on everything is found: tokens may go, and labels change.
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

  /// The group of a row, which may be a new one.
  @inlinable mutating func group(of row: Row) -> Int32 {
    let value = parameter.section(row)
    let (group, isNew) = numbers.number(of: value.identity)
    if isNew {
      members.append(ListOrder.Tokens())
      values.append(value)
    }
    return Int32(group)
  }

  /// The number of a group among those that are taken out; `nil` if it is not where its order has it.
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

  /// Where a section stands in the derived table, or would.
  @inlinable func place(of value: Section, _ first: ListOrder.Token) -> Int {
    order.firstPosition { _, group in
      if let areInIncreasingOrder = parameter.areInIncreasingOrder {
        if areInIncreasingOrder(values[Int(group)], value) { return false }
        if areInIncreasingOrder(value, values[Int(group)]) { return true }
      }
      return !list.precedes(members[Int(group)][0], first)
    }
  }

  /// Finishes the groups whose first row stays: they stay where they are.
  @inlinable mutating func changeInPlace(_ works: inout Works) {
    for number in works.all.indices {
      guard let place = works.all[number].place, !works.all[number].gone.contains(0) else { continue }
      let group = Int(works.all[number].group)
      if let first = works.all[number].arrivals.first, list.precedes(first.token, members[group][0]) { continue }
      var value: Section?
      if let first = works.all[number].replaced.first(where: { $0.position == 0 }) {
        // The first row's value stands for the group, and what it compares may say where the group stands.
        if parameter.areInIncreasingOrder != nil { continue }
        value = parameter.section(first.row)
      }
      works.all[number].isDone = true
      // So that the derived table has the only reference to the section's rows, and `tokens` to the members.
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

  /// Takes the other groups out of the derived table, and changes them.
  @inlinable mutating func takeOut(_ works: inout Works) {
    for number in works.all.indices where !works.all[number].isDone {
      works.all[number].change(list)
      members[Int(works.all[number].group)] = ListOrder.Tokens()
    }
    let places = works.all.compactMap { $0.isDone ? nil : $0.place }.sorted()
    order.remove(at: places)
    derived.rope.remove(at: places)
  }

  /// Puts these groups back, as far as they have rows.
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
    // A condition that contradicts itself must not lead to places that do not ascend.
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
  /// A row on its way into a group.
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

  /// A group, taken out of the derived table to be changed.
  @usableFromInline struct Work {
    @usableFromInline let group: Int32
    /// Its index in the derived table; `nil` where it has no rows yet.
    @usableFromInline var place: Int?
    @usableFromInline var section: TableSection<Section, Row>
    @usableFromInline var members: ListOrder.Tokens
    /// Positions among the members of those that leave.
    @usableFromInline var gone: [Int] = []
    /// New content of members that stay, by their positions before.
    @usableFromInline var replaced: [(position: Int, row: Row)] = []
    /// By ascending place in the source.
    @usableFromInline var arrivals: [Arrival] = []
    /// Whether the derived table has it already as it is to be.
    @usableFromInline var isDone = false

    @inlinable init(group: Int32, section: TableSection<Section, Row>, members: ListOrder.Tokens) {
      self.group = group
      self.section = section
      self.members = members
    }

    /// Changes the work's own rows and members.
    @inlinable mutating func change(_ list: ListOrder) {
      var rows = SectionRows<Row>([])
      var members = ListOrder.Tokens()
      swap(&rows, &section.rows)
      swap(&members, &self.members)
      change(&rows, &members, list)
      section.rows = rows
      self.members = members
    }

    /// Replaces rows, removes those that leave and inserts those that arrive.
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

  /// The groups that are taken out, and where to find them.
  @usableFromInline struct Works {
    @usableFromInline var all: [Work] = []
    @usableFromInline var numbers: [Int32: Int] = [:]

    @inlinable init() {}
  }
}

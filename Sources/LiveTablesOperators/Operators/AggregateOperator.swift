public import LiveTables

/// What is computed of the rows of a section, and followed as they change.
///
/// Most are made by `count`, `sum`, `average`, `min` and `max`:
///
/// ```swift
/// inbox.grouped { $0.folder }.aggregated(by: .sum { $0.size })
/// ```
public struct RowAggregate<Row, State: Sendable, Value: Hashable & Sendable>: Sendable {
  @usableFromInline let initial: State
  @usableFromInline let add: @Sendable (inout State, Row) -> Void
  @usableFromInline let remove: @Sendable (inout State, Row) -> Bool
  @usableFromInline let value: @Sendable (State) -> Value

  /// Creates an aggregate.
  ///
  /// - Parameters:
  ///   - initial: The state of no rows.
  ///   - add: Adds a row to the state; rows come in any order.
  ///   - remove: Takes a row out of the state, or answers `false` where the state does not tell how: then all rows of the
  ///     section are added again.
  ///   - value: The value of a state.
  @inlinable public init(
    initial: State, add: @escaping @Sendable (inout State, Row) -> Void,
    remove: @escaping @Sendable (inout State, Row) -> Bool = { _, _ in false },
    value: @escaping @Sendable (State) -> Value
  ) {
    self.initial = initial
    self.add = add
    self.remove = remove
    self.value = value
  }

  /// The sum of an integer of each row; one that overflows wraps around.
  ///
  /// - Parameter number: The number of a row.
  /// - Returns: The aggregate.
  @inlinable public static func sum(
    _ number: @escaping @Sendable (Row) -> Value
  ) -> RowAggregate where State == Value, Value: FixedWidthInteger {
    RowAggregate(
      initial: 0, add: { $0 &+= number($1) },
      remove: {
        $0 &-= number($1)
        return true
      }, value: { $0 })
  }

  /// The sum of a number of each row, rounded once: it is the same in any order.
  ///
  /// - Parameter number: The number of a row.
  /// - Returns: The aggregate.
  @inlinable public static func sum(
    _ number: @escaping @Sendable (Row) -> Double
  ) -> RowAggregate where State == ExactSum, Value == Double { exact(number) { $0.value } }

  /// The average of a number of each row; `nil` for no rows.
  ///
  /// - Parameter number: The number of a row.
  /// - Returns: The aggregate.
  @inlinable public static func average(
    _ number: @escaping @Sendable (Row) -> Double
  ) -> RowAggregate where State == ExactSum, Value == Double? {
    exact(number) { $0.count == 0 ? nil : $0.value / Double($0.count) }
  }

  /// The least value of the rows; `nil` for no rows.
  ///
  /// - Parameter key: The value of a row; one that is not equal to itself, like NaN, is passed over.
  /// - Returns: The aggregate. When the only row with the least value goes, all rows of its section are asked again.
  @inlinable public static func min<Key: Comparable>(
    _ key: @escaping @Sendable (Row) -> Key
  ) -> RowAggregate where State == (Key, Int)?, Value == Key? { extreme(key) { $0 < $1 } }

  /// The greatest value of the rows; `nil` for no rows.
  ///
  /// - Parameter key: The value of a row; one that is not equal to itself, like NaN, is passed over.
  /// - Returns: The aggregate. When the only row with the greatest value goes, all rows of its section are asked again.
  @inlinable public static func max<Key: Comparable>(
    _ key: @escaping @Sendable (Row) -> Key
  ) -> RowAggregate where State == (Key, Int)?, Value == Key? { extreme(key) { $1 < $0 } }

  @inlinable static func exact(
    _ number: @escaping @Sendable (Row) -> Double, _ value: @escaping @Sendable (ExactSum) -> Value
  ) -> RowAggregate where State == ExactSum {
    RowAggregate(
      initial: ExactSum(), add: { $0.add(number($1)) },
      remove: {
        $0.remove(number($1))
        return true
      }, value: value)
  }

  /// - Parameter comesFirst: Whether a key is more extreme than another one.
  @inlinable static func extreme<Key: Comparable>(
    _ key: @escaping @Sendable (Row) -> Key, _ comesFirst: @escaping @Sendable (Key, Key) -> Bool
  ) -> RowAggregate where State == (Key, Int)?, Value == Key? {
    RowAggregate(
      initial: nil,
      add: { state, row in
        let key = key(row)
        if key != key { return }
        guard let (best, count) = state, !comesFirst(key, best) else { return state = (key, 1) }
        if !comesFirst(best, key) { state = (best, count + 1) }
      },
      remove: { state, row in
        let key = key(row)
        if key != key { return true }
        guard let (best, count) = state, comesFirst(best, key) || count > 1 else { return false }
        if !comesFirst(best, key) { state = (best, count - 1) }
        return true
      }, value: { $0?.0 })
  }
}

extension RowAggregate where State == Int, Value == Int {
  /// How many rows there are.
  @inlinable public static var count: RowAggregate {
    RowAggregate(
      initial: 0, add: { count, _ in count += 1 },
      remove: { count, _ in
        count -= 1
        return true
      }, value: { $0 })
  }
}

/// A section with what is computed of its rows.
public struct AggregatedSection<Section: Diffable & Sendable, Value: Hashable & Sendable>: Diffable, Sendable {
  /// The section as the source has it.
  public let section: Section
  /// What was computed of its rows.
  public let value: Value

  @inlinable package init(_ section: Section, _ value: Value) {
    self.section = section
    self.value = value
  }

  /// That of the source's section.
  @inlinable public var identity: Section.Identity { section.identity }

  /// Whether the section looks the same, and so does the value.
  @inlinable public func hasSameContent(as other: AggregatedSection) -> Bool {
    value.isSame(as: other.value) && section.hasSameContent(as: other.section)
  }
}

extension AggregatedSection: Equatable where Section: Equatable {}

/// Computes a value of the rows of each section of its source, as part of the section.
@usableFromInline
package struct AggregateOperator<
  SourceSection: Diffable & Sendable, Row: Diffable & Sendable, State: Sendable, Value: Hashable & Sendable
>: TableOperator {
  @usableFromInline package typealias Section = AggregatedSection<SourceSection, Value>

  /// The derived table.
  @inlinable package var table: TableSnapshot<Section, Row> { derived }

  @usableFromInline var derived = TableSnapshot<Section, Row>()
  @usableFromInline var source = TableSnapshot<SourceSection, Row>()
  @usableFromInline var states = Rope<State, Weightless<State>>()
  @usableFromInline let aggregate: RowAggregate<Row, State, Value>

  /// Creates an operator for a source without sections.
  @inlinable package init(_ aggregate: RowAggregate<Row, State, Value>) { self.aggregate = aggregate }

  /// Adds all rows.
  ///
  /// - Complexity: O(*n*).
  @inlinable package mutating func reset(to source: TableSnapshot<SourceSection, Row>) {
    self.source = source
    let all = source.rope.map { state(of: $0.rows) }
    states = Rope(all)
    derived = TableSnapshot(sections: zip(source.rope, all).map { Self.section($0, aggregate.value($1)) })
  }

  /// Removes and adds the rows that are new, changed or moved.
  ///
  /// - Complexity: O(*k* log *n*) for *k* operations; O(*m*) for the *m* rows of a section whose state does not tell.
  @inlinable package mutating func follow(_ changeset: Changeset<SourceSection, Row>) {
    guard let change = changeset.unstaged(from: source) else { return reset(to: changeset.target) }
    let (before, old) = (states, source.rope)
    let target = changeset.target.rope
    var inserted: [Int: State] = [:]
    for index in change.insertedSections { inserted[index] = state(of: target[index].rows) }
    let aggregate = aggregate
    states.followSections(change) { inserted[$0] ?? aggregate.initial }
    derived.rope.followSections(change) {
      Self.section(target[$0], aggregate.value(inserted[$0] ?? aggregate.initial))
    }
    var touched = Set(change.updatedSections.map { Int($0.new) })
    for section in change.sections {
      var state = before[section.old]
      let rows = (old: old[section.old].rows.rope, new: target[section.new].rows.rope)
      let gone = section.leaving + section.updates.map { Int($0.old) }
      if section.isMost(of: rows.new.count) || !gone.allSatisfy({ aggregate.remove(&state, rows.old[$0]) }) {
        state = self.state(of: target[section.new].rows)
      } else {
        for arrival in section.arrivals { aggregate.add(&state, rows.new[arrival.row]) }
        for update in section.updates { aggregate.add(&state, rows.new[Int(update.new)]) }
      }
      states.replace(section.new..<section.new + 1, with: [state])
      touched.insert(section.new)
    }
    for index in touched.sorted() {
      derived.rope.replace(index..<index + 1, with: [Self.section(target[index], aggregate.value(states[index]))])
    }
    source = changeset.target
  }

  @inlinable func state(of rows: SectionRows<Row>) -> State {
    var state = aggregate.initial
    for row in rows { aggregate.add(&state, row) }
    return state
  }

  @inlinable static func section(
    _ section: TableSection<SourceSection, Row>, _ value: Value
  ) -> TableSection<Section, Row> {
    TableSection(AggregatedSection(section.value, value), rows: section.rows)
  }
}

public import LiveTables

/// An aggregate of the rows in a section.
///
/// An aggregate is updated when the rows change.
///
/// Use `count`, `sum`, `average`, `min` or `max` for common aggregates:
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
  ///   - initial: The state of an empty section.
  ///   - add: A closure that adds a row to the state. Rows can be added in any order.
  ///   - remove: A closure that removes a row from the state, or returns `false` if it cannot remove the row. In this
  ///     case, all rows of the section are added again.
  ///   - value: A closure that returns the value of the aggregate for a state.
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

  /// Returns an aggregate that sums an integer from each row.
  ///
  /// The sum wraps around on overflow.
  ///
  /// - Parameter number: A closure that returns the number of a row.
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

  /// Returns an aggregate that sums a number from each row.
  ///
  /// The sum is rounded once, so it does not depend on the order of the rows.
  ///
  /// - Parameter number: A closure that returns the number of a row.
  @inlinable public static func sum(
    _ number: @escaping @Sendable (Row) -> Double
  ) -> RowAggregate where State == ExactSum, Value == Double { exact(number) { $0.value } }

  /// Returns an aggregate whose value is the average of a number from each row, or `nil` for an empty section.
  ///
  /// - Parameter number: A closure that returns the number of a row.
  @inlinable public static func average(
    _ number: @escaping @Sendable (Row) -> Double
  ) -> RowAggregate where State == ExactSum, Value == Double? {
    exact(number) { $0.count == 0 ? nil : $0.value / Double($0.count) }
  }

  /// Returns an aggregate whose value is the minimum of a key of each row, or `nil` for an empty section.
  ///
  /// If the only row with the minimum is removed, all rows of its section are visited again.
  ///
  /// - Parameter key: A closure that returns the key of a row. Keys that are not equal to themselves, such as NaN, are
  ///   ignored.
  @inlinable public static func min<Key: Comparable>(
    _ key: @escaping @Sendable (Row) -> Key
  ) -> RowAggregate where State == (Key, Int)?, Value == Key? { extreme(key) { $0 < $1 } }

  /// Returns an aggregate whose value is the maximum of a key of each row, or `nil` for an empty section.
  ///
  /// If the only row with the maximum is removed, all rows of its section are visited again.
  ///
  /// - Parameter key: A closure that returns the key of a row. Keys that are not equal to themselves, such as NaN, are
  ///   ignored.
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

  /// - Parameter comesFirst: A closure that returns whether the first key is more extreme than the second.
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
  /// An aggregate that counts the rows.
  @inlinable public static var count: RowAggregate {
    RowAggregate(
      initial: 0, add: { count, _ in count += 1 },
      remove: { count, _ in
        count -= 1
        return true
      }, value: { $0 })
  }
}

/// A section, along with an aggregate of its rows.
public struct AggregatedSection<Section: Diffable & Sendable, Value: Hashable & Sendable>: Diffable, Sendable {
  /// The section of the source.
  public let section: Section
  /// The value of the section's aggregate.
  public let value: Value

  @inlinable package init(_ section: Section, _ value: Value) {
    self.section = section
    self.value = value
  }

  /// The identity of the source's section.
  @inlinable public var identity: Section.Identity { section.identity }

  /// Returns whether the section and the value have the same content.
  @inlinable public func hasSameContent(as other: AggregatedSection) -> Bool {
    value.isSame(as: other.value) && section.hasSameContent(as: other.section)
  }
}

extension AggregatedSection: Equatable where Section: Equatable {}

/// An operator that computes an aggregate of the rows in each section, and adds it to the section.
@usableFromInline
package struct AggregateOperator<
  SourceSection: Diffable & Sendable, Row: Diffable & Sendable, State: Sendable, Value: Hashable & Sendable
>: TableOperator {
  @usableFromInline package typealias Section = AggregatedSection<SourceSection, Value>

  @inlinable package var table: TableSnapshot<Section, Row> { derived }

  @usableFromInline var derived = TableSnapshot<Section, Row>()
  @usableFromInline var source = TableSnapshot<SourceSection, Row>()
  @usableFromInline var states = Rope<State, Weightless<State>>()
  @usableFromInline let aggregate: RowAggregate<Row, State, Value>

  @inlinable package init(_ aggregate: RowAggregate<Row, State, Value>) { self.aggregate = aggregate }

  /// - Complexity: O(*n*).
  @inlinable package mutating func reset(to source: TableSnapshot<SourceSection, Row>) {
    self.source = source
    let all = source.rope.map { state(of: $0.rows) }
    states = Rope(all)
    derived = TableSnapshot(sections: zip(source.rope, all).map { Self.section($0, aggregate.value($1)) })
  }

  /// - Complexity: O(*k* log *n*) for *k* operations, or O(*m*) for the *m* rows of a section that must be added again.
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

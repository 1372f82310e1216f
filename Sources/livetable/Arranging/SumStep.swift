import Foundation
import LiveTables
import LiveTablesOperators

/// An operator that adds up a column for each group, or does nothing if the column is `nil`.
struct SumStep: TableOperator {
  typealias Parameter = RowColumn?

  private var source = RecordTable()
  private var sums: AggregateOperator<Group, Record, ColumnSum, ColumnSum.Value>?

  /// The groups with their sums, or an empty table if no column is added up.
  var table: TableSnapshot<AggregatedSection<Group, ColumnSum.Value>, Record> { sums?.table ?? TableSnapshot() }

  init(_ column: RowColumn?) { set(column) {} }

  mutating func reset(to source: RecordTable) {
    self.source = source
    sums?.reset(to: source)
  }

  mutating func follow(_ changeset: Changeset<Group, Record>) {
    source = changeset.target
    sums?.follow(changeset)
  }

  mutating func set(_ column: RowColumn?, check: () throws -> Void) {
    sums = column.map { column in
      AggregateOperator(
        RowAggregate(
          initial: ColumnSum(), add: { $0.add(column.value(in: $1.object), column.style) },
          remove: { sum, row in
            sum.remove(column.value(in: row.object), column.style)
            return true
          }, value: \.value))
    }
    sums?.reset(to: source)
  }
}

/// The sums of the numbers, sizes, shares and times, but not dates, in a column.
struct ColumnSum: Sendable {
  private var parts: [Measure.Unit: (sum: ExactSum, count: Int)] = [:]

  struct Value: Hashable, Sendable {
    var sums: [Measure.Unit: Double]
  }

  mutating func add(_ value: JSONValue?, _ style: NumberStyle = []) {
    guard let measure = Self.measure(value, style) else { return }
    parts[measure.unit, default: (ExactSum(), 0)].sum.add(measure.number.value)
    parts[measure.unit]?.count += 1
  }

  mutating func remove(_ value: JSONValue?, _ style: NumberStyle = []) {
    guard let measure = Self.measure(value, style), var part = parts[measure.unit] else { return }
    part.sum.remove(measure.number.value)
    part.count -= 1
    parts[measure.unit] = part.count == 0 ? nil : part
  }

  private static func measure(_ value: JSONValue?, _ style: NumberStyle) -> Measure? {
    value.flatMap { Measure($0.printed, style) }.flatMap { $0.unit == .date ? nil : $0 }
  }

  var value: Value { Value(sums: parts.mapValues(\.sum.value)) }
}

extension ColumnSum.Value {
  static func + (one: Self, other: Self) -> Self { Self(sums: one.sums.merging(other.sums, uniquingKeysWith: +)) }
}

extension ColumnSum.Value: CustomStringConvertible {
  /// The sums with their units, in which an only unit also applies to numbers without a unit.
  var description: String {
    var sums = sums
    if sums.count == 2, let plain = sums.removeValue(forKey: .none), let (unit, sum) = sums.first {
      sums[unit] = sum + plain
    }
    return sums.isEmpty ? "–" : sums.map { $0.text(of: $1) }.sorted().joined(separator: " + ")
  }
}

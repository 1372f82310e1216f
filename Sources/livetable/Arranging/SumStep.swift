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
          initial: ColumnSum(), add: { $0.count(column, of: $1, 1) },
          remove: { state, row in
            state.count(column, of: row, -1)
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

  mutating func count(_ column: RowColumn, of row: Record, _ step: Int) {
    count(column.value(in: row.object), step, column.style)
  }

  mutating func count(_ value: JSONValue?, _ step: Int, _ style: NumberStyle = []) {
    guard let measure = value.flatMap({ Measure($0.printed, style) }), measure.unit != .date else { return }
    var part = parts[measure.unit] ?? (ExactSum(), 0)
    if step > 0 { part.sum.add(measure.number.value) } else { part.sum.remove(measure.number.value) }
    part.count += step
    parts[measure.unit] = part.count == 0 ? nil : part
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

import Foundation
import LiveTables
import LiveTablesOperators

/// Adds up a column of the rows of each group, or nothing.
struct SumStep: TableOperator {
  /// The column, if there is one.
  typealias Parameter = RowColumn?

  private var source = RecordTable()
  private var sums: AggregateOperator<Group, Record, ColumnSum, ColumnSum.Value>?

  /// The groups with their sums; none where nothing is added up.
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

/// The sum of what measures something among the values of a column: numbers, sizes, shares and times, but not dates.
struct ColumnSum: Sendable {
  private var parts: [Measure.Unit: (sum: ExactSum, count: Int)] = [:]

  /// A sum for each unit that there is.
  struct Value: Hashable, Sendable {
    var sums: [Measure.Unit: Double]
  }

  /// Adds a row's value, or takes it out again.
  mutating func count(_ column: RowColumn, of row: Record, _ step: Int) {
    count(column.value(in: row.object), step, column.style)
  }

  /// Adds a value, or takes it out again.
  mutating func count(_ value: JSONValue?, _ step: Int, _ style: NumberStyle = []) {
    guard let measure = value.flatMap({ Measure($0.printed, style) }), measure.unit != .date else { return }
    var part = parts[measure.unit] ?? (ExactSum(), 0)
    if step > 0 { part.sum.add(measure.number.value) } else { part.sum.remove(measure.number.value) }
    part.count += step
    parts[measure.unit] = part.count == 0 ? nil : part
  }

  /// The sums.
  var value: Value { Value(sums: parts.mapValues(\.sum.value)) }
}

extension ColumnSum.Value {
  /// Adds the sum of other rows.
  static func + (one: Self, other: Self) -> Self { Self(sums: one.sums.merging(other.sums, uniquingKeysWith: +)) }
}

extension ColumnSum.Value: CustomStringConvertible {
  /// The sums, each with its unit; numbers without one have the other unit, if there is only one.
  var description: String {
    var sums = sums
    if sums.count == 2, let plain = sums.removeValue(forKey: .none), let (unit, sum) = sums.first {
      sums[unit] = sum + plain
    }
    return sums.isEmpty ? "–" : sums.map { $0.text(of: $1) }.sorted().joined(separator: " + ")
  }
}

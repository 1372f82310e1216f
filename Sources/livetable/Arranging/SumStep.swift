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

/// The sum of what measures something among the values of a column: numbers, sizes, shares and times.
struct ColumnSum: Sendable {
  private var sum = ExactSum()
  private var counts = [Int](repeating: 0, count: Measure.Unit.allCases.count)

  /// A sum and its unit.
  struct Value: Hashable, Sendable {
    var sum: Double
    var unit: Measure.Unit
    /// Whether there is no number.
    var isEmpty = false
  }

  /// Adds a row's value, or takes it out again.
  mutating func count(_ column: RowColumn, of row: Record, _ step: Int) {
    count(column.value(in: row.object), step, hasThousandths: column.hasThousandths)
  }

  /// Adds a value, or takes it out again.
  mutating func count(_ value: JSONValue?, _ step: Int, hasThousandths: Bool = false) {
    guard let measure = value.flatMap({ Measure($0.printed, hasThousandths: hasThousandths) }) else { return }
    if step > 0 { sum.add(measure.number.value) } else { sum.remove(measure.number.value) }
    counts[measure.unit.rawValue] += step
  }

  /// The sum.
  var value: Value {
    let unit = Measure.Unit.allCases.last { counts[$0.rawValue] > 0 }
    return Value(sum: sum.value, unit: unit ?? .none, isEmpty: unit == nil)
  }
}

extension ColumnSum.Value {
  /// Adds the sum of other rows.
  static func + (one: Self, other: Self) -> Self {
    Self(
      sum: one.sum + other.sum, unit: one.unit.rawValue > other.unit.rawValue ? one.unit : other.unit,
      isEmpty: one.isEmpty && other.isEmpty)
  }
}

extension ColumnSum.Value: CustomStringConvertible {
  var description: String {
    isEmpty ? "–" : unit.text(of: sum)
  }
}

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

  init(_ column: RowColumn?) { set(column) }

  mutating func reset(to source: RecordTable) {
    self.source = source
    sums?.reset(to: source)
  }

  mutating func follow(_ changeset: Changeset<Group, Record>) {
    source = changeset.target
    sums?.follow(changeset)
  }

  mutating func set(_ column: RowColumn?) {
    sums = column.map { column in
      AggregateOperator(
        RowAggregate(
          initial: ColumnSum(), add: { $0.count(column.value(in: $1.object), 1) },
          remove: { state, row in
            state.count(column.value(in: row.object), -1)
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

  /// Adds a value, or takes it out again.
  mutating func count(_ value: JSONValue?, _ step: Int) {
    guard let measure = value.flatMap({ Measure($0.printed) }) else { return }
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
    switch unit {
    case .none where isEmpty: "–"
    case .none: Self.number(sum)
    case .percent: Self.number(sum) + "%"
    case .bytes: bytes
    case .seconds: seconds
    }
  }

  /// As it is written, without what adding up binary fractions leaves behind.
  private static func number(_ value: Double) -> String {
    let text = String(format: "%.15g", value)
    return text.contains("e") && abs(value) < 1e18 ? String(format: "%.0f", value) : text
  }

  /// With the largest unit of which there is one: `1.5G`.
  private var bytes: String {
    var (size, unit) = (sum, "")
    for larger in "KMGTPE" where abs(size) >= 1024 { (size, unit) = (size / 1024, String(larger)) }
    return Self.number((size * 10).rounded() / 10) + unit
  }

  /// In the two largest units: `1d2h`, `3m5s`.
  private var seconds: String {
    var rest = abs(sum)
    if rest < 60 { return Self.number((sum * 1000).rounded() / 1000) + "s" }
    rest = rest.rounded()
    var parts: [String] = []
    for (unit, length) in [("d", 86400.0), ("h", 3600), ("m", 60), ("s", 1)] where rest >= length && parts.count < 2 {
      parts.append(Self.number((rest / length).rounded(.down)) + unit)
      rest = rest.truncatingRemainder(dividingBy: length)
    }
    return (sum < 0 ? "-" : "") + parts.joined()
  }
}

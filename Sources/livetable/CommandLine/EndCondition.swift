import Foundation

/// A condition for ending the tool, or for showing a value in red.
enum EndCondition: Equatable, Sendable {
  case change
  /// A row has a matching value in a column.
  case value(column: String, ComparisonOperator, ComparisonOperator.Operand)

  /// Parses a condition such as `%CPU>90`.
  init(_ text: String, of option: Option = .until) throws(UsageError) {
    let invalid = UsageError(
      "\(option.name) “\(text)” is invalid", "write a column, < <= > >= = != or ~, and a value: 'CPU>90'")
    guard let start = text.firstIndex(where: { "<>=!~".contains($0) }),
      let (comparison, rest) = ComparisonOperator.first(of: text[start...])
    else { throw invalid }
    let column = text[..<start].trimmingCharacters(in: .whitespaces)
    let value = rest.trimmingCharacters(in: .whitespaces)
    guard !column.isEmpty, !value.isEmpty else { throw invalid }
    let operand = ComparisonOperator.Operand(value)
    if comparison == .matches, !operand.isExpression { throw invalid }
    self = .value(column: column, comparison, operand)
  }

  var column: String? { if case .value(let column, _, _) = self { column } else { nil } }

  func isMet(by row: Record, in column: RowColumn) -> Bool {
    guard case .value(_, let comparison, let value) = self else { return false }
    return comparison.holds(column.value(in: row.object), value, column.style)
  }

  func isAbout(_ column: RowColumn, among columns: [String]) -> Bool {
    guard case .value(let name, _, _) = self else { return false }
    return RowColumn(name, among: columns).name.hasSameBytes(as: column.name)
  }

  /// Returns the name of the condition's column if neither a column nor a row's member has this name.
  func missingColumn(in rows: some Sequence<Record>, columns: [String]) -> String? {
    guard case .value(let name, _, _) = self else { return nil }
    return RowColumn.isMissing(name, in: rows, columns: columns) ? name : nil
  }

  /// The text of the condition, if its expression took too long for some value.
  var slowText: String? {
    guard case .value(let name, .matches, let operand) = self, operand.isTooSlow else { return nil }
    return "\(name)~\(operand.text)"
  }

  /// Returns whether a row of a table matches the condition, or `false` for ``change``.
  func isMet(by table: RecordTable, columns: [String]) -> Bool {
    guard case .value(let name, _, _) = self else { return false }
    let column = RowColumn(name, among: columns).styled(for: table)
    return table.contains { isMet(by: $0, in: column) }
  }
}

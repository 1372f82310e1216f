import Foundation

/// What the tool waits for before it ends, or shows in red.
enum EndCondition: Equatable, Sendable {
  /// Any change of any row.
  case change
  /// A row whose column has such a value.
  case value(column: String, Comparison, Operand)

  /// What values are compared with.
  struct Operand: Sendable {
    let text: String
    /// The text as an expression, if it is one.
    fileprivate let expression: BoundedExpression?

    init(_ text: String) {
      self.text = text
      expression = BoundedExpression(text)
    }
  }

  /// How a value is compared with another.
  enum Comparison: String, CaseIterable, Sendable {
    case atMost = "<="
    case atLeast = ">="
    case isNot = "!="
    case less = "<"
    case greater = ">"
    case matches = "~"
    case equals = "="
  }

  /// Understands a condition such as `%CPU>90`.
  init(_ text: String, of option: Option = .until) throws(UsageError) {
    let trouble = UsageError(
      "\(option.rawValue) “\(text)” is invalid", "write a column, < <= > >= = != or ~, and a value: 'CPU>90'")
    guard let start = text.firstIndex(where: { "<>=!~".contains($0) }),
      let comparison = Comparison.allCases.first(where: { text[start...].hasPrefix($0.rawValue) })
    else { throw trouble }
    let column = text[..<start].trimmingCharacters(in: .whitespaces)
    // Programmers write == for =.
    let length = text[start...].hasPrefix("==") ? 2 : comparison.rawValue.count
    let value = text[text.index(start, offsetBy: length)...].trimmingCharacters(in: .whitespaces)
    guard !column.isEmpty, !value.isEmpty else { throw trouble }
    let operand = Operand(value)
    if comparison == .matches, operand.expression == nil { throw trouble }
    self = .value(column: column, comparison, operand)
  }

  /// The column that it is about.
  var column: String? { if case .value(let column, _, _) = self { column } else { nil } }

  /// Whether a column has such a value in a row.
  func isMet(by row: Record, in column: RowColumn) -> Bool {
    guard case .value(_, let comparison, let value) = self else { return false }
    return comparison.holds(column.value(in: row.object), value, column.style)
  }

  /// Whether it is about a column.
  func isAbout(_ column: RowColumn, among columns: [String]) -> Bool {
    guard case .value(let name, _, _) = self else { return false }
    return RowColumn(name, among: columns).name.hasSameBytes(as: column.name)
  }

  /// Its column, where there is none of that name and no row has a member of that path.
  func missingColumn(in rows: some Sequence<Record>, columns: [String]) -> String? {
    guard case .value(let name, _, _) = self, ColumnNames(columns).positions(of: name).isEmpty else { return nil }
    let column = RowColumn(name)
    return rows.contains { column.value(in: $0.object) != nil } ? nil : name
  }

  /// The condition as it is written, where its expression took too long for some value.
  var slowText: String? {
    guard case .value(let name, .matches, let operand) = self, operand.expression?.isTooSlow == true else { return nil }
    return "\(name)~\(operand.text)"
  }

  /// Whether a table has such a row; a change is for others to see.
  func isMet(by table: RecordTable, columns: [String]) -> Bool {
    guard case .value(let name, _, _) = self else { return false }
    let column = RowColumn(name, among: columns).settled(for: table)
    return table.contains { isMet(by: $0, in: column) }
  }
}

extension EndCondition.Operand: Equatable, ExpressibleByStringLiteral {
  static func == (one: Self, other: Self) -> Bool { one.text == other.text }

  init(stringLiteral text: String) { self.init(text) }
}

extension EndCondition.Comparison {
  /// Whether a value compares so with another: numbers, dates and versions by value, other texts in natural order.
  func holds(_ value: JSONValue?, _ other: EndCondition.Operand, _ style: NumberStyle = []) -> Bool {
    guard let value, value != .null else { return false }
    if self == .matches { return other.expression?.matches(value.printed) == true }
    var key = SortKey(value, style)
    let otherKey = SortKey(other.text, style)
    // `READY>0` is about the first number of `1/2`.
    if case .number(var number) = key, case .number(let otherNumber) = otherKey, otherNumber.limit == 0 {
      number.limit = 0
      key = .number(number)
    }
    let isLess = SortKey.precedes(key, otherKey, isDescending: false)
    let isGreater = SortKey.precedes(otherKey, key, isDescending: false)
    // Placeholders are sorted alike, but are different texts.
    let isEqual = otherKey == .nothing ? value.printed.hasSameBytes(as: other.text) : !isLess && !isGreater
    // A text is neither more nor less than a number.
    let isLike = key.kind == otherKey.kind && key != .nothing
    return switch self {
    case .matches, .equals: isEqual
    case .isNot: !isEqual
    case .less: isLike && isLess
    case .greater: isLike && isGreater
    case .atMost: isLike && !isGreater
    case .atLeast: isLike && !isLess
    }
  }
}

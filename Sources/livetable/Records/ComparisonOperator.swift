/// An operator that compares values with an operand, in filters and end conditions.
enum ComparisonOperator: String, CaseIterable, Sendable {
  case atMost = "<="
  case atLeast = ">="
  case isNot = "!="
  case less = "<"
  case greater = ">"
  case matches = "~"
  case equals = "="

  /// Returns the comparison operator at the start of a text, and the text after the operator.
  static func first(of text: Substring) -> (Self, Substring)? {
    guard let found = allCases.first(where: { text.hasPrefix($0.rawValue) }) else { return nil }
    // `==` is accepted for `=`.
    return (found, text.dropFirst(text.hasPrefix("==") ? 2 : found.rawValue.count))
  }

  struct Operand: Sendable {
    let text: String
    /// The text as a regular expression, if it is valid.
    fileprivate let expression: BoundedExpression?

    var isExpression: Bool { expression != nil }

    /// Whether evaluating the expression took too long for some value.
    var isTooSlow: Bool { expression?.isTooSlow ?? false }

    init(_ text: String) {
      self.text = text
      expression = BoundedExpression(text)
    }
  }
}

extension ComparisonOperator.Operand: Equatable, ExpressibleByStringLiteral {
  static func == (one: Self, other: Self) -> Bool { one.text == other.text }

  init(stringLiteral text: String) { self.init(text) }
}

extension ComparisonOperator {
  /// Returns whether a comparison is true, using natural order for text other than numbers, dates and versions.
  func holds(_ value: JSONValue?, _ other: Operand, _ style: NumberStyle = []) -> Bool {
    guard let value, value != .null else { return false }
    if self == .matches { return other.expression?.matches(value.printed) == true }
    var key = SortKey(value, style)
    let otherKey = SortKey(other.text, style)
    // `READY>0` compares the first number of `1/2`.
    if case .number(var number) = key, case .number(let otherNumber) = otherKey, otherNumber.limit == 0 {
      number.limit = 0
      key = .number(number)
    }
    let isLess = SortKey.precedes(key, otherKey, isDescending: false)
    let isGreater = SortKey.precedes(otherKey, key, isDescending: false)
    // Placeholders are sorted as equal, but are different texts.
    let isEqual = otherKey == .nothing ? value.printed.hasSameBytes(as: other.text) : !isLess && !isGreater
    // A text is neither less nor greater than a number.
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

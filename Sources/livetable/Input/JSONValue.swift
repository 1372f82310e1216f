/// A JSON value as written, with the text of numbers and the order of keys.
enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// A number as written, so that `1e2` and `100` are different.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  init(_ number: Int) { self = .number("\(number)") }

  /// The value in an identity or a cell: the text of a string or number, or the compact form of another value.
  var printed: String {
    switch self {
    case .string(let text), .number(let text): text
    default: compact
    }
  }
}

extension JSONValue: Equatable {
  /// Returns whether two values are written the same, apart from white space, escapes and the order of keys.
  static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.null, .null): true
    case (.bool(let first), .bool(let second)): first == second
    case (.number(let first), .number(let second)): first.hasSameBytes(as: second)
    case (.string(let first), .string(let second)): first.hasSameBytes(as: second)
    case (.array(let first), .array(let second)): first == second
    case (.object(let first), .object(let second)): first == second
    default: false
    }
  }
}

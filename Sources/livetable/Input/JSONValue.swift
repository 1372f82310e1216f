/// A JSON value as it was written: numbers keep their text, objects the order of their keys.
enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// A number's text: `1e2` and `100` are two.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue {
  /// The value as an identity or a cell shows it: the text of a string or a number, else the compact form.
  var printed: String {
    switch self {
    case .string(let text), .number(let text): text
    default: compact
    }
  }
}

extension JSONValue: Equatable {
  /// Whether two values are written the same, apart from white space, escapes and the order of keys.
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

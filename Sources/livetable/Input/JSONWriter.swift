extension JSONValue {
  /// The value as JSON without white space, object keys sorted by their bytes.
  var compact: String {
    var text = ""
    appendCompact(to: &text)
    return text
  }

  private func appendCompact(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let number): text += number
    case .string(let string): text.appendJSONString(string)
    case .array(let values):
      text += "["
      for (position, value) in values.enumerated() {
        if position > 0 { text += "," }
        value.appendCompact(to: &text)
      }
      text += "]"
    case .object(let object):
      text += "{"
      for (place, position) in object.positionsSortedByKey.enumerated() {
        if place > 0 { text += "," }
        text.appendJSONString(object.columns.names[position])
        text += ":"
        object.values[position].appendCompact(to: &text)
      }
      text += "}"
    }
  }
}

extension String {
  /// Appends a string in quotes, with the escapes that JSON asks for and no others.
  mutating func appendJSONString(_ string: String) {
    self += "\""
    if string.utf8.contains(where: { $0 < 0x20 || $0 == .quote || $0 == .backslash }) {
      for scalar in string.unicodeScalars { appendJSONScalar(scalar) }
    } else {
      self += string
    }
    self += "\""
  }

  private mutating func appendJSONScalar(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": self += "\\\""
    case "\\": self += "\\\\"
    case "\n": self += "\\n"
    case "\r": self += "\\r"
    case "\t": self += "\\t"
    case "\u{8}": self += "\\b"
    case "\u{C}": self += "\\f"
    case "\u{0}"..<"\u{20}":
      let code = String(scalar.value, radix: 16)
      self += "\\u" + String(repeating: "0", count: 4 - code.count) + code
    default: unicodeScalars.append(scalar)
    }
  }
}

extension JSONValue {
  /// The value as JSON without white space, with object keys sorted by their bytes.
  var compact: String {
    var text = ""
    append(to: &text, isSorted: true)
    return text
  }

  func append(to text: inout String, isSorted: Bool = false) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let number): text += number
    case .string(let string): text.appendJSONString(string)
    case .array(let values): text.appendList(values) { $1.append(to: &$0, isSorted: isSorted) }
    case .object(let object):
      let positions = isSorted ? object.indicesSortedByKey : Array(object.values.indices)
      text.appendList(positions, in: ("{", "}")) { text, position in
        text.appendJSONString(object.columns.names[position])
        text += ":"
        object.values[position].append(to: &text, isSorted: isSorted)
      }
    }
  }
}

extension String {
  mutating func appendList<Elements: Sequence>(
    _ elements: Elements, in brackets: (String, String) = ("[", "]"),
    _ append: (inout String, Elements.Element) -> Void
  ) {
    self += brackets.0
    var isFirst = true
    for element in elements {
      if !isFirst { self += "," }
      isFirst = false
      append(&self, element)
    }
    self += brackets.1
  }

  /// Appends a string in quotes, with the escapes that JSON requires.
  ///
  /// The control characters U+007F to U+009F are also escaped, because terminals interpret them.
  mutating func appendJSONString(_ string: String) {
    self += "\""
    let isPlain = string.utf8.allSatisfy {
      $0 >= 0x20 && $0 != .quote && $0 != .backslash && $0 != 0x7F && $0 != 0xC2
    }
    if isPlain {
      self += string
    } else {
      for scalar in string.unicodeScalars { appendJSONScalar(scalar) }
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
    case "\u{0}"..<"\u{20}", "\u{7F}"..."\u{9F}": self += scalar.value.jsonEscape
    default: unicodeScalars.append(scalar)
    }
  }
}

extension UInt32 {
  var jsonEscape: String {
    let code = String(self, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - code.count) + code
  }
}

extension InputText {
  /// Whether the text starts a JSON value that does not end in this text.
  var isOpenJSON: Bool {
    var brackets = BracketCounter()
    for byte in bytes[range] { brackets.count(byte) }
    return brackets.isOpen
  }

  /// Whether the text consists of opening brackets, which start a value that spans several lines.
  var beginsJSONOverLines: Bool {
    let brackets = bytes[range].filter { !$0.isWhiteSpace }
    return !brackets.isEmpty && brackets.allSatisfy { [UInt8(ascii: "{"), UInt8(ascii: "[")].contains($0) }
  }
}

struct BracketCounter: Equatable, Sendable {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  var isOpen: Bool { depth > 0 || isInString }

  mutating func count(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == .backslash {
      isEscaped = isInString
    } else if byte == .quote {
      isInString.toggle()
    } else if !isInString {
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth = max(0, depth - 1) }
    }
  }
}

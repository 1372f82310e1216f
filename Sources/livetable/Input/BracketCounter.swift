extension InputText {
  /// Whether the text begins a JSON value that goes on after its end.
  var isOpenJSON: Bool {
    var brackets = BracketCounter()
    for byte in bytes[range] { brackets.take(byte) }
    return brackets.isOpen
  }

  /// Whether there is nothing but opening brackets, as where a value is printed over several lines.
  var beginsJSONOverLines: Bool {
    let brackets = bytes[range].filter { !$0.isWhiteSpace }
    return !brackets.isEmpty && brackets.allSatisfy { [UInt8(ascii: "{"), UInt8(ascii: "[")].contains($0) }
  }
}

/// Follows brackets and quotes of JSON.
struct BracketCounter: Equatable, Sendable {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Whether something is not closed yet.
  var isOpen: Bool { depth > 0 || isInString }

  /// Takes the next byte.
  mutating func take(_ byte: UInt8) {
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

extension String {
  /// The text with control characters shown and not obeyed: U+001B is “␛”, U+009B is “\u{9B}”.
  var visible: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0..<0x20: text.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value)!)
      case 0x7F: text += "␡"
      case 0x80..<0xA0: text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether terminals obey the scalar instead of showing it.
  fileprivate var isControl: Bool {
    value < 0x20 || (0x7F..<0xA0).contains(value)
  }
}

extension JSONReader {
  mutating func readNumber() throws(InputError) -> String {
    let start = position
    _ = accept(UInt8(ascii: "-"))
    if !accept(UInt8(ascii: "0")) { try skipDigits() }
    if accept(UInt8(ascii: ".")) { try skipDigits() }
    if accept(UInt8(ascii: "e")) || accept(UInt8(ascii: "E")) {
      if !accept(UInt8(ascii: "+")) { _ = accept(UInt8(ascii: "-")) }
      try skipDigits()
    }
    if let byte = current, byte.isASCIIDigit { throw unexpected(wanted: "the end of a number that starts with 0") }
    return text.string(start..<position)
  }

  private mutating func skipDigits() throws(InputError) {
    guard let first = current, first.isASCIIDigit else { throw unexpected(wanted: "a digit") }
    while let byte = current, byte.isASCIIDigit { position += 1 }
  }

  mutating func readString() throws(InputError) -> String {
    position += 1
    var start = position
    var bytes: [UInt8] = []
    while let byte = current {
      switch byte {
      case .quote:
        position += 1
        if bytes.isEmpty { return text.string(start..<position - 1) }
        return String(decoding: bytes + text.bytes[start..<position - 1], as: UTF8.self)
      case .backslash:
        bytes += text.bytes[start..<position]
        position += 1
        bytes += Array(String(try readEscape()).utf8)
        start = position
      case 0..<0x20:
        throw error(
          "a string has a raw control character (byte \(byte))",
          "close the string, or write \(UInt32(byte).jsonEscape)")
      default: position += 1
      }
    }
    throw unexpected(wanted: "a quote that ends the string")
  }

  private mutating func readEscape() throws(InputError) -> Unicode.Scalar {
    let byte = current
    if byte != nil { position += 1 }
    switch byte {
    case .quote: return "\""
    case .backslash: return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readUnicodeEscape()
    default:
      if byte != nil { position -= 1 }
      throw unexpected(wanted: "an escape such as \\n or \\u0041")
    }
  }

  private mutating func readUnicodeEscape() throws(InputError) -> Unicode.Scalar {
    let unit = try readHexUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if UTF16.isLeadSurrogate(UInt16(unit)), accept(.backslash), accept(UInt8(ascii: "u")) {
      let trail = try readHexUnit()
      if UTF16.isTrailSurrogate(UInt16(trail)) {
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (trail - 0xDC00))!
      }
    }
    throw error(
      "the escape \\u\(String(unit, radix: 16)) is half a surrogate pair",
      "write the character itself, or both halves of the pair")
  }

  private mutating func readHexUnit() throws(InputError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw unexpected(wanted: "four hexadecimal digits after \\u")
      }
      unit = unit << 4 + UInt32(digit)
      position += 1
    }
    return unit
  }
}

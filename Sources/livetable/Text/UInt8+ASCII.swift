extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")
  static let backslash = UInt8(ascii: "\\")

  var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  /// Whether the byte separates words or values: a space, a tab, the end of a line or page, or U+001E.
  var isWhiteSpace: Bool { self == .space || (0x09...0x0D).contains(self) || self == 0x1E }
}

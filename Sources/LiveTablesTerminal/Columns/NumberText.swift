/// Recognises text that is a number, so that columns of numbers can be aligned.
enum NumberText {
  /// Whether text is one number as programs print it: a sign, digits with separators, an exponent, and a percent sign or
  /// a unit of size, as in `-1.5`, `1,024`, `2e9`, `97%`, `4.0K` and `1.2GiB`.
  ///
  /// - Complexity: O(*n*), and O(1) for most text that is none.
  static func matches(_ text: String) -> Bool {
    var rest = text.utf8[...]
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { rest.removeFirst() }
    guard takeDigits(&rest, separators: true) else { return false }
    if let first = rest.first, first | 0x20 == UInt8(ascii: "e"), rest.count > 1 {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
      guard takeDigits(&rest, separators: false) else { return false }
    }
    if let unit = rest.first, unit == UInt8(ascii: "%") || unit == UInt8(ascii: "B") {
      rest.removeFirst()
    } else if let unit = rest.first, units.contains(unit) {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "i") { rest.removeFirst() }
      if rest.first == UInt8(ascii: "B") { rest.removeFirst() }
    }
    return rest.isEmpty
  }

  private static func takeDigits(_ rest: inout Substring.UTF8View, separators: Bool) -> Bool {
    var hasDigit = false
    while let byte = rest.first {
      if (0x30...0x39).contains(byte) {
        hasDigit = true
      } else if !(separators && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: ","))) {
        break
      }
      rest.removeFirst()
    }
    return hasDigit
  }

  private static let units = Array("KMGTPkmgtp".utf8)
}

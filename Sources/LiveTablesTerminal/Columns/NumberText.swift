/// Recognizes numbers, so that columns of numbers can be aligned right.
enum NumberText {
  /// Returns whether a text is a number in one of the formats that programs print: a sign, digits with separators, an
  /// exponent, and a percent sign or size unit, such as `-1.5`, `1,024`, `2e9`, `97%`, `4.0K`, and `1.2GiB`.
  ///
  /// - Complexity: O(*n*); O(1) for most texts that are not numbers.
  static func matches(_ text: String) -> Bool {
    var rest = text.utf8[...]
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { rest.removeFirst() }
    guard takeDigits(&rest, separators: true) else { return false }
    if let first = rest.first, first | 0x20 == UInt8(ascii: "e"), rest.count > 1 {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
      guard takeDigits(&rest, separators: false) else { return false }
    }
    guard let unit = rest.popFirst() else { return true }
    if unit == UInt8(ascii: "%") || unit == UInt8(ascii: "B") { return rest.isEmpty }
    return units.contains(unit) && endings.contains(Substring(rest))
  }

  private static func takeDigits(_ rest: inout Substring.UTF8View, separators: Bool) -> Bool {
    let number = rest.prefix { isDigit($0) || separators && ($0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",")) }
    rest = rest[number.endIndex...]
    return number.contains(where: isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static let units = Array("KMGTPkmgtp".utf8)
  private static let endings: [Substring] = ["", "i", "B", "iB"]
}

/// A version such as `1.10.0` or `v2.0.1-rc1`, with at least two dots between numbers, and any text.
struct Version: Comparable, Sendable {
  private let numbers: [Int]
  private let suffix: NaturalText

  /// - Parameters:
  ///   - mayBeShort: Whether `3.10` and `3` are also versions.
  init?(_ text: String, mayBeShort: Bool = false) {
    guard let first = text.utf8.first, first.isASCIIDigit || first == UInt8(ascii: "v") else { return nil }
    let digits = text.hasPrefix("v") ? text.dropFirst() : Substring(text)
    let end = digits.utf8.firstIndex { !$0.isASCIIDigit && $0 != UInt8(ascii: ".") } ?? digits.endIndex
    let parts = digits[..<end].split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard !parts.contains(nil),
      parts.count > 2 || parts.count == 2 && text.hasPrefix("v") || mayBeShort && end == digits.endIndex
    else { return nil }
    numbers = parts.compactMap(\.self)
    suffix = NaturalText(String(digits[end...]))
  }

  static func < (one: Self, other: Self) -> Bool {
    if one.numbers != other.numbers { return one.numbers.lexicographicallyPrecedes(other.numbers) }
    // The text after the numbers marks a preview: 2.0.0-rc1 is before 2.0.0.
    if one.suffix == other.suffix { return false }
    if one.suffix.string.isEmpty || other.suffix.string.isEmpty { return other.suffix.string.isEmpty }
    return one.suffix < other.suffix
  }
}

/// A text in natural order, in which `pod-9` comes before `pod-10`.
///
/// All text between numbers is ordered by bytes.
struct NaturalText: Sendable {
  let string: String

  init(_ string: String) { self.string = string }
}

extension NaturalText: Comparable {
  static func == (one: Self, other: Self) -> Bool { one.string.hasSameBytes(as: other.string) }

  static func < (one: Self, other: Self) -> Bool {
    var (first, second) = (one.string, other.string)
    return first.withUTF8 { first in second.withUTF8 { precedes(first, $0) } }
  }

  /// Compares texts as sequences of bytes and whole numbers, ordering numbers that differ only in leading zeros by
  /// bytes.
  private static func precedes(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
    var (position, otherPosition) = (0, 0)
    while position < one.count, otherPosition < other.count {
      let (byte, otherByte) = (one[position], other[otherPosition])
      guard byte.isASCIIDigit, otherByte.isASCIIDigit else {
        if byte != otherByte { return byte < otherByte }
        (position, otherPosition) = (position + 1, otherPosition + 1)
        continue
      }
      let (number, otherNumber) = (digits(of: one, from: position), digits(of: other, from: otherPosition))
      if number.count != otherNumber.count { return number.count < otherNumber.count }
      for (digit, otherDigit) in zip(number, otherNumber) where one[digit] != other[otherDigit] {
        return one[digit] < other[otherDigit]
      }
      (position, otherPosition) = (number.upperBound, otherNumber.upperBound)
    }
    let (rest, otherRest) = (one.count - position, other.count - otherPosition)
    return rest == 0 && otherRest == 0 ? one.lexicographicallyPrecedes(other) : rest < otherRest
  }

  /// Returns the digits of the number that starts at a position, without leading zeros.
  private static func digits(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int> {
    var (start, end) = (start, start)
    while end < bytes.count, bytes[end].isASCIIDigit { end += 1 }
    while start < end, bytes[start] == UInt8(ascii: "0") { start += 1 }
    return start..<end
  }
}

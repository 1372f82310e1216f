/// Creates strings with their own storage, because they exceed the 15 bytes that a string keeps inline.
enum Texts {
  /// Returns 35 bytes that depend on both numbers.
  static func content(_ number: Int, _ revision: Int) -> String {
    var bytes = Array("content 000000000000, revision 0000".utf8)
    put(number, before: 20, in: &bytes)
    put(revision, before: 35, in: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns 36 bytes in the form of a UUID, different for each number.
  static func uuid(_ number: Int) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var words = [SplitMix64.mixed(UInt64(bitPattern: Int64(number))), 0]
    words[1] = SplitMix64.mixed(words[0] &+ 0x9E37_79B9_7F4A_7C15)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    for place in 0..<32 {
      if place == 8 || place == 12 || place == 16 || place == 20 { bytes.append(UInt8(ascii: "-")) }
      bytes.append(digits[Int(words[place / 16] >> UInt64(60 - place % 16 * 4) & 15)])
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the next revision of a text, which differs in the last byte.
  static func revised(_ text: String) -> String {
    var bytes = Array(text.utf8)
    bytes[bytes.count - 1] += 1
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns an equal string with its own storage.
  static func copy(_ text: String) -> String { String(decoding: Array(text.utf8), as: UTF8.self) }

  private static func put(_ number: Int, before end: Int, in bytes: inout [UInt8]) {
    var rest = number
    var place = end - 1
    while rest > 0, bytes[place] == UInt8(ascii: "0") {
      bytes[place] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
      place -= 1
    }
  }
}

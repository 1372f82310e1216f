extension [UInt8] {
  /// The bytes, with U+FFFD in the place of what is not UTF-8.
  var withValidUTF8: [UInt8] {
    firstInvalidUTF8(in: indices) == nil ? self : Array(String(decoding: self, as: UTF8.self).utf8)
  }

  /// Finds where a part of the array stops being well-formed UTF-8.
  ///
  /// Well-formed is what table 3-7 of the Unicode standard says: no overlong forms, no surrogates, nothing past
  /// U+10FFFF.
  ///
  /// - Returns: The position of the first byte of the first ill-formed sequence, or `nil` where there is none.
  /// - Complexity: O(*n*), eight bytes at a time where they are ASCII.
  func firstInvalidUTF8(in range: Range<Int>) -> Int? {
    withUnsafeBytes { buffer in
      var position = range.lowerBound
      while position < range.upperBound {
        if position + 8 <= range.upperBound,
          buffer.loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
          position += 8
          continue
        }
        let length = Self.sequenceLength(in: buffer, at: position, end: range.upperBound)
        if length == 0 { return position }
        position += length
      }
      return nil
    }
  }

  /// The length of the well-formed sequence at a position, or 0 where it is ill-formed.
  private static func sequenceLength(in buffer: UnsafeRawBufferPointer, at position: Int, end: Int) -> Int {
    let lead = buffer[position]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return 0
    }
    guard position + length <= end, second.contains(buffer[position + 1]) else { return 0 }
    for offset in 2..<Swift.max(length, 2) where !(0x80...0xBF).contains(buffer[position + offset]) {
      return 0
    }
    return length
  }
}

extension [UInt8] {
  /// The bytes, with U+FFFD in the place of what is not UTF-8.
  var withValidUTF8: [UInt8] {
    firstInvalidUTF8(in: indices) == nil ? self : Array(String(decoding: self, as: UTF8.self).utf8)
  }

  /// Finds where a part of the array stops being well-formed UTF-8.
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
        var parser = Unicode.UTF8.ForwardParser()
        var bytes = buffer[position..<range.upperBound].makeIterator()
        guard case .valid(let scalar) = parser.parseScalar(from: &bytes) else { return position }
        position += scalar.count
      }
      return nil
    }
  }
}

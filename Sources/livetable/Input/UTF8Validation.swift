extension [UInt8] {
  /// The bytes, with invalid UTF-8 replaced by U+FFFD.
  var withValidUTF8: [UInt8] {
    firstInvalidUTF8(in: indices) == nil ? self : Array(String(decoding: self, as: UTF8.self).utf8)
  }

  /// Finds the first invalid UTF-8 sequence.
  ///
  /// - Returns: The position of its first byte, or `nil` if the bytes are valid.
  /// - Complexity: O(*n*), eight bytes at a time if they are ASCII.
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

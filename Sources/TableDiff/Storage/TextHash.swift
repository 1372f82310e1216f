/// Returns a string hash that is equal for canonically equivalent strings, even if they are encoded differently.
///
/// The string is divided at positions that exist in every equivalent string (Unicode Standard Annex #15). ASCII parts
/// are hashed eight bytes at a time. The standard library normalizes and hashes the other parts.
@inlinable package func textHash(_ text: String, seed: UInt64) -> UInt32 {
  let hash = text.utf8.withContiguousStorageIfAvailable { bytes in
    let bytes = UnsafeRawBufferPointer(bytes)
    let run = ASCIIRun(in: bytes, from: 0, seed: seed)
    return run.end == bytes.count ? run.hash(of: bytes) : segmentedHash(of: text, bytes, after: run, seed: seed)
  }
  if let hash { return UInt32(truncatingIfNeeded: hash &>> 32) }
  // The string is bridged from Objective-C.
  var copy = text
  copy.makeContiguousUTF8()
  return textHash(copy, seed: seed)
}

/// A run of ASCII characters in a string, with the hash of its eight-byte words.
///
/// Positions are byte offsets.
@usableFromInline package struct ASCIIRun {
  @usableFromInline let start: Int
  /// The end of the hashed words, each of which has eight bytes.
  @usableFromInline var hashedEnd: Int
  @usableFromInline var hash: UInt64
  /// The hash of all words of the run before the last word.
  @usableFromInline var previousHash: UInt64
  @usableFromInline let end: Int

  @inlinable init(in bytes: UnsafeRawBufferPointer, from start: Int, seed: UInt64) {
    self.start = start
    (hash, previousHash) = (seed, seed)
    var index = start
    while index + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { break }
      previousHash = hash
      hash = mixed(hash ^ word)
      index += 8
    }
    hashedEnd = index
    while index < bytes.count, bytes[index] < 0x80 { index += 1 }
    end = index
  }

  /// Returns the hash of the run, excluding its last character if requested.
  ///
  /// - Parameter dropped: The number of characters to omit: zero or one.
  @inlinable func hash(of bytes: UnsafeRawBufferPointer, dropped: Int = 0) -> UInt64 {
    let end = end - dropped
    let (hash, hashedEnd) = hashedEnd > end ? (previousHash, hashedEnd - 8) : (hash, hashedEnd)
    var rest = UInt64(truncatingIfNeeded: end - start) &* 0x9E37_79B9_7F4A_7C15
    if end - start >= 8 {
      // Some of these eight bytes have already been hashed.
      if hashedEnd < end { rest ^= bytes.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self) }
    } else {
      var word: UInt64 = 0
      for index in hashedEnd..<end { word = word &<< 8 | UInt64(bytes[index]) }
      rest ^= word
    }
    return mixed(hash ^ rest)
  }
}

@usableFromInline func segmentedHash(
  of text: String, _ bytes: UnsafeRawBufferPointer, after run: ASCIIRun, seed: UInt64
) -> UInt64 {
  TextSegments(text: text, bytes: bytes).hash(after: run, seed: seed)
    ?? UInt64(textHash(replacingASCIIEquivalents(of: text), seed: seed)) &<< 32
}

/// A string, divided into ASCII parts and other parts.
///
/// The last ASCII character before a combining mark belongs to the part that contains the mark, because both may also
/// be encoded as a single character.
private struct TextSegments {
  let text: String
  let bytes: UnsafeRawBufferPointer

  /// Returns the hash of the text, or `nil` if a character has an ASCII equivalent.
  func hash(after first: ASCIIRun, seed: UInt64) -> UInt64? {
    var run = first
    var hash = seed
    var start: Int?
    while true {
      let dropped = run.end < bytes.count && run.end > run.start && isMark(at: run.end) ? 1 : 0
      if run.end - dropped > run.start || run.end == bytes.count {
        if let start { hash = mixed(hash ^ normalizedHash(start..<run.start)) }
        start = nil
        hash = mixed(hash ^ run.hash(of: bytes, dropped: dropped))
      }
      if run.end == bytes.count { return hash }
      start = start ?? run.end - dropped
      guard let next = endOfOthers(from: run.end) else { return nil }
      run = ASCIIRun(in: bytes, from: next, seed: 0)
    }
  }

  /// Returns the end of a run of non-ASCII characters, or `nil` if one of them has an ASCII equivalent.
  private func endOfOthers(from start: Int) -> Int? {
    var index = start
    while index < bytes.count, bytes[index] >= 0x80 {
      switch bytes[index] {
      case 0xCD where bytes[index + 1] == 0xBE: return nil
      case 0xE1 where bytes[index + 1] == 0xBF && bytes[index + 2] == 0xAF: return nil
      case 0xE2 where bytes[index + 1] == 0x84 && bytes[index + 2] == 0xAA: return nil
      default: index += 1
      }
    }
    return index
  }

  /// Returns whether the character at an offset combines with the previous character.
  private func isMark(at offset: Int) -> Bool {
    // All characters before U+0300 start with smaller bytes, and none of these characters is a mark.
    if bytes[offset] < 0xCC { return false }
    let scalar = text.unicodeScalars[index(at: offset)]
    // These three Tibetan vowel signs are equivalent to marks, but are not marks themselves.
    if ["\u{F73}", "\u{F75}", "\u{F81}"].contains(scalar) { return true }
    return scalar.properties.canonicalCombiningClass != .notReordered
  }

  private func normalizedHash(_ range: Range<Int>) -> UInt64 {
    UInt64(truncatingIfNeeded: text[index(at: range.lowerBound)..<index(at: range.upperBound)].hashValue)
  }

  private func index(at offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }
}

private func replacingASCIIEquivalents(of text: String) -> String {
  var scalars = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\u{37E}": scalars.append(";")
    case "\u{1FEF}": scalars.append("`")
    case "\u{212A}": scalars.append("K")
    default: scalars.append(scalar)
    }
  }
  return String(scalars)
}

public import LiveTables

/// An operator that keeps the rows whose text contains all words of a query, ignoring case.
///
/// If the query has no words, all rows are kept. If a query extends the previous query, only rows that are already kept
/// are searched. With smart case, a word that contains a capital letter is matched case-sensitively.
@usableFromInline package struct SearchOperator<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableOperator {
  @inlinable package var table: TableSnapshot<Section, Row> { filter.derived }

  @usableFromInline var filter: FilterOperator<Section, Row>
  @usableFromInline var query: SearchQuery
  @usableFromInline let isCaseSmart: Bool
  @usableFromInline let text: @Sendable (Row) -> String

  @inlinable package init(
    _ query: String, isCaseSmart: Bool = false, in text: @escaping @Sendable (Row) -> String
  ) {
    let query = SearchQuery(query, isCaseSmart: isCaseSmart)
    self.isCaseSmart = isCaseSmart
    self.query = query
    self.text = text
    filter = FilterOperator { query.matches(text($0)) }
  }

  /// - Complexity: O(*n*).
  @inlinable package mutating func reset(to source: TableSnapshot<Section, Row>) { filter.reset(to: source) }

  /// Searches the rows for a new query, unless the work is cancelled.
  ///
  /// - Complexity: O(*n*). If `query` extends the previous query, only the rows that were kept are searched.
  @inlinable package mutating func set(_ query: String, check: () throws -> Void) rethrows {
    let old = self.query
    let new = SearchQuery(query, isCaseSmart: isCaseSmart)
    let text = text
    self.query = new
    let (isNarrower, isWider) = (new.narrows(old), old.narrows(new))
    try filter.set({ new.matches(text($0)) }, { wasKept in wasKept ? !isWider : !isNarrower }, check: check)
  }

  /// - Complexity: O(*k* log *n*) for *k* operations.
  @inlinable package mutating func follow(_ changeset: Changeset<Section, Row>) { filter.follow(changeset) }
}

/// The words of a search query, all of which a matching text contains.
@usableFromInline package struct SearchQuery: Sendable {
  private struct Word {
    /// The word, in lower case unless it is matched case-sensitively.
    let text: String
    let bytes: [UInt8]
    /// The UTF-8 encoding of the word in lower case.
    let lower: [UInt8]
    let isExact: Bool
    let isASCII: Bool
    /// Whether the word contains characters with several encodings.
    let hasParts: Bool

    init(_ word: Substring, isExact: Bool) {
      text = isExact ? String(word) : word.lowercased()
      bytes = Array(text.utf8)
      lower = Array(word.lowercased().utf8)
      self.isExact = isExact
      isASCII = bytes.allSatisfy { $0 < 0x80 }
      hasParts = text.hasParts
    }
  }

  private let words: [Word]

  @usableFromInline package init(_ query: String, isCaseSmart: Bool) {
    words = query.split(whereSeparator: \.isWhitespace).map { word in
      Word(word, isExact: isCaseSmart && Self.isExact(word))
    }
  }

  package static func isExact(_ word: some StringProtocol) -> Bool { word.contains { $0.isUppercase } }

  /// Returns whether a text matches, which a query without words does not evaluate.
  @usableFromInline package func matches(_ text: @autoclosure () -> String) -> Bool {
    if words.isEmpty { return true }
    var text = text()
    let found = text.withUTF8 { bytes -> Bool? in
      // Bytes can be converted to lower case only if the text is ASCII.
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      return words.allSatisfy { word in
        word.isExact ? Self.occurs(word.bytes, in: bytes) { $0 } : Self.occurs(word.bytes, in: bytes, by: Self.lower)
      }
    }
    if let found { return found }
    var lower = text.lowercased()
    return words.allSatisfy { word in
      word.isExact ? Self.occurs(word, in: &text) : Self.occurs(word, in: &lower)
    }
  }

  /// Returns whether a text contains a word, regardless of how the characters are encoded.
  private static func occurs(_ word: Word, in text: inout String) -> Bool {
    if text.withUTF8({ occurs(word.bytes, in: $0) { $0 } }) { return true }
    return !word.isASCII && (word.hasParts || text.hasParts) && text.contains(word.text)
  }

  /// Returns whether every text that matches this query also matches another query.
  @usableFromInline func narrows(_ other: SearchQuery) -> Bool {
    other.words.allSatisfy { old in
      words.contains { new in
        if old.isExact && !new.isExact || old.hasParts || new.hasParts { return false }
        // Words that are not ASCII are matched by whole characters, and may end within a character of the new word.
        if !old.isASCII, !(old.isExact ? new.text : new.text.lowercased()).contains(old.text) { return false }
        return (old.isExact ? new.bytes : new.lower).withUnsafeBufferPointer { bytes in
          Self.occurs(old.bytes, in: bytes) { $0 }
        }
      }
    }
  }

  private static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

  @inline(__always)
  private static func occurs(
    _ word: [UInt8], in text: UnsafeBufferPointer<UInt8>, by fold: (UInt8) -> UInt8
  ) -> Bool {
    guard let first = word.first, text.count >= word.count else { return word.isEmpty }
    for start in 0...(text.count - word.count) where fold(text[start]) == first {
      var length = 1
      while length < word.count, fold(text[start + length]) == word[length] { length += 1 }
      if length == word.count { return true }
    }
    return false
  }
}

extension String {
  /// Whether the text contains characters with several encodings that Unicode treats as equal.
  ///
  /// These are combining marks, parts of Hangul, and characters that normalization always replaces.
  fileprivate var hasParts: Bool {
    unicodeScalars.contains { scalar in
      guard scalar.value >= 0x300 else { return false }
      let properties = scalar.properties
      return switch properties.generalCategory {
      case .nonspacingMark, .spacingMark: true
      default: 0x1100...0x11FF ~= scalar.value || properties.isFullCompositionExclusion
      }
    }
  }
}

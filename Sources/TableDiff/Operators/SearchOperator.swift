/// Keeps the rows of its source in whose text all words of a query occur, in upper or lower case.
///
/// A query without words keeps all rows. One that goes on where the last one ended is looked for only in rows that are
/// kept already.
public struct SearchOperator<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableOperator {
  /// The derived table.
  @inlinable public var table: Table<Section, Row> { filter.derived }

  @usableFromInline var filter: FilterOperator<Section, Row>
  @usableFromInline var query: SearchQuery
  @usableFromInline let text: @Sendable (Row) -> String

  /// Creates an operator for a source without sections.
  ///
  /// - Parameters:
  ///   - query: Words between spaces.
  ///   - text: What is searched of a row.
  @inlinable public init(_ query: String, in text: @escaping @Sendable (Row) -> String) {
    let query = SearchQuery(query)
    self.query = query
    self.text = text
    filter = FilterOperator { query.matches(text($0)) }
  }

  /// Searches all rows.
  ///
  /// - Complexity: O(*n*).
  @inlinable public mutating func reset(to source: Table<Section, Row>) { filter.reset(to: source) }

  /// Searches for something else.
  ///
  /// - Complexity: O(*n*), of which only rows that were kept are searched if `query` goes on where the last one ended.
  @inlinable public mutating func set(_ query: String) { search(query, check: {}) }

  /// Searches for something else, unless the work is called off.
  @inlinable public mutating func set(_ query: String, check: () throws -> Void) throws {
    try search(query, check: check)
  }

  @inlinable mutating func search(_ query: String, check: () throws -> Void) rethrows {
    let old = self.query
    let new = SearchQuery(query)
    let text = text
    self.query = new
    let (isNarrower, isWider) = (new.narrows(old), old.narrows(new))
    try filter.set({ new.matches(text($0)) }, { wasKept in wasKept ? !isWider : !isNarrower }, check: check)
  }

  /// Searches the rows that are new or changed.
  ///
  /// - Complexity: O(*k* log *n*) for *k* operations.
  @inlinable public mutating func follow(_ changeset: Changeset<Section, Row>) { filter.follow(changeset) }
}

/// The words that are looked for.
@usableFromInline struct SearchQuery: Sendable {
  private let words: [[UInt8]]

  @usableFromInline init(_ query: String) {
    words = query.lowercased().split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
  }

  /// Whether all words occur in a text.
  @usableFromInline func matches(_ text: String) -> Bool {
    if words.isEmpty { return true }
    var lower = text.lowercased()
    return lower.withUTF8 { bytes in words.allSatisfy { Self.occurs($0, in: bytes) } }
  }

  /// Whether every text that this query matches is matched by another one, too.
  @usableFromInline func narrows(_ other: SearchQuery) -> Bool {
    other.words.allSatisfy { old in
      words.contains { new in new.withUnsafeBufferPointer { Self.occurs(old, in: $0) } }
    }
  }

  private static func occurs(_ word: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = word.first, text.count >= word.count else { return word.isEmpty }
    for start in 0...(text.count - word.count) where text[start] == first {
      var length = 1
      while length < word.count, text[start + length] == word[length] { length += 1 }
      if length == word.count { return true }
    }
    return false
  }
}

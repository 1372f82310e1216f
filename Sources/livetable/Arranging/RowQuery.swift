import Foundation

/// What rows have to have, as it is typed behind `/`.
///
/// Terms are between blanks, and all of them have to hold: `word`, `!word` for rows without it, `column:word`, and
/// `/expression/` in the place of a word. A word or an expression without a capital letter is found in any case.
struct RowQuery: Sendable {
  private let terms: [Term]

  private struct Term: Sendable {
    var isNegated = false
    /// The only column that is looked at.
    var column: String?
    /// The only member of a column that is looked at.
    var member: RowColumn?
    var pattern: Pattern
  }

  private enum Pattern: Sendable {
    case word(SearchedWord)
    case expression(BoundedExpression)

    /// Whether a text has it.
    func matches(_ text: String) -> Bool {
      switch self {
      case .word(let word): word.matches(text)
      case .expression(let expression): expression.matches(text)
      }
    }

    /// The parts of a text that are it, in whole characters.
    func ranges(in text: String) -> [Range<String.Index>] {
      switch self {
      case .word(let word): word.ranges(in: text)
      case .expression(let expression): expression.ranges(in: text)
      }
    }
  }

  /// Understands a query; a term that does not make sense is a word.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - columns: The columns that rows have: what stands before a colon is a word unless it is one of
  ///     them, or a member of one such as `status.phase`.
  init(_ text: String, columns: [String]) {
    let names = Dictionary(columns.map { ($0.lowercased(), $0) }) { first, _ in first }
    terms = text.split(whereSeparator: \.isWhitespace).map { word in
      var rest = word
      var term = Term(pattern: .word(SearchedWord(word)))
      if rest.count > 1, rest.first == "!" {
        term.isNegated = true
        rest.removeFirst()
      }
      if let colon = rest.firstIndex(of: ":"), colon < rest.index(before: rest.endIndex) {
        let named = rest[..<colon].lowercased()
        term.column = names[named]
        if term.column == nil, let dot = named.firstIndex(of: "."), names[String(named[..<dot])] != nil {
          term.member = RowColumn(String(rest[..<colon]))
        }
        if term.column != nil || term.member != nil { rest = rest[rest.index(after: colon)...] }
      }
      term.pattern = Self.expression(rest).map { .expression($0) } ?? .word(SearchedWord(rest))
      return term
    }
  }

  private static func expression(_ word: Substring) -> BoundedExpression? {
    guard isExpression(word) else { return nil }
    let pattern = word.dropFirst().dropLast()
    let isExact = asksForCapitals(pattern)
    return BoundedExpression(String(pattern), options: isExact ? [] : .caseInsensitive)
  }

  /// Whether an expression looks for capital letters: those of classes such as `\W` and `\p{L}` do not, but `\p{Lu}` does.
  private static func asksForCapitals(_ pattern: Substring) -> Bool {
    var rest = pattern
    while let letter = rest.popFirst() {
      if letter != "\\" {
        if letter.isUppercase { return true }
        continue
      }
      let isProperty = rest.popFirst()?.lowercased() == "p" && rest.first == "{"
      guard isProperty, let end = rest.firstIndex(of: "}") else { continue }
      if ["{Lu", "{Lt", "{Upper"].contains(where: { rest.hasPrefix($0) }) { return true }
      rest = rest[rest.index(after: end)...]
    }
    return false
  }

  private static func isExpression(_ word: Substring) -> Bool {
    word.count > 2 && word.first == "/" && word.last == "/"
  }

  /// The first term that is written as an expression and is none, so that it counts as a word.
  var invalidExpression: String? {
    for term in terms {
      if case .word(let word) = term.pattern, Self.isExpression(word.text[...]) { return word.text }
    }
    return nil
  }

  /// Whether an expression took too long for some texts: rows that have it may be missing.
  var isTooSlow: Bool {
    terms.contains { if case .expression(let expression) = $0.pattern { expression.isTooSlow } else { false } }
  }

  /// Whether it is words alone, which the library's search finds.
  var isWords: Bool {
    terms.allSatisfy { term in
      if case .word = term.pattern { !term.isNegated && term.column == nil && term.member == nil } else { false }
    }
  }

  /// Whether a row has what is asked for.
  func matches(_ row: Record) -> Bool {
    terms.allSatisfy { term in
      let texts = Self.values(of: row.object, for: term).lazy.map(\.printed)
      return texts.contains(where: term.pattern.matches) != term.isNegated
    }
  }

  /// The values that a term looks at.
  private static func values(of object: JSONObject, for term: Term) -> [JSONValue] {
    if let member = term.member { return member.value(in: object).map { [$0] } ?? [] }
    guard let column = term.column else { return object.values }
    return zip(object.columns.names, object.values).filter { $0.0.hasSameBytes(as: column) }.map(\.1)
  }

  /// The parts of a cell that were asked for.
  func ranges(in text: String, column: String) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    for term in terms where !term.isNegated {
      guard (term.column ?? term.member?.name).map({ $0.hasSameBytes(as: column) }) ?? true else { continue }
      ranges += term.pattern.ranges(in: text)
    }
    return ranges
  }
}

import Foundation
import LiveTablesOperators

/// A filter as the user types it after `/`.
///
/// A row has to match all terms, which are separated by spaces: `word`, `"two words"`, `/expression/`, each also for a
/// single column (`column:word`), and `column>value` with the comparisons of `--until`. `!` negates a term. Words and
/// expressions without a capital letter are case-insensitive.
struct RowQuery: Sendable {
  private var terms: [Term] = []

  private struct Term: Sendable {
    var isNegated: Bool
    /// The column, or the member of a column, to which the term is limited.
    var column: RowColumn?
    var pattern: Pattern
    /// Whether the term is a plain word, which the library's search can find.
    var isPlain = false
  }

  private enum Pattern: Sendable {
    case word(SearchedWord)
    case expression(BoundedExpression)
    case condition(ComparisonOperator, ComparisonOperator.Operand)

    func matches(_ text: String) -> Bool {
      switch self {
      case .word(let word): word.matches(text)
      case .expression(let expression): expression.matches(text)
      case .condition: false
      }
    }

    /// Returns the matching parts of a text, extended to whole characters.
    func ranges(in text: String) -> [Range<String.Index>] {
      switch self {
      case .word(let word): word.ranges(in: text)
      case .expression(let expression): expression.ranges(in: text)
      case .condition: [text.startIndex..<text.endIndex]
      }
    }
  }

  /// Parses a filter, and treats an invalid term as a word.
  ///
  /// - Parameters:
  ///   - text: The text that the user typed.
  ///   - columns: The columns of the rows. Text before a colon or a comparison is a column name only if it is one of
  ///     these, or a path in one, such as `status.phase`.
  init(_ text: String, columns: [String]) {
    let names = Set(columns.map { $0.lowercased() })
    func column(_ name: String) -> RowColumn? {
      let folded = name.lowercased()
      let root = folded.prefix { $0 != "." }
      guard names.contains(folded) || root.count < folded.count && names.contains(String(root)) else { return nil }
      return RowColumn(name, among: columns)
    }
    var rest = text.drop(while: \.isWhitespace)
    while !rest.isEmpty, let term = Self.takeTerm(&rest, column) {
      terms.append(term)
      rest = rest.drop(while: \.isWhitespace)
    }
  }

  /// Removes and returns the next term.
  ///
  /// - Parameter column: A closure that returns the column with a name, if there is one.
  /// - Returns: The term, or `nil` for a condition without a value, which the user is still typing.
  private static func takeTerm(_ rest: inout Substring, _ column: (String) -> RowColumn?) -> Term? {
    let isNegated = rest.first == "!" && rest.dropFirst().first.map { !$0.isWhitespace } == true
    if isNegated { rest.removeFirst() }
    var termColumn: RowColumn?
    if let (name, afterName) = name(rest), let found = column(name) {
      if afterName.first == ":", let next = afterName.dropFirst().first, !next.isWhitespace {
        termColumn = found
        rest = afterName.dropFirst()
      } else if let (comparison, value) = ComparisonOperator.first(of: afterName.drop(while: \.isWhitespace)) {
        rest = value.drop(while: \.isWhitespace)
        if rest.isEmpty { return nil }
        let text = takeWord(&rest).text
        let operand = ComparisonOperator.Operand(text)
        let isValid = comparison != .matches || operand.isExpression
        return Term(
          isNegated: isNegated, column: found,
          pattern: isValid ? .condition(comparison, operand) : .word(SearchedWord("/\(text)/")))
      }
    }
    let word = takeWord(&rest)
    let expression = word.isQuoted ? phrase(word.text) : expression(word.text[...])
    return Term(
      isNegated: isNegated, column: termColumn,
      pattern: expression.map { .expression($0) } ?? .word(SearchedWord(word.text)),
      isPlain: !word.isQuoted && !isNegated && termColumn == nil)
  }

  /// Returns the column name at the start of a text, possibly in quotes, and the text after the name.
  private static func name(_ text: Substring) -> (String, Substring)? {
    if text.first == "\"", let end = text.dropFirst().firstIndex(of: "\"") {
      return (String(text[text.index(after: text.startIndex)..<end]), text[text.index(after: end)...])
    }
    let name = text.prefix { !$0.isWhitespace && !":<>=!~".contains($0) }
    return name.isEmpty ? nil : (String(name), text[name.endIndex...])
  }

  /// Removes and returns the next word, which may contain spaces in quotes or in an expression between slashes.
  private static func takeWord(_ rest: inout Substring) -> (text: String, isQuoted: Bool) {
    var end = rest.firstIndex(where: \.isWhitespace) ?? rest.endIndex
    let inside = rest.dropFirst()
    if rest.first == "\"", inside.first.map({ $0 != "\"" }) == true {
      // Quotes that are not closed extend to the end.
      let close = inside.firstIndex(of: "\"") ?? inside.endIndex
      rest = inside[close...].dropFirst()
      return (String(inside[..<close]), true)
    }
    if rest.first == "/" {
      let close = inside.indices.dropFirst().first { index in
        let next = inside.index(after: index)
        return inside[index] == "/" && (next == inside.endIndex || inside[next].isWhitespace)
      }
      if let close { end = inside.index(after: close) }
    }
    defer { rest = rest[end...] }
    return (String(rest[..<end]), false)
  }

  var conditionColumns: [RowColumn] {
    terms.compactMap { if case .condition = $0.pattern { $0.column } else { nil } }
  }

  mutating func styleColumns(_ styled: (RowColumn) -> RowColumn) {
    for index in terms.indices {
      if case .condition = terms[index].pattern { terms[index].column = terms[index].column.map(styled) }
    }
  }

  /// Returns an expression that matches a text with spaces, which the library's search would treat as several words.
  private static func phrase(_ text: String) -> BoundedExpression? {
    guard text.contains(where: \.isWhitespace) else { return nil }
    let pattern = NSRegularExpression.escapedPattern(for: text)
    return BoundedExpression(pattern, options: SearchQuery.isExact(text) ? [] : .caseInsensitive)
  }

  private static func expression(_ word: Substring) -> BoundedExpression? {
    guard isExpression(word) else { return nil }
    let pattern = word.dropFirst().dropLast()
    let isExact = asksForCapitals(pattern)
    return BoundedExpression(String(pattern), options: isExact ? [] : .caseInsensitive)
  }

  /// Returns whether an expression searches for capital letters, as `\p{Lu}` does, but not `\W` or `\p{L}`.
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

  /// The first term that is treated as a word because it is not a valid expression.
  var invalidExpression: String? {
    for term in terms {
      if case .word(let word) = term.pattern, Self.isExpression(word.text[...]) { return word.text }
    }
    return nil
  }

  /// Whether an expression took too long for some texts, in which case matching rows may be missing.
  var isTooSlow: Bool {
    terms.contains { term in
      switch term.pattern {
      case .word: false
      case .expression(let expression): expression.isTooSlow
      case .condition(_, let operand): operand.isTooSlow
      }
    }
  }

  /// Whether all terms are plain words, which the library's search can find.
  var isWords: Bool { terms.allSatisfy { if case .word = $0.pattern { $0.isPlain } else { false } } }

  func matches(_ row: Record) -> Bool {
    terms.allSatisfy { term in
      if case .condition(let comparison, let operand) = term.pattern, let column = term.column {
        return comparison.holds(column.value(in: row.object), operand, column.style) != term.isNegated
      }
      let values = term.column.map { column in column.value(in: row.object).map { [$0] } ?? [] } ?? row.object.values
      return values.lazy.map(\.printed).contains(where: term.pattern.matches) != term.isNegated
    }
  }

  func ranges(in text: String, column: String) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    for term in terms where !term.isNegated {
      guard term.column.map({ $0.name.hasSameBytes(as: column) }) ?? true else { continue }
      ranges += term.pattern.ranges(in: text)
    }
    return ranges
  }
}

#if SQLite
import LiveTables

/// A search in a full-text table (FTS5) whose rowid is the id of the shown rows.
///
/// ```swift
/// let found = mails.searched(TextSearch("lun", in: "mailText", highlights: [.init(column: "subject", as: "marked")]))
/// ```
///
/// The text is quoted, so users can type any text. An empty search finds all rows.
public struct TextSearch: Hashable, Sendable {
  /// How a search compares texts.
  public enum Matching: Hashable, Sendable {
    /// Finds rows with words that begin with each of the given words.
    case prefixes
    /// Finds rows with each of the given words.
    case words
    /// Finds rows with the given words in sequence.
    case phrase
    /// Finds rows with the text at any position, including inside words and in scripts without spaces.
    ///
    /// The table must have the tokenizer `trigram`. Texts of one or two characters are searched without the index.
    case substring
    /// Finds rows that match an expression in FTS5's query syntax.
    case expression
  }

  /// A column that contains the found text with marked matches.
  public struct Highlight: Hashable, Sendable {
    let column: String
    let name: String
    /// The texts before and after each match.
    let marks: [String]

    /// Creates a highlight.
    ///
    /// - Parameters:
    ///   - column: A column of both the full-text table and the query. Its text is used if nothing can be marked.
    ///   - name: The name of the additional column of the query.
    ///   - before: The text before each match.
    ///   - after: The text after each match.
    public init(column: String, as name: String, before: String = "[", after: String = "]") {
      self.column = column
      self.name = name
      marks = [before, after]
    }
  }

  let text: String
  let table: String
  let matching: Matching
  /// Whether the best matches come first instead of keeping the order of the rows.
  let isRanked: Bool
  /// The weight of each column of the full-text table, which is 1 by default.
  let weights: [Double]
  /// Additional columns with marked matches.
  let highlights: [Highlight]

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - text: The text as the user typed it.
  ///   - table: The full-text table.
  ///   - matching: How the search compares texts.
  ///   - ranked: Whether the best matches come first. Otherwise, rows keep their order.
  ///   - weights: The weight of each column of the full-text table, which is 1 by default.
  ///   - highlights: Additional columns with marked matches.
  public init(
    _ text: String, in table: String, matching: Matching = .prefixes, ranked: Bool = true, weights: [Double] = [],
    highlights: [Highlight] = []
  ) {
    self.text = text
    self.table = table
    self.matching = matching
    isRanked = ranked
    self.weights = weights
    self.highlights = highlights
  }
}

extension TextSearch {
  private var words: [Substring] { text.split(whereSeparator: \.isWhitespace) }

  /// Whether the search finds all rows.
  var isEmpty: Bool { words.isEmpty }

  /// Whether the index cannot be used, because its entries have three characters.
  var needsScan: Bool { matching == .substring && text.unicodeScalars.count < 3 }

  var expression: String {
    // FTS5 reads texts only up to a NUL.
    func quoted(_ text: some StringProtocol) -> String { String(text).filter { $0 != "\0" }.quotedIdentifier }
    return switch matching {
    case .prefixes: words.map { quoted($0) + " *" }.joined(separator: " ")
    case .words: words.map { quoted($0) }.joined(separator: " ")
    case .phrase, .substring: quoted(text)
    case .expression: text
    }
  }

  var pattern: String {
    "%"
      + text.replacingScalars("\\", with: "\\\\").replacingScalars("%", with: "\\%").replacingScalars("_", with: "\\_")
      + "%"
  }
}
#endif

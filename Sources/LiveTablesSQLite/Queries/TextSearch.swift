#if SQLite
import LiveTables

/// A search in a full-text table (FTS5) whose rowid is the id of the rows that are shown.
///
/// ```swift
/// let found = mails.searched(TextSearch("lun", in: "mailText", highlights: [.init(column: "subject", as: "marked")]))
/// ```
///
/// What people type is quoted, so it can be anything. A search for nothing finds everything.
public struct TextSearch: Hashable, Sendable {
  /// What is looked for.
  public enum Matching: Hashable, Sendable {
    /// Rows that have words beginning with each of these words.
    case prefixes
    /// Rows that have each of these words.
    case words
    /// Rows that have these words one after another.
    case phrase
    /// Rows that have this text anywhere, also inside words and in scripts without spaces.
    ///
    /// The table has to have the tokenizer `trigram`. Texts of one or two characters are found without its index.
    case substring
    /// The text is an expression in FTS5's own language.
    case expression
  }

  /// Marks what was found, in a column of the full-text table.
  public struct Highlight: Hashable, Sendable {
    /// The column of the full-text table.
    let column: String
    /// The name of the column that the query gets in addition.
    let name: String
    /// What comes before and after each text that was found.
    let marks: [String]

    /// Creates a highlight.
    ///
    /// - Parameters:
    ///   - column: A column of the full-text table and of the query: where nothing can be marked, its text is shown.
    ///   - name: The name of the additional column of the query.
    ///   - before: What comes before each match.
    ///   - after: What comes after each match.
    public init(column: String, as name: String, before: String = "[", after: String = "]") {
      self.column = column
      self.name = name
      marks = [before, after]
    }
  }

  /// What is looked for, as it was typed.
  let text: String
  /// The full-text table.
  let table: String
  /// How it is looked for.
  let matching: Matching
  /// Whether the best come first; else rows stay in their order.
  let isRanked: Bool
  /// How much each column of the full-text table counts; 1 by default.
  let weights: [Double]
  /// Additional columns in which what was found is marked.
  let highlights: [Highlight]

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - text: What to find, as the user typed it.
  ///   - table: The full-text table.
  ///   - matching: How it is found.
  ///   - ranked: Whether the best matches come first; otherwise rows stay in their order.
  ///   - weights: How much each column of the full-text table counts; 1 by default.
  ///   - highlights: Additional columns in which the matches are marked.
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

  /// Whether everything is found.
  var isEmpty: Bool { words.isEmpty }

  /// Whether the index has nothing to offer: it knows three characters at least.
  var needsScan: Bool { matching == .substring && text.unicodeScalars.count < 3 }

  /// The text as an expression in FTS5's language.
  var expression: String {
    // FTS5 reads up to a NUL.
    func quoted(_ text: some StringProtocol) -> String { String(text).filter { $0 != "\0" }.quotedIdentifier }
    return switch matching {
    case .prefixes: words.map { quoted($0) + " *" }.joined(separator: " ")
    case .words: words.map { quoted($0) }.joined(separator: " ")
    case .phrase, .substring: quoted(text)
    case .expression: text
    }
  }

  /// The text as a pattern for `LIKE … ESCAPE '\'`.
  var pattern: String {
    "%"
      + text.replacingScalars("\\", with: "\\\\").replacingScalars("%", with: "\\%").replacingScalars("_", with: "\\_")
      + "%"
  }
}
#endif

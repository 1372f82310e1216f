#if SQLite
import LiveTables

/// A search in a full-text table (FTS5) whose rowids are the ids of the shown rows.
///
/// ```swift
/// let found = mails.searched(TextSearch("lun", in: "mailText", highlights: [.init(column: "subject", as: "marked")]))
/// ```
///
/// The search text is quoted, so users can type any text. An empty search finds all rows.
public struct TextSearch: Hashable, Sendable {
  /// The way in which a search compares texts.
  public enum Matching: Hashable, Sendable {
    /// Finds rows that contain, for each of the given words, a word that begins with it.
    case prefixes
    /// Finds rows that contain each of the given words.
    case words
    /// Finds rows that contain the given words in sequence.
    case phrase
    /// Finds rows that contain the text at any position, if the full-text table uses the `trigram` tokenizer.
    ///
    /// Texts of one or two characters are searched for without the index.
    case substring
    /// Finds rows that match an expression in FTS5's query syntax.
    case expression
  }

  /// An additional column that contains the text that was found, with its matches marked.
  public struct Highlight: Hashable, Sendable {
    let column: String
    let name: String
    let marks: [String]

    /// Creates a column in which matches are marked.
    ///
    /// - Parameters:
    ///   - column: A column of both the full-text table and the query.
    ///   - name: The name of the additional column of the query.
    ///   - before: The text to insert before each match.
    ///   - after: The text to insert after each match.
    public init(column: String, as name: String, before: String = "[", after: String = "]") {
      self.column = column
      self.name = name
      marks = [before, after]
    }
  }

  let text: String
  let table: String
  let matching: Matching
  /// Whether the best matches come first, rather than keeping the order of the rows.
  let isRanked: Bool
  let weights: [Double]
  let highlights: [Highlight]

  /// Creates a search in a full-text table.
  ///
  /// - Parameters:
  ///   - text: The text as the user typed it.
  ///   - table: The name of the full-text table.
  ///   - matching: How words match.
  ///   - ranked: Whether the best matches come first, rather than keeping the order of the rows.
  ///   - weights: The weight of each column of the full-text table, by default 1.
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

  var isEmpty: Bool { words.isEmpty }

  /// Whether the text is too short for the index, whose entries have three characters.
  var needsScan: Bool { matching == .substring && text.unicodeScalars.count < 3 }

  var expression: String {
    // FTS5 reads a text only up to the first NUL.
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

#if SQLite
import LiveTables

/// A full-text table (FTS5) that indexes the rows of a query.
///
/// ```swift
/// let texts = try await database.read { try $0.fullTextTable(for: "SELECT * FROM mail") }
/// if let texts { await live.change { $0.searched(texts.search("lun")) } }
/// ```
public struct FullTextTable: Hashable, Sendable {
  package let name: String
  let columns: [String]
  package let idColumn: String
  /// Whether the tokenizer is `trigram`.
  package let findsParts: Bool

  /// Returns a search for any part of a text that the user typed, or for prefixes of words if the tokenizer is not
  /// `trigram`.
  ///
  /// The search does not affect the order of rows.
  public func search(_ text: String) -> TextSearch {
    TextSearch(text, in: name, matching: findsParts ? .substring : .prefixes, ranked: false)
  }
}

extension DatabaseConnection {
  /// Returns a full-text table that indexes the rows of a query, if there is one.
  ///
  /// A full-text table qualifies if its external content is the table whose rowid is a column of the query, or if
  /// triggers of that table write to it. Contentless tables do not qualify. If several tables qualify, the table with
  /// the most columns is returned, and among these one that finds parts of words.
  ///
  /// - Throws: ``SQLiteError`` if the query is invalid.
  public func fullTextTable(for select: SQLQuery) throws -> FullTextTable? {
    guard let (id, table) = try rowIDColumn(of: select) else { return nil }
    let tables = try map(
      """
      SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%USING%fts5%'
      ORDER BY name
      """
    ) { row in (name: try row.decode(String.self, at: 0), sql: try row.decode(String.self, at: 1)) }
    let triggers = try texts(
      of: "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = \(table) COLLATE NOCASE"
    ).map { $0.lowercased() }
    let found = try tables.compactMap { name, sql -> FullTextTable? in
      let options = FullTextOptions(sql)
      // The texts of a contentless table cannot be read, so it does not qualify.
      let isIndex =
        switch options.content {
        case let content?: content.lowercased() == table.lowercased()
        case nil: triggers.contains { $0.containsWord(name.lowercased()) }
        }
      guard isIndex else { return nil }
      return try FullTextTable(
        name: name, columns: columnNames(of: name), idColumn: id, findsParts: options.isTrigram)
    }
    func rank(_ table: FullTextTable) -> (Int, Int) { (table.columns.count, table.findsParts ? 1 : 0) }
    return found.reduce(nil as FullTextTable?) { best, table in
      if let best, rank(best) >= rank(table) { best } else { table }
    }
  }
}

/// The options of a full-text table (FTS5), parsed from the statement that created it.
struct FullTextOptions: Equatable {
  /// The table that contains the texts, empty for a contentless table, or `nil` if the full-text table stores them.
  private(set) var content: String?
  private(set) var isTrigram = false

  init(_ sql: String) {
    guard let open = sql.firstIndex(of: "("), let close = sql.lastIndex(of: ")"), open < close else { return }
    for argument in Self.arguments(sql[sql.index(after: open)..<close]) {
      guard let sign = argument.firstIndex(of: "=") else { continue }
      let key = argument[..<sign].trimmed.lowercased()
      let value = Self.unquoted(argument[argument.index(after: sign)...].trimmed)
      if key == "content" { content = value }
      if key == "tokenize" { isTrigram = value.lowercased().containsWord("trigram") }
    }
  }

  /// Splits a text at commas that are not inside quotes.
  private static func arguments(_ text: Substring) -> [Substring] {
    var quote: Character?
    return text.split { character in
      if let open = quote {
        if character == open { quote = nil }
      } else if "'\"`[".contains(character) {
        quote = character == "[" ? "]" : character
      }
      return quote == nil && character == ","
    }
  }

  private static func unquoted(_ text: Substring) -> String {
    guard text.count >= 2, let first = text.first, let last = text.last, "'\"`[".contains(first),
      last == (first == "[" ? "]" : first)
    else { return String(text) }
    return String(text.dropFirst().dropLast()).replacingScalars("\(last)\(last)", with: "\(last)")
  }
}

extension StringProtocol {
  fileprivate var trimmed: SubSequence {
    let rest = drop(while: \.isWhitespace)
    guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return rest }
    return rest[...last]
  }

  /// Returns whether the text contains a word that is not part of a longer word.
  fileprivate func containsWord(_ word: String) -> Bool {
    let isWordCharacter: (Character) -> Bool = { $0.isLetter || $0.isNumber || $0 == "_" }
    let text = String(self)
    return text.ranges(of: word).contains { range in
      let continuesBefore = text[..<range.lowerBound].last.map(isWordCharacter) ?? false
      let continuesAfter = text[range.upperBound...].first.map(isWordCharacter) ?? false
      return !continuesBefore && !continuesAfter
    }
  }
}
#endif

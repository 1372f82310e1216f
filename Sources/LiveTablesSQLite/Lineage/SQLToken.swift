#if SQLite
/// A word, name, literal, or symbol in an SQL statement.
struct SQLToken: Equatable, Sendable {
  enum Kind: Sendable {
    /// A keyword or an unquoted name.
    case word
    /// A name in double quotes, backquotes, or brackets.
    case name
    /// Text in single quotes.
    case text
    case number
    /// A question mark without a number.
    case parameter
    case sign
  }

  let kind: Kind
  /// The text of the token, without quotes.
  let text: String
  /// The byte range in the statement, including quotes.
  let range: Range<Int>
  /// The number of parentheses that enclose the token.
  let depth: Int

  /// Returns whether the token is a keyword, or an unquoted name with the same spelling.
  func isWord(_ word: String) -> Bool { kind == .word && text.uppercased() == word }

  func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }

  /// Whether the token can be the name of a table, which SQLite also accepts in single quotes.
  var isName: Bool { kind == .word || kind == .name || kind == .text }
}

extension SQLToken {
  /// Returns the tokens of a statement, without comments.
  ///
  /// - Returns: The tokens, or `nil` if the statement has invalid characters, or parameters with names or numbers.
  static func tokens(of sql: String) -> [SQLToken]? {
    var scanner = SQLScanner(bytes: Array(sql.utf8))
    return scanner.tokens()
  }
}

/// Divides the bytes of an SQL statement into tokens.
private struct SQLScanner {
  let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  private var found: [SQLToken] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ offset: Int = 0) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  mutating func tokens() -> [SQLToken]? {
    while position < bytes.count {
      if skipsSpace() { continue }
      guard scans() else { return nil }
    }
    return depth == 0 ? found : nil
  }

  private mutating func skipsSpace() -> Bool {
    switch (byte(), byte(1)) {
    case (UInt8(ascii: " "), _), (9...13, _):
      position += 1
    case (UInt8(ascii: "-"), UInt8(ascii: "-")):
      while position < bytes.count, byte() != 10 { position += 1 }
    case (UInt8(ascii: "/"), UInt8(ascii: "*")):
      position += 2
      while position < bytes.count, !(byte() == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) { position += 1 }
      position = min(position + 2, bytes.count)
    default: return false
    }
    return true
  }

  private mutating func scans() -> Bool {
    let start = position
    switch byte() {
    case UInt8(ascii: "'"): return quoted(.text, by: byte())
    case UInt8(ascii: "\""), UInt8(ascii: "`"): return quoted(.name, by: byte())
    case UInt8(ascii: "["): return quoted(.name, by: UInt8(ascii: "]"))
    case UInt8(ascii: "("):
      position += 1
      add(.sign, start..<position)
      depth += 1
    case UInt8(ascii: ")"):
      if depth == 0 { return false }
      depth -= 1
      position += 1
      add(.sign, start..<position)
    case UInt8(ascii: "?"):
      position += 1
      if byte().isDigit { return false }
      add(.parameter, start..<position)
    case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "#"): return false
    case let first where first.isDigit || first == UInt8(ascii: ".") && byte(1).isDigit:
      repeat { position += 1 } while byte().isWord || byte() == UInt8(ascii: ".")
      add(.number, start..<position)
    case let first where first.isWord:
      // A blob such as x'00' consists of a word and a text, neither of which is a name.
      repeat { position += 1 } while byte().isWord
      add(.word, start..<position)
    case 33...126:
      position += 1
      add(.sign, start..<position)
    default: return false
    }
    return true
  }

  private mutating func quoted(_ kind: SQLToken.Kind, by quote: UInt8) -> Bool {
    let start = position
    var text: [UInt8] = []
    position += 1
    while position < bytes.count {
      if byte() == quote {
        position += 1
        guard byte() == quote else {
          found.append(
            SQLToken(kind: kind, text: String(decoding: text, as: UTF8.self), range: start..<position, depth: depth))
          return true
        }
      }
      text.append(byte())
      position += 1
    }
    return false
  }

  private mutating func add(_ kind: SQLToken.Kind, _ range: Range<Int>) {
    found.append(
      SQLToken(kind: kind, text: String(decoding: bytes[range], as: UTF8.self), range: range, depth: depth))
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isWord: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self == UInt8(ascii: "_")
      || self == UInt8(ascii: "$") || self >= 128
  }
}
#endif

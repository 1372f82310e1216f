/// A shell command with placeholders for values: `{COLUMN}`.
struct CommandTemplate: Equatable, Sendable {
  enum Part: Equatable, Sendable {
    case text(String)
    /// The value of a column, and the quotes that enclose the value.
    case column(String, quotes: String)
  }

  /// A placeholder at a position where its value cannot be quoted.
  struct Unsafe: Error, Equatable {
    var column: String
    var context: String
  }

  private(set) var parts: [Part] = []

  /// Parses a command.
  ///
  /// The rules for quotes are those of the shell (POSIX.1-2017, XCU 2.2), including `$(…)`.
  ///
  /// - Throws: An error if a placeholder is in backquotes, a comment, arithmetic or `${…}`, after `<<` or `$'`, or
  ///   after a construct whose end is hard to determine: quotes in `${…}`, or `case` in `$(…)`.
  init(_ command: String) throws(Unsafe) {
    var words = ""
    /// The open quotes and the number of open parentheses, with one more level for each `$(`.
    var levels = [(quotes: Quotes.none, depth: 0)]
    var isComment = false
    var isInBackquotes = false
    /// The shell construct after which the open quotes cannot be determined.
    var oddity: String?
    var rest = command[...]
    while let character = rest.first {
      let level = levels.count - 1
      if character == "{", let name = Self.column(rest, after: words) {
        let context =
          isComment ? "in a comment" : isInBackquotes ? "in backquotes" : oddity.map { "after \($0)" }
        if let context { throw Unsafe(column: name, context: context) }
        if !words.isEmpty { parts.append(.text(words)) }
        parts.append(.column(name, quotes: levels[level].quotes.rawValue))
        words = ""
        rest = rest.dropFirst(name.count + 2)
        continue
      }
      rest.removeFirst()
      /// The characters after this one that have no other meaning.
      var literal = rest.prefix(0)
      switch (character, levels[level].quotes) {
      case ("\n", _): isComment = false
      case _ where isComment: break
      case ("'", .single): levels[level].quotes = .none
      case (_, .single): break
      case ("\\", _): literal = rest.prefix(1)
      case ("'", .none) where words.last == "$": oddity = "$'"
      case ("'", .none): levels[level].quotes = .single
      case ("\"", .none): levels[level].quotes = .double
      case ("\"", .double): levels[level].quotes = .none
      case ("`", _): isInBackquotes.toggle()
      // `$$` is the shell's process identifier, so the next character does not start `$(` or `${`.
      case ("$", _) where rest.first == "$": literal = rest.prefix(1)
      case ("$", _) where rest.first == "{":
        // In `${…}`, quotes and braces have another meaning if it is quoted.
        let inside = rest.prefix { $0 != "}" }
        let isOdd = inside.endIndex == rest.endIndex || inside.dropFirst().contains { "'\"\\`({".contains($0) }
        if isOdd { oddity = "${" } else { literal = inside }
      case ("$", _) where rest.first == "[": oddity = "$["
      case ("$", _) where rest.hasPrefix("(("): oddity = "$(("
      case ("$", _) where rest.first == "(":
        levels.append((.none, 0))
        literal = rest.prefix(1)
      case ("(", .none) where rest.first == "(": oddity = "(("
      case ("(", .none): levels[level].depth += 1
      case (")", .none) where levels[level].depth > 0: levels[level].depth -= 1
      case (")", .none) where level > 0: levels.removeLast()
      // The patterns of `case` end with closing parentheses that have no opening ones.
      case ("c", .none) where level > 0 && Self.isCase(rest, after: words): oddity = "case"
      case ("<", .none) where rest.first == "<": oddity = "<<"
      case ("#", .none): isComment = words.last.map { " \t\n;&|(".contains($0) } ?? parts.isEmpty
      default: break
      }
      words.append(character)
      words += literal
      rest = rest.dropFirst(literal.count)
    }
    if !words.isEmpty { parts.append(.text(words)) }
  }

  private static func isCase(_ rest: Substring, after before: String) -> Bool {
    let isInWord = { (character: Character?) in character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false }
    return rest.hasPrefix("ase") && !isInWord(rest.dropFirst(3).first) && !isInWord(before.last)
  }

  private enum Quotes: String {
    case none = ""
    case single = "'"
    case double = "\""
  }

  /// Returns the name in braces at the start of a text.
  ///
  /// Braces after a dollar sign belong to the shell, as do braces whose content includes a comma, a semicolon, a brace,
  /// quotes, a dollar sign or a range, or starts or ends with a space.
  private static func column(_ text: Substring, after before: String) -> String? {
    guard before.last != "$", let end = text.firstIndex(of: "}") else { return nil }
    let name = text[text.index(after: text.startIndex)..<end]
    guard let first = name.first, first != " ", name.last != " ", !name.contains("..") else { return nil }
    return name.contains { ",;\n{$\"'".contains($0) } ? nil : String(name)
  }
}

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
    var place: String
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
    // The open quotes, or "" for none, with one more level for each `$(`.
    var open = [Quotes.none]
    var depths = [0]
    var isComment = false
    var isInBackquotes = false
    /// The shell construct after which the open quotes cannot be determined.
    var oddity: String?
    var rest = command[...]
    while let character = rest.first {
      let quotes = open[open.count - 1]
      if character == "{", let name = Self.column(rest, after: words) {
        let place =
          isComment ? "in a comment" : isInBackquotes ? "in backquotes" : oddity.map { "after \($0)" }
        if let place { throw Unsafe(column: name, place: place) }
        if !words.isEmpty { parts.append(.text(words)) }
        parts.append(.column(name, quotes: quotes.rawValue))
        words = ""
        rest = rest.dropFirst(name.count + 2)
        continue
      }
      rest.removeFirst()
      switch (character, quotes) {
      case ("\n", _): isComment = false
      case _ where isComment: break
      case ("'", .single): open[open.count - 1] = .none
      case (_, .single): break
      case ("\\", _):
        words.append(character)
        if let next = rest.popFirst() { words.append(next) }
        continue
      case ("'", .none) where words.last == "$": oddity = "$'"
      case ("'", .none): open[open.count - 1] = .single
      case ("\"", .none): open[open.count - 1] = .double
      case ("\"", .double): open[open.count - 1] = .none
      case ("`", _): isInBackquotes.toggle()
      case ("$", _) where rest.first == "$":
        // `$$` is the shell's process identifier, so the next character does not start `$(` or `${`.
        words.append(character)
        words.append(rest.removeFirst())
        continue
      case ("$", _) where rest.first == "{":
        // In `${…}`, quotes and braces have another meaning if it is quoted.
        let inside = rest.prefix { $0 != "}" }
        if inside.endIndex == rest.endIndex || inside.dropFirst().contains(where: { "'\"\\`({".contains($0) }) {
          oddity = "${"
        } else {
          words.append(character)
          words.append(contentsOf: inside)
          rest = rest[inside.endIndex...]
          continue
        }
      case ("$", _) where rest.first == "[": oddity = "$["
      case ("$", _) where rest.hasPrefix("(("): oddity = "$(("
      case ("$", _) where rest.first == "(":
        open.append(.none)
        depths.append(0)
        words.append(character)
        words.append(rest.removeFirst())
        continue
      case ("(", .none) where rest.first == "(": oddity = "(("
      case ("(", .none): depths[depths.count - 1] += 1
      case (")", .none) where depths[depths.count - 1] > 0: depths[depths.count - 1] -= 1
      case (")", .none) where open.count > 1:
        open.removeLast()
        depths.removeLast()
      // The patterns of `case` end with closing parentheses that have no opening ones.
      case ("c", .none) where open.count > 1 && Self.isCase(rest, after: words): oddity = "case"
      case ("<", .none) where rest.first == "<": oddity = "<<"
      case ("#", .none): isComment = words.last.map { " \t\n;&|(".contains($0) } ?? parts.isEmpty
      default: break
      }
      words.append(character)
    }
    if !words.isEmpty { parts.append(.text(words)) }
  }

  /// Whether `c` and the text after it start with the word `case`.
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

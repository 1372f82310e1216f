extension HelpTopic {
  /// The help text, without a line break at its end.
  ///
  /// All texts except that of ``all`` fit a screen of 80 × 24 characters.
  var text: String {
    var parts = ["\(self == .keys ? "Keys" : name) \(summary)."]
    if !usage.isEmpty { parts.append("Usage: " + usage.joined(separator: "\n       ")) }
    if self == .tool {
      parts.append(Self.commands.map { Self.line($0.rawValue, $0.summary, at: 14) }.joined(separator: "\n"))
    }
    if !explainedOptions.isEmpty { parts.append(explainedOptions.map(line).joined(separator: "\n")) }
    if self == .keys { parts.append(ViewCommand.lines.joined(separator: "\n")) }
    // The notes of these topics do not fit the screen. `livetable help all` contains them.
    let notes = self == .watch || self == .tool ? [] : notes
    let others = options.filter { $0 != .help && !explainedOptions.contains($0) }.map(\.name)
    let more = others.isEmpty ? [] : ["Also \(others.joined(separator: " ")): livetable help all"]
    return (parts + (notes + more).map { $0.wrapped.joined(separator: "\n") }).joined(separator: "\n\n")
  }

  private func line(_ option: Option) -> String {
    let words = option.letter.map { "-\($0), \(option.form)" } ?? option.form
    return Self.line(words, summary(of: option))
  }

  /// Returns the description of an option, which may depend on the command.
  private func summary(of option: Option) -> String {
    switch (self, option) {
    case (.diff, .format): "text, json or patch; default: text"
    case (.diff, .ignore): "ignore these columns"
    case (.diff, .color): "print colors even if the output is not a terminal"
    default: option.summary
    }
  }

  private static func line(_ words: String, _ meaning: String, at column: Int = 28) -> String {
    "  " + words + String(repeating: " ", count: max(1, column - 2 - words.count)) + meaning
  }
}

extension String {
  /// The text as lines of at most 80 characters.
  var wrapped: [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.count + word.count < 80 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

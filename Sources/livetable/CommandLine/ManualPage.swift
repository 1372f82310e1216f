import Foundation
import LiveTables

/// The manual page (mdoc), made from the same properties as the help texts.
struct ManualPage {
  var text: String {
    var lines = [
      ".Dd $Mdocdate$", ".Dt LIVETABLE 1", ".Os", ".Sh NAME", ".Nm livetable",
      ".Nd show tables that change, and mark what changed", ".Sh SYNOPSIS",
    ]
    let others = HelpTopic.commands.filter { $0 != .watch }.flatMap(\.usage)
    for usage in HelpTopic.tool.usage + others { lines += [".Pp", ".Li \(Self.quoted(usage))"] }
    lines += [".Sh DESCRIPTION", "The utility", ".Nm", "\(Self.escaped(HelpTopic.tool.summary)).", "Its commands are:"]
    lines.append(".Bl -tag -width completions")
    for topic in HelpTopic.commands { lines += [".It Cm \(topic.rawValue)", Self.sentence(topic)] }
    lines.append(".El")
    for note in HelpTopic.tool.notes.dropLast() + [HelpTopic.formats] { lines += [".Pp"] + Self.paragraph(note) }
    lines += [".Pp", "The options are:", ".Bl -tag -width Ds"]
    for option in Option.allCases { lines += item(option) }
    lines += [".El", ".Sh COMMANDS"]
    for topic in HelpTopic.commands {
      lines += [".Ss livetable \(topic.rawValue)", Self.sentence(topic)]
      for note in topic.notes where !note.hasPrefix("Exit status") { lines += [".Pp"] + Self.paragraph(note) }
      let names = topic.options.map(\.name).joined(separator: ", ")
      lines += [".Pp"] + Self.paragraph("Options: \(names).")
    }
    lines += [".Sh KEYS", ".Bl -tag -width Ds"]
    for (keys, action) in ViewCommand.keys { lines += [".It \(Self.quoted(keys))", Self.escaped(action) + "."] }
    lines += [".El", ".Sh ENVIRONMENT", ".Bl -tag -width NO_COLOR"]
    lines += [".It Ev NO_COLOR", "If this variable is not empty, the tool uses no colors."]
    lines += [".It Ev TERM", "If this variable is", ".Ql dumb ,", "the tool uses neither colors nor other attributes."]
    lines += [".It Ev COLORTERM", "Together with", ".Ev TERM ,", "this variable determines the number of colors."]
    lines += [".It Ev COLORFGBG", "The last number of this variable is the color of the background.", ".El"]
    lines += [".Sh EXIT STATUS"]
    for topic in [HelpTopic.tool, .diff, .patch] {
      guard let note = topic.notes.first(where: { $0.hasPrefix("Exit status") }) else { continue }
      lines += [".Pp", "\(Self.escaped(topic.name)):"] + Self.paragraph(String(note.dropFirst("Exit status: ".count)))
    }
    lines += [
      ".Sh EXAMPLES", ".Dl livetable watch ps aux", ".Dl livetable watch -n 5 'docker ps | grep -v redis'",
      ".Dl livetable stock.csv --group-by shelf", ".Dl livetable diff old.csv new.csv", ".Sh SEE ALSO", ".Xr watch 1",
    ]
    return Self.withoutIdleBreaks(lines).flatMap(Self.wrapped).joined(separator: "\n") + "\n"
  }

  private func item(_ option: Option) -> [String] {
    let letter = option.letter.map { "Fl \($0) , " } ?? ""
    let value = option.placeholder.map { " Ar \(Self.quoted($0))" } ?? ""
    return [".It \(letter)Fl -\(option.rawValue)\(value)"] + Self.paragraph(option.summary + ".")
  }

  private static func sentence(_ topic: HelpTopic) -> String {
    escaped(topic.summary.prefix(1).uppercased() + topic.summary.dropFirst()) + "."
  }

  /// Returns the text with each sentence on a separate line, as mdoc recommends.
  private static func paragraph(_ text: String) -> [String] {
    var lines: [String] = []
    var rest = text[...]
    while let end = rest.firstRange(of: ". ") {
      lines.append(escaped(String(rest[..<end.lowerBound]) + "."))
      rest = rest[end.upperBound...]
    }
    return lines + [escaped(String(rest))]
  }

  private static func quoted(_ text: String) -> String {
    "\"\(escaped(text).replacingScalars("\"", with: "\"\""))\""
  }

  static func escaped(_ text: some StringProtocol) -> String {
    let special: [Character: String] = [
      "\\": "\\e", "…": "...", "“": "\\(lq", "”": "\\(rq", "~": "\\(ti", "-": "\\-", "↑": "\\(ua", "↓": "\\(da",
      "←": "\\(<-", "→": "\\(->",
    ]
    var escaped = text.map { special[$0] ?? String($0) }.joined()
    if escaped.hasPrefix(".") || escaped.hasPrefix("'") { escaped = "\\&" + escaped }
    return escaped
  }

  /// Wraps a line of text, unless the line has a macro.
  private static func wrapped(_ line: String) -> [String] {
    if line.hasPrefix(".") { return [line] }
    // A dot or an apostrophe at the start of a line would make it a macro.
    return line.wrapped.enumerated().map { ($0 > 0 && ".'".contains($1.first ?? " ") ? "\\&" : "") + $1 }
  }

  /// Returns the lines without paragraph breaks that have no effect at the start of a section.
  private static func withoutIdleBreaks(_ lines: [String]) -> [String] {
    lines.indices.filter { index in
      lines[index] != ".Pp" || !(index > 0 && (lines[index - 1].hasPrefix(".Sh") || lines[index - 1].hasPrefix(".Ss")))
    }.map { lines[$0] }
  }
}

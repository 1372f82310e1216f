import LiveTablesTerminal

/// A key that runs a command on rows: `k:kill {PID}`.
struct Binding: Equatable, Sendable {
  /// The key.
  let key: Character
  /// The command, in which `{COLUMN}` stands for a value of the row.
  let command: String

  /// Understands a binding.
  init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 1, let key = parts[0].first, key != " ", !parts[1].isEmpty,
      Key.character(key) != "q"
    else {
      throw UsageError("--bind “\(text)” is invalid", "write a key, a colon and a command: --bind 'k:kill {PID}'")
    }
    self.key = key
    command = String(parts[1])
  }

  /// The command for a row, each value in quotes, so that a shell takes it for one word whatever is in it.
  ///
  /// - Throws: A column that the row does not have.
  func command(for row: Record) throws(UnknownColumn) -> String {
    var text = ""
    var rest = command[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: start)..<end])
      // Braces of the shell's own have blanks, commas or nothing in them, and a dollar before them.
      let isShell = name.isEmpty || rest[..<start].last == "$"
      guard !isShell, !name.contains(where: { ",;\n".contains($0) }) else {
        text += rest[...end]
        rest = rest[rest.index(after: end)...]
        continue
      }
      guard let value = RowColumn(name, among: row.object.columns.names).value(in: row.object) else {
        throw UnknownColumn(name: name)
      }
      text += rest[..<start] + value.printed.quoted
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }

  /// A column that a row does not have.
  struct UnknownColumn: Error, Equatable {
    var name: String
  }
}

extension String {
  /// The text as one word of a shell.
  fileprivate var quoted: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "-_./:@%+".utf8.contains(byte)
      }
    return isPlain && !hasPrefix("-") ? self : "'\(replacing("'", with: "'\\''"))'"
  }
}

import LiveTablesTerminal

/// A page that shows all columns of a row and all of their previous values.
struct RowPage {
  let row: Record
  var versions: [History.RowVersion]
  var styles: [String: NumberStyle] = [:]
  /// Whether the oldest version is included.
  var isComplete = false

  var page: TerminalPage {
    TerminalPage("Row \(row.identity.string)", fields + [TerminalPage.Line("")] + changes)
  }

  private var fields: [TerminalPage.Line] {
    let names = row.object.columns.names
    let width = min(30, names.map(CharacterWidth.of).max() ?? 0)
    return zip(names, row.object.values).map { name, value in
      let line = NumberChange.sparkline(values(of: name), styles[name] ?? [])
      return TerminalPage.Line("  \(name.padding(to: width))  \(value.printed)\(line.isEmpty ? "" : "  \(line)")")
    }
  }

  private func values(of name: String) -> [String] {
    versions.compactMap { version in
      version.row.flatMap { RowColumn(name, isExact: true).value(in: $0.object)?.printed }
    }
  }

  private var changes: [TerminalPage.Line] {
    var lines: [TerminalPage.Line] = []
    var previous: Record?
    // The change of the oldest version is unknown until the previous one is read.
    if let first = versions.first, !isComplete {
      lines.append(TerminalPage.Line("  reading values before \(first.time.timeOfDay)", .dim))
      previous = first.row
    }
    for version in isComplete ? versions[...] : versions.dropFirst() {
      defer { previous = version.row }
      let time = version.time.timeOfDay
      guard let row = version.row else {
        lines.append(TerminalPage.Line("  \(time)  gone", .warning))
        continue
      }
      guard let previous else {
        lines.append(TerminalPage.Line("  \(time)  there", .good))
        continue
      }
      let changes = ColumnChange.changes(from: previous.object, to: row.object)
      // Changes that concern only colors are not shown.
      if changes.isEmpty { continue }
      lines.append(TerminalPage.Line("  \(time)  " + changes.map { $0.text() }.joined(separator: ", ")))
    }
    return lines.isEmpty ? [] : [TerminalPage.Line("History, newest change first", .strong)] + lines.reversed()
  }
}

extension String {
  /// The text padded with spaces to a width on the terminal.
  fileprivate func padding(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, count - CharacterWidth.of(self)))
  }
}

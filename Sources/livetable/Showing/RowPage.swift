import LiveTablesTerminal

/// All that is known about a row: its columns, and each value that they had.
struct RowPage {
  let row: Record
  /// The contents that it had, from the oldest to the newest.
  var moments: [History.Moment]
  /// How the numbers of columns are written.
  var styles: [String: NumberStyle] = [:]
  /// Whether there are none before them.
  var isComplete = false

  /// The page.
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

  /// The values that a column had.
  private func values(of name: String) -> [String] {
    moments.compactMap { moment in
      moment.row.flatMap { RowColumn(name, isExact: true).value(in: $0.object)?.printed }
    }
  }

  /// The changes, the last one first.
  private var changes: [TerminalPage.Line] {
    var lines: [TerminalPage.Line] = []
    var previous: Record?
    // What the oldest one changed is not known before the one before it is.
    if let first = moments.first, !isComplete {
      lines.append(TerminalPage.Line("  reading what was before \(first.time.timeOfDay)", .dim))
      previous = first.row
    }
    for moment in isComplete ? moments[...] : moments.dropFirst() {
      defer { previous = moment.row }
      let time = moment.time.timeOfDay
      guard let row = moment.row else {
        lines.append(TerminalPage.Line("  \(time)  gone", .warning))
        continue
      }
      guard let previous else {
        lines.append(TerminalPage.Line("  \(time)  there", .good))
        continue
      }
      let changes = ColumnChange.changes(from: previous.object, to: row.object)
      // The colours alone are no news.
      if changes.isEmpty { continue }
      lines.append(TerminalPage.Line("  \(time)  " + changes.map { $0.text() }.joined(separator: ", ")))
    }
    return lines.isEmpty ? [] : [TerminalPage.Line("History, the last change first", .strong)] + lines.reversed()
  }
}

extension String {
  /// The text with blanks behind it, as wide as so many columns of the terminal.
  fileprivate func padding(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, count - CharacterWidth.of(self)))
  }
}

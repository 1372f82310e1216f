import LiveTablesTerminal

/// All that is known about a row: its columns, and each value that they had.
struct RowPage {
  let row: Record
  /// The contents that it had, from the oldest to the newest.
  let moments: [History.Moment]

  /// The page.
  var page: TerminalPage {
    TerminalPage("Row \(row.identity.string)", fields + [TerminalPage.Line("")] + changes)
  }

  private var fields: [TerminalPage.Line] {
    let names = row.object.columns.names
    let width = min(30, names.map(\.count).max() ?? 0)
    return zip(names, row.object.values).map { name, value in
      TerminalPage.Line("  \(name.padding(to: width))  \(value.printed)")
    }
  }

  /// The changes, the last one first.
  private var changes: [TerminalPage.Line] {
    var lines: [TerminalPage.Line] = []
    var previous: Record?
    for moment in moments {
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
      lines.append(TerminalPage.Line("  \(time)  " + changes.map(\.text).joined(separator: ", ")))
    }
    return lines.isEmpty ? [] : [TerminalPage.Line("History, the last change first", .strong)] + lines.reversed()
  }
}

/// A column whose value changed.
struct ColumnChange: Equatable {
  var name: String
  /// The value before; `nil` where the row did not have the column.
  var old: JSONValue?
  /// The value afterwards; `nil` where the row does not have the column any more.
  var new: JSONValue?

  /// The change for people.
  var text: String {
    guard let new else { return "\(name.visible) is gone" }
    return "\(name.visible) \(old.map(Self.short) ?? "nothing") → \(Self.short(new))"
  }

  /// The columns in which two rows differ.
  static func changes(from old: JSONObject, to new: JSONObject) -> [ColumnChange] {
    var oldValues: [ExactText: JSONValue] = [:]
    for (name, value) in zip(old.columns.names, old.values) { oldValues[ExactText(name)] = value }
    var changes: [ColumnChange] = []
    for (name, value) in zip(new.columns.names, new.values) {
      let oldValue = oldValues.removeValue(forKey: ExactText(name))
      if oldValue != value { changes.append(ColumnChange(name: name, old: oldValue, new: value)) }
    }
    for name in old.columns.names {
      if let value = oldValues.removeValue(forKey: ExactText(name)) {
        changes.append(ColumnChange(name: name, old: value))
      }
    }
    return changes
  }

  private static func short(_ value: JSONValue) -> String {
    let limit = 40
    let text = value.compact
    return text.count > limit ? text.prefix(limit).description.visible + "…" : text.visible
  }
}

extension String {
  fileprivate func padding(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, count - self.count))
  }
}

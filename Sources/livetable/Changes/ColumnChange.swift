import LiveTablesTerminal

/// A column whose value changed.
struct ColumnChange: Equatable {
  var name: String
  /// The value before; `nil` where the row did not have the column.
  var old: JSONValue?
  /// The value afterwards; `nil` where the row does not have the column any more.
  var new: JSONValue?

  /// The change for people, where `paint` gives the old value and the new one their colours.
  func text(paint: (_ value: String, _ sign: String) -> String = { value, _ in value }) -> String {
    guard let new else { return "\(Sanitizer.visible(name)) is gone" }
    // What differs is to be seen of both values, and something of what is before it.
    let same = zip(old?.compact ?? "", new.compact).prefix { $0.unicodeScalars.elementsEqual($1.unicodeScalars) }.count
    let start = same < Self.limit ? 0 : same - Self.limit / 2
    // Two spellings of one character look the same.
    let show = old?.compact == new.compact ? Sanitizer.spelled : Sanitizer.visible
    let before = old.map { Self.short($0, from: start, show) } ?? "nothing"
    return "\(Sanitizer.visible(name)) \(paint(before, "-")) → \(paint(Self.short(new, from: start, show), "+"))"
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

  /// A value for people, cut where it is long.
  static func short(
    _ value: JSONValue, from start: Int = 0, _ show: (String) -> String = Sanitizer.visible
  ) -> String {
    let text = value.compact
    let part = text.dropFirst(start)
    return (start > 0 ? "…" : "") + show(String(part.prefix(limit))) + (part.count > limit ? "…" : "")
  }

  /// How many characters of a value are shown.
  private static let limit = 40
}

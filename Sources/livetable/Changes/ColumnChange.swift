import LiveTablesTerminal

struct ColumnChange: Equatable {
  var name: String
  var old: JSONValue?
  var new: JSONValue?

  /// Returns a description of the change, in which `paint` can color the old and the new value.
  func text(paint: (_ value: String, _ sign: String) -> String = { value, _ in value }) -> String {
    guard let new else { return "\(Sanitizer.visible(name)) is gone" }
    // Both values are cut so that their first difference is visible, with some text before it.
    let same = zip(old?.compact ?? "", new.compact).prefix { $0.unicodeScalars.elementsEqual($1.unicodeScalars) }.count
    let start = same < Self.limit ? 0 : same - Self.limit / 2
    // Different spellings of the same character look the same, so they are printed as code points.
    let show = old?.compact == new.compact ? Sanitizer.spelled : Sanitizer.visible
    let before = old.map { Self.short($0, from: start, show) } ?? "nothing"
    return "\(Sanitizer.visible(name)) \(paint(before, "-")) → \(paint(Self.short(new, from: start, show), "+"))"
  }

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

  static func short(
    _ value: JSONValue, from start: Int = 0, _ show: (String) -> String = Sanitizer.visible
  ) -> String {
    let text = value.compact
    let part = text.dropFirst(start)
    return (start > 0 ? "…" : "") + show(String(part.prefix(limit))) + (part.count > limit ? "…" : "")
  }

  private static let limit = 40
}

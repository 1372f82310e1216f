/// The last line of the screen, which shows the number of rows, the last change, the rate of changes, and errors.
struct StatusLine: Hashable, Sendable {
  var rowCount = 0
  /// The number of visible and hidden rows, or `nil` if no row is hidden.
  var totalRowCount: Int?
  /// The number of sections, or `nil` to hide the number.
  var sectionCount: Int?
  /// The one-based position of the selected row.
  var position: Int?
  var lastUpdate: ChangeCounts?
  var rate = 0.0
  /// The state of a view that does not show the newest table, such as a paused one.
  var mode: String?
  var notes: [String] = []
  var totalText: String?
  var message: String?
  var caption: String?

  /// Returns the status line for the given width.
  ///
  /// If there is not enough space, the least important parts are omitted.
  func line(columns: Int) -> ScreenLine {
    var parts: [Part] = []
    if let mode {
      let style = Style(.yellow, [.reversed, .bold])
      parts.append(Part(mode, importance: 10, style: style, least: columns * 2 / 3))
    }
    parts.append(Part(count, importance: 8))
    for note in notes { parts.append(Part(note, importance: 7, least: 11)) }
    if let totalText { parts.append(Part(totalText, importance: 7)) }
    if let sectionCount { parts.append(Part(Self.plural(sectionCount, "section"), importance: 5)) }
    if let lastUpdate { parts.append(Part(Self.changes(lastUpdate), importance: 6)) }
    if rate > 0 { parts.append(Part(Self.perSecond(rate), importance: 4)) }
    if let message, !message.isEmpty {
      parts.append(
        Part(message, importance: 9, style: Style(.red, [.reversed, .bold]), least: min(40, max(8, columns / 2 - 4))))
    }
    if let caption, !caption.isEmpty { parts.append(Part(caption, importance: 3, least: 20)) }
    let gap = columns < Self.wide ? 2 : Self.separator.width
    let spans = Self.spans(Self.fit(parts, columns: columns, gap: gap), gap: gap)
    return ScreenLine(spans, fill: Self.style)
  }

  private struct Part {
    var text: DisplayText
    var importance: Int
    var style: Style
    var least: Int

    init(_ text: String, importance: Int, style: Style = StatusLine.style, least: Int = .max) {
      self.text = DisplayText(text, limit: 500)
      self.importance = importance
      self.style = style
      self.least = min(least, self.text.width)
    }
  }

  private static let style = Style(nil, .reversed)
  private static let separator: DisplayText = " │ "
  /// The minimum width of the screen at which separators are shown.
  private static let wide = 60

  /// Drops parts until the others fit, and then truncates those that can be truncated.
  private static func fit(_ parts: [Part], columns: Int, gap: Int) -> [Part] {
    var parts = parts
    func excess(_ width: (Part) -> Int) -> Int {
      parts.reduce(1) { $0 + width($1) + gap } - gap - columns
    }
    while parts.count > 1, excess({ $0.least }) > 0 {
      // Among equally important parts, the last one is dropped.
      let least = parts.indices.reversed().min { parts[$0].importance < parts[$1].importance }!
      parts.remove(at: least)
    }
    for index in parts.indices.sorted(by: { parts[$0].importance < parts[$1].importance }) {
      let over = excess { $0.text.width }
      guard over > 0 else { break }
      parts[index].text = parts[index].text.cut(to: max(parts[index].least, parts[index].text.width - over))
    }
    return parts
  }

  private static func spans(_ parts: [Part], gap: Int) -> [StyledText] {
    var spans = [StyledText(DisplayText(spaces: 1), style)]
    for (index, part) in parts.enumerated() {
      if index > 0 { spans.append(StyledText(gap == separator.width ? separator : DisplayText(spaces: gap), style)) }
      spans.append(StyledText(part.text, part.style))
    }
    return spans
  }

  /// The number of rows, and the position of the cursor.
  var count: String {
    let rows = totalRowCount.map { "\(rowCount) of \(Self.plural($0, "row"))" } ?? Self.plural(rowCount, "row")
    return position.map { "\($0)/\(rows)" } ?? rows
  }

  private static func plural(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  private static func changes(_ counts: ChangeCounts) -> String {
    let parts = [("+", counts.inserted), ("-", counts.deleted), ("~", counts.moved), ("*", counts.updated)]
    let named = parts.filter { $0.1 > 0 }.map { "\($0.0)\($0.1)" }
    return named.isEmpty ? "no change" : named.joined(separator: " ")
  }

  private static func perSecond(_ rate: Double) -> String {
    let tenths = max(1, Int(rate * 10 + 0.5))
    return tenths >= 100 ? "\((tenths + 5) / 10)/s" : "\(tenths / 10).\(tenths % 10)/s"
  }
}

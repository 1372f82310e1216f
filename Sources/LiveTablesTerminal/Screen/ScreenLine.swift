struct StyledText: Hashable, Sendable {
  var text: DisplayText
  var style: Style

  init(_ text: DisplayText, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }
}

/// A line of the screen, with a style for the part that its spans do not cover.
struct ScreenLine: Hashable, Sendable {
  var spans: [StyledText]
  var fill: Style

  init(_ spans: [StyledText] = [], fill: Style = .plain) {
    self.spans = spans
    self.fill = fill
  }

  var width: Int { spans.reduce(0) { $0 + $1.text.width } }
}

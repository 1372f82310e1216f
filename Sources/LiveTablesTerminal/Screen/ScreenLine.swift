/// A piece of a line in one style.
struct Span: Hashable, Sendable {
  var text: DisplayText
  var style: Style

  init(_ text: DisplayText, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }
}

/// One line of the screen, from left to right; what it does not fill has the style `fill`.
struct ScreenLine: Hashable, Sendable {
  var spans: [Span]
  var fill: Style

  init(_ spans: [Span] = [], fill: Style = .plain) {
    self.spans = spans
    self.fill = fill
  }

  /// The columns that the spans take.
  var width: Int { spans.reduce(0) { $0 + $1.text.width } }
}

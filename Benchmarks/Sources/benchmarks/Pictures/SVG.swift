/// An SVG picture of lines, boxes and text.
struct SVG {
  let width: Int
  let height: Int
  private var parts: [String] = []

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The title, which describes the picture to people who cannot see it.
  var title = ""

  enum Anchor: String {
    case start, middle, end
  }

  mutating func rectangle(x: Double, y: Double, width: Double, height: Double, fill: Color) {
    parts.append(
      "<rect x=\"\(n(x))\" y=\"\(n(y))\" width=\"\(n(width))\" height=\"\(n(height))\" fill=\"\(fill.code)\"/>")
  }

  mutating func line(from: (Double, Double), to: (Double, Double), color: Color, width: Double = 1) {
    polyline([from, to], color: color, width: width)
  }

  mutating func polyline(_ points: [(Double, Double)], color: Color, width: Double) {
    let list = points.map { "\(n($0.0)),\(n($0.1))" }.joined(separator: " ")
    parts.append(
      "<polyline points=\"\(list)\" fill=\"none\" stroke=\"\(color.code)\" stroke-width=\"\(n(width))\"/>")
  }

  mutating func dot(_ point: (Double, Double), color: Color) {
    parts.append("<circle cx=\"\(n(point.0))\" cy=\"\(n(point.1))\" r=\"3\" fill=\"\(color.code)\"/>")
  }

  mutating func text(
    _ text: String, x: Double, y: Double, anchor: Anchor = .start, size: Int = 12, color: Color = .ink,
    isBold: Bool = false
  ) {
    let weight = isBold ? " font-weight=\"bold\"" : ""
    parts.append(
      "<text x=\"\(n(x))\" y=\"\(n(y))\" font-size=\"\(size)\" text-anchor=\"\(anchor.rawValue)\" "
        + "fill=\"\(color.code)\"\(weight)>\(Self.escaped(text))</text>")
  }

  /// The content of the file.
  var file: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
    font-family="system-ui, Helvetica, Arial, sans-serif" role="img">
    <title>\(Self.escaped(title))</title>
    <rect width="\(width)" height="\(height)" fill="#ffffff"/>
    \(parts.joined(separator: "\n"))
    </svg>

    """
  }

  private func n(_ value: Double) -> String { Format.fixed(value, digits: 1) }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}

/// Colors that remain distinct for people who are color-blind (Okabe and Ito, 2008).
enum Color {
  case ink, faint, blue, orange, green, violet

  var code: String {
    switch self {
    case .ink: "#222222"
    case .faint: "#dddddd"
    case .blue: "#0072b2"
    case .orange: "#e69f00"
    case .green: "#009e73"
    case .violet: "#cc79a7"
    }
  }
}

struct Palette: Hashable, Sendable {
  /// The terminal features that a palette uses.
  enum Means: Hashable, Sendable {
    case colors
    /// Colors that are readable on a light background, and attributes.
    case light
    case monochrome
    case none
  }

  var means: Means
  /// The number of colors to use for text that other programs have styled.
  var depth = ColorDepth.all
  /// Whether to query the terminal for its background color because no environment variable determines it.
  var dependsOnBackground = false

  /// Returns the SGR escape sequence that selects a style, regardless of the current style.
  func sequence(for style: Style) -> String {
    guard means != .none else { return "" }
    var codes = "0"
    for (attribute, code) in Self.codes where style.attributes.contains(attribute) {
      codes += ";\(code)"
    }
    if means != .monochrome, let color = style.color {
      codes += means == .light ? ";38;5;\(color.dark)" : ";\(color.rawValue)"
    }
    if means != .monochrome, let rendition = style.rendition { codes += ";\(depth.rendition(rendition))" }
    return "\u{1B}[\(codes)m"
  }

  private static let codes: [(Style.Attributes, Int)] = [(.bold, 1), (.dim, 2), (.underlined, 4), (.reversed, 7)]
}

extension Palette {
  /// Creates a palette based on environment variables.
  ///
  /// A nonempty `NO_COLOR` disables colors (no-color.org), and the `TERM` value `dumb` also disables attributes.
  /// `COLORTERM` and `TERM` determine the number of colors. On some terminals, `COLORFGBG` determines the background.
  /// If a terminal has only 16 colors, the user has chosen their shades.
  ///
  /// - Parameters:
  ///   - environment: A closure that returns the value of an environment variable.
  ///   - isLight: Whether the background is light, if known.
  init(environment: (String) -> String?, isLight: Bool? = nil) {
    let term = environment("TERM") ?? ""
    let background = environment("COLORFGBG")?.split(separator: ";").last.flatMap { Int($0) }
    depth = ColorDepth(term: term, colorTerm: environment("COLORTERM") ?? "")
    if term == "dumb" {
      means = .none
    } else if let noColor = environment("NO_COLOR"), !noColor.isEmpty {
      means = .monochrome
    } else {
      let isKnownAsLight = isLight ?? background.map { $0 == 7 || $0 > 8 }
      means = depth > .basic && isKnownAsLight == true ? .light : .colors
      dependsOnBackground = depth > .basic && isKnownAsLight == nil
    }
  }
}

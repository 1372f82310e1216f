/// What a terminal is asked to do for a style.
struct Palette: Hashable, Sendable {
  /// What is used of a terminal's means.
  enum Means: Hashable, Sendable {
    /// Colours and attributes.
    case colors
    /// Colours that can be read on a bright background, and attributes.
    case light
    /// Attributes only.
    case monochrome
    /// Plain text.
    case none
  }

  var means: Means
  /// How many colours there are, for those that other programs have selected.
  var depth = ColorDepth.all
  /// Whether the terminal may be asked what its background is: nothing else says it, and it makes a difference.
  var dependsOnBackground = false

  /// The escape sequence (select graphic rendition) after which text has the style, whatever it had before.
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
  /// Reads what the user wants from the environment.
  ///
  /// A `NO_COLOR` that is not empty means no colours (no-color.org); a `TERM` of `dumb` means no attributes either.
  /// `COLORTERM` and `TERM` say how many colours there are, and on some terminals `COLORFGBG` what the background is.
  /// Where there are 16 colours only, they are the user's.
  ///
  /// - Parameters:
  ///   - environment: The value of a variable.
  ///   - isLight: Whether the background is bright, where that is known.
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

/// How text looks: at most one of the terminal's own colours, and attributes that need none.
struct Style: Hashable, Sendable {
  /// The colours that every terminal has, in whatever shade its user likes.
  enum Color: Int, Sendable {
    case red = 31
    case green, yellow, blue, magenta, cyan

    /// A darker shade, of the 256 that most terminals have.
    var dark: Int {
      switch self {
      case .red: 124
      case .green: 28
      case .yellow: 130
      case .blue: 25
      case .magenta: 127
      case .cyan: 30
      }
    }
  }

  /// What can be seen without colour.
  struct Attributes: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let bold = Attributes(rawValue: 1)
    static let dim = Attributes(rawValue: 2)
    static let underlined = Attributes(rawValue: 4)
    static let reversed = Attributes(rawValue: 8)
  }

  var color: Color?
  var attributes: Attributes
  /// What another program has selected for the text (SGR): 16, 256 or all colours.
  var rendition: String?

  init(_ color: Color? = nil, _ attributes: Attributes = []) {
    self.color = color
    self.attributes = attributes
  }

  /// Text as another program has selected it; what is no numbers and semicolons counts for nothing.
  init(rendition: String) {
    self.init()
    let isSafe = rendition.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }
    self.rendition = isSafe && !rendition.isEmpty ? rendition : nil
  }

  /// Text as the terminal shows it by itself.
  static let plain = Style()

  /// The same with more attributes.
  func with(_ more: Attributes) -> Style {
    var style = self
    style.attributes.formUnion(more)
    return style
  }
}

/// What a terminal is asked to do for a style.
enum Palette: Hashable, Sendable {
  /// Colours and attributes.
  case colors
  /// Colours that can be read on a bright background, and attributes.
  case light
  /// Attributes only.
  case monochrome
  /// Plain text.
  case none

  /// Reads what the user wants from the environment.
  ///
  /// A `NO_COLOR` that is not empty means no colours (no-color.org); a `TERM` of `dumb` means no attributes either.
  /// `COLORFGBG` says on some terminals what the background is. Where there are 16 colours only, they are the user's.
  ///
  /// - Parameters:
  ///   - environment: The value of a variable.
  ///   - isLight: Whether the background is bright, where that is known.
  init(environment: (String) -> String?, isLight: Bool? = nil) {
    let background = environment("COLORFGBG")?.split(separator: ";").last.flatMap { Int($0) } ?? 0
    let hasMany = environment("TERM")?.contains("256") == true || environment("COLORTERM")?.isEmpty == false
    if environment("TERM") == "dumb" {
      self = .none
    } else if let noColor = environment("NO_COLOR"), !noColor.isEmpty {
      self = .monochrome
    } else {
      self = hasMany && isLight ?? (background == 7 || background > 8) ? .light : .colors
    }
  }

  /// The escape sequence (select graphic rendition) after which text has the style, whatever it had before.
  func sequence(for style: Style) -> String {
    guard self != .none else { return "" }
    var codes = "0"
    for (attribute, code) in Self.codes where style.attributes.contains(attribute) {
      codes += ";\(code)"
    }
    if self != .monochrome, let color = style.color {
      codes += self == .light ? ";38;5;\(color.dark)" : ";\(color.rawValue)"
    }
    if self != .monochrome, let rendition = style.rendition { codes += ";\(rendition)" }
    return "\u{1B}[\(codes)m"
  }

  private static let codes: [(Style.Attributes, Int)] = [(.bold, 1), (.dim, 2), (.underlined, 4), (.reversed, 7)]
}

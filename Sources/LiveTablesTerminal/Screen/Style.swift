/// The style of a text, which consists of at most one terminal color and several attributes.
struct Style: Hashable, Sendable {
  /// The basic colors of every terminal, in the shades that the user has chosen.
  enum Color: Int, Sendable {
    case red = 31
    case green, yellow, blue, magenta, cyan

    /// The index of a darker shade in the palette of 256 colors.
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

  struct Attributes: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let bold = Attributes(rawValue: 1)
    static let dim = Attributes(rawValue: 2)
    static let underlined = Attributes(rawValue: 4)
    static let reversed = Attributes(rawValue: 8)
  }

  var color: Color?
  var attributes: Attributes
  /// SGR parameters from another program, with 16, 256, or 24-bit colors.
  var rendition: String?

  init(_ color: Color? = nil, _ attributes: Attributes = []) {
    self.color = color
    self.attributes = attributes
  }

  /// Creates a style from SGR parameters, ignoring everything except numbers and semicolons.
  init(rendition: String) {
    self.init()
    let isSafe = rendition.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }
    self.rendition = isSafe && !rendition.isEmpty ? rendition : nil
  }

  static let plain = Style()

  func with(_ more: Attributes) -> Style {
    var style = self
    style.attributes.formUnion(more)
    return style
  }
}

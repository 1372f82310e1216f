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

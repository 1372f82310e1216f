open class UIFont: NSObject, @unchecked Sendable {
  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
    public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
    public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
    public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
  }

  public let pointSize: CGFloat

  init(standInPointSize size: CGFloat) { pointSize = size }

  open class func systemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(standInPointSize: fontSize) }
  open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(standInPointSize: fontSize) }

  open class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    UIFont(standInPointSize: style == .body || style == .headline ? 17 : style == .subheadline ? 15 : 13)
  }

  /// The height of a line of text.
  open var lineHeight: CGFloat { (pointSize * 1.2).rounded(.up) }
}

public enum NSTextAlignment: Int, Sendable {
  case left = 0
  case center = 1
  case right = 2
  case justified = 3
  case natural = 4
}

@MainActor open class UILabel: UIView {
  open var text: String? { didSet { invalidateIntrinsicContentSize() } }
  open var font: UIFont! = UIFont.systemFont(ofSize: 17) { didSet { invalidateIntrinsicContentSize() } }
  open var textColor: UIColor! = UIColor.label
  open var textAlignment = NSTextAlignment.natural
  open var numberOfLines = 1 { didSet { invalidateIntrinsicContentSize() } }
  open var isEnabled = true
  open var preferredMaxLayoutWidth: CGFloat = 0
  open var adjustsFontForContentSizeCategory = false

  open override var intrinsicContentSize: CGSize {
    sizeThatFits(CGSize(width: preferredMaxLayoutWidth, height: 0))
  }

  /// Assumes that every character is half as wide as the font's point size, and that lines break anywhere.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    guard let text, !text.isEmpty else { return .zero }
    let advance = font.pointSize / 2
    let width = advance * CGFloat(text.count)
    guard numberOfLines != 1, size.width > advance, width > size.width else {
      return CGSize(width: width.rounded(.up), height: font.lineHeight)
    }
    let perLine = Int(size.width / advance)
    var lines = (text.count + perLine - 1) / perLine
    if numberOfLines > 0 { lines = min(lines, numberOfLines) }
    return CGSize(width: size.width, height: font.lineHeight * CGFloat(lines))
  }
}

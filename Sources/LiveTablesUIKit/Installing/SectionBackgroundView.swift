#if canImport(UIKit)
@_spi(Adapters) import LiveTablesCells
import UIKit

/// The part of a section's background behind a single row.
final class SectionBackgroundView: UIView {
  let panel = UIView()
  let line = UIView()
  let earlier: UIView?
  private(set) var style = SectionStyle()
  private(set) var shape: SectionShape?

  init(insteadOf earlier: UIView? = nil) {
    self.earlier = earlier
    super.init(frame: .zero)
    #if !os(tvOS)
    panel.backgroundColor = .secondarySystemGroupedBackground
    #endif
    line.backgroundColor = .separator
    addSubview(panel)
    addSubview(line)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ style: SectionStyle, _ shape: SectionShape) {
    if style == self.style, shape == self.shape { return }
    self.style = style
    self.shape = shape
    panel.layer.cornerRadius = CGFloat(style.cornerRadius)
    panel.layer.maskedCorners = CACornerMask(shape)
    line.isHidden = !shape.hasSeparator
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let (margin, thickness) = (CGFloat(style.margin), CGFloat(style.separator))
    panel.frame = CGRect(x: margin, y: 0, width: max(0, bounds.width - 2 * margin), height: bounds.height)
    line.frame = CGRect(x: margin, y: bounds.height - thickness, width: panel.frame.width, height: thickness)
  }
}

extension CACornerMask {
  fileprivate init(_ shape: SectionShape) {
    self = []
    if shape.roundsTop { formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
    if shape.roundsBottom { formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner]) }
  }
}

/// A table or collection view cell, whose background view can show its section's background.
@MainActor protocol BackgroundCell: UIView {
  var backgroundView: UIView? { get set }
}

extension UITableViewCell: BackgroundCell {}
extension UICollectionViewCell: BackgroundCell {}

extension BackgroundCell {
  /// Shows the section background behind a row, or restores the cell's own background if the style is `nil`.
  func showSection(_ style: SectionStyle?, of path: RowPath, in rowCounts: [Int]) {
    guard let style, let shape = style.shape(of: path, in: rowCounts) else {
      if let back = backgroundView as? SectionBackgroundView { backgroundView = back.earlier }
      return
    }
    let back = backgroundView as? SectionBackgroundView ?? SectionBackgroundView(insteadOf: backgroundView)
    back.show(style, shape)
    if backgroundView !== back { backgroundView = back }
  }
}
#endif

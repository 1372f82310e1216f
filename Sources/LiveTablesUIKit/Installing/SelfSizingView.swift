#if canImport(UIKit)
@_spi(Adapters) public import LiveTablesCells
public import UIKit

/// A view above or below a table that is as high as its content needs, and follows when that changes.
///
/// ```swift
/// binder.accessories.header = SelfSizingView(form)
/// ```
///
/// It is for the header and the footer of a table view, set by a binder's accessories or by hand, and for those of a
/// collection view's layout. The content says by its constraints how high it is; with a style it stands on a section of
/// its own, or, where the style is open, on the one that goes on in the table.
public final class SelfSizingView: UIView {
  let content: UIView

  /// The look of the section on which the content stands; none if there is none.
  public var style: SectionStyle? { didSet { if style != oldValue { place() } } }

  private let back = SectionBackgroundView()
  private var edges: [NSLayoutConstraint] = []

  /// Creates a view around a content.
  ///
  /// - Parameters:
  ///   - content: What is shown.
  ///   - style: The look of the section on which the content stands; none if there is none.
  public init(_ content: UIView, style: SectionStyle? = nil) {
    self.content = content
    self.style = style
    super.init(frame: .zero)
    content.translatesAutoresizingMaskIntoConstraints = false
    addSubview(back)
    addSubview(content)
    place()
  }

  /// There is none in an archive.
  public required init?(coder: NSCoder) { nil }

  /// Puts the content in its place, and asks for another height if it needs one.
  public override func layoutSubviews() {
    super.layoutSubviews()
    back.frame = CGRect(x: 0, y: content.frame.minY, width: bounds.width, height: content.frame.height)
    guard let table = superview as? UITableView else { return }
    let isHeader = table.tableHeaderView === self
    guard isHeader || table.tableFooterView === self, bounds.width > 0 else { return }
    let height = systemLayoutSizeFitting(
      CGSize(width: bounds.width, height: UIView.layoutFittingCompressedSize.height),
      withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel
    ).height
    if abs(height - bounds.height) < 0.5 { return }
    frame.size.height = height
    // A table looks at the height of its header and footer when it is given them.
    if isHeader { table.tableHeaderView = self } else { table.tableFooterView = self }
  }

  private func place() {
    NSLayoutConstraint.deactivate(edges)
    let whole = style?.whole
    let above = whole?.roundsTop == true ? CGFloat(style?.spacing ?? 0) : 0
    let below = whole?.roundsBottom == true ? CGFloat(style?.spacing ?? 0) : 0
    let margin = CGFloat(style?.margin ?? 0)
    edges = [
      content.topAnchor.constraint(equalTo: topAnchor, constant: above),
      content.leadingAnchor.constraint(equalTo: leadingAnchor, constant: margin),
      content.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -margin),
      content.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -below),
    ]
    // Until the table knows the height, there is less room than the content needs.
    edges[3].priority = UILayoutPriority(999)
    NSLayoutConstraint.activate(edges)
    back.isHidden = style == nil
    if let style, let whole { back.show(style, whole) }
    setNeedsLayout()
  }
}
#endif

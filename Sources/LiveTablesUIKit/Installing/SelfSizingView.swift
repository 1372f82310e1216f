#if canImport(UIKit)
@_spi(Adapters) public import LiveTablesCells
public import UIKit

/// A header or footer whose size follows its content.
///
/// ```swift
/// binder.accessories.header = SelfSizingView(form)
/// ```
///
/// Use this view as the header or footer of a table view, either through a binder's accessories or directly, and in a
/// collection view's layout. The constraints of the content determine the height. If there is a style, the content has
/// a section background. At an open edge of the style, the background extends into the table.
public final class SelfSizingView: UIView {
  let content: UIView

  /// The style of the section background, or `nil` for no background.
  public var style: SectionStyle? { didSet { if style != oldValue { place() } } }

  private let back = SectionBackgroundView()
  private var edges: [NSLayoutConstraint] = []

  /// Creates a view that contains a content view.
  ///
  /// - Parameters:
  ///   - content: The content view.
  ///   - style: The style of the section background, or `nil` for no background.
  public init(_ content: UIView, style: SectionStyle? = nil) {
    self.content = content
    self.style = style
    super.init(frame: .zero)
    content.translatesAutoresizingMaskIntoConstraints = false
    addSubview(back)
    addSubview(content)
    place()
  }

  /// Returns `nil`, because the view does not support archiving.
  public required init?(coder: NSCoder) { nil }

  /// Lays out the content, and updates the height if necessary.
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
    // A table view reads the height of its header and footer only when they are assigned.
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
    // Until the table view has the height, there is too little space for the content.
    edges[3].priority = UILayoutPriority(999)
    NSLayoutConstraint.activate(edges)
    back.isHidden = style == nil
    if let style, let whole { back.show(style, whole) }
    setNeedsLayout()
  }
}
#endif

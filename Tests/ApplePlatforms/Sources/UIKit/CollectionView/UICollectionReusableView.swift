public import Foundation

@MainActor open class UICollectionReusableView: UIView {
  open internal(set) var reuseIdentifier: String?

  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Creates a view of a registered class, as UIKit does with `init(frame:)`. Not UIKit API; subclasses that override
  /// `init(frame:)` and `init(coder:)` inherit it.
  public required convenience init(standInFrame frame: CGRect) { self.init(frame: frame) }

  /// The reuse queue of the view.
  var standInKey: StandInReuseKey?

  open func prepareForReuse() {}
  open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}
  open func willTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {}
  open func didTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {}
  open func preferredLayoutAttributesFitting(
    _ layoutAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutAttributes { layoutAttributes }
}

@MainActor open class UICollectionViewCell: UICollectionReusableView {
  public typealias ConfigurationUpdateHandler = (UICollectionViewCell, UICellConfigurationState) -> Void

  public enum DragState: Int, Sendable {
    case none
    case lifting
    case dragging
  }

  public override init(frame: CGRect) {
    contentView = UIView(frame: CGRect(origin: .zero, size: frame.size))
    super.init(frame: frame)
    addSubview(contentView)
  }

  public required init?(coder: NSCoder) {
    contentView = UIView()
    super.init(coder: coder)
    addSubview(contentView)
  }

  public let contentView: UIView
  open var isSelected = false { didSet { if isSelected != oldValue { setNeedsUpdateConfiguration() } } }
  open var isHighlighted = false { didSet { if isHighlighted != oldValue { setNeedsUpdateConfiguration() } } }
  open var backgroundView: UIView?
  open var selectedBackgroundView: UIView?

  open var configurationState: UICellConfigurationState {
    var state = UICellConfigurationState()
    state.isSelected = isSelected
    state.isHighlighted = isHighlighted
    return state
  }

  open var contentConfiguration: (any UIContentConfiguration)? {
    didSet {
      for view in contentView.subviews where view is any UIContentView { view.removeFromSuperview() }
      guard let view = contentConfiguration?.makeContentView() else { return }
      contentView.addSubview(view)
    }
  }

  open var backgroundConfiguration: UIBackgroundConfiguration?
  open var automaticallyUpdatesContentConfiguration = true
  open var configurationUpdateHandler: ConfigurationUpdateHandler? { didSet { setNeedsUpdateConfiguration() } }

  open func setNeedsUpdateConfiguration() { setNeedsLayout() }
  open func updateConfiguration(using state: UICellConfigurationState) {}

  open override func prepareForReuse() {
    super.prepareForReuse()
    isHighlighted = false
    isSelected = false
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    updateConfiguration(using: configurationState)
    configurationUpdateHandler?(self, configurationState)
    contentView.frame = bounds
    for view in contentView.subviews where view is any UIContentView { view.frame = contentView.bounds }
  }

  open func dragStateDidChange(_ dragState: UICollectionViewCell.DragState) {}
}

/// The key of a reuse queue.
struct StandInReuseKey: Hashable {
  /// `nil` for cells.
  let kind: String?
  let identifier: String
}

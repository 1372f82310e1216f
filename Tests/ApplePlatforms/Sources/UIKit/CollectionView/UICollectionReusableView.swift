public import Foundation

@MainActor open class UICollectionReusableView: UIView {
  open internal(set) var reuseIdentifier: String?

  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// What Objective-C does with a class that was registered: `init(frame:)` of that class. No API of UIKit; subclasses
  /// inherit it with their `init(frame:)` and `init(coder:)`.
  public required convenience init(standInFrame frame: CGRect) { self.init(frame: frame) }

  /// In which queue it waits; what it was dequeued for.
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

/// Where views wait to be reused.
struct StandInReuseKey: Hashable {
  /// `nil` for cells.
  let kind: String?
  let identifier: String
}

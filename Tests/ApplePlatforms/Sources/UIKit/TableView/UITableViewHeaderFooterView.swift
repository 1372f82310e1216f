@MainActor open class UITableViewHeaderFooterView: UIView {
  open private(set) var reuseIdentifier: String?
  public let contentView = UIView(frame: .zero)
  open private(set) lazy var textLabel: UILabel? = UILabel()
  open private(set) lazy var detailTextLabel: UILabel? = UILabel()
  open var backgroundView: UIView?
  open var backgroundConfiguration: UIBackgroundConfiguration?
  open var automaticallyUpdatesContentConfiguration = true

  open var contentConfiguration: (any UIContentConfiguration)? {
    didSet {
      for view in contentView.subviews where view is any UIContentView { view.removeFromSuperview() }
      guard let view = contentConfiguration?.makeContentView() else { return }
      contentView.addSubview(view)
    }
  }

  public init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 28))
    addSubview(contentView)
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addSubview(contentView)
  }

  /// In UIKit, `init(frame:)` calls `init(reuseIdentifier:)`.
  public override convenience init(frame: CGRect) {
    self.init(reuseIdentifier: nil)
    self.frame = frame
  }

  /// Creates a view of a registered class, as UIKit does with `init(reuseIdentifier:)`.
  public required convenience init(standInReuseIdentifier: String) {
    self.init(reuseIdentifier: standInReuseIdentifier)
  }

  func standInAdopt(_ identifier: String) { reuseIdentifier = identifier }

  open func prepareForReuse() {}
  open func defaultContentConfiguration() -> UIListContentConfiguration { .plainHeader() }

  open override func layoutSubviews() {
    super.layoutSubviews()
    contentView.frame = bounds
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let content = contentView.systemLayoutSizeFitting(
      size, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
    return CGSize(width: size.width, height: content.height > 0 ? content.height : 28)
  }
}

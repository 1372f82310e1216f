@MainActor open class UITableViewCell: UIView {
  public enum CellStyle: Int, Sendable { case `default`, value1, value2, subtitle }
  public enum EditingStyle: Int, Sendable { case none, delete, insert }
  public enum SelectionStyle: Int, Sendable { case none, blue, gray, `default` }
  public enum AccessoryType: Int, Sendable {
    case none, disclosureIndicator, detailDisclosureButton, checkmark, detailButton
  }

  public let standInStyle: CellStyle
  open private(set) var reuseIdentifier: String?
  public let contentView = UIView(frame: .zero)
  open private(set) lazy var textLabel: UILabel? = UILabel()
  open private(set) lazy var detailTextLabel: UILabel? = standInStyle == .default ? nil : UILabel()
  open private(set) lazy var imageView: UIImageView? = UIImageView()
  open var backgroundView: UIView?
  open var selectedBackgroundView: UIView?
  open var accessoryType = AccessoryType.none
  open var accessoryView: UIView?
  open var editingAccessoryType = AccessoryType.none
  open var selectionStyle = SelectionStyle.default
  open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
  open var indentationLevel = 0
  open var shouldIndentWhileEditing = true
  open var showsReorderControl = false
  open internal(set) var editingStyle = EditingStyle.none
  open internal(set) var showingDeleteConfirmation = false
  open var isSelected = false { didSet { if oldValue != isSelected { setNeedsUpdateConfiguration() } } }
  open var isHighlighted = false { didSet { if oldValue != isHighlighted { setNeedsUpdateConfiguration() } } }
  open var isEditing = false { didSet { if oldValue != isEditing { setNeedsUpdateConfiguration() } } }
  open var backgroundConfiguration: UIBackgroundConfiguration?
  open var automaticallyUpdatesContentConfiguration = true
  open var configurationUpdateHandler: ConfigurationUpdateHandler? { didSet { setNeedsUpdateConfiguration() } }
  public typealias ConfigurationUpdateHandler = (UITableViewCell, UICellConfigurationState) -> Void

  open var contentConfiguration: (any UIContentConfiguration)? {
    didSet {
      for view in contentView.subviews where view is any UIContentView { view.removeFromSuperview() }
      guard let view = contentConfiguration?.makeContentView() else { return }
      contentView.addSubview(view)
    }
  }

  public init(style: CellStyle, reuseIdentifier: String?) {
    standInStyle = style
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
    addSubview(contentView)
  }

  public required init?(coder: NSCoder) {
    standInStyle = .default
    super.init(coder: coder)
    addSubview(contentView)
  }

  /// In UIKit, `init(frame:)` calls `init(style:reuseIdentifier:)`.
  public override convenience init(frame: CGRect) {
    self.init(style: .default, reuseIdentifier: nil)
    self.frame = frame
  }

  /// Creates a cell of a registered class, as UIKit does with `init(style:reuseIdentifier:)`.
  public required convenience init(standInReuseIdentifier: String) {
    self.init(style: .default, reuseIdentifier: standInReuseIdentifier)
  }

  /// Sets the registered identifier of a cell from a nib or a prototype.
  func standInAdopt(_ identifier: String) { reuseIdentifier = identifier }

  open func prepareForReuse() {
    isHighlighted = false
    isSelected = false
  }

  open func setSelected(_ selected: Bool, animated: Bool) { isSelected = selected }
  open func setHighlighted(_ highlighted: Bool, animated: Bool) { isHighlighted = highlighted }
  open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }
  open func defaultContentConfiguration() -> UIListContentConfiguration { .cell() }
  open func setNeedsUpdateConfiguration() { setNeedsLayout() }
  open func updateConfiguration(using state: UICellConfigurationState) {}

  open var configurationState: UICellConfigurationState {
    var state = UICellConfigurationState()
    state.isSelected = isSelected
    state.isHighlighted = isHighlighted
    state.isEditing = isEditing
    return state
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    updateConfiguration(using: configurationState)
    configurationUpdateHandler?(self, configurationState)
    contentView.frame = bounds
    for view in contentView.subviews where view is any UIContentView { view.frame = contentView.bounds }
  }

  /// Returns the fitting height of the content, or 44 points if the content has none.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let content = contentView.systemLayoutSizeFitting(
      size, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
    let own = contentView.subviews.first { $0 is any UIContentView }?.sizeThatFits(size)
    let height = own?.height ?? content.height
    return CGSize(
      width: size.width, height: height > 0 && height != contentView.bounds.height ? height : max(height, 44))
  }
}

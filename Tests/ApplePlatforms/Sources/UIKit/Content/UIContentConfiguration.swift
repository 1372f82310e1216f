@MainActor public protocol UIConfigurationState {
  var isDisabled: Bool { get set }
  var isHighlighted: Bool { get set }
  var isSelected: Bool { get set }
  var isFocused: Bool { get set }
}

@MainActor public struct UIViewConfigurationState: UIConfigurationState {
  public var isDisabled = false
  public var isHighlighted = false
  public var isSelected = false
  public var isFocused = false
  public init() {}
}

@MainActor public struct UICellConfigurationState: UIConfigurationState {
  public var isDisabled = false
  public var isHighlighted = false
  public var isSelected = false
  public var isFocused = false
  public var isEditing = false
  public var isExpanded = false
  public var isSwiped = false
  public var isReordering = false
  public init() {}
}

@MainActor public protocol UIContentConfiguration {
  func makeContentView() -> any UIView & UIContentView
  func updated(for state: any UIConfigurationState) -> Self
}

@MainActor public protocol UIContentView: NSObjectProtocol {
  var configuration: any UIContentConfiguration { get set }
}

@MainActor public struct UIListContentConfiguration: UIContentConfiguration {
  @MainActor public struct TextProperties {
    public var font = UIFont.preferredFont(forTextStyle: .body)
    public var color = UIColor.label
    public var numberOfLines = 0
  }

  public var image: UIImage?
  public var text: String?
  public var secondaryText: String?
  public var textProperties = TextProperties()
  public var secondaryTextProperties = TextProperties()

  public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }
  public static func subtitleCell() -> UIListContentConfiguration { UIListContentConfiguration() }
  public static func valueCell() -> UIListContentConfiguration { UIListContentConfiguration() }
  public static func plainHeader() -> UIListContentConfiguration { UIListContentConfiguration() }
  public static func plainFooter() -> UIListContentConfiguration { UIListContentConfiguration() }
  public static func groupedHeader() -> UIListContentConfiguration { UIListContentConfiguration() }
  public static func groupedFooter() -> UIListContentConfiguration { UIListContentConfiguration() }

  public func makeContentView() -> any UIView & UIContentView { UIListContentView(configuration: self) }
  public func updated(for state: any UIConfigurationState) -> UIListContentConfiguration { self }
}

@MainActor open class UIListContentView: UIView, UIContentView {
  open var configuration: any UIContentConfiguration { didSet { invalidateIntrinsicContentSize() } }

  public init(configuration: UIListContentConfiguration) {
    self.configuration = configuration
    super.init(frame: .zero)
  }

  public required init?(coder: NSCoder) { return nil }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    guard let list = configuration as? UIListContentConfiguration else { return size }
    let lines = (list.text == nil ? 0 : 1) + (list.secondaryText == nil ? 0 : 1)
    return CGSize(width: size.width, height: CGFloat(max(lines, 1)) * 22 + 22)
  }
}

@MainActor public struct UIBackgroundConfiguration {
  public var backgroundColor: UIColor?
  public var cornerRadius: CGFloat = 0
  public static func listGroupedCell() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
  public static func listPlainCell() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
  public static func clear() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
}

@MainActor public struct UIContentUnavailableConfiguration: UIContentConfiguration {
  public var image: UIImage?
  public var text: String?
  public var secondaryText: String?

  public static func empty() -> UIContentUnavailableConfiguration { UIContentUnavailableConfiguration() }
  public static func loading() -> UIContentUnavailableConfiguration { UIContentUnavailableConfiguration() }
  public static func search() -> UIContentUnavailableConfiguration { UIContentUnavailableConfiguration() }

  public func makeContentView() -> any UIView & UIContentView { UIContentUnavailableView(configuration: self) }
  public func updated(for state: any UIConfigurationState) -> UIContentUnavailableConfiguration { self }
}

@MainActor open class UIContentUnavailableView: UIView, UIContentView {
  open var configuration: any UIContentConfiguration

  public init(configuration: UIContentUnavailableConfiguration) {
    self.configuration = configuration
    super.init(frame: .zero)
  }

  public required init?(coder: NSCoder) { return nil }
}

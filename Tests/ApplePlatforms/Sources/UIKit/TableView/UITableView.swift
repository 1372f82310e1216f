@MainActor open class UITableView: UIScrollView {
  public enum Style: Int, Sendable { case plain, grouped, insetGrouped }
  public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }
  public enum SeparatorInsetReference: Int, Sendable { case fromCellEdges, fromAutomaticInsets }
  public enum SelfSizingInvalidation: Int, Sendable { case disabled, enabled, enabledIncludingConstraints }

  public enum RowAnimation: Int, Sendable {
    case fade, right, left, top, bottom, none, middle
    case automatic = 100
  }

  public class var automaticDimension: CGFloat { -1 }
  public class var indexSearch: String { "{search}" }

  public let style: Style

  // MARK: - Data source and delegates

  open weak var dataSource: (any UITableViewDataSource)? {
    didSet { if oldValue !== dataSource { standInDataSourceChanged() } }
  }

  /// In UIKit, this is the scroll view's property with a narrower type.
  @_nonoverride open weak var delegate: (any UITableViewDelegate)? {
    get { super.delegate as? any UITableViewDelegate }
    set {
      if super.delegate === newValue { return }
      super.delegate = newValue
      setNeedsLayout()
    }
  }

  open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?
  open weak var dragDelegate: (any UITableViewDragDelegate)?
  open weak var dropDelegate: (any UITableViewDropDelegate)?
  open var isPrefetchingEnabled = true
  open var dragInteractionEnabled = true

  // MARK: - Sizes and appearance

  open var rowHeight = UITableView.automaticDimension { didSet { setNeedsLayout() } }
  open var sectionHeaderHeight = UITableView.automaticDimension
  open var sectionFooterHeight = UITableView.automaticDimension
  open var estimatedRowHeight = UITableView.automaticDimension
  open var estimatedSectionHeaderHeight = UITableView.automaticDimension
  open var estimatedSectionFooterHeight = UITableView.automaticDimension
  open var fillerRowHeight: CGFloat = 0
  open var sectionHeaderTopPadding = UITableView.automaticDimension
  open var selfSizingInvalidation = SelfSizingInvalidation.enabled
  open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine
  open var separatorColor: UIColor? = UIColor.separator
  open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
  open var separatorInsetReference = SeparatorInsetReference.fromCellEdges
  open var cellLayoutMarginsFollowReadableWidth = false
  open var insetsContentViewsToSafeArea = true
  open var sectionIndexMinimumDisplayRowCount = 0
  open var sectionIndexColor: UIColor?
  open var remembersLastFocusedIndexPath = false
  open var selectionFollowsFocus = false
  open var allowsFocus = true

  open var backgroundView: UIView? {
    didSet {
      if oldValue === backgroundView { return }
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
    }
  }

  open var tableHeaderView: UIView? { didSet { standInReplaced(oldValue, by: tableHeaderView) } }
  open var tableFooterView: UIView? { didSet { standInReplaced(oldValue, by: tableFooterView) } }

  // MARK: - Editing and selection

  open var isEditing: Bool {
    get { standInIsEditing }
    set { setEditing(newValue, animated: false) }
  }

  open var allowsSelection = true
  open var allowsSelectionDuringEditing = false
  open var allowsMultipleSelection = false { didSet { standInLimitSelection() } }
  open var allowsMultipleSelectionDuringEditing = false { didSet { standInLimitSelection() } }

  // MARK: - State

  var standInIsEditing = false
  /// The counts that were last read from the data source, or `nil` if they have to be read.
  var standInCounts: [Int]?
  var standInHasLayout = false
  var standInGeometry = StandInTableGeometry()
  var standInHeights: [IndexPath: CGFloat] = [:]
  var standInCells: [IndexPath: UITableViewCell] = [:]
  var standInPrepared: [IndexPath: UITableViewCell] = [:]
  var standInHeaders: [Int: UIView] = [:]
  var standInFooters: [Int: UIView] = [:]
  var standInSelected: [IndexPath] = []
  var standInHighlighted: IndexPath?
  var standInPrefetched: Set<IndexPath> = []
  var standInSources = StandInCellSources()
  var standInBatch: StandInBatch?
  var standInBatchDepth = 0
  var standInIsLoading = false
  var standInLoadingPath: IndexPath?
  var standInDequeued: UITableViewCell?
  var standInReconfigured: UITableViewCell?
  var standInSwiped: IndexPath?
  var standInDrag: StandInDragSession?
  /// The row that is dragged in a session, the row that is moved by its reorder control, and the target of that move.
  var standInLifted: IndexPath?
  var standInHeld: IndexPath?
  var standInHeldTarget: IndexPath?

  /// Whether cells are prepared for rows that will soon be on screen. Not UIKit API.
  public var standInPreparesCells = false

  /// Whether each header is requested twice, and the first one is shown. Not UIKit API.
  public var standInAsksTwice = false

  /// The section index titles, which are read for a reload or on request, but not after batches. Not UIKit API.
  public internal(set) var standInIndexTitles: [String]?

  public init(frame: CGRect, style: Style) {
    self.style = style
    super.init(frame: frame)
    alwaysBounceVertical = true
  }

  public required init?(coder: NSCoder) {
    style = .plain
    super.init(coder: coder)
  }

  /// In UIKit, `init(frame:)` calls `init(frame:style:)`.
  public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }

  open override func layoutSubviews() {
    super.layoutSubviews()
    standInLayOutRows()
  }

  open func setEditing(_ editing: Bool, animated: Bool) {
    if editing == standInIsEditing { return }
    standInIsEditing = editing
    standInEndSwipe()
    standInLimitSelection()
    for (path, cell) in standInCells { standInPrepareForEditing(cell, at: path, animated: animated) }
  }

  private func standInReplaced(_ old: UIView?, by new: UIView?) {
    if old !== new {
      old?.removeFromSuperview()
      if let new { addSubview(new) }
    }
    setNeedsLayout()
  }
}

extension UITableViewCell {
  public enum SeparatorStyle: Int, Sendable { case none, singleLine }
}

public import Foundation

@MainActor open class UICollectionView: UIScrollView {
  public struct ScrollPosition: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let top = ScrollPosition(rawValue: 1)
    public static let centeredVertically = ScrollPosition(rawValue: 2)
    public static let bottom = ScrollPosition(rawValue: 4)
    public static let left = ScrollPosition(rawValue: 8)
    public static let centeredHorizontally = ScrollPosition(rawValue: 16)
    public static let right = ScrollPosition(rawValue: 32)
  }

  public enum ScrollDirection: Int, Sendable {
    case vertical
    case horizontal
  }

  public enum ElementCategory: UInt, Sendable {
    case cell
    case supplementaryView
    case decorationView
  }

  public class var elementKindSectionHeader: String { "UICollectionElementKindSectionHeader" }
  public class var elementKindSectionFooter: String { "UICollectionElementKindSectionFooter" }

  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    collectionViewLayout = layout
    super.init(frame: frame)
    layout.collectionView = self
  }

  public required init?(coder: NSCoder) {
    collectionViewLayout = UICollectionViewFlowLayout()
    super.init(coder: coder)
    collectionViewLayout.collectionView = self
  }

  // MARK: - Data source and delegates

  /// In UIKit, this is the scroll view's property with a narrower type.
  @_nonoverride open weak var delegate: (any UICollectionViewDelegate)? {
    get { super.delegate as? any UICollectionViewDelegate }
    set { super.delegate = newValue }
  }

  open weak var dataSource: (any UICollectionViewDataSource)? {
    didSet {
      if dataSource !== oldValue { standInForgetData() }
    }
  }

  open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
  open weak var dragDelegate: (any UICollectionViewDragDelegate)?
  open weak var dropDelegate: (any UICollectionViewDropDelegate)?
  open var isPrefetchingEnabled = true
  open var dragInteractionEnabled = false

  // MARK: - Appearance

  open var collectionViewLayout: UICollectionViewLayout {
    didSet {
      if collectionViewLayout === oldValue { return }
      oldValue.collectionView = nil
      collectionViewLayout.collectionView = self
      collectionViewLayout.invalidateLayout()
    }
  }

  open func setCollectionViewLayout(
    _ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)? = nil
  ) {
    collectionViewLayout = layout
    StandInAnimations.atEnd { completion?(true) }
  }

  open var backgroundView: UIView? {
    didSet {
      if backgroundView === oldValue { return }
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
    }
  }

  open var isEditing = false

  // MARK: - Selection

  open var allowsSelection = true
  open var allowsMultipleSelection = false { didSet { if !allowsMultipleSelection { standInKeepOneSelected() } } }
  open var allowsSelectionDuringEditing = false
  open var allowsMultipleSelectionDuringEditing = false
  open var selectionFollowsFocus = false
  open var remembersLastFocusedIndexPath = false

  /// The selected items, in the order in which they were selected.
  var standInSelected: [IndexPath] = []

  // MARK: - Data

  /// The number of items in each section, or `nil` if it has not been read since the last reload.
  var standInCounts: [Int]?
  /// Whether the next layout replaces all cells on screen.
  var standInNeedsReload = true
  var standInHasLayout = false
  var standInIsLayingOut = false

  /// The current batch.
  var standInBatch: StandInBatch?
  /// The items that the current batch reconfigures.
  var standInReconfigured: [IndexPath] = []
  /// The current interactive movement.
  var standInMovement: StandInMovement?
  /// The index path from which an item is being dragged.
  var standInDragSource: IndexPath?
  /// Whether the data source is handling an interactive movement.
  var standInIsTellingMove = false

  // MARK: - Cells

  var standInReuse = StandInReuse()
  var standInCells: [IndexPath: UICollectionViewCell] = [:]
  var standInViews: [StandInElement: UICollectionReusableView] = [:]
  /// The cells of items that have just left the screen, which may return unchanged.
  var standInHeld: [(path: IndexPath, cell: UICollectionViewCell)] = []
  /// The cells that were requested before their items are on screen.
  var standInAhead: [IndexPath: UICollectionViewCell] = [:]
  /// The invalidated supplementary views, which are requested again.
  var standInStale: Set<StandInElement> = []
  /// The supplementary views that were invalidated by index path, for which the layout must have attributes.
  var standInNamed: Set<StandInElement> = []
  /// Whether invalidated supplementary views stay, and only their attributes are requested again. Not UIKit API.
  public var standInKeepsInvalidated = false
  /// The items that the data source was told to prefetch.
  var standInPrefetched: Set<IndexPath> = []
  var standInLastOffset = CGPoint.zero

  // MARK: - Layout

  open override func layoutSubviews() {
    super.layoutSubviews()
    standInLayOutItems()
  }

  override func standInSizeChanged() {
    super.standInSizeChanged()
    collectionViewLayout.invalidateLayout()
  }

  open override func willMove(toWindow newWindow: UIWindow?) {
    super.willMove(toWindow: newWindow)
    if newWindow == nil { cancelInteractiveMovement() }
  }

  // MARK: - Reloading and updates

  open func reloadData() { standInReloadData() }

  open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    standInPerform(updates, completion)
  }

  open var hasUncommittedUpdates: Bool { standInBatch?.isEmpty == false }

  open func insertSections(_ sections: IndexSet) { standInUpdate { $0.insertedSections += Array(sections) } }
  open func deleteSections(_ sections: IndexSet) { standInUpdate { $0.deletedSections += Array(sections) } }
  open func reloadSections(_ sections: IndexSet) { standInUpdate { $0.reloadedSections += Array(sections) } }
  open func moveSection(_ section: Int, toSection newSection: Int) {
    standInUpdate { $0.movedSections.append(StandInBatch.Move(section, newSection)) }
  }

  open func insertItems(at indexPaths: [IndexPath]) { standInUpdate { $0.inserted += indexPaths } }
  open func deleteItems(at indexPaths: [IndexPath]) { standInUpdate { $0.deleted += indexPaths } }
  open func reloadItems(at indexPaths: [IndexPath]) { standInUpdate { $0.reloaded += indexPaths } }
  open func reconfigureItems(at indexPaths: [IndexPath]) { standInReconfigure(indexPaths) }
  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    standInUpdate { $0.moved.append(StandInBatch.Move(indexPath, newIndexPath)) }
  }
}

/// The position of a supplementary view.
struct StandInElement: Hashable {
  let kind: String
  let path: IndexPath
}

/// An interactive movement, with the item's original index path and its current target.
struct StandInMovement {
  let original: IndexPath
  var current: IndexPath
}

public import Foundation

/// A collection view that checks batches against the rules R0 to R8 and the stricter rules S1 to S4.
///
/// Every layout is a column: the header of each section, its items, and its footer.
@MainActor open class NSCollectionView: NSView {
  public typealias SupplementaryElementKind = String

  public struct ScrollPosition: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let top = ScrollPosition(rawValue: 1)
    public static let centeredVertically = ScrollPosition(rawValue: 2)
    public static let bottom = ScrollPosition(rawValue: 4)
    public static let nearestHorizontalEdge = ScrollPosition(rawValue: 512)
    public static let nearestVerticalEdge = ScrollPosition(rawValue: 256)
  }

  public enum DropOperation: Int, Sendable {
    case on
    case before
  }

  public class var elementKindSectionHeader: SupplementaryElementKind { "UICollectionElementKindSectionHeader" }
  public class var elementKindSectionFooter: SupplementaryElementKind { "UICollectionElementKindSectionFooter" }
  public class var elementKindInterItemGapIndicator: SupplementaryElementKind {
    "NSCollectionElementKindInterItemGapIndicator"
  }

  open override var isFlipped: Bool { true }

  open weak var dataSource: (any NSCollectionViewDataSource)? {
    didSet { if oldValue !== dataSource { standInReload() } }
  }
  open weak var delegate: (any NSCollectionViewDelegate)?
  open var collectionViewLayout: NSCollectionViewLayout? = NSCollectionViewFlowLayout() {
    didSet { standInForgetSizes() }
  }

  /// The view behind all items.
  open var backgroundView: NSView?

  /// Whether a layout pass is running, in which batches raise an exception.
  var standInIsTiling = false

  /// Whether each batch and reload of items was made through ``animator()``, in order.
  public var standInAnimated: [Bool] = []

  /// Returns the frame of an item, or zero if there is none.
  func standInFrame(of path: IndexPath) -> NSRect {
    guard let frame = frames.first(where: { $0.element == Element(kind: nil, path: path) }) else { return .zero }
    return NSRect(x: 0, y: frame.top, width: bounds.width, height: frame.bottom - frame.top)
  }

  // MARK: - Counts

  /// The number of items in each section, or `nil` if the view has to read it.
  var counts: [Int]?
  var isReloadPending = true
  var hasLayout = false
  var batch: StandInBatch?

  func readCounts() -> [Int] {
    guard let dataSource else { return [] }
    return (0..<dataSource.numberOfSections(in: self)).map {
      dataSource.collectionView(self, numberOfItemsInSection: $0)
    }
  }

  var knownCounts: [Int] {
    if let counts { return counts }
    let read = readCounts()
    counts = read
    return read
  }

  open var numberOfSections: Int { knownCounts.count }
  open func numberOfItems(inSection section: Int) -> Int { knownCounts[section] }

  open func reloadData() {
    if batch != nil { return StandInException.raise("R8: reloadData inside a batch update") }
    standInReload()
  }

  func standInReload() {
    heights = [:]
    counts = nil
    isReloadPending = true
    needsLayout = true
  }

  // MARK: - Items and views

  enum Source {
    case type(AnyClass)
    case nib(NSNib)
  }

  private var sources: [String: Source] = [:]
  private var waiting: [String: [NSObject]] = [:]
  private var issued: [ObjectIdentifier] = []

  open func register(_ itemClass: AnyClass?, forItemWithIdentifier identifier: NSUserInterfaceItemIdentifier) {
    sources["item/\(identifier.rawValue)"] = itemClass.map { .type($0) }
  }

  open func register(_ nib: NSNib?, forItemWithIdentifier identifier: NSUserInterfaceItemIdentifier) {
    sources["item/\(identifier.rawValue)"] = nib.map { .nib($0) }
  }

  open func register(
    _ viewClass: AnyClass?, forSupplementaryViewOfKind kind: SupplementaryElementKind,
    withIdentifier identifier: NSUserInterfaceItemIdentifier
  ) { sources["\(kind)/\(identifier.rawValue)"] = viewClass.map { .type($0) } }

  open func register(
    _ nib: NSNib?, forSupplementaryViewOfKind kind: SupplementaryElementKind,
    withIdentifier identifier: NSUserInterfaceItemIdentifier
  ) { sources["\(kind)/\(identifier.rawValue)"] = nib.map { .nib($0) } }

  open func makeItem(
    withIdentifier identifier: NSUserInterfaceItemIdentifier, for indexPath: IndexPath
  ) -> NSCollectionViewItem {
    let name = "item/\(identifier.rawValue)"
    if let item = waiting[name]?.popLast() as? NSCollectionViewItem {
      item.prepareForReuse()
      issued.append(ObjectIdentifier(item))
      return item
    }
    let item: NSCollectionViewItem
    switch sources[name] {
    case .type(let type): item = (type as? NSCollectionViewItem.Type)?.init(standIn: ()) ?? NSCollectionViewItem()
    case .nib(let nib): item = nib.standInMake() as? NSCollectionViewItem ?? NSCollectionViewItem()
    case nil:
      StandInException.raise("could not load the nib \(identifier.rawValue), and no class is registered for it")
      item = NSCollectionViewItem()
    }
    item.identifier = identifier
    item.standInSet(self)
    issued.append(ObjectIdentifier(item))
    return item
  }

  open func makeSupplementaryView(
    ofKind elementKind: SupplementaryElementKind, withIdentifier identifier: NSUserInterfaceItemIdentifier,
    for indexPath: IndexPath
  ) -> NSView {
    let name = "\(elementKind)/\(identifier.rawValue)"
    if let view = waiting[name]?.popLast() as? NSView {
      view.prepareForReuse()
      return view
    }
    let view: NSView
    switch sources[name] {
    case .type(let type): view = (type as? NSView.Type)?.init(standInFrame: .zero) ?? NSView()
    case .nib(let nib): view = nib.standInMake() as? NSView ?? NSView()
    case nil:
      StandInException.raise("no view is registered for \(elementKind) under \(identifier.rawValue)")
      view = NSView()
    }
    view.identifier = identifier
    return view
  }

  // MARK: - On screen

  struct Element: Hashable {
    let kind: SupplementaryElementKind?
    let path: IndexPath
  }

  var items: [IndexPath: NSCollectionViewItem] = [:]
  var views: [Element: NSView] = [:]
  var frames: [(element: Element, top: CGFloat, bottom: CGFloat)] = []

  open func item(at indexPath: IndexPath) -> NSCollectionViewItem? { items[indexPath] }
  open func item(at index: Int) -> NSCollectionViewItem? { items[IndexPath(item: index, section: 0)] }
  open func visibleItems() -> [NSCollectionViewItem] { Array(items.values) }
  open func indexPathsForVisibleItems() -> Set<IndexPath> { Set(items.keys) }
  open func indexPathForItem(at point: NSPoint) -> IndexPath? {
    frames.first { $0.element.kind == nil && $0.top <= point.y && $0.bottom > point.y }?.element.path
  }

  open func indexPath(for item: NSCollectionViewItem) -> IndexPath? { items.first { $0.value === item }?.key }

  open func supplementaryView(
    forElementKind elementKind: SupplementaryElementKind, at indexPath: IndexPath
  ) -> NSView? { views[Element(kind: elementKind, path: indexPath)] }

  open override func layout() {
    if window != nil, batch == nil { standInTile() }
    super.layout()
  }

  /// The heights of items, which are kept until the layout is invalidated or the items change.
  var heights: [IndexPath: CGFloat] = [:]

  func standInForgetSizes() {
    heights = [:]
    needsLayout = true
  }

  private func height(of path: IndexPath) -> CGFloat {
    if let height = heights[path] { return height }
    let flow = collectionViewLayout as? NSCollectionViewFlowLayout
    let answers = delegate as? any NSCollectionViewDelegateFlowLayout
    let next = delegate?.standInForwardingTarget as? any NSCollectionViewDelegateFlowLayout
    let said = flow.flatMap { (answers ?? next)?.collectionView(self, layout: $0, sizeForItemAt: path).height }
    let height = said ?? flow?.itemSize.height ?? 50
    heights[path] = height
    return height
  }

  private func measure() {
    collectionViewLayout?.standInView = self
    frames = []
    var top: CGFloat = 0
    func add(_ element: Element, _ height: CGFloat) {
      if height <= 0 { return }
      frames.append((element, top, top + height))
      top += height
    }
    let flow = collectionViewLayout as? NSCollectionViewFlowLayout
    for (section, count) in knownCounts.enumerated() {
      let first = IndexPath(item: 0, section: section)
      add(Element(kind: Self.elementKindSectionHeader, path: first), flow?.headerReferenceSize.height ?? 0)
      for item in 0..<count {
        let path = IndexPath(item: item, section: section)
        add(Element(kind: nil, path: path), height(of: path))
      }
      add(Element(kind: Self.elementKindSectionFooter, path: first), flow?.footerReferenceSize.height ?? 0)
    }
    frame.size.height = top
    if let clip = superview as? NSClipView { clip.scroll(to: clip.bounds.origin) }
  }

  func standInTile() {
    standInIsTiling = true
    defer { standInIsTiling = false }
    if isReloadPending {
      isReloadPending = false
      for (path, item) in items.sorted(by: { $0.key < $1.key }) { takeAway(item, path) }
      for (element, view) in views { takeAway(view, element) }
      standInSelected = standInSelected.filter { has($0) }
    }
    hasLayout = true
    measure()
    let visible = visibleRect
    let wanted = frames.filter { $0.bottom > visible.minY && $0.top < visible.maxY }.map(\.element)
    let known = Set(wanted)
    for (path, item) in items.sorted(by: { $0.key < $1.key }) where !known.contains(Element(kind: nil, path: path)) {
      takeAway(item, path)
    }
    for (element, view) in views where !known.contains(element) { takeAway(view, element) }
    for element in wanted { show(element) }
  }

  private func show(_ element: Element) {
    guard let dataSource else { return }
    guard let kind = element.kind else {
      if items[element.path] != nil { return }
      let item = dataSource.collectionView(self, itemForRepresentedObjectAt: element.path)
      if !issued.contains(ObjectIdentifier(item)) || items.values.contains(where: { $0 === item }) {
        StandInException.raise("the item for \(element.path.standInName) was not made by makeItem(withIdentifier:for:)")
      }
      issued = []
      item.isSelected = standInSelected.contains(element.path)
      items[element.path] = item
      addSubview(item.view)
      delegate?.collectionView(self, willDisplay: item, forRepresentedObjectAt: element.path)
      return
    }
    if views[element] != nil { return }
    let view = dataSource.collectionView(self, viewForSupplementaryElementOfKind: kind, at: element.path)
    if view.identifier == nil {
      StandInException.raise("the \(kind) of section \(element.path.section) was not made by makeSupplementaryView")
    }
    views[element] = view
    addSubview(view)
    delegate?.collectionView(self, willDisplaySupplementaryView: view, forElementKind: kind, at: element.path)
  }

  func takeAway(_ item: NSCollectionViewItem, _ path: IndexPath) {
    items[path] = nil
    item.view.removeFromSuperview()
    delegate?.collectionView(self, didEndDisplaying: item, forRepresentedObjectAt: path)
    if let identifier = item.identifier { waiting["item/\(identifier.rawValue)", default: []].append(item) }
  }

  func takeAway(_ view: NSView, _ element: Element) {
    views[element] = nil
    view.removeFromSuperview()
    guard let kind = element.kind else { return }
    delegate?.collectionView(self, didEndDisplayingSupplementaryView: view, forElementOfKind: kind, at: element.path)
    if let identifier = view.identifier { waiting["\(kind)/\(identifier.rawValue)", default: []].append(view) }
  }

  func has(_ path: IndexPath) -> Bool {
    knownCounts.indices.contains(path.section) && path.item >= 0 && path.item < knownCounts[path.section]
  }

  // MARK: - Selection

  open var isSelectable = false
  open var allowsMultipleSelection = false
  open var allowsEmptySelection = true
  var standInSelected: Set<IndexPath> = [] {
    didSet { for (path, item) in items { item.isSelected = standInSelected.contains(path) } }
  }

  open var selectionIndexPaths: Set<IndexPath> {
    get { standInSelected }
    set {
      if let path = newValue.first(where: { !has($0) }) {
        return StandInException.raise("\(path.standInName) is selected, which does not exist")
      }
      standInSelected = newValue
    }
  }

  /// The positions that were passed to ``scrollToItems(at:scrollPosition:)``, in order.
  public private(set) var standInScrolled: [ScrollPosition] = []

  open func scrollToItems(at indexPaths: Set<IndexPath>, scrollPosition: ScrollPosition) {
    standInScrolled.append(scrollPosition)
    guard let path = indexPaths.min() else { return }
    if !has(path) { return StandInException.raise("\(path.standInName) is scrolled to, which does not exist") }
    measure()
    guard let frame = frames.first(where: { $0.element == Element(kind: nil, path: path) }) else { return }
    scroll(NSPoint(x: 0, y: frame.top))
  }

  /// Simulates a right-click on an item, or outside of all items if `path` is `nil`.
  ///
  /// - Returns: The items of the menu that opens.
  public func standInOpenMenu(_ path: IndexPath?) -> [NSMenuItem] {
    let frame = frames.first { $0.element == path.map { Element(kind: nil, path: $0) } }
    let point = NSPoint(x: standInOrigin.x + 1, y: standInOrigin.y + (frame.map { $0.top + 1 } ?? -1))
    NSApplication.shared.currentEvent = NSEvent(.rightMouseDown, point)
    defer { NSApplication.shared.currentEvent = nil }
    return menu?.standInOpen() ?? []
  }

  /// Simulates a click on an item, with or without the command key.
  public func standInClick(_ path: IndexPath, command: Bool = false) {
    guard items[path] != nil, isSelectable else { return }
    if command, standInSelected.contains(path) {
      let off = delegate?.collectionView(self, shouldDeselectItemsAt: [path]) ?? [path]
      standInSelected.subtract(off)
      if !off.isEmpty { delegate?.collectionView(self, didDeselectItemsAt: off) }
      return
    }
    let on = delegate?.collectionView(self, shouldSelectItemsAt: [path]) ?? [path]
    if on.isEmpty { return }
    let off = command && allowsMultipleSelection ? [] : standInSelected.subtracting(on)
    let new = on.subtracting(standInSelected)
    standInSelected = standInSelected.subtracting(off).union(on)
    if !off.isEmpty { delegate?.collectionView(self, didDeselectItemsAt: off) }
    if !new.isEmpty { delegate?.collectionView(self, didSelectItemsAt: new) }
  }
}

public import Foundation

/// The features that table views and outline views share: rows on screen, their views, the selection, and updates that
/// apply immediately.
///
/// Stricter than the real views: an exception is raised if updates end with another number of rows than the data source
/// has, or if a view is shown in two places.
@MainActor open class StandInTable: NSControl {
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let effectFade = AnimationOptions(rawValue: 0x1)
    public static let effectGap = AnimationOptions(rawValue: 0x2)
    public static let slideUp = AnimationOptions(rawValue: 0x10)
    public static let slideDown = AnimationOptions(rawValue: 0x20)
    public static let slideLeft = AnimationOptions(rawValue: 0x30)
    public static let slideRight = AnimationOptions(rawValue: 0x40)
  }

  public enum DropOperation: UInt, Sendable {
    case on
    case above
  }

  public enum RowActionEdge: Int, Sendable {
    case leading
    case trailing
  }

  open override var isFlipped: Bool { true }

  // MARK: - Data

  open private(set) var tableColumns: [NSTableColumn] = []
  open var numberOfColumns: Int { tableColumns.count }

  open func addTableColumn(_ tableColumn: NSTableColumn) {
    tableColumn.tableView = self
    tableColumns.append(tableColumn)
    standInReload()
  }

  open func removeTableColumn(_ tableColumn: NSTableColumn) {
    tableColumns.removeAll { $0 === tableColumn }
    standInReload()
  }

  open func moveColumn(_ oldIndex: Int, toColumn newIndex: Int) {
    tableColumns.insert(tableColumns.remove(at: oldIndex), at: newIndex)
    standInReload()
  }

  open func column(withIdentifier identifier: NSUserInterfaceItemIdentifier) -> Int {
    tableColumns.firstIndex { $0.identifier == identifier } ?? -1
  }

  /// The number of rows that the view knows, or `nil` if it has to ask the data source.
  var counted: Int?

  open var numberOfRows: Int {
    if let counted { return counted }
    let count = standInCountRows()
    counted = count
    selected = selected.filteredIndexSet { $0 < count }
    return count
  }

  /// Returns the number of rows in the data source.
  func standInCountRows() -> Int { 0 }

  open func reloadData() {
    if updates > 0 { return StandInException.raise("reloadData between beginUpdates and endUpdates") }
    standInReload()
  }

  open func noteNumberOfRowsChanged() {
    counted = nil
    needsLayout = true
  }

  /// Reloads all rows at the next layout.
  func standInReload() {
    counted = nil
    isReloadPending = true
    needsLayout = true
  }

  var isReloadPending = true

  // MARK: - Appearance

  open var rowHeight: CGFloat = 24
  open var intercellSpacing = NSSize(width: 0, height: 0)
  open var usesAutomaticRowHeights = false
  open var floatsGroupRows = true
  open var rowActionsVisible = false
  open internal(set) var clickedRow = -1

  // MARK: - Selection

  open var allowsMultipleSelection = false
  open var allowsEmptySelection = true
  var selected = IndexSet() {
    didSet { for (row, view) in shown { view.isSelected = selected.contains(row) } }
  }

  open var selectedRowIndexes: IndexSet { selected }
  open var selectedRow: Int { selected.last ?? -1 }
  open var numberOfSelectedRows: Int { selected.count }
  open func isRowSelected(_ row: Int) -> Bool { selected.contains(row) }

  /// Like the real view, ignores rows that do not exist, and selects only the last row if multiple selection is off.
  open func selectRowIndexes(_ indexes: IndexSet, byExtendingSelection extend: Bool) {
    if standInIsTiling { StandInException.raise("rows are selected in the middle of the layout") }
    let count = numberOfRows
    var new = indexes.filteredIndexSet { $0 < count }
    if extend { new.formUnion(selected) }
    if !allowsMultipleSelection, let last = indexes.last, new.count > 1 { new = IndexSet(integer: last) }
    standInSelect(new)
  }

  open func deselectRow(_ row: Int) { standInSelect(selected.subtracting(IndexSet(integer: row))) }
  open func deselectAll(_ sender: Any?) { standInSelect(IndexSet()) }

  func standInSelect(_ new: IndexSet) {
    if new == selected { return }
    selected = new
    standInTellSelection()
  }

  func standInTellSelection() {}

  func standInAllowedSelection(_ proposed: IndexSet) -> IndexSet { proposed }

  // MARK: - Views

  private var nibs: [NSUserInterfaceItemIdentifier: NSNib] = [:]
  private var waiting: [NSUserInterfaceItemIdentifier: [NSView]] = [:]

  open var registeredNibsByIdentifier: [NSUserInterfaceItemIdentifier: NSNib]? { nibs }

  open func register(_ nib: NSNib?, forIdentifier identifier: NSUserInterfaceItemIdentifier) { nibs[identifier] = nib }

  open func makeView(withIdentifier identifier: NSUserInterfaceItemIdentifier, owner: Any?) -> NSView? {
    if let view = waiting[identifier]?.popLast() {
      view.prepareForReuse()
      return view
    }
    let view = nibs[identifier]?.standInMake() as? NSView
    view?.identifier = identifier
    return view
  }

  func enqueue(_ view: NSView) {
    view.removeFromSuperview()
    if let identifier = view.identifier { waiting[identifier, default: []].append(view) }
  }

  /// The row views on screen, by row.
  var shown: [Int: NSTableRowView] = [:]
  /// The top of each row, followed by the bottom of the last row; empty if the rows have to be measured.
  var tops: [CGFloat] = []

  open func rowView(atRow row: Int, makeIfNecessary: Bool) -> NSTableRowView? { shown[row] }

  open func enumerateAvailableRowViews(_ handler: (NSTableRowView, Int) -> Void) {
    for (row, view) in shown.sorted(by: { $0.key < $1.key }) { handler(view, row) }
  }

  open func view(atColumn column: Int, row: Int, makeIfNecessary: Bool) -> NSView? {
    shown[row]?.view(atColumn: column) as? NSView
  }

  open func row(for view: NSView) -> Int {
    shown.first { $0.value === view || $0.value.standInViews.contains { $0 === view } }?.key ?? -1
  }

  // MARK: - Geometry

  open func rect(ofRow row: Int) -> NSRect {
    standInMeasure()
    guard row >= 0, row < numberOfRows, row + 1 < tops.count else { return .zero }
    return NSRect(x: 0, y: tops[row], width: frame.width, height: tops[row + 1] - tops[row])
  }

  /// The rows whose heights were noted as changed, with the duration of each animation.
  public var standInNoted: [(rows: IndexSet, duration: TimeInterval)] = []

  /// Returns the row at a point, or -1 if there is none.
  open func row(at point: NSPoint) -> Int {
    standInMeasure()
    return (0..<numberOfRows).first { rect(ofRow: $0).contains(point) } ?? -1
  }

  open func rows(in rect: NSRect) -> NSRange {
    standInMeasure()
    guard rect.height > 0, let first = tops.dropLast().indices.first(where: { tops[$0 + 1] > rect.minY }) else {
      return NSRange(location: 0, length: 0)
    }
    return NSRange(location: first, length: tops.dropLast()[first...].prefix { $0 < rect.maxY }.count)
  }

  open func scrollRowToVisible(_ row: Int) {
    let (rect, visible) = (rect(ofRow: row), visibleRect)
    if rect.height == 0 { return }
    if rect.minY < visible.minY {
      scroll(NSPoint(x: 0, y: rect.minY))
    } else if rect.maxY > visible.maxY {
      scroll(NSPoint(x: 0, y: rect.maxY - visible.height))
    }
  }

  func standInMeasure() {
    if !tops.isEmpty { return }
    tops = [0]
    for row in 0..<numberOfRows {
      let height = standInHeight(row)
      if height <= 0 { StandInException.raise("row \(row) has the height \(height)") }
      tops.append(tops[row] + max(height, 0) + intercellSpacing.height)
    }
    let clip = superview as? NSClipView
    // The table fills its clip view, so there is room for a drop below the last row.
    frame.size = NSSize(
      width: max(frame.width, clip?.frame.width ?? 0), height: max(tops[tops.count - 1], clip?.frame.height ?? 0))
    clip.map { $0.scroll(to: $0.bounds.origin) }
  }

  // MARK: - Calling the delegate, which subclasses override

  var standInRowViews: [NSTableRowView] = []

  func standInRowView(_ row: Int) -> NSTableRowView { standInRowViews.popLast() ?? NSTableRowView() }

  func standInView(_ column: NSTableColumn?, _ row: Int) -> NSView? { nil }

  func standInIsGroup(_ row: Int) -> Bool { false }
  func standInTellAdded(_ view: NSTableRowView, _ row: Int) {}
  func standInTellRemoved(_ view: NSTableRowView, _ row: Int) {}
  func standInHeight(_ row: Int) -> CGFloat { rowHeight }

  /// Raises an exception if the view and the data source disagree.
  func standInCheck(_ when: String) {}

  open override func layout() {
    if updates == 0 {
      standInIsTiling = true
      standInTile()
      standInIsTiling = false
    }
    super.layout()
  }
  /// Whether a layout pass is running, in which updates raise an exception.
  var standInIsTiling = false

  // MARK: - Updates

  var updates = 0
  /// The row views of the rows deleted in the current updates.
  var leaving: [NSTableRowView] = []
  var selectionLost = false

  // MARK: - Drops

  open func setDropRow(_ row: Int, dropOperation: DropOperation) { standInDrop = (row, dropOperation) }
  var standInDrop: (row: Int, operation: DropOperation)?
}

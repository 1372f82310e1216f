#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
import Foundation
@_spi(Adapters) public import LiveTablesCells

extension NSView {
  fileprivate var draggedTypes: [NSPasteboard.PasteboardType] {
    get { registeredDraggedTypes }
    set {
      unregisterDraggedTypes()
      registerForDraggedTypes(newValue)
    }
  }
}

/// The base class of binders for table views, outline views, and collection views.
@MainActor
open class AppKitViewBinder<View: NSView, Section: Diffable & Sendable, Row: Diffable & Sendable>:
  ViewBinder<View, Section, Row>
{
  /// The views to show in place of the rows if the table is empty, or until the first table arrives.
  ///
  /// A collection view shows these views as its background. Other views show them behind the rows, at the size of the
  /// view. Clicks and drags that these views do not handle are passed to the table. AppKit views do not support the
  /// header and the footer.
  public var accessories = TableAccessories<NSView>() { didSet { updateAccessories() } }

  var drag: RowDrag<Section, Row>?
  /// Whether the view is being updated, in which case its delegate calls are not caused by the user.
  var isUpdating = false

  private weak var undoManager: UndoManager?
  private var shownBackground: NSView?
  private lazy var rowMenu = RowMenu { [weak self] in self?.menuItems ?? [] }

  // MARK: - For each view

  var selectionProperties: [ReferenceWritableKeyPath<View, Bool>] { [] }

  var multipleSelection: ReferenceWritableKeyPath<View, Bool>? { nil }

  var clickedPath: RowPath? { nil }

  func select(_ paths: [RowPath], in view: View) {}

  func reconfigure(_ paths: [RowPath]) {}

  func scrollView(to path: RowPath) {}

  func show(background: NSView?, in view: View) {
    if background === shownBackground { return }
    if let shownBackground, shownBackground.superview === view { shownBackground.removeFromSuperview() }
    shownBackground = background
    guard let background else { return }
    background.frame = view.bounds
    background.autoresizingMask = [.width, .height]
    view.addSubview(background, positioned: .below, relativeTo: nil)
  }

  // MARK: - Taking over

  @_spi(Adapters) public override func didTakeOver(_ view: View) {
    borrowed.set(\.draggedTypes, to: view.registeredDraggedTypes + [.liveTablesRow], in: view)
    lendMenu(to: view)
    selectionModeChanged(to: link.selection.mode)
    updateAccessories()
  }

  @_spi(Adapters) public override func willGiveBack(_ view: View) {
    endDrag()
    show(background: nil, in: view)
  }

  @_spi(Adapters) public override func bindingEnded(_ reason: EndReason) {
    undoManager?.removeAllActions(withTarget: link.editing.undo)
    super.bindingEnded(reason)
  }

  open override func registerUndo(named name: String, _ action: @escaping @MainActor () -> Void) {
    let undo = link.editing.undo
    undoManager = view?.undoManager
    // The undo manager does not retain its target.
    undoManager?.registerUndo(withTarget: undo) { _ in withExtendedLifetime(undo) { MainActor.assumeIsolated(action) } }
    undoManager?.setActionName(name)
  }

  @_spi(Adapters) public override func updateAccessories() {
    guard let view, isInPlace else { return }
    show(background: accessories.background(rowCount: link.table.count, revision: link.revision), in: view)
  }

  // MARK: - Updates

  @_spi(Adapters) open override var isReady: Bool { isInPlace && view?.window != nil }

  @_spi(Adapters) public override func repair() {
    let staleRows = updates.takeStaleRows()
    if updates.needsReload {
      reloadInPlace()
    } else {
      showSelection()
      reconfigure(paths(of: staleRows))
    }
    scrollToRequestedRow()
  }

  func updating(_ body: () throws -> Void) rethrows {
    let wasUpdating = isUpdating
    isUpdating = true
    defer { isUpdating = wasUpdating }
    try body()
  }

  // MARK: - Selection

  /// Sets how many rows can be selected, or restores the view's original setting for `SelectionMode/none`.
  @_spi(Adapters) public override func selectionModeChanged(to mode: SelectionMode) {
    guard let view, isInPlace else { return }
    let allowsMultiple: Bool? = mode == .none ? nil : mode == .many
    updating {
      for property in selectionProperties { borrowed.set(property, to: mode == .none ? nil : true, in: view) }
      if let multipleSelection { borrowed.set(multipleSelection, to: allowsMultiple, in: view) }
      // Not the view's previous selection, because the mode has not been set yet.
      if mode != .none { select(link.selection.paths, in: view) }
    }
  }

  /// Updates the selection in the view, unless the mode is `none`.
  func showSelection() {
    guard let view, isInPlace, link.selection.mode != .none else { return }
    if !updates.canUpdate { return repairLater() }
    updating { select(link.selection.paths, in: view) }
  }

  @_spi(Adapters) public override func showSelection(selected: [RowPath], deselected: [RowPath]) {
    if !updates.canUpdate { return repairLater(selected + deselected) }
    showSelection()
    reconfigure(selected + deselected)
  }

  @_spi(Adapters) public override func scroll(to path: RowPath) {
    if link.table[path] == nil { return }
    if updates.canUpdate { scrollView(to: path) } else { scrollLater(to: path) }
  }

  /// Handles a selection change made by the user, or the selection of a row in mode `none`.
  func userSelects(_ paths: [RowPath]) {
    if isUpdating || !updates.isCurrent { return }
    if link.selection.mode == .none {
      if paths.count == 1 { link.selection.user(.only, at: paths[0]) }
      return
    }
    link.selection.user(selects: paths)
    showSelection()
  }

  // MARK: - Menus

  /// Menu items for the actions of the row under the pointer.
  private var menuItems: [NSMenuItem] {
    clickedPath.map { actions(at: $0).map { action, perform in .make(action.title) { _ = perform() } } } ?? []
  }

  /// Sets the row menu while there are rules, because even an empty menu hides the menus of enclosing views.
  private func lendMenu(to view: View) {
    if let menu = view.menu, menu !== rowMenu.menu { return }
    borrowed.setOrRestore(\.menu, to: link.editing.rules.isEmpty ? nil : rowMenu.menu, in: view)
  }

  @_spi(Adapters) open override func rulesChanged() {
    if let view, isInPlace { lendMenu(to: view) }
  }

  // MARK: - Actions

  /// Whether to offer deletion for rows for which the rules provide no actions.
  var offersDeletion: Bool { true }

  func handlesActions(at path: RowPath) -> Bool {
    link.editing.rules.offersActions || offersDeletion && offersDeletion(at: path)
  }

  /// Returns the actions that the rules provide for a row, or a deletion if there are none and the row can be
  /// deleted.
  ///
  /// - Returns: The actions, along with closures that perform them on the row even if the row has moved. While the view
  ///   shows other rows than the table, there are none.
  func actions(at path: RowPath) -> [(action: RowAction<Section, Row>, perform: @MainActor () -> Bool)] {
    if !updates.isCurrent { return [] }
    let isDeletion = offersDeletion && offersDeletion(at: path)
    return performers(of: isDeletion ? [Self.deletion] : link.editing.actions(at: path), at: path)
  }

  // MARK: - Dragging

  /// Begins a drag in which only the grabbed row moves.
  func beginDrag(of paths: [RowPath], grabbed: RowPath?) {
    drag?.cancel()
    let path = grabbed.flatMap { paths.contains($0) ? $0 : nil } ?? paths.first
    drag = path.flatMap { link.editing.beginDrag(at: $0) }
  }

  func position(ofScreenPoint point: NSPoint) -> NSPoint? {
    view.flatMap { view in view.window.map { view.convert($0.convertPoint(fromScreen: point), from: nil) } }
  }

  func endDrag() {
    drag?.cancel()
    drag = nil
  }

  func isOwn(_ info: any NSDraggingInfo) -> Bool {
    drag?.source != nil && info.draggingSource as? NSView === view
  }
}
#endif

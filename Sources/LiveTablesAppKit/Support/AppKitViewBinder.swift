#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
import Foundation
@_spi(Adapters) public import LiveTablesCells

extension NSView: BindableView {
  #if !canImport(ObjectiveC)
  /// The binder that is attached to the view.
  public var attachedBinder: AnyObject? {
    get { standInAssociations["binder"] }
    set { standInAssociations["binder"] = newValue }
  }
  #endif

  /// The types that can be dropped on the view, as a property.
  fileprivate var draggedTypes: [NSPasteboard.PasteboardType] {
    get { registeredDraggedTypes }
    set {
      unregisterDraggedTypes()
      registerForDraggedTypes(newValue)
    }
  }
}

/// What the binders of table views, outline views and collection views have in common.
@MainActor
open class AppKitViewBinder<View: NSView, Section: Diffable & Sendable, Row: Diffable & Sendable>:
  ViewBinder<View, Section, Row>
{
  /// The views that take the place of rows where there are none, and before the first table.
  ///
  /// A collection view shows them as its background, other views as large as they are, behind the rows. Clicks and drags
  /// that are not for such a view go to the table. The header and the footer have no place in AppKit's views.
  public var accessories = TableAccessories<NSView>() { didSet { updateAccessories() } }

  /// The row that the user drags.
  var drag: RowDrag<Section, Row>?
  /// Whether the view is being updated, so that what it reports was not done by the user.
  var isUpdating = false
  /// Whether the view counts other rows than the table has.
  var isReloadDue = false
  /// Rows whose cells are to be configured again, and one to scroll to, when the view is through with its layout.
  private var unconfigured: [Row.Identity] = []
  private var scrollTarget: Row.Identity?

  private var shownBackground: NSView?
  private lazy var rowMenu = RowMenu { [weak self] in self?.menuItems ?? [] }

  // MARK: - For each view

  /// The properties that let the user select rows, or none.
  var selectionProperties: [ReferenceWritableKeyPath<View, Bool>] { [] }

  /// The property that lets the user select several rows.
  var multipleSelection: ReferenceWritableKeyPath<View, Bool>? { nil }

  /// The path of the row under the pointer.
  var clickedPath: RowPath? { nil }

  /// Selects exactly these rows in the view.
  func select(_ paths: [RowPath], in view: View) {}

  /// Configures the cells of rows again although nothing in the rows changed.
  func reconfigure(_ paths: [RowPath]) {}

  /// Scrolls to a row, as little as shows it.
  func scrollView(to path: RowPath) {}

  /// Reloads the view.
  func reloadAll() {}

  /// Shows a view in the place of rows.
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
    isReloadDue = false
    unconfigured = []
    scrollTarget = nil
    endDrag()
    show(background: nil, in: view)
  }

  @_spi(Adapters) public override func updateAccessories() {
    guard let view, isInPlace else { return }
    show(background: accessories.background(rowCount: link.table.count, revision: link.revision), in: view)
  }

  // MARK: - In the middle of the layout

  /// Somebody changes the table while the view waits for an answer: it can be told nothing, so it goes on with what it
  /// counted, and is reloaded when it is through.
  ///
  /// - Parameter commit: Swaps the data.
  func swapInLayout(_ commit: () -> Void) {
    isReloadDue = true
    commit()
    tidyUpLater()
  }

  /// Whether the view can be told nothing now.
  private var isBusy: Bool { questions > 0 || isReloadDue }

  private func tidyUpLater() { deferred.schedule { [weak self] in self?.tidyUp() } }

  private func tidyUp() {
    if isReloadDue {
      reloadAll()
      isReloadDue = false  // also where the view has gone
    } else {
      showSelection()
      reconfigure(link.table.paths(of: unconfigured).compactMap { $0 })
    }
    unconfigured = []
    let target = scrollTarget
    scrollTarget = nil
    if let target, let path = link.table.path(of: target) { scroll(to: path) }
  }

  /// Updates the view.
  func updating(_ body: () throws -> Void) rethrows {
    let wasUpdating = isUpdating
    isUpdating = true
    defer { isUpdating = wasUpdating }
    try body()
  }

  // MARK: - Selection

  /// Lets rows be selected as the mode says; with `SelectionMode/none` as the view and its earlier delegate do.
  @_spi(Adapters) public override func selectionModeChanged(to mode: SelectionMode) {
    guard let view, isInPlace else { return }
    let allowsMultiple: Bool? = mode == .none ? nil : mode == .many
    updating {
      for property in selectionProperties { borrowed.set(property, to: mode == .none ? nil : true, in: view) }
      if let multipleSelection { borrowed.set(multipleSelection, to: allowsMultiple, in: view) }
      // Not what the view had selected by itself; the mode is not set yet.
      if mode != .none { select(link.selection.paths, in: view) }
    }
  }

  /// Selects in the view what is selected; without a mode, its selection is its own.
  func showSelection() {
    guard let view, isInPlace, link.selection.mode != .none else { return }
    if isBusy { return tidyUpLater() }
    updating { select(link.selection.paths, in: view) }
  }

  /// Selects these rows in the view, and configures their cells again.
  ///
  /// - Parameters:
  ///   - selected: Rows that are selected now.
  ///   - deselected: Rows that are not any more.
  @_spi(Adapters) public override func showSelection(selected: [RowPath], deselected: [RowPath]) {
    if isBusy {
      unconfigured += (selected + deselected).compactMap { link.table[$0]?.identity }
      return tidyUpLater()
    }
    showSelection()
    reconfigure(selected + deselected)
  }

  /// Scrolls to a row, as little as shows it.
  @_spi(Adapters) public override func scroll(to path: RowPath) {
    guard let row = link.table[path] else { return }
    if !isBusy { return scrollView(to: path) }
    scrollTarget = row.identity
    tidyUpLater()
  }

  /// The user has selected other rows, or one without a mode.
  func userSelects(_ paths: [RowPath]) {
    if isUpdating { return }
    if link.selection.mode == .none {
      if paths.count == 1 { link.selection.user(.only, at: paths[0]) }
      return
    }
    link.selection.user(selects: paths)
    showSelection()
  }

  // MARK: - Menus

  /// The actions of the row under the pointer, as items of a menu.
  private var menuItems: [NSMenuItem] {
    clickedPath.map { actions(at: $0).map { .make($0.title, $1) } } ?? []
  }

  /// A view has the menu of its rows as long as there is an editor: even an empty one hides those of the views around.
  private func lendMenu(to view: View) {
    if let menu = view.menu, menu !== rowMenu.menu { return }
    borrowed.setOrRestore(\.menu, to: link.editing.editor.isEmpty ? nil : rowMenu.menu, in: view)
  }

  /// Lends the view a menu, or takes it back.
  @_spi(Adapters) open override func editorChanged() {
    if let view, isInPlace { lendMenu(to: view) }
  }

  // MARK: - Actions

  /// Whether a row may be offered to be deleted, although its editor has no actions.
  var offersDeletion: Bool { true }

  private func offersDeletion(at path: RowPath) -> Bool {
    offersDeletion && !link.editing.editor.offersActions && link.editing.may(.delete, at: path)
  }

  /// Whether what a row offers is for its editor to say.
  func handlesActions(at path: RowPath) -> Bool { link.editing.editor.offersActions || offersDeletion(at: path) }

  /// What a row offers: the actions of its editor, or else to be deleted, where it may be.
  ///
  /// - Returns: Each action with what performs it on that row, wherever it is by then.
  func actions(at path: RowPath) -> [(action: RowAction<Section, Row>, perform: @MainActor () -> Void)] {
    let row = link.editing.followRow(at: path)
    let actions =
      offersDeletion(at: path)
      ? [.delete(Bundle.main.localizedString(forKey: "Delete", value: nil, table: nil))]
      : link.editing.actions(at: path)
    return actions.map { action in
      let perform: @MainActor () -> Void = { [weak self] in
        guard let self, let path = row.path else { return }
        link.editing.perform(action, at: path)
      }
      return (action, perform)
    }
  }

  // MARK: - Dragging

  /// Of all rows that are dragged the one moves that the user took hold of.
  func beginDrag(of paths: [RowPath], grabbed: RowPath?) {
    drag?.cancel()
    let path = grabbed.flatMap { paths.contains($0) ? $0 : nil } ?? paths.first
    drag = path.flatMap { link.editing.beginDrag(at: $0) }
  }

  /// A point of the screen in the view.
  func position(ofScreenPoint point: NSPoint) -> NSPoint? {
    view.flatMap { view in view.window.map { view.convert($0.convertPoint(fromScreen: point), from: nil) } }
  }

  func endDrag() {
    drag?.cancel()
    drag = nil
  }

  /// Whether a row of this view is dragged.
  func isOwn(_ info: any NSDraggingInfo) -> Bool {
    drag?.source != nil && info.draggingSource as? NSView === view
  }
}

/// A batch does not lead to the rows that it came with.
struct RowMismatch: Error, CustomStringConvertible {
  var description: String { "the batch does not lead to the rows that there are" }
}
#endif

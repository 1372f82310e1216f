#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
@_spi(Adapters) public import LiveTables

/// What the binders of all views have in common: they belong to a view, take the place of its data source and delegate
/// while something is bound, and give it back, but never in the middle of an update.
@MainActor open class ViewBinder: DelegateProxy, BindingFollower {
  /// What is seen where there are no rows, and before the first table has come.
  ///
  /// A collection view shows it as its background; other views show it as large as they are, and what the user drags
  /// there or clicks goes to them, unless it is for the view itself. The header and the footer have no place in AppKit's
  /// views.
  public var accessories = TableAccessories<NSView>() { didSet { showAccessories() } }

  private var backgroundPlace = BackgroundPlace()

  /// Whether the view is being told of a change.
  private(set) var isTelling = false
  /// Whether the place is to be given back when that is over.
  private var isEnding = false

  /// Takes the place of the view's data source and delegate, unless it has it.
  func takePlace() {}

  /// Gives it back, if it has it.
  func givePlace() {}

  /// Lets go of the view.
  func uninstall() {}

  /// Shows what is seen where there are no rows, if there are none.
  func showAccessories() {}

  /// Shows something where there are no rows, or takes it away.
  func show(background: NSView?, in view: NSView?) {
    if let view { backgroundPlace.show(background, in: view) }
  }

  /// The context menu, for views that have none of their own.
  private lazy var rowMenu = RowMenu { [weak self] in self?.menuItems ?? [] }

  /// What is offered for the row under the pointer.
  var menuItems: [NSMenuItem] { [] }

  /// Gives a view a context menu unless it has one.
  func lendMenu(to view: NSView) { if view.menu == nil { view.menu = rowMenu.menu } }

  /// Takes it away again.
  func takeMenu(from view: NSView) { if view.menu === rowMenu.menu { view.menu = nil } }

  /// Belongs to a view from now on; what belonged to it before lets go.
  func belong(to view: NSView) {
    (view.binder as? ViewBinder)?.uninstall()
    view.binder = self
  }

  /// Tells the view of a change.
  func telling(_ body: () -> Void) {
    let wasTelling = isTelling
    isTelling = true
    body()
    isTelling = wasTelling
    if !isTelling { endIfDue() }
  }

  private func endIfDue() {
    if isEnding { givePlace() }
    isEnding = false
  }

  /// Something is bound.
  public func bindingBegan() {
    isEnding = false
    takePlace()
  }

  /// The view shows all of a change.
  public func viewDidBecomeIdle() { showAccessories() }

  /// Nothing is bound any more: where something else was there before, it is put back, unless the stream has ended by
  /// itself and its rows stay.
  public func bindingEnded(_ reason: EndReason) {
    if reason == .finished || (earlierDataSource == nil && earlierDelegate == nil) { return }
    isEnding = true
    if !isTelling { endIfDue() }
  }
}

/// A batch does not lead to the table that it came with.
struct LinesMismatch: Error, CustomStringConvertible {
  var description: String { "the batch does not lead to the rows that there are" }
}
#endif

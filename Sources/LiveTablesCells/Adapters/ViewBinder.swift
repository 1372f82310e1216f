public import LiveTables

/// The base class of all binders.
///
/// A binder shows a table in a platform view.
///
/// An attached binder replaces the view's data source and delegate. If its binding is cancelled and the view had a data
/// source before, the binder restores both. Without an earlier data source, the rows stay on screen. The next call to
/// `bind` replaces the data source and delegate again. The view retains the binder, which refers to the view weakly.
///
/// To bind another kind of view, create a subclass of `ViewAdapter`, in the module `LiveTablesAdapters`.
@MainActor
open class ViewBinder<View: AnyObject, Section: Diffable & Sendable, Row: Diffable & Sendable>:
  DelegateForwarder, TableView
{
  /// The link between the view and its table, which provides selection, events, and editing.
  public let link: TableLink<Section, Row>

  /// The view that this binder is attached to, if any.
  public internal(set) weak var view: View?

  /// The view settings that the binder restores when it releases the view.
  package let borrowed = BorrowedProperties<View>()

  /// Which rows the view shows, and how it can currently be updated.
  package var updates = ViewUpdates<Row.Identity>()
  /// Whether this binder owns the view, and whether it must release the view.
  package internal(set) var ownership = Ownership()

  /// The rows whose cells are on screen, in views that report when a cell appears and disappears.
  package final var displayed = DisplayedRows<Row>()

  /// The data source and delegate of the view before this binder took it over.
  var earlier = ViewConnections()
  /// The binders that wait for the view until it is idle, while `ownership` is `leaving`.
  ///
  /// The last of these binders gets the view.
  var successors: [any AttachedBinder] = []
  /// The view to take over when another binder has finished updating it, while `ownership` is `awaiting`.
  weak var awaited: View?
  /// The number of calls that attach this binder, of which the last call takes precedence.
  var attachments = 0

  /// Creates a binder.
  ///
  /// - Parameter link: The link to use. Pass an existing link if other objects need the link before the binder exists.
  package init(link: TableLink<Section, Row> = TableLink()) {
    self.link = link
    super.init()
    link.selection.presenter = self
    link.follow(self)
    updateMessages()
  }

  // MARK: - TableView

  /// Whether the view can perform batches because it is on screen and uses this binder's data.
  open var isReady: Bool { isInPlace }

  /// The number of rows in each section, as reported by the view.
  open var shownRowCounts: [Int]? { nil }

  /// Reloads the view, or only replaces its data if the view cannot currently be reloaded.
  ///
  /// - Parameter commit: A closure that replaces the data. An override must call it exactly once, or call `super`.
  open func reload(commit: () -> Void) {
    act(on: updates.change(nil, isInPlace: isInPlace, rowCounts: link.table.rowCounts), commit)
  }

  /// Performs one batch, or reloads the view if it cannot currently perform batches.
  ///
  /// - Parameters:
  ///   - stage: The batch, along with the tables before and after the batch.
  ///   - animation: The animation of the batch.
  ///   - commit: A closure that replaces the data. An override must call this closure exactly once, inside the view's
  ///     updates, or call `super`.
  /// - Throws: An error if the view cannot perform the batch, in which case the view is reloaded.
  open func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
    let decision = updates.change(stage.operations, isInPlace: isInPlace, rowCounts: link.table.rowCounts)
    if decision == .perform { return try performBatch(stage, animation: animation, commit: commit) }
    act(on: decision, commit)
  }

  /// Registers the action that reverses a user's edit with the view's undo manager.
  ///
  /// - Parameters:
  ///   - name: The name of the edit.
  ///   - action: A closure that undoes or redoes the edit.
  open func registerUndo(named name: String, _ action: @escaping @MainActor () -> Void) {}

  // MARK: - SelectionPresenter

  /// Updates the appearance of rows that have been selected or deselected.
  ///
  /// - Parameters:
  ///   - selected: The newly selected rows.
  ///   - deselected: The rows that are no longer selected.
  @_spi(Adapters) open func showSelection(selected: [RowPath], deselected: [RowPath]) {}

  /// Scrolls to a row that was selected programmatically.
  ///
  /// - Parameter path: The path of the row.
  @_spi(Adapters) open func scroll(to path: RowPath) {}

  /// Updates the view after the selection mode has changed.
  ///
  /// - Parameter mode: The new selection mode.
  @_spi(Adapters) open func selectionModeChanged(to mode: SelectionMode) {}

  /// Selects other rows in place of deleted rows, in views in which a row is always selected.
  @_spi(Adapters) open func selectionSettles() {}

  // MARK: - For binders of other views

  /// Returns the view's data source and delegate.
  ///
  /// A view without a data source uses the attached binder's data.
  @_spi(Adapters) open func connections(of view: View) -> ViewConnections {
    ViewConnections(dataSource: ownership.isOwner ? self : nil)
  }

  /// Sets the view's data source and delegates.
  @_spi(Adapters) open func connect(_ view: View, to connections: ViewConnections) {}

  /// Prepares to take over the view, for example by registering cells.
  @_spi(Adapters) open func willTakeOver(_ view: View) {}

  /// Completes taking over the view, for example by borrowing settings and reloading.
  @_spi(Adapters) open func didTakeOver(_ view: View) {}

  /// Prepares to release the view, for example by ending drags.
  ///
  /// The base class restores the settings in ``borrowed``.
  @_spi(Adapters) open func willGiveBack(_ view: View) {}

  /// Completes releasing the view, by reloading it with its previous data source and delegate.
  @_spi(Adapters) open func didGiveBack(_ view: View) {}

  /// Updates the header, footer, and background views when the view is idle and shows a complete change.
  @_spi(Adapters) open func updateAccessories() {}

  // MARK: - Updating

  /// Reloads the view when it uses this binder's data and can be reloaded.
  ///
  /// - Parameter commit: A closure that replaces the data. An override must call it exactly once.
  @_spi(Adapters) open func reloadView(commit: () -> Void) { commit() }

  /// Performs one batch when the view shows the table and can be updated.
  ///
  /// The default implementation reloads the view.
  @_spi(Adapters) open func performBatch(
    _ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void
  ) throws { reload(commit: commit) }

  /// Called when the data has been replaced without an update of the view.
  ///
  /// - Parameter isShown: Whether the view uses this binder's data. If so, the view keeps its earlier rows until it is
  ///   reloaded.
  @_spi(Adapters) open func dataWasReplaced(isShown: Bool) {}

  /// Called when the data has been replaced after the view has moved a row itself.
  ///
  /// - Parameter stage: The batch update that describes the move.
  @_spi(Adapters) open func followMove(_ stage: BatchUpdate<Section, Row>) {}

  /// Repairs the view after changes that it could not show while it was calling its data source or delegate.
  @_spi(Adapters) open func repair() { if updates.needsReload { reloadInPlace() } }

  private func act(on decision: ViewUpdates<Row.Identity>.Decision, _ commit: () -> Void) {
    switch decision {
    case .perform, .reload:
      reloadView {
        commit()
        updates.reloaded()
      }
    case .commit: commit()
    case .follow(let move):
      let source = link.table
      commit()
      var operations = BatchOperations()
      operations.movedRows = [move]
      followMove(BatchUpdate(unchecked: operations, source: source, target: link.table))
    case .replaceData(let isShown):
      commit()
      dataWasReplaced(isShown: isShown)
    }
    if updates.needsReload { repairLater() }
  }

  /// Reloads the view with the same table.
  package final func reloadInPlace() { act(on: .reload) {} }

  /// Handles a call from the view, during which the view cannot be updated.
  package final func answering<Answer>(_ answer: () -> Answer) -> Answer {
    updates.beginCall()
    defer { if updates.endCall() { startTurn() } }
    return answer()
  }

  /// Repairs the view in a later turn of the main actor.
  package final func repairLater() { if updates.schedule() { startTurn() } }

  /// Configures the cells of rows again, or replaces them, in a later turn of the main actor.
  package final func repairLater(_ paths: [RowPath]) {
    updates.addStaleRows(paths.compactMap { link.table[$0]?.identity })
    repairLater()
  }

  /// Returns the paths of the rows with the given identities that the table has.
  package final func paths(of ids: [Row.Identity]) -> [RowPath] { link.table.paths(of: ids).compactMap { $0 } }

  /// Scrolls to a row in a later turn of the main actor.
  package final func scrollLater(to path: RowPath) {
    guard let row = link.table[path] else { return }
    updates.requestScrolling(ScrollRequest(id: row.identity))
    repairLater()
  }

  /// Scrolls to the row that ``scrollLater(to:)`` was called for last, if the table still has it.
  package final func scrollToRequestedRow() {
    guard let request = updates.scrollRequest else { return }
    updates.scrolled()
    if let path = link.table.path(of: request.id) { scroll(to: path) }
  }

  private func startTurn() {
    Task { @MainActor [weak self] in
      guard let self, updates.beginTurn() else { return }
      if ownership.isLeaving { viewDidBecomeIdle() }
      if isInPlace { repair() } else { updates.reloaded() }
    }
  }

  // MARK: - Taking over

  /// Whether the view uses this binder's data.
  package final var isInPlace: Bool {
    ownership.isOwner && view.map { connections(of: $0).dataSource === self } == true
  }

  @_spi(Adapters) open override func resetDelegate() {
    guard let view, ownership.isOwner else { return }
    let now = connections(of: view)
    if now.delegate !== self { return }
    updateMessages()
    connect(view, to: ViewConnections(dataSource: now.dataSource))
    connect(view, to: now)
  }

  // MARK: - BindingFollower

  /// Called when a binding begins, to take over the view again if the binder had released it.
  @_spi(Adapters) open func bindingBegan() {
    switch ownership.bindingBegan() {
    case .endBinding: link.end()
    case .takeOver:
      if let view { takeOver(view, from: connections(of: view)) } else if let awaited { attach(to: awaited) }
    case .none, .giveBack, .handOver, .leaveLater: break
    }
  }

  /// Called when the binding ends.
  ///
  /// - Parameter reason: The reason the binding ended.
  @_spi(Adapters) open func bindingEnded(_ reason: EndReason) { ownership.bindingEnded(reason) }

  /// Called when the first rule for editing or row actions is added, or when the last rule is removed.
  @_spi(Adapters) open func rulesChanged() {}

  /// Updates the header, footer, and background views when the view is idle.
  ///
  /// Releases the view if its binding has been cancelled or another binder is waiting.
  @_spi(Adapters) open func viewDidBecomeIdle() {
    updateAccessories()
    leaveIfIdle()
  }
}

extension ViewBinder: SelectionPresenter {}

extension ViewBinder: BindingFollower {}

/// Weak references to the data source and delegate of a view.
@_spi(Adapters) public struct ViewConnections {
  /// The data source of the view.
  @_spi(Adapters) public weak var dataSource: AnyObject?
  /// The delegate of the view.
  @_spi(Adapters) public weak var delegate: AnyObject?

  /// Creates references to a data source and a delegate.
  @_spi(Adapters) public init(dataSource: AnyObject? = nil, delegate: AnyObject? = nil) {
    self.dataSource = dataSource
    self.delegate = delegate
  }
}

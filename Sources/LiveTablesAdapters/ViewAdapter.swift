public import LiveTables
@_spi(Adapters) public import LiveTablesCells

/// The base class of adapters for views that this package does not support.
///
/// An adapter shows a table in one view, and can be bound in the same ways as a table view. A subclass overrides
/// ``reload(_:commit:)``, which is sufficient for a view that is always reloaded, and usually
/// ``perform(_:in:animation:commit:)`` and `shownRowCounts`. All other methods have default implementations. Only
/// overrides of `isReady` call `super`.
///
/// ```swift
/// final class LabelAdapter: ViewAdapter<LabelList, OneSection, String> {
///   override func reload(_ view: LabelList, commit: () -> Void) {
///     commit()
///     view.labels = link.table.map { $0 }
///   }
/// }
/// LabelAdapter().attach(to: list).bind(names)
/// ```
@MainActor
open class ViewAdapter<View: AnyObject, Section: Diffable & Sendable, Row: Diffable & Sendable>:
  ViewBinder<View, Section, Row>
{
  /// Whether the view is reloaded when the current update ends.
  private var isReloadPending = false

  /// Creates an adapter that is not attached to a view.
  ///
  /// - Parameter link: The link to use, for example one that the view's cells already use.
  public override init(link: TableLink<Section, Row> = TableLink()) { super.init(link: link) }

  // MARK: - Showing the table

  /// Reloads the view.
  ///
  /// Called only when the view uses this adapter's data and can be changed.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - commit: A closure that replaces `link.table`. Call it exactly once.
  open func reload(_ view: View, commit: () -> Void) { commit() }

  /// Performs a batch.
  ///
  /// Called only when the view shows `link.table` and can be changed. The default implementation reloads the view.
  ///
  /// - Parameters:
  ///   - stage: The operations, and the tables before and after them. Deleted and updated rows, and the sources of
  ///     moves, have paths in the table before the batch. Inserted rows and the targets of moves have paths in the table
  ///     after it. Rows are not updated in a batch with other operations.
  ///   - view: The view.
  ///   - animation: The animations of the operations.
  ///   - commit: A closure that replaces `link.table`. Call it exactly once.
  /// - Throws: An error if the view cannot perform the batch. The view is then reloaded.
  open func perform(
    _ stage: BatchUpdate<Section, Row>, in view: View, animation: BatchAnimation, commit: () -> Void
  ) throws { reload(view, commit: commit) }

  /// Called when the table was replaced while the view cannot be changed, for example in a call from the view.
  ///
  /// - Parameter isShown: Whether the view uses this adapter's data. If so, the view is repaired in a later turn.
  open func tableWasReplaced(isShown: Bool) {}

  /// Repairs the view in the turn that ``setNeedsRepair()`` has scheduled, if it shows the table.
  ///
  /// If the view does not show the table, it is reloaded instead.
  ///
  /// - Parameter view: The view.
  open func repair(_ view: View) {}

  // MARK: - Attaching

  /// Returns the data source of a view.
  ///
  /// The default implementation is for views without a data source.
  open func dataSource(of view: View) -> AnyObject? { ownership.isOwner ? self : nil }

  /// Returns the delegate of a view.
  open func delegate(of view: View) -> AnyObject? { nil }

  /// Sets the data source and the delegate of a view, to this adapter or to earlier ones.
  open func connect(_ view: View, dataSource: AnyObject?, delegate: AnyObject?) {}

  /// The Objective-C names of the protocols whose methods are forwarded to the earlier delegate.
  open class var forwardedProtocols: [String] { [] }

  /// Called before this adapter becomes the view's data source, for example to register cells.
  open func willAttach(to view: View) {}

  /// Called after this adapter has become the view's data source.
  ///
  /// The view is reloaded afterwards.
  open func didAttach(to view: View) {}

  /// Called before this adapter gives a view back, or before another binder takes over the view.
  ///
  /// Override this method to remove what the adapter has added to the view.
  open func willDetach(from view: View) {}

  /// Called after a view has got its earlier data source back, for example to reload it.
  ///
  /// Not called if another binder takes over the view, or if the view has no data source.
  open func didDetach(from view: View) {}

  /// Sets a property of the view until this adapter gives the view back.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - value: The value, or `nil` to restore the earlier value now.
  public final func borrow<Value: Equatable>(_ property: ReferenceWritableKeyPath<View, Value>, as value: Value?) {
    if let view { borrowed.set(property, to: value, in: view) }
  }

  /// Whether the view uses this adapter's data.
  public final var isDataSource: Bool { isInPlace }

  // MARK: - Calls from the view

  /// Returns the result of a call from the view, such as a cell, and does not change the view during the call.
  ///
  /// Use this method for each call that the view may make during its layout. If the table changes during the call, the
  /// view keeps its earlier rows, and is reloaded after the call.
  ///
  /// - Parameter answer: A closure that returns the result.
  public final func duringCall<Answer>(_ answer: () -> Answer) -> Answer { answering(answer) }

  /// The number of sections that the view shows.
  ///
  /// If the view must be reloaded, the table can have a different number.
  public final var viewSectionCount: Int { sectionCount }

  /// Returns the number of rows that the view shows in a section, or zero if there is no such section.
  public final func viewRowCount(ofSection section: Int) -> Int { rowCount(ofSection: section) }

  /// Whether the view shows the table and can be changed now.
  public final var canUpdate: Bool { updates.canUpdate }

  /// Reloads the view with the same table, or later if it cannot be changed now.
  ///
  /// This method has no effect if the view does not use this adapter's data.
  public final func setNeedsReload() {
    guard isInPlace else { return }
    if link.isUpdating { isReloadPending = true } else { reload {} }
  }

  /// Schedules one call of ``repair(_:)``, for a later turn of the main actor in which the view can be changed.
  public final func setNeedsRepair() { repairLater() }

  // MARK: - The user

  /// Shows which rows have been selected and deselected, by the program or by a tap.
  ///
  /// Called only when the view can be changed. A reload of the view must show `link.selection` itself.
  open func showSelection(in view: View, selected: [RowPath], deselected: [RowPath]) {}

  /// Scrolls to a row that the program has selected.
  ///
  /// Called only when the view can be changed.
  open func scroll(_ view: View, to path: RowPath) {}

  /// Selects or deselects rows as the selection mode determines, after the user has tapped a row.
  public final func userTapped(rowAt path: RowPath) { link.selection.user(.tap, at: path) }

  /// Returns whether the user may edit a row, as `link.editing.rules` determines.
  public final func allows(_ kind: EditKind, at path: RowPath) -> Bool { link.editing.may(kind, at: path) }

  /// Begins an interaction such as a drag, during which the view shows only the user's edits.
  ///
  /// Calls can be nested.
  public final func beginInteraction() { link.beginInteraction() }

  /// Ends an interaction, and shows the changes that arrived during the interaction.
  public final func endInteraction() { link.endInteraction() }

  /// Reports that a row appears on screen, to `link.events`.
  public final func rowWillAppear(at path: RowPath) { link.events.report(.willDisplay, at: path) }

  /// Reports that a row has left the screen, to `link.events`.
  ///
  /// - Parameters:
  ///   - row: The row, which may have been deleted.
  ///   - path: The last path of the row.
  public final func rowDidDisappear(_ row: Row, at path: RowPath) {
    link.events.report(.didEndDisplaying, row, at: path)
  }

  // MARK: - ViewBinder

  // These overrides call methods with other names: a subclass that does not see the methods of the base class cannot
  // override them.
  @_spi(Adapters) public final override func reloadView(commit: () -> Void) {
    if let view { reload(view, commit: commit) } else { commit() }
  }

  @_spi(Adapters) public final override func performBatch(
    _ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void
  ) throws {
    guard let view else { return commit() }
    try perform(stage, in: view, animation: animation, commit: commit)
  }

  @_spi(Adapters) public final override func dataWasReplaced(isShown: Bool) { tableWasReplaced(isShown: isShown) }

  @_spi(Adapters) public final override func repair() {
    let (staleIDs, isReload) = (updates.takeStaleRows(), updates.needsReload)
    if isReload { reloadInPlace() }
    guard let view, canUpdate else { return }
    let staleRows = Set(paths(of: staleIDs))
    if !staleRows.isEmpty {
      let selected = staleRows.filter { link.selection.contains($0) }
      let deselected = staleRows.subtracting(selected)
      showSelection(in: view, selected: selected.sorted(), deselected: deselected.sorted())
    }
    scrollToRequestedRow()
    if !isReload { repair(view) }
  }

  @_spi(Adapters) public final override func viewDidBecomeIdle() {
    if isReloadPending {
      isReloadPending = false
      setNeedsReload()
    }
    super.viewDidBecomeIdle()
  }

  @_spi(Adapters) public final override func connections(of view: View) -> ViewConnections {
    ViewConnections(dataSource: dataSource(of: view), delegate: delegate(of: view))
  }

  @_spi(Adapters) public final override func connect(_ view: View, to connections: ViewConnections) {
    connect(view, dataSource: connections.dataSource, delegate: connections.delegate)
  }

  @_spi(Adapters) public final override class var delegateProtocols: [String] { forwardedProtocols }
  @_spi(Adapters) public final override func willTakeOver(_ view: View) { willAttach(to: view) }
  @_spi(Adapters) public final override func didTakeOver(_ view: View) {
    didAttach(to: view)
    if isInPlace { reload {} }
  }

  @_spi(Adapters) public final override func willGiveBack(_ view: View) { willDetach(from: view) }
  @_spi(Adapters) public final override func didGiveBack(_ view: View) { didDetach(from: view) }

  @_spi(Adapters) public final override func showSelection(selected: [RowPath], deselected: [RowPath]) {
    guard let view, isInPlace else { return }
    if canUpdate { return showSelection(in: view, selected: selected, deselected: deselected) }
    repairLater(selected + deselected)
  }

  @_spi(Adapters) public final override func scroll(to path: RowPath) {
    guard let view, isInPlace, link.table[path] != nil else { return }
    if canUpdate { scroll(view, to: path) } else { scrollLater(to: path) }
  }
}

extension BatchUpdate {
  /// Returns a function that maps a row's path before the batch to its path after it, or to `nil` if the row is deleted.
  ///
  /// - Complexity: O(*k* log *k*) for *k* operations, and O(log *k*) for each call of the function.
  public func pathMap() -> (RowPath) -> RowPath? {
    let map = PathMap(operations)
    return { map.target(of: $0) }
  }
}

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
import Foundation
@_spi(Adapters) public import LiveTables

/// Taking the place of data source and delegate, and giving it back.
extension CollectionViewBinder {
  /// Takes the place of a collection view's data source and delegate, and belongs to it from now on.
  ///
  /// What was bound to the collection view before ends.
  public func install(on collectionView: NSCollectionView) {
    if self.collectionView === collectionView { return takePlace() }
    uninstall()
    belong(to: collectionView)
    self.collectionView = collectionView
    takePlace()
  }

  func takeCollectionPlace() {
    guard let collectionView, settings == nil else { return }
    settings = CollectionViewSettings(
      isSelectable: collectionView.isSelectable, allowsMultipleSelection: collectionView.allowsMultipleSelection,
      allowsEmptySelection: collectionView.allowsEmptySelection, draggedTypes: collectionView.registeredDraggedTypes)
    earlierDataSource = collectionView.dataSource
    earlierDelegate = collectionView.delegate
    // What is selected is decided by the selection's mode; the collection view only proposes.
    collectionView.isSelectable = true
    collectionView.allowsMultipleSelection = true
    collectionView.allowsEmptySelection = true
    collectionView.registerForDraggedTypes(collectionView.registeredDraggedTypes + [.liveTablesRow])
    collectionView.dataSource = self
    collectionView.delegate = self
    collectionView.reloadData()
    collectionView.layoutSubtreeIfNeeded()
    wasLaidOut = collectionView.window != nil
    lendMenu(to: collectionView)
    showAccessories()
  }

  func giveCollectionPlace() {
    guard let collectionView, let settings else { return }
    self.settings = nil
    endDisplaying()
    show(background: nil, in: collectionView)
    takeMenu(from: collectionView)
    drag?.cancel()
    drag = nil
    if collectionView.dataSource === self {
      collectionView.dataSource = earlierDataSource as? any NSCollectionViewDataSource
    }
    if collectionView.delegate === self { collectionView.delegate = earlierDelegate as? any NSCollectionViewDelegate }
    collectionView.isSelectable = settings.isSelectable
    collectionView.allowsMultipleSelection = settings.allowsMultipleSelection
    collectionView.allowsEmptySelection = settings.allowsEmptySelection
    collectionView.unregisterDraggedTypes()
    collectionView.registerForDraggedTypes(settings.draggedTypes)
    earlierDataSource = nil
    earlierDelegate = nil
    collectionView.reloadData()
  }

  func leaveCollection() {
    guard let collectionView else { return }
    givePlace()
    if collectionView.binder === self { collectionView.binder = nil }
    self.collectionView = nil
  }
}

/// How changes are shown.
extension CollectionViewBinder {
  /// Whether the collection view is in a window, was laid out, and its data source is this.
  public var isReady: Bool {
    collectionView.map { $0.window != nil && wasLaidOut && $0.dataSource === self } ?? false
  }

  /// How many items are shown in each section, by what the collection view counts.
  public var shownRowCounts: [Int]? {
    guard let collectionView, isReady else { return nil }
    return (0..<collectionView.numberOfSections).map { collectionView.numberOfItems(inSection: $0) }
  }

  func reloadItems(_ commit: () -> Void) {
    guard let collectionView, settings != nil, collectionView.dataSource === self else { return commit() }
    telling {
      commit()
      endDisplaying()
      collectionView.reloadData()
      collectionView.layoutSubtreeIfNeeded()
      wasLaidOut = collectionView.window != nil
      showSelection()
    }
  }

  func performItems(_ stage: BatchUpdate<Section, Row>, _ animation: BatchAnimation, _ commit: () -> Void) {
    guard let collectionView, settings != nil, collectionView.dataSource === self else { return commit() }
    telling {
      animating(animation.isAnimated) {
        let operations = stage.operations
        var reloads = CellReloads()
        if operations.count > operations.updatedRows.count + operations.updatedSections.count {
          withoutActuallyEscaping(commit) { commit in
            collectionView.performBatchUpdates {
              commit()
              reloads = self.change(stage)
              self.perform(operations, on: collectionView)
            }
          }
        } else {
          commit()
          reloads = change(stage)
        }
        reload(reloads, on: collectionView)
      }
      showSelection()
    }
  }

  private func change(_ stage: BatchUpdate<Section, Row>) -> CellReloads {
    let reloads = cells.change(stage, in: self)
    carryDisplayed(through: PathMap(stage.operations))
    return reloads
  }

  private func perform(_ operations: BatchOperations, on collectionView: NSCollectionView) {
    func paths(_ paths: [RowPath]) -> Set<IndexPath> { Set(paths.map { IndexPath($0) }) }
    if !operations.deletedSections.isEmpty { collectionView.deleteSections(IndexSet(operations.deletedSections)) }
    if !operations.insertedSections.isEmpty { collectionView.insertSections(IndexSet(operations.insertedSections)) }
    for move in operations.movedSections { collectionView.moveSection(move.from, toSection: move.to) }
    if !operations.deletedRows.isEmpty { collectionView.deleteItems(at: paths(operations.deletedRows)) }
    if !operations.insertedRows.isEmpty { collectionView.insertItems(at: paths(operations.insertedRows)) }
    for move in operations.movedRows { collectionView.moveItem(at: IndexPath(move.from), to: IndexPath(move.to)) }
  }

  /// Reloads what cannot be configured again.
  ///
  /// A collection view cannot be asked to show another supplementary view in the place of one, so it reads all anew where
  /// that is on the screen.
  private func reload(_ reloads: CellReloads, on collectionView: NSCollectionView) {
    let isStale = reloads.supplementaryViews.contains { place in
      let path = IndexPath(item: place.item, section: place.section)
      return collectionView.supplementaryView(forElementKind: place.kind.elementKind, at: path) != nil
    }
    if isStale {
      endDisplaying()
      collectionView.reloadData()
      collectionView.layoutSubtreeIfNeeded()
    } else if !reloads.rows.isEmpty {
      collectionView.reloadItems(at: Set(reloads.rows.map { IndexPath($0) }))
    }
  }
}

/// What is under the pointer.
extension CollectionViewBinder {
  /// The row of the item that was clicked just now; a collection view does not keep it, as table views do.
  var clickedPath: RowPath? {
    guard let collectionView, let event = NSApplication.shared.currentEvent,
      [.leftMouseDown, .rightMouseDown].contains(event.type)
    else { return nil }
    let point = collectionView.convert(event.locationInWindow, from: nil)
    return collectionView.indexPathForItem(at: point).flatMap { RowPath($0) }
  }
}

/// What is selected.
@_spi(Adapters) extension CollectionViewBinder: SelectionPresenter {
  /// Selects these items in the collection view, and configures them again.
  @_spi(Adapters) public func showSelection(selected: [RowPath], deselected: [RowPath]) {
    showSelection()
    let rows = cells.reconfigure(selected + deselected, in: self)
    if !rows.isEmpty, isReady { collectionView?.reloadItems(at: Set(rows.map { IndexPath($0) })) }
  }

  /// Scrolls to an item, as little as shows it.
  @_spi(Adapters) public func scroll(to path: RowPath) {
    if link.table[path] != nil, isReady {
      collectionView?.scrollToItems(at: [IndexPath(path)], scrollPosition: .nearestHorizontalEdge)
    }
  }

  /// Makes the collection view select what is selected; without a mode that is its own business.
  func showSelection() {
    guard let collectionView, settings != nil, link.selection.mode != .none else { return }
    let wanted = Set(link.selection.paths.map { IndexPath($0) })
    if collectionView.selectionIndexPaths != wanted { collectionView.selectionIndexPaths = wanted }
  }

  func allowed(_ proposed: Set<IndexPath>) -> Set<IndexPath> {
    let earlier = collectionView.flatMap { EarlierCollectionDelegate(self).shouldSelect(proposed, $0) }
    if link.selection.mode == .none { return earlier ?? [] }
    let route = link.delegation.route(.maySelect, isImplemented: earlier != nil)
    let new = (route.isForwarded ? earlier ?? proposed : proposed).compactMap { RowPath($0) }
    let allowed = Set(link.selection.allowed(link.selection.paths + new))
    return Set(new.filter { allowed.contains($0) }.map { IndexPath($0) })
  }

  func selectionDidChange() {
    guard let collectionView, !isTelling, link.selection.mode != .none else { return }
    link.selection.user(selects: collectionView.selectionIndexPaths.compactMap { RowPath($0) })
    showSelection()
  }
}
#endif

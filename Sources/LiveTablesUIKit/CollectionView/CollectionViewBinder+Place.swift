#if canImport(UIKit)
import Foundation
@_spi(Adapters) public import LiveTables
public import UIKit

extension UICollectionView {
  /// Makes a binder the view's own: data source and delegate, until its binding ends.
  ///
  /// This is what every `bind` does first. It is there for everything that a binder can do and that has no short form:
  ///
  /// ```swift
  /// collectionView.attach(binder).show(TableSnapshot(rows: ["one", "two"]))
  /// try await collectionView.attach(binder).display(mails)
  /// ```
  ///
  /// What was bound by another binder ends.
  ///
  /// - Returns: The binder. The view keeps it.
  @discardableResult public func attach<Section, Row>(
    _ binder: CollectionViewBinder<Section, Row>
  ) -> CollectionViewBinder<Section, Row> {
    binder.take(self)
    return binder
  }
}

/// How a binder takes its place, and leaves it.
extension CollectionViewBinder: ViewBinder {
  /// Whether the view takes its data from here.
  var isInPlace: Bool { collectionView?.dataSource === self }

  /// Takes its place.
  func take(_ view: UICollectionView) {
    if collectionView === view, view.binder === self, isInPlace { return }
    if collectionView !== view, let old = collectionView, old.binder === self {
      putBack(in: old, handOver())
      old.binder = nil
    }
    let predecessors = before(view)
    view.binder = self  // the last one to keep the old binder lets go of it here
    collectionView = view
    registerAll(with: view)
    self.predecessors = predecessors
    forwardee = predecessors.delegate as? any NSObjectProtocol
    cells.reload()
    knowsCounts = false
    view.delegate = self
    view.dataSource = self
    selectionModeChanged(to: link.selection.mode)
    showPrefetching()
    showAccessories()
    #if !os(tvOS)
    showRefreshing()
    showDragging()
    #endif
  }

  private func before(_ view: UICollectionView) -> Predecessors {
    if let old = view.binder, old !== self { return old.handOver() }
    if view.binder === self {  // somebody else came in between
      if view.delegate !== self { predecessors.delegate = view.delegate }
      return predecessors
    }
    return Predecessors(
      dataSource: view.dataSource, delegate: view.delegate, prefetchDataSource: view.prefetchDataSource)
  }

  func handOver() -> Predecessors {
    let before = predecessors
    if let view = collectionView { letGo(in: view) }
    repair.cancel()
    prefetches.forgetAll()
    if let view = collectionView { takeAway(from: view) }
    collectionView = nil
    forwardee = nil
    knowsCounts = false
    link.end()
    return before
  }

  private func takeAway(from view: UICollectionView) {
    background.show(nil, in: view)
    selectionPlace.show(.none, in: view)
    #if !os(tvOS)
    pullToRefresh?.cancel()
    pullToRefresh = nil
    refreshPlace.show(nil, in: view)
    takeDraggingAway(from: view)
    #endif
  }

  private func putBack(in view: UICollectionView, _ before: Predecessors) {
    if view.prefetchDataSource === self {
      view.prefetchDataSource = before.prefetchDataSource as? any UICollectionViewDataSourcePrefetching
    }
    if view.delegate === self { view.delegate = before.delegate as? any UICollectionViewDelegate }
    if view.dataSource === self {
      view.dataSource = before.dataSource as? any UICollectionViewDataSource
      view.reloadData()
    }
  }

  /// Views ask a delegate once which messages it knows.
  func askAgain() {
    guard let view = collectionView, view.delegate === self else { return }
    view.delegate = nil
    view.delegate = self
    view.collectionViewLayout.invalidateLayout()
  }

  func forwarded(_ message: DelegateMessage, _ view: UICollectionView) -> CollectionDelegate? {
    guard let delegate = forwardee as? any UICollectionViewDelegate,
      link.delegation.route(message, isImplemented: true).isForwarded
    else { return nil }
    return CollectionDelegate(view: view, delegate: delegate)
  }

  // MARK: - What is there only when it is wanted

  func showPrefetching() {
    guard let view = collectionView, isInPlace else { return }
    if prefetch != nil, view.prefetchDataSource !== self {
      view.prefetchDataSource = self
    } else if prefetch == nil, view.prefetchDataSource === self {
      view.prefetchDataSource = predecessors.prefetchDataSource as? any UICollectionViewDataSourcePrefetching
    }
  }

  #if !os(tvOS)
  func showRefreshing() {
    guard let view = collectionView, isInPlace else { return }
    pullToRefresh?.cancel()
    pullToRefresh = onRefresh.map { PullToRefresh($0) }
    refreshPlace.show(pullToRefresh?.control, in: view)
  }

  func showDragging() {
    guard let view = collectionView, isInPlace else { return }
    takeDraggingAway(from: view)
    if !reordersByDragging { return }
    if view.dragDelegate == nil { view.dragDelegate = dragging }
    if view.dropDelegate == nil { view.dropDelegate = dragging }
    if view.dragDelegate === dragging { view.dragInteractionEnabled = true }
  }

  private func takeDraggingAway(from view: UICollectionView) {
    endDrag()
    if view.dragDelegate === dragging { view.dragDelegate = nil }
    if view.dropDelegate === dragging { view.dropDelegate = nil }
  }
  #endif

  func showAccessories() {
    guard let view = collectionView, isInPlace else { return }
    background.show(accessories.background(rowCount: link.table.count, revision: link.revision), in: view)
    for (kind, place) in surroundingViews where place.view?.isDescendant(of: view) == true {
      place.view?.content = accessories.view(kind)
    }
  }
}

extension CollectionViewBinder: BindingFollower {
  /// This is the view's own binder.
  public func bindingBegan() { ending = nil }

  /// What was there before comes back when the view is at rest.
  public func bindingEnded(_ reason: EndReason) {
    ending = reason
    if reason != .finished { prefetches.forgetAll() }
  }

  /// What is around the rows, and what is selected, follows what is shown.
  ///
  /// When the binding was cancelled, the caller's data source and delegate come back, if there was a data source; else
  /// what is shown stays.
  public func viewDidBecomeIdle() {
    showAccessories()
    syncSelection()
    guard ending == .cancelled, let view = collectionView, view.binder === self, predecessors.dataSource != nil else {
      return
    }
    ending = nil
    withExtendedLifetime(self) {
      let before = handOver()
      putBack(in: view, before)
      view.binder = nil
    }
  }
}

#if !canImport(ObjectiveC)
/// Where Objective-C would forward by itself.
extension CollectionViewBinder {
  /// The caller's delegate, for messages of delegates that are not implemented here.
  public var standInForwardingTarget: (any UICollectionViewDelegate)? { forwardee as? any UICollectionViewDelegate }
}
#endif

extension TableAccessories {
  /// What stands above or below all sections.
  func view(_ kind: SupplementaryKind) -> View? { kind == .header ? header : kind == .footer ? footer : nil }
}
#endif

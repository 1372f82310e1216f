#if canImport(UIKit)
import Foundation
@_spi(Adapters) public import LiveTables
public import UIKit

extension UITableView {
  /// Makes a binder the view's own: data source and delegate, until its binding ends.
  ///
  /// This is what every `bind` does first. It is there for everything that a binder can do and that has no short form:
  ///
  /// ```swift
  /// tableView.attach(binder).show(TableSnapshot(rows: ["one", "two"]))
  /// try await tableView.attach(binder).display(mails)
  /// ```
  ///
  /// What was bound by another binder ends.
  ///
  /// - Returns: The binder. The view keeps it.
  @discardableResult public func attach<Section, Row>(
    _ binder: TableViewBinder<Section, Row>
  ) -> TableViewBinder<Section, Row> {
    binder.take(self)
    return binder
  }
}

/// How a binder takes its place, and leaves it.
extension TableViewBinder: ViewBinder {
  /// Whether the view takes its data from here.
  var isInPlace: Bool { tableView?.dataSource === self }

  /// The caller's own delegate.
  func caller(_ view: UITableView) -> TableDelegate {
    TableDelegate(view: view, delegate: forwardee as? any UITableViewDelegate)
  }

  /// Takes its place.
  func take(_ view: UITableView) {
    if tableView === view, view.binder === self, isInPlace { return }
    if tableView !== view, let old = tableView, old.binder === self {
      putBack(in: old, handOver())
      old.binder = nil
    }
    let predecessors = before(view)
    view.binder = self  // the last one to keep the old binder lets go of it here
    tableView = view
    self.predecessors = predecessors
    forwardee = predecessors.delegate as? any NSObjectProtocol
    isLaidOut = false
    registerAgain()
    view.dataSource = self
    view.delegate = self
    link.selection.presenter = self
    selectionModeChanged(to: link.selection.mode)
    showPrefetching()
    showAccessories()
    #if !os(tvOS)
    showRefreshing()
    showDragging()
    #endif
    if !view.hasUncommittedUpdates { view.reloadData() }  // what it shows is somebody else's
  }

  /// Another view does not know yet where cells come from.
  private func registerAgain() {
    for (name, source) in cellSources.sources { register(source, reuseIdentifier: name) }
    for (kind, views) in viewSources {
      for (name, source) in views.sources { register(source, reuseIdentifier: name, kind: kind) }
    }
  }

  private func before(_ view: UITableView) -> Predecessors {
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
    follow(reordering.over())
    errand.cancel()
    (ownMove, pretendedCounts, unfit) = (nil, nil, [])
    prefetching.forgetAll()
    if let view = tableView { takeAway(from: view) }
    tableView = nil
    forwardee = nil
    isLaidOut = false
    link.end()
    return before
  }

  /// Has the view ask again which messages are known here.
  func askAgain() {
    guard let view = tableView, view.delegate === self else { return }
    view.delegate = nil
    view.delegate = self
  }

  private func takeAway(from view: UITableView) {
    headerPlace.show(nil, in: view)
    footerPlace.show(nil, in: view)
    backgroundPlace.show(nil, in: view)
    if view.prefetchDataSource === self { putPrefetchingBack(in: view) }
    selectionPlace.show(.none, in: view)
    #if !os(tvOS)
    pullToRefresh?.cancel()
    pullToRefresh = nil
    refreshPlace.show(nil, in: view)
    takeDraggingAway(from: view)
    #endif
  }

  private func putBack(in view: UITableView, _ before: Predecessors) {
    if view.delegate === self { view.delegate = before.delegate as? any UITableViewDelegate }
    if view.dataSource === self {
      view.dataSource = before.dataSource as? any UITableViewDataSource
      view.reloadData()
    }
  }
}

extension TableViewBinder: BindingFollower {
  /// This is the view's own binder.
  public func bindingBegan() { ending = nil }

  /// What was there before comes back when the view is at rest.
  public func bindingEnded(_ reason: EndReason) { ending = reason }

  /// What stands where rows would be follows what is shown.
  ///
  /// When the binding was cancelled, the caller's data source and delegate come back, if there was a data source. Else
  /// what is shown stays.
  public func viewDidBecomeIdle() {
    showAccessories()
    decorateAll()
    guard ending == .cancelled, let view = tableView, view.binder === self, predecessors.dataSource != nil else {
      return
    }
    ending = nil
    withExtendedLifetime(self) {
      let before = handOver()
      putBack(in: view, before)
      view.binder = nil
    }
  }

  // MARK: - Around the table

  func showAccessories() {
    guard let view = tableView, isInPlace else { return }
    headerPlace.show(accessories.header, in: view)
    footerPlace.show(accessories.footer, in: view)
    let background = accessories.background(rowCount: link.table.count, revision: link.revision)
    backgroundPlace.show(background, in: view)
  }

  func showPrefetching() {
    guard let view = tableView, isInPlace else { return }
    if prefetching.begin != nil {
      view.prefetchDataSource = self
    } else if view.prefetchDataSource === self {
      putPrefetchingBack(in: view)
    }
  }

  private func putPrefetchingBack(in view: UITableView) {
    view.prefetchDataSource = predecessors.prefetchDataSource as? any UITableViewDataSourcePrefetching
  }

  #if !os(tvOS)
  func showRefreshing() {
    pullToRefresh?.cancel()
    pullToRefresh = onRefresh.map { PullToRefresh($0) }
    guard let view = tableView, isInPlace else { return }
    refreshPlace.show(pullToRefresh?.control, in: view)
  }

  func showDragging() {
    guard let view = tableView, isInPlace else { return }
    takeDraggingAway(from: view)
    if reordersByDragging {
      let drags = RowDragging(
        may: { [weak self] in self?.may(.move, $0) ?? false },
        holds: { [weak self] in $0 ? self?.link.beginInteraction() : self?.link.endInteraction() })
      rowDrags = drags
      view.dragDelegate = drags
      view.dragInteractionEnabled = true
    }
  }

  private func takeDraggingAway(from view: UITableView) {
    guard let drags = rowDrags else { return }
    drags.endAll()
    if view.dragDelegate === drags { view.dragDelegate = nil }
    rowDrags = nil
  }
  #endif
}

#if !canImport(ObjectiveC)
/// Where Objective-C would forward by itself.
extension TableViewBinder {
  /// The caller's delegate, for messages of delegates that are not implemented here.
  public var standInForwardingTarget: (any UITableViewDelegate)? { forwardee as? any UITableViewDelegate }
}
#endif
#endif

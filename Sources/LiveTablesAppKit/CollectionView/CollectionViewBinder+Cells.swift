#if canImport(AppKit) && !targetEnvironment(macCatalyst)
package import AppKit
import Foundation
@_spi(Adapters) package import LiveTablesCells

extension CollectionViewBinder: CellHost {
  /// Registers a source of items for a reuse identifier.
  ///
  /// Factories are not supported, because a collection view shows only items that it has created itself.
  package func register(_ source: CellSource, reuseIdentifier: String) {
    registrations.append((source, reuseIdentifier, nil))
    if let view { register(source, reuseIdentifier, nil, with: view) }
  }

  func registerAll(with view: NSCollectionView) {
    (unavailable, hasPlaceholder, emptyKinds) = ([], false, [])
    for (source, reuseIdentifier, kind) in registrations { register(source, reuseIdentifier, kind, with: view) }
  }

  private func register(
    _ source: CellSource, _ reuseIdentifier: String, _ kind: SupplementaryKind?, with view: NSCollectionView
  ) {
    let identifier = NSUserInterfaceItemIdentifier(reuseIdentifier)
    if let nib = source.nib(by: nibs) {
      if let kind {
        view.register(nib, forSupplementaryViewOfKind: kind.elementKind, withIdentifier: identifier)
      } else {
        view.register(nib, forItemWithIdentifier: identifier)
      }
    } else if case .type(let type) = source {
      if let kind {
        view.register(type, forSupplementaryViewOfKind: kind.elementKind, withIdentifier: identifier)
      } else {
        view.register(type, forItemWithIdentifier: identifier)
      }
    } else if !source.isPrototype {
      // Requesting an item that has not been registered would terminate the process.
      unavailable.insert(kind.map { "\($0.name)/\(reuseIdentifier)" } ?? reuseIdentifier)
    }
  }

  package func dequeueCell(reuseIdentifier: String, for path: RowPath) -> NSCollectionViewItem? {
    if unavailable.contains(reuseIdentifier) { return nil }
    return view?.makeItem(
      withIdentifier: NSUserInterfaceItemIdentifier(reuseIdentifier), for: IndexPath(path))
  }

  package func placeholder(
    for path: RowPath, problem: CellProblem, dequeued: NSCollectionViewItem?
  ) -> NSCollectionViewItem { dequeued ?? makePlaceholder(IndexPath(path)) }

  private func makePlaceholder(_ indexPath: IndexPath) -> NSCollectionViewItem {
    guard let collectionView = view else { return PlaceholderItem() }
    let name = NSUserInterfaceItemIdentifier("LiveTables.PlaceholderItem")
    if !hasPlaceholder { collectionView.register(PlaceholderItem.self, forItemWithIdentifier: name) }
    hasPlaceholder = true
    return collectionView.makeItem(withIdentifier: name, for: indexPath)
  }

  package func register(_ source: CellSource, reuseIdentifier: String, kind: SupplementaryKind) {
    registrations.append((source, reuseIdentifier, kind))
    if let view { register(source, reuseIdentifier, kind, with: view) }
  }

  package func dequeueSupplementaryView(reuseIdentifier: String, for path: SupplementaryPath)
    -> NSView?
  {
    if unavailable.contains("\(path.kind.name)/\(reuseIdentifier)") { return nil }
    return view?.makeSupplementaryView(
      ofKind: path.kind.elementKind, withIdentifier: NSUserInterfaceItemIdentifier(reuseIdentifier),
      for: IndexPath(path.itemPath))
  }

  // MARK: - Data source

  func item(at indexPath: IndexPath) -> NSCollectionViewItem {
    if view?.window != nil { updates.laidOut() }
    // While a reload is pending, the table has different rows than the view.
    guard updates.isCurrent, let path = RowPath(indexPath) else { return makePlaceholder(indexPath) }
    return cells.cell(at: path, in: self)
  }

  func path(_ kind: NSCollectionView.SupplementaryElementKind, _ indexPath: IndexPath) -> SupplementaryPath? {
    RowPath(indexPath).map { SupplementaryPath(SupplementaryKind(kind), section: $0.section, item: $0.row) }
  }

  /// Returns a supplementary view, which the collection view must create itself if the layout reserves space for it.
  func supplementaryView(_ kind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath) -> NSView {
    if updates.isCurrent, let path = path(kind, indexPath), let view = cells.supplementaryView(at: path, in: self) {
      return view
    }
    guard let view else { return NSView() }
    let name = NSUserInterfaceItemIdentifier("LiveTables.EmptyView")
    if emptyKinds.insert(kind).inserted {
      let isGap = kind == NSCollectionView.elementKindInterItemGapIndicator
      view.register(
        isGap ? DropGapView.self : NSView.self, forSupplementaryViewOfKind: kind, withIdentifier: name)
    }
    return view.makeSupplementaryView(ofKind: kind, withIdentifier: name, for: indexPath)
  }

  // MARK: - On and off the screen

  func willDisplay(_ item: NSCollectionViewItem, at indexPath: IndexPath) {
    guard updates.isCurrent, let path = RowPath(indexPath) else { return }
    cells.willDisplay(item, at: path, in: self)
    rowAppears(in: item, at: path)
  }

  func didEndDisplaying(_ item: NSCollectionViewItem) {
    cells.didEndDisplaying(item)
    rowDisappears(with: item)
  }

  func endDisplaying() {
    cells.reload()
    allRowsDisappear()
  }
}
#endif

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
import Foundation
@_spi(Adapters) public import LiveTables

/// Where items come from.
@_spi(Adapters) extension CollectionViewBinder: CellHost {
  /// Takes note of where items come from.
  ///
  /// A factory is not used: a collection view shows only items that it has made itself.
  @_spi(Adapters) public func register(_ source: CellSource, reuseIdentifier: String) {
    let identifier = NSUserInterfaceItemIdentifier(reuseIdentifier)
    if let nib = source.nib {
      collectionView?.register(nib, forItemWithIdentifier: identifier)
    } else if case .type(let type) = source {
      collectionView?.register(type, forItemWithIdentifier: identifier)
    } else if case .factory = source {
      unusable.insert(reuseIdentifier)
    }
  }

  /// An item that waits to be reused, or else a new one.
  @_spi(Adapters) public func dequeueCell(reuseIdentifier: String, for path: RowPath) -> NSCollectionViewItem? {
    if unusable.contains(reuseIdentifier) { return nil }
    return collectionView?.makeItem(
      withIdentifier: NSUserInterfaceItemIdentifier(reuseIdentifier), for: IndexPath(path))
  }

  /// An empty item.
  @_spi(Adapters) public func placeholder(
    for path: RowPath, problem: CellProblem, dequeued: NSCollectionViewItem?
  ) -> NSCollectionViewItem { dequeued ?? makePlaceholder(IndexPath(path)) }

  private func makePlaceholder(_ indexPath: IndexPath) -> NSCollectionViewItem {
    guard let collectionView else { return PlaceholderItem() }
    let name = NSUserInterfaceItemIdentifier("LiveTables.PlaceholderItem")
    if !hasPlaceholder { collectionView.register(PlaceholderItem.self, forItemWithIdentifier: name) }
    hasPlaceholder = true
    return collectionView.makeItem(withIdentifier: name, for: indexPath)
  }

  /// Takes note of where supplementary views come from.
  @_spi(Adapters) public func register(_ source: CellSource, reuseIdentifier: String, kind: SupplementaryKind) {
    let identifier = NSUserInterfaceItemIdentifier(reuseIdentifier)
    if let nib = source.nib {
      collectionView?.register(nib, forSupplementaryViewOfKind: kind.elementKind, withIdentifier: identifier)
    } else if case .type(let type) = source {
      collectionView?.register(type, forSupplementaryViewOfKind: kind.elementKind, withIdentifier: identifier)
    } else if case .factory = source {
      unusable.insert("\(kind.rawValue)/\(reuseIdentifier)")
    }
  }

  /// A supplementary view that waits to be reused, or else a new one.
  @_spi(Adapters) public func dequeueSupplementaryView(reuseIdentifier: String, for place: SupplementaryPlace)
    -> NSView?
  {
    if unusable.contains("\(place.kind.rawValue)/\(reuseIdentifier)") { return nil }
    return collectionView?.makeSupplementaryView(
      ofKind: place.kind.elementKind, withIdentifier: NSUserInterfaceItemIdentifier(reuseIdentifier),
      for: IndexPath(item: place.item, section: place.section))
  }

  // MARK: - Asked for

  func item(at indexPath: IndexPath) -> NSCollectionViewItem {
    RowPath(indexPath).map { cells.cell(at: $0, in: self) } ?? makePlaceholder(indexPath)
  }

  func place(_ kind: NSCollectionView.SupplementaryElementKind, _ indexPath: IndexPath) -> SupplementaryPlace? {
    RowPath(indexPath).map { SupplementaryPlace(SupplementaryKind(kind), section: $0.section, item: $0.row) }
  }

  /// A collection view insists on a view where its layout has room for one.
  func supplementaryView(_ kind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath) -> NSView {
    place(kind, indexPath).flatMap { cells.supplementaryView(at: $0, in: self) } ?? NSView()
  }

  // MARK: - On and off the screen

  func willDisplay(_ item: NSCollectionViewItem, at indexPath: IndexPath) {
    guard let path = RowPath(indexPath), let row = link.table[path] else { return }
    cells.willDisplay(item, at: path, in: self)
    displayed[ObjectIdentifier(item)] = (path, row)
    link.events.report(.willDisplay, at: path)
  }

  func didEndDisplaying(_ item: NSCollectionViewItem) {
    cells.didEndDisplaying(item)
    guard let (path, row) = displayed.removeValue(forKey: ObjectIdentifier(item)) else { return }
    link.events.report(.didEndDisplaying, row, at: path)
  }

  func endDisplaying() {
    let rows = displayed.values.sorted { $0.path < $1.path }
    displayed = [:]
    cells.reload()
    for (path, row) in rows { link.events.report(.didEndDisplaying, row, at: path) }
  }

  func carryDisplayed(through map: PathMap) {
    for (name, line) in displayed {
      if let path = map.target(of: line.path), let row = link.table[path] { displayed[name] = (path, row) }
    }
  }
}
#endif

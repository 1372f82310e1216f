#if canImport(UIKit)
import Foundation
@_spi(Adapters) package import LiveTablesCells
package import UIKit

extension CollectionViewBinder: CellHost {
  /// Registers a source of cells for a reuse identifier.
  ///
  /// A nib that is named after the cell class takes precedence over the class. Collection views do not report their
  /// prototype cells, so declare the source of these cells as `.prototype`. If you register a closure that creates cells,
  /// the binder reports a problem, because collection views create their cells themselves.
  package func register(_ source: CellSource, reuseIdentifier: String) {
    registrations.append((source, reuseIdentifier, nil))
    if let view { register(source, reuseIdentifier, nil, with: view) }
  }

  package func dequeueCell(reuseIdentifier: String, for path: RowPath) -> UICollectionViewCell? {
    guard let collectionView = view, !unavailable.contains(reuseIdentifier) else { return nil }
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: reuseIdentifier, for: IndexPath(path))
    lastDequeued = cell
    return cell
  }

  /// Returns the dequeued cell, if any, because the view requires it, or a placeholder that describes the problem.
  package func placeholder(
    for path: RowPath, problem: CellProblem, dequeued: UICollectionViewCell?
  ) -> UICollectionViewCell {
    if let dequeued = dequeued ?? lastDequeued as? UICollectionViewCell { return dequeued }
    guard let collectionView = view else { return CollectionPlaceholder() }
    let cell = collectionView.dequeueReusableCell(
      withReuseIdentifier: CollectionPlaceholder.name, for: IndexPath(path))
    (cell as? CollectionPlaceholder)?.show(problem)
    return cell
  }

  package func register(_ source: CellSource, reuseIdentifier: String, kind: SupplementaryKind) {
    registrations.append((source, reuseIdentifier, kind))
    if let view { register(source, reuseIdentifier, kind, with: view) }
  }

  func registerAll(with view: UICollectionView) {
    view.register(CollectionPlaceholder.self, forCellWithReuseIdentifier: CollectionPlaceholder.name)
    boundaryKinds = []
    unavailable = []
    for (source, reuseIdentifier, kind) in registrations { register(source, reuseIdentifier, kind, with: view) }
  }

  private func register(
    _ source: CellSource, _ reuseIdentifier: String, _ kind: SupplementaryKind?, with view: UICollectionView
  ) {
    var sources = CellSources<UICollectionReusableView>()
    let registration = sources.add(source, reuseIdentifier, nibs: nibs, hasPrototype: { _ in false })
    switch (registration, kind) {
    case (.nib(let nib), _): nib.register(with: view, as: reuseIdentifier, kind: kind)
    case (.type(let type), let kind?):
      view.register(type, forSupplementaryViewOfKind: kind.elementKind, withReuseIdentifier: reuseIdentifier)
    case (.type(let type as UICollectionViewCell.Type), nil):
      view.register(type, forCellWithReuseIdentifier: reuseIdentifier)
    case (.type, nil), (nil, _):
      if source.isPrototype { return }
      unavailable.insert(kind.map { "\($0.elementKind)/\(reuseIdentifier)" } ?? reuseIdentifier)
    }
  }

  package func dequeueSupplementaryView(
    reuseIdentifier: String, for path: SupplementaryPath
  ) -> UICollectionReusableView? {
    let name = path.kind.elementKind
    guard let collectionView = view, !unavailable.contains("\(name)/\(reuseIdentifier)") else { return nil }
    let view = collectionView.dequeueReusableSupplementaryView(
      ofKind: name, withReuseIdentifier: reuseIdentifier, for: IndexPath(path.itemPath))
    lastDequeued = view
    return view
  }
}

extension CollectionViewBinder {
  func cell(at path: IndexPath, in view: UICollectionView) -> UICollectionViewCell {
    guard let path = RowPath(path) else { return CollectionPlaceholder() }
    willMakeCell()
    // A view that shows earlier rows, and is reloaded later, may request cells of rows that no longer exist.
    if !updates.isCurrent, link.table[path] == nil {
      return view.dequeueReusableCell(withReuseIdentifier: CollectionPlaceholder.name, for: IndexPath(path))
    }
    lastDequeued = nil
    defer { lastDequeued = nil }
    let cell = cells.cell(at: path, in: self)
    if cell.reuseIdentifier != nil { return cell }
    // The cell was not dequeued, but collection views require dequeued cells.
    return placeholder(for: path, problem: .notMade, dequeued: nil)
  }

  func supplementaryView(
    ofKind name: String, at path: IndexPath, in view: UICollectionView
  ) -> UICollectionReusableView {
    let kind = SupplementaryKind(elementKind: name)
    if path.count == 2 {
      let viewPath = SupplementaryPath(kind, section: path.section, item: path.item)
      lastDequeued = nil
      defer { lastDequeued = nil }
      staleViews.remove(viewPath)
      if let found = cells.supplementaryView(at: viewPath, in: self) { return found }
      if let lastDequeued { return lastDequeued }
    }
    if boundaryKinds.insert(name).inserted {
      view.register(
        BoundaryView.self, forSupplementaryViewOfKind: name, withReuseIdentifier: BoundaryView.name)
    }
    let other = view.dequeueReusableSupplementaryView(
      ofKind: name, withReuseIdentifier: BoundaryView.name, for: path)
    guard let boundary = other as? BoundaryView else { return other }
    boundary.content = path.count == 1 ? accessories.view(kind) : nil
    if path.count == 1 { boundaryViews[kind] = WeakBoundaryView(view: boundary) }
    return other
  }

  /// Updates the layout after a self-sizing cell or supplementary view has been configured again.
  package func reconfigured(_ view: AnyObject) {
    (view as? UIView)?.invalidateIntrinsicContentSize()
    if !(view is UICollectionViewCell) { hasNewSizes = true }
  }

  // MARK: - On and off the screen

  func willDisplay(_ cell: UICollectionViewCell, at path: IndexPath, in view: UICollectionView) {
    if let path = RowPath(path) {
      cells.willDisplay(cell, at: path, in: self)
      if cells.isWrong(cell, at: path) { repairLater() }
      rowAppears(in: cell, at: path)
      decorate(cell, at: path)
    }
    (earlier(.willDisplay)?.collectionView(_:willDisplay:forItemAt:))?(view, cell, path)
  }

  func didEndDisplaying(_ cell: UICollectionViewCell, at path: IndexPath, in view: UICollectionView) {
    cells.didEndDisplaying(cell)
    didEndDisplaying(cell)
    (earlier(.didEndDisplaying)?.collectionView(_:didEndDisplaying:forItemAt:))?(view, cell, path)
  }

  func willDisplay(
    _ other: UICollectionReusableView, ofKind name: String, at path: IndexPath, in view: UICollectionView
  ) {
    if path.count == 2, !(other is BoundaryView) {
      let viewPath = SupplementaryPath(SupplementaryKind(elementKind: name), section: path.section, item: path.item)
      cells.willDisplay(other, at: viewPath, in: self)
      if cells.isWrong(other, at: viewPath) { repairLater() }
    }
    (earlier(.other)?.collectionView(_:willDisplaySupplementaryView:forElementKind:at:))?(view, other, name, path)
  }

  func didEndDisplaying(
    _ other: UICollectionReusableView, ofKind name: String, at path: IndexPath, in view: UICollectionView
  ) {
    cells.didEndDisplaying(other, kind: SupplementaryKind(elementKind: name))
    (earlier(.other)?.collectionView(_:didEndDisplayingSupplementaryView:forElementOfKind:at:))?(
      view, other, name, path)
  }
}

extension SupplementaryKind {
  /// The name of the supplementary kind in collection views.
  @MainActor var elementKind: String {
    switch self {
    case .header: UICollectionView.elementKindSectionHeader
    case .footer: UICollectionView.elementKindSectionFooter
    default: name
    }
  }

  @MainActor init(elementKind: String) {
    switch elementKind {
    case UICollectionView.elementKindSectionHeader: self = .header
    case UICollectionView.elementKindSectionFooter: self = .footer
    default: self.init(stringLiteral: elementKind)
    }
  }
}
#endif

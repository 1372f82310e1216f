#if canImport(UIKit)
import Foundation
@_spi(Adapters) package import LiveTablesCells
package import UIKit

extension TableViewBinder: CellHost {
  /// Registers cells with the view: a nib named after the class if there is one, a prototype, or the class itself.
  package func register(_ source: CellSource, reuseIdentifier: String) {
    guard let view else { return }
    let registration = cellSources.add(source, reuseIdentifier, nibs: nibs) {
      view.dequeueReusableCell(withIdentifier: $0) != nil
    }
    switch registration {
    case .nib(let nib): nib.register(with: view, as: reuseIdentifier)
    case .type(let type): view.register(type, forCellReuseIdentifier: reuseIdentifier)
    case nil: break
    }
  }

  package func dequeueCell(reuseIdentifier: String, for path: RowPath) -> UITableViewCell? {
    guard let view else { return nil }
    return cellSources.dequeue(
      reuseIdentifier,
      insisting: { view.dequeueReusableCell(withIdentifier: $0, for: IndexPath(self.updates.viewPath(of: path))) },
      trying: { view.dequeueReusableCell(withIdentifier: $0) })
  }

  package func placeholder(
    for path: RowPath, problem: CellProblem, dequeued: UITableViewCell?
  ) -> UITableViewCell {
    dequeued ?? UITableViewCell(style: .default, reuseIdentifier: nil)
  }

  package func register(_ source: CellSource, reuseIdentifier: String, kind: SupplementaryKind) {
    guard let view else { return }
    let registration = viewSources[kind, default: CellSources()].add(source, reuseIdentifier, nibs: nibs) {
      view.dequeueReusableHeaderFooterView(withIdentifier: $0) != nil
    }
    switch registration {
    case .nib(let nib): nib.register(with: view, as: reuseIdentifier, kind: kind)
    case .type(let type): view.register(type, forHeaderFooterViewReuseIdentifier: reuseIdentifier)
    case nil: break
    }
  }

  package func dequeueSupplementaryView(
    reuseIdentifier: String, for path: SupplementaryPath
  ) -> UITableViewHeaderFooterView? {
    guard let view else { return nil }
    return viewSources[path.kind, default: CellSources()].dequeue(
      reuseIdentifier, trying: { view.dequeueReusableHeaderFooterView(withIdentifier: $0) })
  }

  /// Updates the layout after a self-sizing cell or supplementary view has been configured again.
  package func reconfigured(_ view: AnyObject) { (view as? UIView)?.invalidateIntrinsicContentSize() }

  // MARK: - Rows

  func rowPath(_ indexPath: IndexPath) -> RowPath { RowPath(indexPath) ?? RowPath(section: -1, row: -1) }

  func registerAll() {
    for (name, source) in cellSources.sources { register(source, reuseIdentifier: name) }
    for (kind, views) in viewSources {
      for (name, source) in views.sources { register(source, reuseIdentifier: name, kind: kind) }
    }
  }

  func cell(_ indexPath: IndexPath) -> UITableViewCell {
    willMakeCell()
    let path = updates.tablePath(of: rowPath(indexPath))
    // A view that shows earlier rows, and is reloaded later, may request cells of rows that no longer exist.
    if !updates.isCurrent, link.table[path] == nil { return UITableViewCell(style: .default, reuseIdentifier: nil) }
    return cells.cell(at: path, in: self)
  }

  func willDisplay(_ cell: UITableViewCell, _ indexPath: IndexPath) {
    let path = updates.tablePath(of: rowPath(indexPath))
    if link.table[path] == nil { return }
    cells.willDisplay(cell, at: path, in: self)
    if cells.isWrong(cell, at: path) { repairLater() }
    decorate(cell, at: path)
    rowAppears(in: cell, at: path)
  }
}
#endif

#if canImport(UIKit)
import Foundation
@_spi(Adapters) public import LiveTables
public import UIKit

/// Where cells come from, and what becomes of them on the screen.
@_spi(Adapters) extension TableViewBinder: CellHost {
  /// Has the view know where cells come from: for a class, a nib of its name wins, then a prototype, then the class.
  @_spi(Adapters) public func register(_ source: CellSource, reuseIdentifier: String) {
    guard let view = tableView else { return }
    let registration = cellSources.add(source, reuseIdentifier, nibs: nibs) {
      view.dequeueReusableCell(withIdentifier: $0) != nil
    }
    switch registration {
    case .nib(let nib): view.register(nib, forCellReuseIdentifier: reuseIdentifier)
    case .type(let type): view.register(type, forCellReuseIdentifier: reuseIdentifier)
    case nil: break
    }
  }

  /// A cell that waits to be reused, or else a new one.
  @_spi(Adapters) public func dequeueCell(reuseIdentifier: String, for path: RowPath) -> UITableViewCell? {
    guard let view = tableView else { return nil }
    return cellSources.dequeue(
      reuseIdentifier, insisting: { view.dequeueReusableCell(withIdentifier: $0, for: IndexPath(self.viewPath(path))) },
      trying: { view.dequeueReusableCell(withIdentifier: $0) })
  }

  /// An empty cell.
  @_spi(Adapters) public func placeholder(
    for path: RowPath, problem: CellProblem, dequeued: UITableViewCell?
  ) -> UITableViewCell {
    dequeued ?? UITableViewCell(style: .default, reuseIdentifier: nil)
  }

  /// Has the view know where headers or footers come from.
  @_spi(Adapters) public func register(_ source: CellSource, reuseIdentifier: String, kind: SupplementaryKind) {
    guard let view = tableView else { return }
    let registration = viewSources[kind, default: CellSources()].add(source, reuseIdentifier, nibs: nibs) {
      view.dequeueReusableHeaderFooterView(withIdentifier: $0) != nil
    }
    switch registration {
    case .nib(let nib): view.register(nib, forHeaderFooterViewReuseIdentifier: reuseIdentifier)
    case .type(let type): view.register(type, forHeaderFooterViewReuseIdentifier: reuseIdentifier)
    case nil: break
    }
  }

  /// A header or footer that waits to be reused, or else a new one.
  @_spi(Adapters) public func dequeueSupplementaryView(
    reuseIdentifier: String, for place: SupplementaryPlace
  ) -> UITableViewHeaderFooterView? {
    guard let view = tableView else { return nil }
    return viewSources[place.kind, default: CellSources()].dequeue(
      reuseIdentifier, trying: { view.dequeueReusableHeaderFooterView(withIdentifier: $0) })
  }

  // MARK: - Rows

  func rowPath(_ indexPath: IndexPath) -> RowPath { RowPath(indexPath) ?? RowPath(section: -1, row: -1) }

  /// How many rows a section has, for a view that may have moved one already.
  func rowCount(_ section: Int) -> Int {
    if let pretendedCounts { return pretendedCounts.indices.contains(section) ? pretendedCounts[section] : 0 }
    guard link.table.sections.indices.contains(section) else { return 0 }
    let count = link.table.sections[section].rows.count
    guard let move = ownMove else { return count }
    return count - (move.from.section == section ? 1 : 0) + (move.to.section == section ? 1 : 0)
  }

  func cell(_ indexPath: IndexPath) -> UITableViewCell {
    if tableView?.window != nil { isLaidOut = true }
    return cells.cell(at: tablePath(rowPath(indexPath)), in: self)
  }

  /// Where a row is in the view that is at a path in the table.
  private func viewPath(_ path: RowPath) -> RowPath {
    guard let move = ownMove else { return path }
    var own = BatchOperations()
    own.movedRows = [move]
    return PathMap(own).target(of: path) ?? path
  }

  /// Where a row is in the table that is at a path in the view.
  private func tablePath(_ path: RowPath) -> RowPath {
    guard let move = ownMove else { return path }
    var back = BatchOperations()
    back.movedRows = [RowMove(from: move.to, to: move.from)]
    return PathMap(back).target(of: path) ?? path
  }

  func willDisplay(_ cell: UITableViewCell, _ indexPath: IndexPath) {
    let path = tablePath(rowPath(indexPath))
    guard let row = link.table[path] else { return }
    if !cells.willDisplay(cell, at: path, in: self) { replaceSoon(cell) }
    displayed.willDisplay(ObjectIdentifier(cell), row, at: path)
    decorate(cell, at: path)
    link.events.report(.willDisplay, at: path)
  }

  func didEndDisplaying(_ cell: UITableViewCell, _ indexPath: IndexPath) {
    guard let entry = displayed.didEndDisplaying(ObjectIdentifier(cell)) else { return }
    cells.didEndDisplaying(cell)
    prefetching.forget(entry.row)
    link.events.report(.didEndDisplaying, entry.row, at: entry.path)
  }

  func report(_ signal: RowSignal, _ indexPath: IndexPath) { link.events.report(signal, at: rowPath(indexPath)) }

  // MARK: - Ahead of the screen

  func expect(_ indexPaths: [IndexPath]) {
    for path in indexPaths { link.table[rowPath(path)].map { prefetching.expect($0) } }
  }

  func forget(_ indexPaths: [IndexPath]) {
    for path in indexPaths { link.table[rowPath(path)].map { prefetching.forget($0) } }
  }
}
#endif

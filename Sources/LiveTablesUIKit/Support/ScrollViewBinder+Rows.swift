#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
import UIKit

extension ScrollViewBinder {
  /// Replaces the cells of the given rows, and of visible rows that have the wrong cells.
  func reloadVisible(_ ids: [Row.Identity] = []) {
    guard let rowView, isReady, rowView.shownRowCounts == link.table.rowCounts else { return }
    let wrong = rowView.visibleRows.filter { path in
      hasWrongCell(path) || link.table[path].map { ids.contains($0.identity) } == true
    }
    reload(wrong)
  }

  /// Reloads rows immediately, or when the view can be updated.
  func reload(_ paths: [RowPath]) {
    guard let rowView, !paths.isEmpty else { return }
    if isReady, updates.canUpdate {
      willChangeRows()
      return UIView.performWithoutAnimation { rowView.reloadRows(paths) }
    }
    repairLater(paths)
  }

  /// Updates the table after the view has moved a row.
  ///
  /// If the table rejects or defers the move, the view shows the move until it has finished reporting it.
  func viewMoved(_ move: BatchMove<RowPath>) {
    var expected = link.table
    let isMove = expected.move(from: move.from, to: move.to)
    if updates.viewMoved(move, rowCounts: link.table.rowCounts) {
      if link.editing.target(from: move.from, to: move.to) == move.to {
        link.editing.move(from: move.from, to: move.to)
      }
      let isExpected =
        isMove && link.table[move.to]?.identity == expected[move.to]?.identity
        && link.table.rowCounts == expected.rowCounts
      updates.moveReported(isExpected: isExpected, rowCounts: expected.rowCounts)
    }
    if updates.needsReload { repairLater() }
  }

  // MARK: - Rows on screen

  /// Updates the records of rows on screen after a batch.
  func follow(_ stage: BatchUpdate<Section, Row>, _ map: PathMap) {
    displayed.follow({ map.target(of: $0) }, row: { link.table[$0] })
    if prefetching.count == 0 { return }
    let (source, target) = (stage.source, stage.target)
    for path in stage.operations.deletedRows { source[path].map { prefetching.forget($0) } }
    for section in stage.operations.deletedSections {
      for row in source.sections[section].rows { prefetching.forget(row) }
    }
    prefetching.rename(
      stage.operations.updatedRows.compactMap { path in
        guard let old = source[path], let new = map.target(of: path).flatMap({ target[$0] }) else { return nil }
        return old.identity == new.identity ? nil : (old, new)
      })
  }

  func endDisplaying() {
    prefetching.forgetAll()
    allRowsDisappear()
  }

  func didEndDisplaying(_ cell: AnyObject) {
    if let row = rowDisappears(with: cell) { prefetching.forget(row) }
  }

  func report(_ signal: RowSignal, at indexPath: IndexPath) {
    if let path = RowPath(indexPath) { link.events.report(signal, at: path) }
  }

  func expect(_ indexPaths: [IndexPath]) {
    for path in indexPaths { RowPath(path).flatMap { link.table[$0] }.map { prefetching.expect($0) } }
  }

  func forget(_ indexPaths: [IndexPath]) {
    for path in indexPaths { RowPath(path).flatMap { link.table[$0] }.map { prefetching.forget($0) } }
  }

  /// Shows the section background behind a row.
  func decorate(_ cell: some BackgroundCell, at path: RowPath) {
    if style != nil || cell.backgroundView is SectionBackgroundView {
      cell.showSection(style, of: path, in: link.table.rowCounts)
    }
  }

  /// Returns the actions of a row, for a swipe or a menu.
  ///
  /// There are none while the view shows other rows than the table.
  func actions(at indexPath: IndexPath) -> [(action: RowAction<Section, Row>, perform: @MainActor () -> Bool)] {
    guard updates.isCurrent, let path = RowPath(indexPath) else { return [] }
    return performers(of: link.editing.actions(at: path), at: path)
  }

  // MARK: - Scroll position

  /// Returns the first row on screen, which keeps its position when the view is reloaded.
  ///
  /// If the view still shows an earlier table, the cell on screen determines the row.
  func firstRow() -> (id: Row.Identity, distance: Double)? {
    guard let rowView, contentOffsetAdjustment != .never else { return nil }
    let offset = rowView.hiddenAbove
    guard contentOffsetAdjustment == .always || offset > 0, let path = rowView.visibleRows.first,
      let row = rowView.cell(at: path).flatMap({ displayed[ObjectIdentifier($0)]?.row }) ?? link.table[path],
      let start = rowView.start(of: path)
    else { return nil }
    return (row.identity, start - offset)
  }

  /// Scrolls so that a row keeps its position.
  func keep(_ first: (id: Row.Identity, distance: Double)?) {
    guard let first, let rowView, let path = link.table.path(of: first.id), let start = rowView.start(of: path) else {
      return
    }
    rowView.show(hiddenAbove: start - first.distance)
  }
}
#endif

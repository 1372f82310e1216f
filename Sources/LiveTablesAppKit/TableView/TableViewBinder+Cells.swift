#if canImport(AppKit) && !targetEnvironment(macCatalyst)
package import AppKit
import Foundation
@_spi(Adapters) package import LiveTablesCells
import LiveTablesOperators

extension TableViewBinder: CellHost {
  package func register(_ source: CellSource, reuseIdentifier: String) {
    columnCells.register(source, reuseIdentifier)
  }

  package func dequeueCell(reuseIdentifier: String, for path: RowPath) -> NSView? {
    columnCells.dequeue(reuseIdentifier)
  }

  package func placeholder(for path: RowPath, problem: CellProblem, dequeued: NSView?) -> NSView {
    NSTableCellView()
  }

  package func register(_ source: CellSource, reuseIdentifier: String, kind: SupplementaryKind) {
    columnCells.register(source, ColumnCells<TableViewBinder>.name(reuseIdentifier, kind))
  }

  package func dequeueSupplementaryView(
    reuseIdentifier: String, for path: SupplementaryPath
  ) -> NSView? {
    columnCells.dequeue(ColumnCells<TableViewBinder>.name(reuseIdentifier, path.kind))
  }

  // MARK: - Lines

  func makeLines() -> TableLines {
    TableLines(rowCounts: link.table.rowCounts) { kind, section in hasLine(kind, section) }
  }

  func hasLine(_ kind: SupplementaryKind, _ section: Int) -> Bool {
    cells.hasSupplementaryView(at: SupplementaryPath(kind, section: section), in: self)
  }

  func view(forLine line: Int, in column: NSTableColumn?) -> NSView? {
    if !updates.isCurrent { return NSTableCellView() }  // the table has different rows than the view
    switch lines[line] {
    case .row(let path):
      return (column ?? view?.tableColumns.first).flatMap { columnCells.cell(at: path, in: $0, self) }
        ?? view.flatMap { (earlier?.tableView(_:viewFor:row:))?($0, column, line) }
    case .header(let section): return header(SupplementaryPath(.header, section: section), in: column)
    case .footer(let section): return header(SupplementaryPath(.footer, section: section), in: column)
    case nil: return nil
    }
  }

  private func header(_ path: SupplementaryPath, in column: NSTableColumn?) -> NSView? {
    if let column, column !== view?.tableColumns.first { return nil }
    return cells.supplementaryView(at: path, in: self)
  }

  func isGroup(line: Int) -> Bool {
    switch lines[line] {
    case .header: return true
    case .footer: return false
    case .row, nil: break
    }
    return view.flatMap { (earlier?.tableView(_:isGroupRow:))?($0, line) } ?? false
  }

  func height(ofLine line: Int) -> CGFloat {
    let size =
      switch lines[line] {
      case .row(let path): sizes?.row(at: path, in: link.table)
      case .header(let section): sizes?.size(.header, of: section, in: link.table)
      case .footer(let section): sizes?.size(.footer, of: section, in: link.table)
      case nil: nil as Double?
      }
    guard let view else { return 1 }
    // A table view raises an exception if a height is not positive.
    if let size { return max(1, CGFloat(size)) }
    return (earlier?.tableView(_:heightOfRow:))?(view, line) ?? view.rowHeight
  }

  // MARK: - On and off the screen

  func didAdd(_ rowView: NSTableRowView, line: Int) {
    if updates.isCurrent, let content = content(ofLine: line) { columnCells.didAdd(rowView, content, self) }
    view.map { (earlier?.tableView(_:didAdd:forRow:))?($0, rowView, line) }
  }

  func didRemove(_ rowView: NSTableRowView, line: Int) {
    columnCells.didRemove(rowView)
    view.map { (earlier?.tableView(_:didRemove:forRow:))?($0, rowView, line) }
  }

  private func content(ofLine line: Int) -> ColumnCells<TableViewBinder>.Line? {
    switch lines[line] {
    case .row(let path): link.table[path].map { .row(path, $0) }
    case .header(let section): .supplement(SupplementaryPath(.header, section: section))
    case .footer(let section): .supplement(SupplementaryPath(.footer, section: section))
    case nil: nil
    }
  }
}
#endif

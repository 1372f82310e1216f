#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
import Foundation
public import LiveTables

/// Where cells come from.
extension TableBinder: CellHost {
  /// Takes note of where cells come from.
  public func register(_ source: CellSource, reuseIdentifier: String) { note(source, reuseIdentifier) }

  /// A cell that waits to be reused, or else a new one.
  public func dequeueCell(reuseIdentifier: String, for path: RowPath) -> NSView? { dequeue(reuseIdentifier) }

  /// An empty cell.
  public func placeholder(for path: RowPath, problem: CellProblem, dequeued: NSView?) -> NSView { NSTableCellView() }

  /// Takes note of where headers and footers come from.
  public func register(_ source: CellSource, reuseIdentifier: String, kind: SupplementaryKind) {
    note(source, Self.name(reuseIdentifier, kind))
  }

  /// A header or footer that waits to be reused, or else a new one.
  public func dequeueSupplementaryView(reuseIdentifier: String, for place: SupplementaryPlace) -> NSView? {
    dequeue(Self.name(reuseIdentifier, place.kind))
  }

  private static func name(_ reuseIdentifier: String, _ kind: SupplementaryKind) -> String {
    "\(kind.rawValue)/\(reuseIdentifier)"
  }

  private func note(_ source: CellSource, _ name: String) {
    sources[name] = source
    if let nib = source.nib { tableView?.register(nib, forIdentifier: NSUserInterfaceItemIdentifier(name)) }
  }

  private func dequeue(_ name: String) -> NSView? {
    let identifier = NSUserInterfaceItemIdentifier(name)
    if let view = tableView?.makeView(withIdentifier: identifier, owner: nil) { return view }
    let view = sources[name]?.make(name)
    view?.identifier = identifier
    return view
  }

  // MARK: - Lines

  /// The cells of a column.
  func cells(of column: NSTableColumn) -> TableCells<TableBinder<Section, Row>> {
    let identifier = column.identifier
    if let cells = columnCells[identifier] { return cells }
    let provider = columns[identifier]
    let isFirst = provider == nil && !columnCells.values.contains { $0 === cells }
    let found = isFirst ? cells : TableCells(link: link, provider ?? cells.provider)
    columnCells[identifier] = found
    return found
  }

  func makeLines() -> TableLines {
    TableLines(rowCounts: link.table.rowCounts) { kind, section in hasLine(kind, section) }
  }

  func hasLine(_ kind: SupplementaryKind, _ section: Int) -> Bool {
    cells.hasSupplementaryView(at: SupplementaryPlace(kind, section: section), in: self)
  }

  func view(forLine line: Int, in column: NSTableColumn?) -> NSView? {
    switch lines[line] {
    case .row(let path): column.map { cells(of: $0).cell(at: path, in: self) }
    case .header(let section): header(SupplementaryPlace(.header, section: section), in: column)
    case .footer(let section): header(SupplementaryPlace(.footer, section: section), in: column)
    case nil: nil
    }
  }

  private func header(_ place: SupplementaryPlace, in column: NSTableColumn?) -> NSView? {
    if let column, column !== tableView?.tableColumns.first { return nil }
    return cells.supplementaryView(at: place, in: self)
  }

  func isGroup(line: Int) -> Bool {
    switch lines[line] {
    case .header: return true
    case .footer: return false
    case .row, nil: break
    }
    guard let tableView else { return false }
    return EarlierTableDelegate(self).isGroupRow(line, tableView) ?? false
  }

  func height(ofLine line: Int) -> CGFloat {
    let size =
      switch lines[line] {
      case .row(let path): sizes.row(at: path, in: link.table)
      case .header(let section): sizes.header(of: section, in: link.table)
      case .footer(let section): sizes.footer(of: section, in: link.table)
      case nil: nil as Double?
      }
    guard let tableView else { return 1 }
    // A table view raises for a height that is not above zero.
    if let size { return max(1, CGFloat(size)) }
    return EarlierTableDelegate(self).height(line, tableView) ?? tableView.rowHeight
  }

  // MARK: - On and off the screen

  func didAdd(_ rowView: NSTableRowView, line: Int) {
    defer { tableView.map { EarlierTableDelegate(self).didAdd(rowView, line, $0) } }
    let name = ObjectIdentifier(rowView)
    switch lines[line] {
    case .row(let path):
      guard let row = link.table[path] else { return }
      displayed[name] = DisplayedLine(content: .row(path, row))
      for cells in columnCells.values {
        if let cell = cells.shownCell(at: path) { cells.willDisplay(cell, at: path, in: self) }
      }
      link.events.report(.willDisplay, at: path)
    case .header(let section): didAdd(name, SupplementaryPlace(.header, section: section))
    case .footer(let section): didAdd(name, SupplementaryPlace(.footer, section: section))
    case nil: break
    }
  }

  private func didAdd(_ name: ObjectIdentifier, _ place: SupplementaryPlace) {
    displayed[name] = DisplayedLine(content: .supplement(place))
    if let view = cells.shownSupplementaryView(at: place) { cells.willDisplay(view, at: place, in: self) }
  }

  func didRemove(_ rowView: NSTableRowView, line: Int) {
    if let content = displayed.removeValue(forKey: ObjectIdentifier(rowView))?.content { didEndDisplaying(content) }
    tableView.map { EarlierTableDelegate(self).didRemove(rowView, line, $0) }
  }

  private func didEndDisplaying(_ content: DisplayedLine<Row>.Content) {
    switch content {
    case .row(let path, let row):
      for cells in columnCells.values {
        if let cell = cells.shownCell(at: path) { cells.didEndDisplaying(cell) }
      }
      link.events.report(.didEndDisplaying, row, at: path)
    case .supplement(let place):
      if let view = cells.shownSupplementaryView(at: place) { cells.didEndDisplaying(view, kind: place.kind) }
    }
  }

  /// Everything on the screen leaves it, from above.
  func endDisplaying() {
    let rows = displayed.values.compactMap { line -> (RowPath, Row)? in
      if case .row(let path, let row) = line.content { (path, row) } else { nil }
    }
    displayed = [:]
    cells.reload()
    for cells in columnCells.values { cells.reload() }
    for (path, row) in rows.sorted(by: { $0.0 < $1.0 }) { link.events.report(.didEndDisplaying, row, at: path) }
  }

  /// What is on the screen goes with its rows through a batch that has been committed.
  func carryDisplayed(through map: PathMap) {
    var gone: [(RowPath, Row)] = []
    for (name, line) in displayed {
      switch line.content {
      case .row(let path, let row):
        if let target = map.target(of: path), let row = link.table[target] {
          displayed[name]?.content = .row(target, row)
        } else {
          displayed[name] = nil
          gone.append((path, row))
        }
      case .supplement(let place):
        displayed[name] = map.target(ofSection: place.section).map {
          DisplayedLine(content: .supplement(SupplementaryPlace(place.kind, section: $0, item: place.item)))
        }
      }
    }
    for (path, row) in gone.sorted(by: { $0.0 < $1.0 }) { link.events.report(.didEndDisplaying, row, at: path) }
  }
}

extension CellSource {
  /// The archive of these cells; one that is named like their type wins over the type.
  @MainActor var nib: NSNib? {
    switch self {
    case .type(let type): NSNib(nibNamed: String(describing: type), bundle: Bundle(for: type))
    case .nib(let name): NSNib(nibNamed: name, bundle: nil)
    case .factory, .prototype: nil
    }
  }

  /// A new cell, for views that only keep those that were used.
  @MainActor func make(_ reuseIdentifier: String) -> NSView? {
    switch self {
    case .type(let type): NSView.make(type)
    case .factory(let make): make(reuseIdentifier) as? NSView
    case .nib, .prototype: nil
    }
  }
}
#endif

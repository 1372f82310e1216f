#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
@_spi(Adapters) import LiveTablesCells

/// The cells of a view with columns, keyed by column, and the lines on screen.
///
/// Lines on screen are identified by their row views, regardless of when the view removes these row views.
@MainActor final class ColumnCells<Host: CellHost> where Host.Cell == NSView, Host.SupplementaryView == NSView {
  typealias Cells = TableCells<Host>

  enum Line {
    case row(RowPath, Host.Row)
    case supplement(SupplementaryPath)
  }

  /// The cells of the first column that is not in `columns`, and the supplementary views.
  let main: Cells
  /// The view, whose sources are registered with each set of cells.
  weak var view: LineView? {
    didSet { if view !== oldValue { for (name, source) in sources { registerNib(of: source, name) } } }
  }
  var nibs = NibFinder()

  private let link: TableLink<Host.Section, Host.Row>
  private let providers: [NSUserInterfaceItemIdentifier: Cells.Provider]
  private var columns: [NSUserInterfaceItemIdentifier: Cells] = [:]
  private var sources: [String: CellSource] = [:]
  private var displayed: [ObjectIdentifier: Line] = [:]

  init(
    link: TableLink<Host.Section, Host.Row>, _ provider: Cells.Provider, columns: [String: Cells.Provider],
    supplementaries: Cells.Supplementaries
  ) {
    self.link = link
    providers = Dictionary(uniqueKeysWithValues: columns.map { (NSUserInterfaceItemIdentifier($0), $1) })
    main = TableCells(link: link, provider, supplementaries: supplementaries)
  }

  // MARK: - Sources of cells

  func register(_ source: CellSource, _ name: String) {
    sources[name] = source
    registerNib(of: source, name)
  }

  private func registerNib(of source: CellSource, _ name: String) {
    if let nib = source.nib(by: nibs) { view?.register(nib, forIdentifier: NSUserInterfaceItemIdentifier(name)) }
  }

  func dequeue(_ name: String) -> NSView? {
    let identifier = NSUserInterfaceItemIdentifier(name)
    if let cell = view?.makeView(withIdentifier: identifier, owner: nil) { return cell }
    let cell = sources[name]?.make(name)
    cell?.identifier = identifier
    return cell
  }

  static func name(_ reuseIdentifier: String, _ kind: SupplementaryKind) -> String {
    "\(kind.name)/\(reuseIdentifier)"
  }

  // MARK: - Cells

  /// Returns the cell of a row in a column, or `nil` if its provider has none.
  func cell(at path: RowPath, in column: NSTableColumn, _ host: Host) -> NSView? {
    cells(of: column.identifier).cell(at: path, in: host, orElse: NSView())
  }

  private func cells(of column: NSUserInterfaceItemIdentifier) -> Cells {
    if let cells = columns[column] { return cells }
    let provider = providers[column]
    let isMain = provider == nil && !columns.values.contains { $0 === main }
    let cells = isMain ? main : TableCells(link: link, provider ?? main.provider)
    cells.isOver = main.isOver
    columns[column] = cells
    return cells
  }

  // MARK: - On and off the screen

  func didAdd(_ rowView: NSTableRowView, _ line: Line, _ host: Host) {
    displayed[ObjectIdentifier(rowView)] = line
    switch line {
    case .row(let path, _):
      for cells in columns.values {
        if let cell = cells.shownCell(at: path) { cells.willDisplay(cell, at: path, in: host) }
      }
      link.events.report(.willDisplay, at: path)
    case .supplement(let path):
      if let view = main.shownSupplementaryView(at: path) { main.willDisplay(view, at: path, in: host) }
    }
  }

  func didRemove(_ rowView: NSTableRowView) {
    switch displayed.removeValue(forKey: ObjectIdentifier(rowView)) {
    case .row(let path, let row):
      for cells in columns.values {
        if let cell = cells.shownCell(at: path) { cells.didEndDisplaying(cell) }
      }
      link.events.report(.didEndDisplaying, row, at: path)
    case .supplement(let path):
      if let view = main.shownSupplementaryView(at: path) { main.didEndDisplaying(view, kind: path.kind) }
    case nil: break
    }
  }

  /// Handles the removal of all lines from the screen, from top to bottom.
  func endDisplaying() {
    let rows = displayed.values.compactMap { line -> (RowPath, Host.Row)? in
      if case .row(let path, let row) = line { (path, row) } else { nil }
    }
    displayed = [:]
    discard()
    for (path, row) in rows.sorted(by: { $0.0 < $1.0 }) { link.events.report(.didEndDisplaying, row, at: path) }
  }

  /// Cancels the work for all cells, because the rows have been replaced.
  func discard() {
    main.reload()
    for cells in columns.values { cells.reload() }
  }

  // MARK: - Changes

  /// Updates the visible cells after a batch has been committed.
  ///
  /// - Returns: The cells that must be reloaded when the batch is on screen, keyed by column identifier.
  func change(
    _ stage: BatchUpdate<Host.Section, Host.Row>, _ map: PathMap, in host: Host
  ) -> [(column: NSUserInterfaceItemIdentifier?, CellReloads)] {
    var reloads: [(column: NSUserInterfaceItemIdentifier?, CellReloads)] = []
    for (column, cells) in columns {
      reloads.append((column, cells.change(stage, in: host)))
    }
    if !columns.values.contains(where: { $0 === main }) { reloads.append((nil, main.change(stage, in: host))) }
    carry(through: map)
    return reloads
  }

  private func carry(through map: PathMap) {
    var gone: [(RowPath, Host.Row)] = []
    for (name, line) in displayed {
      switch line {
      case .row(let path, let row):
        if let target = map.target(of: path), let row = link.table[target] {
          displayed[name] = .row(target, row)
        } else {
          displayed[name] = nil
          gone.append((path, row))
        }
      case .supplement(let path):
        displayed[name] = map.target(ofSection: path.section).map {
          .supplement(SupplementaryPath(path.kind, section: $0, item: path.item))
        }
      }
    }
    for (path, row) in gone.sorted(by: { $0.0 < $1.0 }) { link.events.report(.didEndDisplaying, row, at: path) }
  }

  /// Reloads cells that cannot be configured again when a batch is on screen.
  func reload(
    _ reloads: [(column: NSUserInterfaceItemIdentifier?, CellReloads)], line: (RowPath) -> Int?,
    supplement: (SupplementaryPath) -> Int? = { _ in nil }
  ) {
    guard let view else { return }
    for (column, reloads) in reloads {
      reload(reloads.rows.compactMap(line), column)
      let supplements = IndexSet(reloads.supplementaryViews.compactMap(supplement))
      if !supplements.isEmpty { view.reloadData(forRowIndexes: supplements, columnIndexes: IndexSet(integer: 0)) }
    }
  }

  func reconfigure(_ paths: [RowPath], in host: Host, line: (RowPath) -> Int?) {
    for (column, cells) in columns { reload(cells.reconfigure(paths, in: host).compactMap(line), column) }
  }

  private func reload(_ lines: [Int], _ column: NSUserInterfaceItemIdentifier?) {
    guard let view, let column, !lines.isEmpty else { return }
    let index = view.column(withIdentifier: column)
    if index >= 0 { view.reloadData(forRowIndexes: IndexSet(lines), columnIndexes: IndexSet(integer: index)) }
  }
}

extension CellSource {
  /// Returns the nib of these cells, if it exists, preferring a nib named after their type.
  @MainActor func nib(by finder: NibFinder) -> NSNib? {
    let nib: Nib? =
      switch self {
      case .type(let type): finder.nib(for: type)
      case .nib(let name, let bundle): finder.nib(name, in: bundle)
      case .factory, .prototype: nil
      }
    return nib.flatMap { NSNib(nibNamed: $0.name, bundle: $0.bundle) }
  }

  /// Creates a cell for views that keep cells only for reuse.
  @MainActor func make(_ reuseIdentifier: String) -> NSView? {
    switch self {
    case .type(let type): NSView.make(type)
    case .factory(let make): make(reuseIdentifier) as? NSView
    case .nib, .prototype: nil
    }
  }
}
#endif

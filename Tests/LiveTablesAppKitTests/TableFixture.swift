#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
import LiveTables
import LiveTablesAppKit
import LiveTablesTesting

/// A table view with one column in a scroll view, optionally in a window.
@MainActor final class TableFixture {
  let window = NSWindow()
  let scrollView: NSScrollView
  let tableView: NSTableView

  init(height: CGFloat = 10_000, isInWindow: Bool = true, _ tableView: NSTableView = NSTableView()) {
    scrollView = NSScrollView(frame: NSRect(x: 0, y: 0, width: 300, height: height))
    self.tableView = tableView
    tableView.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("first")))
    scrollView.documentView = tableView
    window.setContentSize(scrollView.frame.size)
    if isInWindow { window.contentView = scrollView }
    layOut()
  }

  func layOut() { window.layoutIfNeeded() }

  func cell<Cell: NSView>(_ row: Int, column: Int = 0, _ type: Cell.Type = Cell.self) -> Cell? {
    tableView.view(atColumn: column, row: row, makeIfNecessary: false) as? Cell
  }
}

/// A cell that stores its row.
final class SampleCell: NSTableCellView {
  var row: SampleRow?
  var scope: CellScope?
  var configured = 0
}

final class SampleHeader: NSTableCellView {
  var section: SampleSection?
}

/// A table view with its binder and fixture, for checks that keep only a view.
@MainActor final class BoundTable<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableView {
  let fixture: TableFixture
  let binder: TableViewBinder<Section, Row>

  init(_ fixture: TableFixture, _ binder: TableViewBinder<Section, Row>) {
    self.fixture = fixture
    self.binder = binder
    binder.attach(to: fixture.tableView)
  }

  var link: TableLink<Section, Row> { binder.link }
  var isReady: Bool { binder.isReady }
  var shownRowCounts: [Int]? { binder.shownRowCounts }
  func reload(commit: () -> Void) { binder.reload(commit: commit) }

  func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
    try binder.perform(stage, animation: animation, commit: commit)
  }
}
#endif

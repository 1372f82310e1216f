import AppKit
import Foundation
import Testing

/// Tests that the test double raises the exceptions of the real table view, and calls its methods in the same order.
@Suite("Test double of a table view") @MainActor struct NSTableViewTests {
  @MainActor private final class Source: NSObject, NSTableViewDataSource, NSTableViewDelegate {
    var items: [String]
    var log: [String] = []
    var groups: Set<String> = []
    init(_ items: [String]) { self.items = items }

    func numberOfRows(in tableView: NSTableView) -> Int {
      log.append("count")
      return items.count
    }

    func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
      log.append("view \(tableColumn?.identifier.rawValue ?? "group") \(items[row])")
      let name = NSUserInterfaceItemIdentifier("cell")
      let cell = tableView.makeView(withIdentifier: name, owner: nil) as? NSTableCellView ?? NSTableCellView()
      cell.identifier = name
      cell.objectValue = items[row]
      return cell
    }

    func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool { groups.contains(items[row]) }
    func tableView(_ tableView: NSTableView, didAdd rowView: NSTableRowView, forRow row: Int) {
      log.append("add \(row)")
    }
    func tableView(_ tableView: NSTableView, didRemove rowView: NSTableRowView, forRow row: Int) {
      log.append("remove \(row)")
    }
    func tableViewSelectionDidChange(_ notification: Notification) { log.append("selection") }
  }

  private let source = Source(["a", "b", "c"])
  private let tableView = NSTableView()
  private let window = NSWindow()

  init() {
    let scrollView = NSScrollView(frame: NSRect(x: 0, y: 0, width: 100, height: 24 * 4))
    tableView.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("one")))
    tableView.dataSource = source
    tableView.delegate = source
    scrollView.documentView = tableView
    window.setContentSize(scrollView.frame.size)
    window.contentView = scrollView
    window.layoutIfNeeded()
    source.log.removeAll { $0 == "count" }
  }

  private func shown() -> [String] {
    window.layoutIfNeeded()
    return (0..<tableView.numberOfRows).compactMap {
      (tableView.view(atColumn: 0, row: $0, makeIfNecessary: false) as? NSTableCellView)?.objectValue as? String
    }
  }

  @Test("cells of visible rows are requested one by one, and a group row once, without a column") func order() {
    #expect(source.log == ["view one a", "add 0", "view one b", "add 1", "view one c", "add 2"])
    source.log = []
    source.groups = ["b"]
    tableView.reloadData()
    window.layoutIfNeeded()
    #expect(
      source.log == [
        "count", "remove 0", "remove 1", "remove 2", "view one a", "add 0", "view group b", "add 1", "view one c",
        "add 2",
      ])
  }

  @Test("each call applies immediately to the result of the calls before it") func sequential() {
    let first = tableView.view(atColumn: 0, row: 0, makeIfNecessary: false)
    tableView.beginUpdates()
    source.items = ["c", "x", "y", "a"]
    tableView.removeRows(at: [1])
    #expect(tableView.numberOfRows == 2)
    tableView.moveRow(at: 0, to: 1)
    tableView.insertRows(at: [1, 2])
    tableView.endUpdates()
    #expect(shown() == ["c", "x", "y", "a"])
    #expect(tableView.view(atColumn: 0, row: 3, makeIfNecessary: false) === first)
    #expect(source.log.contains("remove -1"))
  }

  @Test("an index out of range raises with AppKit's message") func outOfRange() {
    let raised = StandInException.recording {
      tableView.beginUpdates()
      tableView.insertRows(at: [5])
      tableView.removeRows(at: [3])
      tableView.moveRow(at: 0, to: 3)
      tableView.moveRow(at: -1, to: 0)
      tableView.endUpdates()
    }
    #expect(
      raised.map(\.reason)
        == [5, 3, 3, -1].map {
          "NSTableView error inserting/removing/moving row \($0) (numberOfRows: 3)."
        })
  }

  @Test("a wrong number of rows before or after updates raises, and so does a reload inside updates")
  func mismatch() {
    var raised = StandInException.recording { tableView.removeRows(at: [0]) }
    #expect(raised.map(\.reason) == ["after the updates there are 2 rows, but the data source has 3"])
    raised = StandInException.recording {
      tableView.beginUpdates()
      tableView.insertRows(at: [0])
      tableView.reloadData()
      tableView.endUpdates()
    }
    #expect(raised.count == 2)
    raised = StandInException.recording { tableView.endUpdates() }
    #expect(raised.map(\.reason) == ["endUpdates without beginUpdates"])
  }

  @Test("the selection follows its rows, and the deletion of a selected row is reported") func selection() {
    tableView.allowsMultipleSelection = true
    tableView.selectRowIndexes([0, 2, 9], byExtendingSelection: false)
    #expect(tableView.selectedRowIndexes == [0, 2])
    tableView.beginUpdates()
    source.items = ["x", "a", "c"]
    tableView.removeRows(at: [1])
    tableView.insertRows(at: [0])
    #expect(tableView.selectedRowIndexes == [1, 2])
    tableView.moveRow(at: 2, to: 0)
    #expect(tableView.selectedRowIndexes == [0, 2])
    tableView.moveRow(at: 0, to: 2)
    tableView.endUpdates()
    #expect(source.log.filter { $0 == "selection" }.count == 1)
    tableView.beginUpdates()
    source.items = ["x", "c"]
    tableView.removeRows(at: [1])
    tableView.endUpdates()
    #expect(tableView.selectedRowIndexes == [1])
    #expect(source.log.filter { $0 == "selection" }.count == 2)
  }

  @Test("views that left the screen are reused") func reuse() {
    source.items = (0..<20).map { "\($0)" }
    tableView.reloadData()
    #expect(shown() == ["0", "1", "2", "3"])
    let first = tableView.view(atColumn: 0, row: 0, makeIfNecessary: false)
    tableView.scroll(NSPoint(x: 0, y: 24 * 4))
    window.layoutIfNeeded()
    let now = (4..<8).map { tableView.view(atColumn: 0, row: $0, makeIfNecessary: false) }
    #expect(now.contains { $0 === first })
    #expect(tableView.rows(in: tableView.visibleRect) == NSRange(location: 4, length: 4))
  }
}

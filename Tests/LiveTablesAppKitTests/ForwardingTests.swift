#if canImport(AppKit) && canImport(ObjectiveC) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
import LiveTables
import LiveTablesAppKit
import LiveTablesTesting
import Testing

/// Tests which messages a binder implements, on any thread, and which object receives the others.
@Suite("Messages that are forwarded") @MainActor struct ForwardingTests {
  final class Earlier: NSObject, NSTableViewDelegate {
    func tableView(_ tableView: NSTableView, rowViewForRow row: Int) -> NSTableRowView? { NSTableRowView() }
  }

  private let view = NSTableView()
  private let binder = TableViewBinder<SampleSection, SampleRow>(.one(SampleCell.self) { _, _, _ in })

  @Test("messages for a deallocated earlier delegate have no effect") func gone() {
    var earlier: Earlier? = Earlier()
    view.delegate = earlier
    binder.attach(to: view)
    // A view stores the method in the same way.
    let remembered = view.delegate?.tableView(_:rowViewForRow:)
    #expect(remembered?(view, 0) != nil)
    earlier = nil
    #expect(remembered?(view, 0) == nil)
    #expect((view.delegate?.tableView(_:rowViewForRow:)) == nil)
  }

  @Test("whether a message is implemented can be asked on any thread") func anyThread() async {
    binder.attach(to: view)
    nonisolated(unsafe) let asked = binder as NSObject
    let answers = await Task.detached {
      ["tableView:heightOfRow:", "tableView:viewForTableColumn:row:", "tableView:objectValueForTableColumn:row:"].map {
        asked.responds(to: NSSelectorFromString($0))
      }
    }.value
    #expect(answers == [false, true, false])
  }
}
#endif

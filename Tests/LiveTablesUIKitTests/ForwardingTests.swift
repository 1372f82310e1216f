#if canImport(UIKit) && canImport(ObjectiveC)
import Foundation
import LiveTables
import LiveTablesUIKit
import Testing
import UIKit

/// Tests which messages a binder implements, on any thread, and which object receives the others.
@Suite("Messages that are forwarded") @MainActor struct ForwardingTests {
  final class Earlier: NSObject, UITableViewDelegate {
    var asked = 0
    func tableView(_ tableView: UITableView, indentationLevelForRowAt indexPath: IndexPath) -> Int {
      asked += 1
      return 3
    }
  }

  private let view = UITableView(frame: .zero, style: .plain)
  private let binder = TableViewBinder<OneSection, Mail>(.one(MailCell.self) { _, _, _ in })
  private let path = IndexPath(row: 0, section: 0)

  @Test("a message that the earlier delegate implements is sent to it") func forwards() {
    let earlier = Earlier()
    view.delegate = earlier
    binder.attach(to: view)
    #expect((view.delegate?.tableView(_:indentationLevelForRowAt:))?(view, path) == 3 && earlier.asked == 1)
    #expect((view.delegate?.tableView(_:shouldIndentWhileEditingRowAt:)) == nil)
  }

  @Test("messages for a deallocated earlier delegate have no effect") func gone() {
    var earlier: Earlier? = Earlier()
    view.delegate = earlier
    binder.attach(to: view)
    // A view stores the method in the same way.
    let remembered = view.delegate?.tableView(_:indentationLevelForRowAt:)
    earlier = nil
    #expect(remembered?(view, path) == 0)
    #expect((view.delegate?.tableView(_:indentationLevelForRowAt:)) == nil)
  }

  @Test("whether a message is implemented can be asked on any thread") func anyThread() async {
    binder.attach(to: view)
    nonisolated(unsafe) let asked = binder as NSObject
    let answers = await Task.detached {
      ["tableView:heightForRowAtIndexPath:", "tableView:didSelectRowAtIndexPath:", "debugDescription"].map {
        asked.responds(to: NSSelectorFromString($0))
      }
    }.value
    #expect(answers == [false, true, true])
  }
}
#endif

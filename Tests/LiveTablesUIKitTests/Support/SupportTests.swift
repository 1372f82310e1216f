#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
import Testing
import UIKit

@testable import LiveTablesUIKit

@Suite("Code that all binders share") @MainActor struct SupportTests {
  @Test("A borrowed property gets its earlier value back, unless the app has set another value") func borrowed() {
    let table = UITableView()
    let (own, one, two) = (UIView(), UIView(), UIView())
    table.backgroundView = own
    let borrowed = BorrowedProperties<UITableView>()
    func show(_ view: UIView?) { borrowed.setOrRestore(\.backgroundView, to: view, in: table) }
    show(nil)
    #expect(table.backgroundView === own)
    show(one)
    show(two)
    #expect(table.backgroundView === two)
    show(nil)
    #expect(table.backgroundView === own)
    show(one)
    table.backgroundView = nil  // the app does
    show(two)
    show(nil)
    #expect(table.backgroundView == nil)
    borrowed.set(\.allowsSelection, to: false, in: table)
    show(one)
    borrowed.restoreAll(in: table)
    #expect(table.backgroundView == nil && table.allowsSelection)
  }

  @Test("A borrowed closure is called only when it is used") func lent() {
    var calls = 0
    var kept: (() -> Void)?
    lending({ calls += 1 }) { body in
      body()
      kept = body
    }
    kept?()
    #expect(calls == 1)
  }

  @Test("Displayed rows follow their cells, and are removed when they leave the screen") func displayed() {
    var rows = DisplayedRows<String>()
    let cells = [NSObject(), NSObject()]
    for (index, cell) in cells.enumerated() {
      rows.willDisplay(ObjectIdentifier(cell), "row \(index)", at: RowPath(section: 0, row: index))
    }
    rows.follow(
      { $0.row == 0 ? nil : RowPath(section: 0, row: 0) }, row: { $0.row == 0 ? "new" : nil })
    let gone = rows.didEndDisplaying(ObjectIdentifier(cells[0]))
    #expect(gone?.row == "row 0" && gone?.isGone == true)
    #expect(rows.didEndDisplaying(ObjectIdentifier(cells[0])) == nil)
    let left = rows.removeAll()
    #expect(left.map(\.row) == ["new"] && left.map(\.path.row) == [0])
    #expect(rows.didEndDisplaying(ObjectIdentifier(cells[1])) == nil)
  }

  @Test("Animations and scroll positions correspond to those of table views") func names() {
    let all: [LiveTables.RowAnimation] = [
      .automatic, .none, .fade, .left, .right, .top, .bottom, .middle,
    ]
    #expect(
      all.map { UITableView.RowAnimation($0) }
        == [.automatic, .none, .fade, .left, .right, .top, .bottom, .middle])
    let places: [ScrollAlignment] = [.nearest, .top, .middle, .bottom]
    #expect(places.map { UITableView.ScrollPosition($0) } == [.none, .top, .middle, .bottom])
  }
}
#endif

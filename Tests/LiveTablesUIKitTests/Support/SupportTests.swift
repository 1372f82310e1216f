#if canImport(UIKit)
import Foundation
import LiveTables
import Testing
import UIKit

@testable import LiveTablesUIKit

@Suite("What binders share") @MainActor struct SupportTests {
  @Test("A borrowed place shows what was there before when nothing is shown in it") func borrowed() {
    let table = UITableView()
    let (own, one, two) = (UIView(), UIView(), UIView())
    table.backgroundView = own
    var place = BorrowedPlace<UITableView, UIView>(\.backgroundView)
    place.show(nil, in: table)
    #expect(table.backgroundView === own)
    place.show(one, in: table)
    place.show(two, in: table)
    #expect(table.backgroundView === two)
    place.show(nil, in: table)
    #expect(table.backgroundView === own)
    place.show(one, in: table)
    table.backgroundView = nil  // somebody else does
    place.show(two, in: table)
    place.show(nil, in: table)
    #expect(table.backgroundView == nil)
  }

  @Test("A lent closure is called when it is used, and not later") func lent() {
    var calls = 0
    var kept: (() -> Void)?
    withLent({ calls += 1 }) { body in
      body()
      kept = body
    }
    kept?()
    #expect(calls == 1)
  }

  @Test("Rows on the screen follow their cells, and are known when they are gone") func displayed() {
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

  @Test("An errand is run once, and not after its owner") func errands() async {
    var runs = 0
    var errand: Errand? = Errand()
    errand?.run { runs += 1 }
    errand?.run { runs += 1 }
    for _ in 0..<50 where runs == 0 { await Task.yield() }
    #expect(runs == 1)
    errand?.run { runs += 1 }
    errand = nil
    for _ in 0..<50 { await Task.yield() }
    #expect(runs == 1)
  }

  @Test("Short forms say their animation in the options") func options() {
    var options = TableOptions()
    options.animations[.delete] = .fade
    #expect(options.showing(.automatic, animated: true).animations == options.animations)
    #expect(options.showing(.left, animated: true).animations[.delete] == .left)
    #expect(options.showing(.automatic, animated: true).isAnimated)
    #expect(!options.showing(.automatic, animated: false).isAnimated)
  }

  @Test("Animations and places have the names that table views know") func names() {
    let all: [LiveTables.RowAnimation] = [
      .automatic, .none, .fade, .left, .right, .top, .bottom, .middle, RowAnimation("own"),
    ]
    #expect(
      all.map { UITableView.RowAnimation($0) }
        == [.automatic, .none, .fade, .left, .right, .top, .bottom, .middle, .automatic])
    let places: [LiveTables.ScrollPosition] = [.nearest, .top, .middle, .bottom]
    #expect(places.map { UITableView.ScrollPosition($0) } == [.none, .top, .middle, .bottom])
  }
}
#endif

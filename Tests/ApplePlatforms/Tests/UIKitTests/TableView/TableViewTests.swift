import Foundation
import Testing
import UIKit

@MainActor @Suite("Test double of a table view") struct TableViewTests {
  private static let hundred = [(0..<100).map { "\($0)" }]

  @Test("A table view requests sections, rows, and then visible cells") func order() {
    let fixture = TableFixture([["a", "b"], ["c"]])
    #expect(fixture.log.isEmpty, "nothing before the first layout")
    fixture.layOut()
    #expect(
      fixture.take() == [
        "sections", "rows 0", "rows 1", "cell 0.0", "will 0.0", "cell 0.1", "will 0.1", "cell 1.0", "will 1.0",
      ])
    fixture.layOut()
    #expect(fixture.take() == [])
  }

  @Test("Only visible rows have cells, and cells are reused") func reuse() {
    let fixture = TableFixture(Self.hundred)
    fixture.layOut()
    #expect(fixture.texts == ["0", "1", "2", "3", "4"])
    let first = fixture.cell(0, 0)
    fixture.view.standInScroll(to: CGPoint(x: 0, y: 400))
    #expect(fixture.texts == ["10", "11", "12", "13", "14"])
    #expect(first?.window == nil || first?.textLabel?.text != "0")
    #expect(fixture.view.visibleCells.contains { ($0 as? TableFixture.Cell)?.reuses == 1 })
    #expect(Set(fixture.view.visibleCells.map(ObjectIdentifier.init)).count == 5)
  }

  @Test("Rows near the screen are prefetched, and prefetching is cancelled when they are far away") func prefetching() {
    let fixture = TableFixture(Self.hundred)
    fixture.layOut()
    #expect(fixture.take().last == "ahead 5")
    fixture.view.standInScroll(to: CGPoint(x: 0, y: 2000))
    #expect(fixture.take().suffix(2) == ["not ahead 5", "ahead 10"])
  }

  @Test("A reload reads the counts at once, and cells in the next layout") func reload() {
    let fixture = TableFixture(counts: [2])
    fixture.rows = [["x"]]
    fixture.view.reloadData()
    #expect(fixture.take() == ["end 0.0", "end 0.1", "sections", "rows 0"])
    fixture.layOut()
    #expect(fixture.take() == ["cell 0.0", "will 0.0"])
  }

  @Test("A cell whose height differs from its estimate moves the rows below it") func heights() {
    let fixture = TableFixture(Self.hundred)
    fixture.heights["1"] = 100
    fixture.layOut()
    #expect(fixture.texts == ["0", "1", "2", "3"])
    #expect(fixture.view.rectForRow(at: .at(0, 2)).minY == 140)
    #expect(fixture.view.contentSize.height == 4060)
    #expect(fixture.view.indexPathForRow(at: CGPoint(x: 5, y: 139)) == .at(0, 1))
  }

  @Test("Dequeuing an unregistered or wrong cell raises") func dequeuing() {
    let fixture = TableFixture([["a"]])
    fixture.makesCell = { fixture.view.dequeueReusableCell(withIdentifier: "nobody", for: $0) }
    #expect(
      StandInException.recording { fixture.layOut() }.map(\.reason) == [
        "unable to dequeue a cell with identifier nobody - must register a nib or a class for the identifier or connect"
          + " a prototype cell in a storyboard"
      ])
    let twice = TableFixture([["a"]])
    twice.makesCell = {
      _ = twice.view.dequeueReusableCell(withIdentifier: "cell", for: $0)
      return twice.view.dequeueReusableCell(withIdentifier: "cell", for: $0)
    }
    #expect(
      StandInException.recording { twice.layOut() }.first?.reason
        .hasPrefix("Attempted to dequeue multiple cells for the same index path, which is not allowed.") == true)
    let one = TableFixture([["a", "b"]])
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    one.makesCell = { _ in cell }
    #expect(StandInException.recording { one.layOut() }.isEmpty == false, "one cell for two rows")
    #expect(one.view.dequeueReusableCell(withIdentifier: "nobody") == nil)
  }

  @Test("Cells come from nibs and prototypes") func nibs() {
    StandInNibs.contents["TableViewTests"] = { [UITableViewCell(style: .subtitle, reuseIdentifier: nil)] }
    StandInNibs.contents["TableViewTests.empty"] = { [] }
    let fixture = TableFixture([["a", "b"]])
    fixture.view.register(UINib(nibName: "TableViewTests", bundle: nil), forCellReuseIdentifier: "nib")
    fixture.view.register(UINib(nibName: "TableViewTests.empty", bundle: nil), forCellReuseIdentifier: "empty")
    fixture.view.standInAddPrototype("prototype") { UITableViewCell(style: .value1, reuseIdentifier: nil) }
    fixture.makesCell = {
      fixture.view.dequeueReusableCell(withIdentifier: $0.row == 0 ? "nib" : "prototype", for: $0)
    }
    fixture.layOut()
    #expect(fixture.view.visibleCells.map(\.reuseIdentifier) == ["nib", "prototype"])
    #expect(fixture.view.visibleCells.map(\.standInStyle) == [.subtitle, .value1])
    #expect(
      StandInException.recording { _ = fixture.view.dequeueReusableCell(withIdentifier: "empty") }.first?.reason
        .hasPrefix("invalid nib registered for identifier (empty)") == true)
  }

  @Test("A table creates its visible cells on request, even without a window") func windows() {
    let fixture = TableFixture(counts: [1])
    fixture.view.removeFromSuperview()
    #expect(fixture.view.window == nil)
    #expect(fixture.texts == ["0.0"])
    #expect(TableFixture([["a"]]).view.cellForRow(at: IndexPath(row: 0, section: 0)) == nil)
    #expect(TableFixture([["a"]]).texts == ["a"])
  }

  @Test("Scrolling goes to a row, and raises for a row past the end") func scrolling() {
    let fixture = TableFixture(Self.hundred)
    fixture.layOut()
    fixture.view.scrollToRow(at: .at(0, 50), at: .top, animated: false)
    #expect(fixture.view.contentOffset.y == 2000)
    fixture.view.scrollToRow(at: .at(0, 50), at: .bottom, animated: false)
    #expect(fixture.view.contentOffset.y == 1840)
    fixture.view.scrollToRow(at: .at(0, 99), at: .top, animated: false)
    #expect(fixture.view.contentOffset.y == 3800)
    fixture.view.scrollToRow(at: .at(0, 99), at: .none, animated: false)
    #expect(fixture.view.contentOffset.y == 3800)
    #expect(
      StandInException.recording { fixture.view.scrollToRow(at: .at(0, 100), at: .top, animated: false) } == [
        StandInException(
          name: StandInException.range,
          reason: "-[UITableView scrollToRowAtIndexPath:atScrollPosition:animated:]: row (100) beyond bounds (100) for"
            + " section (0).")
      ])
  }

  @Test("Deleted rows shorten the content, and the view scrolls back") func shorter() {
    let fixture = TableFixture(Self.hundred)
    fixture.layOut()
    fixture.view.scrollToRow(at: .at(0, 99), at: .bottom, animated: false)
    fixture.layOut()
    fixture.view.performBatchUpdates {
      fixture.rows[0].removeLast(90)
      fixture.view.deleteRows(at: (10..<100).map { .at(0, $0) }, with: .automatic)
    }
    fixture.layOut()
    #expect(fixture.view.contentOffset.y == 200)
    #expect(fixture.texts == ["5", "6", "7", "8", "9"])
  }

  @Test("Prepared cells appear without another request, or never") func preparing() {
    let fixture = TableFixture(Self.hundred)
    fixture.view.prefetchDataSource = nil
    fixture.view.standInPreparesCells = true
    fixture.layOut()
    #expect(fixture.take().suffix(3) == ["cell 0.5", "cell 0.6", "cell 0.7"])
    fixture.view.standInScroll(to: CGPoint(x: 0, y: 40))
    #expect(fixture.take() == ["end 0.0", "will 0.5", "cell 0.8"])
    fixture.rows[0][6] = "changed"
    fixture.view.reconfigureRows(at: [.at(0, 6)])
    fixture.view.standInScroll(to: CGPoint(x: 0, y: 80))
    #expect(fixture.texts == ["2", "3", "4", "5", "changed"])
    fixture.view.standInScroll(to: CGPoint(x: 0, y: 2000))
    #expect(fixture.take().filter { $0.hasPrefix("end") }.count == 6)
  }
}

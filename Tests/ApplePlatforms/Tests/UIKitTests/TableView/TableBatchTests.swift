import Foundation
import Testing
import UIKit

/// Tests of batches in a view; `BatchRuleTests` tests the rules.
@MainActor @Suite("Batches of a table view") struct TableBatchTests {
  private func raised(_ before: [Int], _ after: [Int], _ updates: @escaping (UITableView) -> Void) -> String? {
    let fixture = TableFixture(counts: before)
    let raised = StandInException.recording {
      fixture.view.performBatchUpdates {
        fixture.rows = TableFixture(counts: after).rows
        updates(fixture.view)
      }
    }
    #expect(raised.count < 2)
    #expect(raised.allSatisfy { $0.name == StandInException.inconsistency })
    return raised.first?.reason
  }

  @Test("A batch reads the counts before, runs its block, reads the counts after, and requests cells of inserted rows")
  func order() {
    let fixture = TableFixture(counts: [2])
    fixture.view.performBatchUpdates({
      fixture.log.append("block")
      fixture.rows[0] = ["new", "0.1"]
      fixture.view.deleteRows(at: [.at(0, 0)], with: .fade)
      fixture.view.insertRows(at: [.at(0, 0)], with: .fade)
    }) { fixture.log.append("done \($0)") }
    #expect(fixture.take() == ["block", "sections", "rows 0", "cell 0.0", "will 0.0"])
    #expect(fixture.texts == ["new", "0.1"])
    StandInAnimations.finish()
    #expect(fixture.take() == ["end 0.0", "done true"], "what went leaves when the animation is over")
  }

  @Test("A batch without animation is completed at once") func withoutAnimation() {
    let fixture = TableFixture(counts: [1])
    UIView.performWithoutAnimation {
      fixture.view.performBatchUpdates({
        fixture.rows[0] = []
        fixture.view.deleteRows(at: [.at(0, 0)], with: .none)
      }) { _ in fixture.log.append("done") }
    }
    #expect(fixture.take() == ["sections", "rows 0", "end 0.0", "done"])
  }

  @Test("Cells, heights and the selection move with their rows") func moves() {
    let fixture = TableFixture(counts: [3])
    fixture.heights["0.2"] = 70
    fixture.view.reloadData()
    fixture.layOut()
    let cells = (0..<3).map { fixture.cell(0, $0) }
    fixture.view.selectRow(at: .at(0, 2), animated: false, scrollPosition: .none)
    fixture.view.performBatchUpdates {
      fixture.rows[0] = ["0.2", "0.0"]
      fixture.view.moveRow(at: .at(0, 2), to: .at(0, 0))
      fixture.view.deleteRows(at: [.at(0, 1)], with: .automatic)
    }
    #expect(fixture.cell(0, 0) === cells[2])
    #expect(fixture.cell(0, 1) === cells[0])
    #expect(fixture.cell(0, 0)?.frame == CGRect(x: 0, y: 0, width: 100, height: 70))
    #expect(fixture.cell(0, 1)?.frame.minY == 70)
    #expect(fixture.view.indexPathsForSelectedRows == [.at(0, 0)])
    #expect(fixture.cell(0, 0)?.isSelected == true)
  }

  @Test("Rows of a moving section keep their cells") func sections() {
    let fixture = TableFixture(counts: [1, 2])
    let cells = [fixture.cell(0, 0), fixture.cell(1, 0), fixture.cell(1, 1)]
    fixture.view.performBatchUpdates {
      fixture.rows.swapAt(0, 1)
      fixture.view.moveSection(1, toSection: 0)
    }
    #expect([fixture.cell(1, 0), fixture.cell(0, 0), fixture.cell(0, 1)] == cells)
    #expect(fixture.take() == ["sections", "rows 0", "rows 1"])
  }

  @Test("A reloaded row gets another cell and is deselected") func reload() {
    let fixture = TableFixture(counts: [2])
    let old = fixture.cell(0, 1)
    fixture.view.selectRow(at: .at(0, 1), animated: false, scrollPosition: .none)
    fixture.view.reloadRows(at: [.at(0, 1)], with: .fade)
    #expect(fixture.cell(0, 1) !== old)
    #expect(fixture.view.indexPathsForSelectedRows == nil)
  }

  @Test("A reconfigured row keeps its cell, also inside a batch") func reconfigure() {
    let fixture = TableFixture(counts: [2])
    let old = fixture.cell(0, 1)
    fixture.rows[0][1] = "changed"
    fixture.view.reconfigureRows(at: [.at(0, 1)])
    #expect(fixture.take() == ["cell 0.1"])
    #expect(fixture.texts == ["0.0", "changed"])
    fixture.view.performBatchUpdates {
      fixture.rows[0][1] = "again"
      fixture.view.reconfigureRows(at: [.at(0, 1)])
    }
    #expect(fixture.cell(0, 1) === old)
    #expect(old?.reuses == 0)
    #expect(fixture.texts == ["0.0", "again"])
    #expect(
      StandInException.recording {
        fixture.makesCell = { _ in TableFixture.Cell(style: .default, reuseIdentifier: "cell") }
        fixture.view.reconfigureRows(at: [.at(0, 0)])
      }.count == 1, "a data source that returns another cell")
    #expect(StandInException.recording { fixture.view.reconfigureRows(at: [.at(0, 2)]) }.count == 1)
  }

  @Test("Rows that do not add up raise with UIKit's message") func words() {
    #expect(
      raised([3], [3]) { $0.deleteRows(at: [.at(0, 1)], with: .none) }
        == "Invalid update: invalid number of rows in section 0. The number of rows contained in an existing section after"
        + " the update (3) must be equal to the number of rows contained in that section before the update (3), plus or"
        + " minus the number of rows inserted or deleted from that section (0 inserted, 1 deleted) and plus or minus the"
        + " number of rows moved into or out of that section (0 moved in, 0 moved out).")
    #expect(
      raised([3], [2]) { $0.deleteRows(at: [.at(0, 5)], with: .none) }
        == "attempt to delete row 5 from section 0 which only contains 3 rows before the update")
    #expect(
      raised([3], [4]) { $0.insertRows(at: [.at(0, 4)], with: .none) }
        == "attempt to insert row 4 into section 0, but there are only 4 rows in section 0 after the update")
    #expect(
      raised([3], [3, 1]) { _ in }?.hasPrefix(
        "Invalid update: invalid number of sections. The number of sections contained in the table view after the update"
          + " (2) must be equal to the number of sections contained in the table view before the update (1)") == true)
    #expect(raised([3], [4]) { $0.insertRows(at: [.at(0, 3)], with: .none) } == nil)
  }

  @Test("A batch requires a window, a first layout, and no enclosing batch") func whenToUpdate() {
    let without = TableFixture([["a"]], isInWindow: false)
    without.view.layoutIfNeeded()
    #expect(
      StandInException.recording { without.view.performBatchUpdates {} }.map(\.reason).first?.contains("window") == true
    )
    let early = TableFixture([["a"]])
    #expect(
      StandInException.recording { early.view.performBatchUpdates {} }.map(\.reason).first?.contains("layout") == true)
    let fixture = TableFixture(counts: [1])
    #expect(
      StandInException.recording {
        fixture.view.performBatchUpdates { fixture.view.performBatchUpdates {} }
      }.count == 1)
    #expect(StandInException.recording { fixture.view.performBatchUpdates { fixture.view.reloadData() } }.count >= 1)
    #expect(StandInException.recording { fixture.view.endUpdates() }.count == 1)
    #expect(StandInException.recording { fixture.view.performBatchUpdates {} }.isEmpty, "it goes on afterwards")
  }

  @Test("Data that changed outside of a batch is detected by the next batch") func outside() {
    let fixture = TableFixture(counts: [2])
    fixture.rows[0] = ["only"]
    #expect(StandInException.recording { fixture.view.performBatchUpdates {} }.count == 1)
    fixture.layOut()
    #expect(fixture.texts == ["only"])
  }

  @Test("A table shows its data after a refused batch") func afterwards() {
    let fixture = TableFixture(counts: [3])
    _ = StandInException.recording {
      fixture.view.performBatchUpdates {
        fixture.rows[0] = ["x"]
        fixture.view.deleteRows(at: [.at(0, 9)], with: .none)
      }
    }
    fixture.layOut()
    #expect(fixture.texts == ["x"])
    #expect(fixture.view.numberOfRows(inSection: 0) == 1)
  }
}

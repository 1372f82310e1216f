import Foundation
import Testing
import UIKit

@MainActor @Suite("What a user does to a table view") struct TableUserTests {
  @Test("A tap selects a row after the previous row was deselected") func taps() {
    let fixture = TableFixture(counts: [3])
    fixture.view.standInTap(.at(0, 0))
    fixture.view.standInTap(.at(0, 2))
    #expect(fixture.take() == ["select 0.0", "deselect 0.0", "select 0.2"])
    #expect(fixture.view.indexPathForSelectedRow == .at(0, 2))
    #expect(fixture.cell(0, 2)?.isSelected == true)
    #expect(fixture.cell(0, 0)?.isSelected == false)
  }

  @Test("A second tap deselects a row in multiple selection, which shrinks when it is turned off") func several() {
    let fixture = TableFixture(counts: [3])
    fixture.view.allowsMultipleSelection = true
    for row in [2, 0, 1, 0] { fixture.view.standInTap(.at(0, row)) }
    #expect(fixture.take() == ["select 0.2", "select 0.0", "select 0.1", "deselect 0.0"])
    #expect(fixture.view.indexPathsForSelectedRows == [.at(0, 2), .at(0, 1)])
    fixture.view.allowsMultipleSelection = false
    #expect(fixture.view.indexPathsForSelectedRows == [.at(0, 2)])
  }

  @Test("The delegate refuses a selection, or selects another row") func refusing() {
    let fixture = TableFixture(counts: [3])
    fixture.selectable = { $0.row == 0 ? nil : .at(0, 2) }
    fixture.view.standInTap(.at(0, 0))
    fixture.view.standInTap(.at(0, 1))
    #expect(fixture.take() == ["select 0.2"])
  }

  @Test("Selections by code are not reported, and a reload removes them") func byCode() {
    let fixture = TableFixture(counts: [3])
    fixture.view.selectRow(at: .at(0, 1), animated: false, scrollPosition: .none)
    fixture.view.deselectRow(at: .at(0, 1), animated: false)
    fixture.view.selectRow(at: .at(0, 2), animated: false, scrollPosition: .none)
    #expect(fixture.take() == [])
    fixture.view.reloadData()
    #expect(fixture.view.indexPathForSelectedRow == nil)
  }

  @Test("Delete controls appear in editing mode, and commit a deletion") func editing() {
    let fixture = TableFixture(counts: [2])
    #expect(!fixture.view.standInPressEditControl(.at(0, 0)))
    fixture.view.setEditing(true, animated: true)
    #expect(fixture.cell(0, 0)?.editingStyle == .delete)
    #expect(fixture.cell(0, 0)?.isEditing == true)
    #expect(fixture.view.standInPressEditControl(.at(0, 0)))
    #expect(fixture.texts == ["0.1"])
  }

  @Test("A swipe shows the delegate's actions, or a deletion") func swiping() throws {
    let fixture = TableFixture(counts: [2])
    let delete = try #require(fixture.view.standInSwipe(.at(0, 1)).first)
    #expect(delete.title == "Delete")
    fixture.view.standInPress(delete)
    #expect(fixture.texts == ["0.0"])
    var pressed = 0
    fixture.swipes = UISwipeActionsConfiguration(actions: [
      UIContextualAction(style: .normal, title: "Flag") { _, _, done in
        pressed += 1
        done(true)
      }
    ])
    let flag = try #require(fixture.view.standInSwipe(.at(0, 0)).first)
    #expect(fixture.cell(0, 0)?.isEditing == true)
    fixture.view.standInPress(flag)
    #expect(fixture.cell(0, 0)?.isEditing == false)
    #expect(pressed == 1)
    fixture.mayEdit = false
    #expect(fixture.view.standInSwipe(.at(0, 0)).isEmpty)
  }

  @Test("A dragged row is at its target when the data source is notified") func reordering() {
    let fixture = TableFixture(counts: [2, 1])
    #expect(fixture.view.standInReorder(.at(0, 0), to: .at(1, 1)) == nil, "not while editing is off")
    fixture.view.isEditing = true
    let cell = fixture.cell(0, 0)
    #expect(fixture.view.standInReorder(.at(0, 0), to: .at(1, 1)) == .at(1, 1))
    #expect(fixture.cell(1, 1) === cell)
    #expect(fixture.texts == ["0.1", "1.0", "0.0"])
    #expect(fixture.take().first == "move 0.0 1.1")
    fixture.moves = false
    fixture.view.reloadData()
    fixture.layOut()
    #expect(fixture.view.standInReorder(.at(0, 0), to: .at(1, 0)) == nil)
  }

  @Test("A row that is dropped at its place is not reported, and changes during a drag raise") func holding() {
    let fixture = TableFixture(counts: [3])
    fixture.view.isEditing = true
    #expect(fixture.view.standInReorder(.at(0, 1), to: .at(0, 1)) == .at(0, 1))
    #expect(fixture.take() == [])
    fixture.view.standInTakeUp(.at(0, 1))
    fixture.view.standInCarry(to: .at(0, 2))
    let raised = StandInException.recording {
      fixture.view.performBatchUpdates {
        fixture.rows[0].removeLast()
        fixture.view.deleteRows(at: [.at(0, 2)], with: .automatic)
      }
    }
    #expect(raised.map(\.reason).first?.hasPrefix("the rows were changed while the user holds") == true)
    #expect(fixture.view.standInLetGo() == nil)
  }

  private final class Dragging: NSObject, UITableViewDragDelegate {
    var log: [String] = []
    func tableView(_: UITableView, itemsForBeginning: any UIDragSession, at path: IndexPath) -> [UIDragItem] {
      path.row == 0 ? [] : [UIDragItem(itemProvider: NSItemProvider())]
    }
    func tableView(_ tableView: UITableView, dragSessionWillBegin session: any UIDragSession) { log.append("begin") }
    func tableView(_ tableView: UITableView, dragSessionDidEnd session: any UIDragSession) { log.append("end") }
  }

  @Test("A row is dragged outside of editing mode") func dragging() {
    let fixture = TableFixture(counts: [3])
    let dragging = Dragging()
    #expect(!fixture.view.standInLift(.at(0, 1)))
    fixture.view.dragDelegate = dragging
    #expect(!fixture.view.standInLift(.at(0, 0)))
    #expect(fixture.view.standInLift(.at(0, 1)))
    #expect(fixture.view.standInDrop(at: .at(0, 2)) == .at(0, 2))
    #expect(fixture.texts == ["0.0", "0.2", "0.1"])
    #expect(dragging.log == ["begin", "end"])
    #expect(fixture.view.standInLift(.at(0, 1)))
    #expect(fixture.view.standInDrop(at: nil) == nil)
    #expect(dragging.log == ["begin", "end", "begin", "end"])
  }
}

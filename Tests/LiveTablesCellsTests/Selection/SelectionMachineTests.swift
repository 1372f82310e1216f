import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import LiveTablesCells

@Suite("Selection machine") struct SelectionMachineTests {
  private typealias Machine = SelectionMachine<Item>
  private typealias Change = Machine.Change

  private func path(_ row: Int, section: Int = 0) -> RowPath { RowPath(section: section, row: row) }

  /// Performs a gesture in an endless section in which all rows but the forbidden ones may be selected.
  private func user(
    _ machine: inout Machine, _ row: Int, _ gesture: SelectionGesture = .tap, forbidden: Set<Int> = []
  ) -> Change {
    machine.handle(
      gesture, at: path(row), range: { (min($0, $1).row...max($0, $1).row).map { path($0) } },
      canSelect: { !forbidden.contains($0.row) })
  }

  @Test("none: no row is ever selected, but a tap is an event") func none() {
    var machine = Machine(mode: .none)
    for gesture in [SelectionGesture.toggle, .extend] { #expect(user(&machine, 1, gesture) == Change()) }
    for gesture in [SelectionGesture.tap, .only] {
      #expect(user(&machine, 1, gesture) == Change(tappedAgain: path(1)))
      #expect(user(&machine, 1, gesture, forbidden: [1]) == Change())
    }
    #expect(machine.select([path(1)]) == Change())
    #expect(machine.paths.isEmpty)
  }

  @Test("one: a tap selects another row, and a tap on the selected row selects it again") func one() {
    var machine = Machine(mode: .one)
    #expect(user(&machine, 1) == Change(selected: [path(1)]))
    #expect(user(&machine, 1) == Change(tappedAgain: path(1)))
    #expect(user(&machine, 2) == Change(selected: [path(2)], deselected: [path(1)]))
    #expect(user(&machine, 4, .extend) == Change(selected: [path(4)], deselected: [path(2)]))
    #expect(user(&machine, 4, .toggle) == Change(deselected: [path(4)]))
    #expect(machine.select([path(7), path(8)]) == Change(selected: [path(7)]))
  }

  @Test("the first of several rows that code selects is selected in mode `one`, and ranges start there")
  func oneOfSeveral() {
    var machine = Machine(mode: .one)
    #expect(machine.select([path(2), path(7)]) == Change(selected: [path(2)]))
    #expect(machine.setMode(.many) == Change() && machine.anchor == path(2))
    #expect(user(&machine, 4, .extend) == Change(selected: [path(3), path(4)]))
  }

  @Test("oneToggling: a tap on the selected row deselects it") func oneToggling() {
    var machine = Machine(mode: .oneToggling)
    #expect(user(&machine, 1) == Change(selected: [path(1)]))
    #expect(user(&machine, 1) == Change(deselected: [path(1)]))
    #expect(user(&machine, 1) == Change(selected: [path(1)]))
  }

  @Test("many: a tap toggles a row, a click selects one, and a range starts at the last one") func many() {
    var machine = Machine(mode: .many)
    #expect(user(&machine, 1) == Change(selected: [path(1)]))
    #expect(user(&machine, 3) == Change(selected: [path(3)]))
    #expect(user(&machine, 1) == Change(deselected: [path(1)]))
    #expect(user(&machine, 4, .extend) == Change(selected: [path(1), path(2), path(4)]))
    #expect(user(&machine, 0, .extend) == Change(selected: [path(0)], deselected: [path(2), path(3), path(4)]))
    #expect(user(&machine, 1, .only) == Change(deselected: [path(0)]))
    #expect(user(&machine, 1, .only) == Change(tappedAgain: path(1)))
    #expect(user(&machine, 5, .toggle) == Change(selected: [path(5)]))
    #expect(machine.paths == [path(1), path(5)])
  }

  @Test("a range starts at the last selected row, even if that row has moved") func movedAnchor() {
    var machine = Machine(mode: .many)
    _ = user(&machine, 3)
    machine.follow({ $0.map { path($0.row + 2) } }, departures: { [] }, row: { _ in nil }, arrivals: { [] })
    #expect(user(&machine, 7, .extend) == Change(selected: [path(6), path(7)]))
    #expect(machine.paths == [path(5), path(6), path(7)])
  }

  @Test("no gesture selects a row that may not be selected", arguments: [SelectionMode.one, .oneToggling, .many])
  func forbidden(mode: SelectionMode) {
    var machine = Machine(mode: mode)
    _ = user(&machine, 1)
    for gesture in [SelectionGesture.tap, .only, .toggle, .extend] {
      _ = user(&machine, 2, gesture, forbidden: [2])
      #expect(!machine.paths.contains(path(2)), "\(gesture)")
      #expect(machine.paths.contains(path(1)), "\(gesture)")
    }
    #expect(!machine.select([path(2)]).isEmpty, "the program may")
  }

  @Test("a new mode keeps as many selected rows as it allows") func mode() {
    var machine = Machine(mode: .many)
    _ = machine.select([path(3), path(1), path(2)])
    #expect(machine.setMode(SelectionMode.one) == Change(deselected: [path(2), path(3)]))
    #expect(machine.setMode(SelectionMode.many) == Change())
    _ = machine.select([path(1), path(2)])
    #expect(machine.setMode(SelectionMode.one) == Change(deselected: [path(2)]))
    #expect(machine.setMode(SelectionMode.none) == Change(deselected: [path(1)]))
  }

  @Test("a deleted row is deselected once, after the complete change") func gone() {
    var machine = Machine(mode: .many)
    _ = machine.select([path(0), path(1)])
    machine.follow({ $0.map { $0.row == 1 ? path(0) : nil } }, departures: { [] }, row: { Item($0.row) }) { [] }
    #expect(machine.paths == [path(0)])
    #expect(machine.missing.map(\.path) == [path(0)])
    #expect(machine.removeMissing().map(\.row) == [Item(0)])
    #expect(machine.removeMissing().isEmpty)
    machine.follow({ $0.map { $0 } }, departures: { [] }, row: { Item($0.row) }) { [(path(5), Item(0))] }
    #expect(machine.paths == [path(0)], "it is not selected when it comes back")
  }

  @Test("a row that is deleted and inserted in one change stays selected") func back() {
    var machine = Machine(mode: .many)
    _ = machine.select([path(0), path(2), path(3)])
    machine.follow({ $0.map { _ in nil } }, departures: { [] }, row: { Item($0.row % 2) }) { [] }
    #expect(machine.paths.isEmpty)
    machine.follow({ _ in [] }, departures: { [] }, row: { Item($0.row) }) {
      [(path(7), Item(0)), (path(8), Item(9)), (path(9), Item(0)), (path(10), Item(0))]
    }
    #expect(machine.paths == [path(7), path(9)])
    #expect(machine.removeMissing().map(\.row) == [Item(1)])
  }

  @Test("rows with the same identity are matched by order when they are deleted and inserted in one change")
  func backAmongTwins() {
    var machine = Machine(mode: .many)
    _ = machine.select([path(1), path(3)])
    let departures = (0..<5).map { path($0) }
    machine.follow({ $0.map { _ in nil } }, departures: { departures }, row: { Item($0.row == 4 ? 4 : 0) }) { [] }
    machine.follow({ _ in [] }, departures: { [] }, row: { _ in nil }) { [(path(7), Item(0))] }
    #expect(machine.paths.isEmpty)
    machine.follow({ _ in [] }, departures: { [] }, row: { _ in nil }) { [(path(8), Item(0)), (path(9), Item(0))] }
    #expect(machine.paths == [path(8)])
    #expect(machine.removeMissing().map(\.path) == [path(3)])
  }

  @Test("a row that was selected meanwhile stays selected if only one row can be selected") func oneAndBack() {
    var machine = Machine(mode: .one)
    _ = machine.select([path(0)])
    machine.follow({ $0.map { _ in nil } }, departures: { [] }, row: { Item($0.row) }) { [] }
    _ = user(&machine, 4)
    machine.follow({ $0 }, departures: { [] }, row: { Item($0.row) }) { [(path(9), Item(0))] }
    #expect(machine.paths == [path(4)])
    #expect(machine.removeMissing().map(\.row) == [Item(0)])
  }
}

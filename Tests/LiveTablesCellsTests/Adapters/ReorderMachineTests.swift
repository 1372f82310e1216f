import LiveTables
import LiveTablesCells
import TestSupport
import Testing

@Suite("Reordering in a view that moves rows by itself") struct ReorderMachineTests {
  private let move = BatchMove(from: RowPath(section: 0, row: 0), to: RowPath(section: 1, row: 1))

  private func batch(_ moves: [BatchMove<RowPath>]) -> BatchOperations {
    var operations = BatchOperations()
    operations.movedRows = moves
    return operations
  }

  @Test("the table follows at once: its batches are not shown again") func followed() {
    var machine = ReorderMachine()
    #expect(machine.viewMoved(move, rowCounts: [2, 1]) == .edit)
    #expect(machine.isReporting && !machine.isIdle)
    #expect(machine.rowCounts(of: [2, 1]) == [1, 2], "the view has moved the row already")
    #expect(machine.viewPath(of: move.from) == move.to && machine.tablePath(of: move.to) == move.from)
    #expect(machine.tableChanges(batch([move])) == .follow(move))
    #expect(machine.tableChanges(batch([])) == .commit)
    #expect(machine.rowCounts(of: [1, 2]) == [1, 2] && machine.viewPath(of: move.from) == move.from)
    #expect(machine.viewFinished(isExpected: true, rowCounts: [1, 2]) == .none)
    #expect(machine.isIdle)
  }

  @Test("the table refuses: the view is reloaded when it is idle") func refused() {
    var machine = ReorderMachine()
    #expect(machine.viewMoved(move, rowCounts: [2, 1]) == .edit)
    #expect(machine.viewFinished(isExpected: false, rowCounts: [1, 2]) == .reloadLater)
    #expect(machine.needsReload && machine.rowCounts(of: [2, 1]) == [1, 2])
    #expect(machine.tableChanges(nil) == .reload)
    #expect(machine.isIdle)
  }

  @Test("the table makes the move later: then the view shows it already") func deferred() {
    var machine = ReorderMachine()
    #expect(machine.viewMoved(move, rowCounts: [2, 1]) == .edit)
    #expect(machine.viewFinished(isExpected: false, rowCounts: [1, 2]) == .reloadLater)
    #expect(machine.tableChanges(batch([move])) == .follow(move))
    #expect(machine.isIdle)
  }

  @Test("of two neighbours either may be the one that moves; any other batch reloads") func neighbours() {
    let (down, up) = (
      BatchMove(from: RowPath(section: 0, row: 1), to: RowPath(section: 0, row: 2)),
      BatchMove(from: RowPath(section: 0, row: 2), to: RowPath(section: 0, row: 1))
    )
    for (others, action) in [([up], ReorderMachine.Action.follow(down)), ([move], .reload), ([], .reload)] {
      var machine = ReorderMachine()
      #expect(machine.viewMoved(down, rowCounts: [3]) == .edit)
      #expect(machine.viewFinished(isExpected: false, rowCounts: [3]) == .reloadLater)
      #expect(machine.tableChanges(batch(others)) == action)
    }
    var more = batch([down])
    more.deletedRows = [RowPath(section: 0, row: 0)]
    var busy = ReorderMachine()
    #expect(busy.viewMoved(down, rowCounts: [3]) == .edit)
    #expect(busy.viewFinished(isExpected: false, rowCounts: [3]) == .reloadLater)
    #expect(busy.tableChanges(more) == .reload, "the move is not all")
    let across = BatchMove(from: RowPath(section: 0, row: 1), to: RowPath(section: 1, row: 2))
    var machine = ReorderMachine()
    #expect(machine.viewMoved(across, rowCounts: [2, 2]) == .edit)
    #expect(machine.viewFinished(isExpected: false, rowCounts: [1, 3]) == .reloadLater)
    let back = BatchMove(from: across.to, to: across.from)
    #expect(machine.tableChanges(batch([back])) == .reload, "rows of two sections are no neighbours")
  }

  @Test("the table becomes another one: the view counts its own rows until it is reloaded") func stale() {
    var machine = ReorderMachine()
    #expect(machine.viewMoved(move, rowCounts: [2, 1]) == .edit)
    #expect(machine.tableChanges(batch([move])) == .follow(move))
    #expect(machine.viewFinished(isExpected: false, rowCounts: [1, 2]) == .reloadLater)
    #expect(machine.rowCounts(of: [7]) == [1, 2])
    let back = BatchMove(from: move.to, to: move.from)
    #expect(machine.viewMoved(back, rowCounts: [7]) == .reloadLater)
    #expect(machine.rowCounts(of: [7]) == [2, 1], "it moves rows that nothing follows")
    #expect(machine.tableChanges(batch([])) == .reload)
    #expect(machine.rowCounts(of: [7]) == [7])
  }

  @Test("a table that changes unseen leaves the view what it counts") func unseen() {
    var machine = ReorderMachine()
    machine.tableChangedUnseen(rowCounts: [3])
    machine.tableChangedUnseen(rowCounts: [5])
    #expect(machine.rowCounts(of: [4]) == [3] && machine.needsReload)
    machine.reset()
    #expect(machine.isIdle)
  }

  @Test("a row that stays is no move") func stays() {
    var machine = ReorderMachine()
    #expect(machine.viewMoved(BatchMove(from: move.from, to: move.from), rowCounts: [2, 1]) == .none)
    #expect(machine.isIdle && machine.tableChanges(nil) == .none)
    #expect(machine.viewFinished(isExpected: false, rowCounts: []) == .none)
  }
}

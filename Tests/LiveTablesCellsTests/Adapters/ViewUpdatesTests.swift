import LiveTables
import LiveTablesCells
import TestSupport
import Testing

private typealias Updates = ViewUpdates<Int>

private let move = BatchMove(from: RowPath(section: 0, row: 0), to: RowPath(section: 1, row: 1))
private let counts = [2, 1]
private let other = BatchOperations()

private func batch(_ moves: BatchMove<RowPath>...) -> BatchOperations {
  var operations = BatchOperations()
  operations.movedRows = moves
  return operations
}

/// The ways to reach each state of the rows.
private enum Start: CaseIterable {
  case current, reporting, followed, followedAndReloaded, ahead, outdated

  var updates: ViewUpdates<Int> {
    var updates = ViewUpdates<Int>()
    func moveRow() { #expect(updates.viewMoved(move, rowCounts: counts) == true) }
    func report(_ isExpected: Bool) { updates.moveReported(isExpected: isExpected, rowCounts: [1, 2]) }
    switch self {
    case .current: break
    case .reporting: moveRow()
    case .followed:
      moveRow()
      _ = updates.change(batch(move), isInPlace: true, rowCounts: counts)
    case .followedAndReloaded:
      moveRow()
      _ = updates.change(nil, isInPlace: true, rowCounts: counts)
    case .ahead:
      moveRow()
      report(false)
    case .outdated:
      updates.beginCall()
      _ = updates.change(other, isInPlace: true, rowCounts: counts)
      _ = updates.endCall()
    }
    return updates
  }
}

private let outdated = Updates.Rows.outdated(rowCounts: counts)
private let moved = Updates.Rows.outdated(rowCounts: [1, 2])

@Suite("When and how a view can be updated") struct ViewUpdatesTests {
  private struct Case: CustomTestStringConvertible {
    let start: Start
    var change: BatchOperations? = other
    var calls = 0
    let decision: Updates.Decision
    let rows: Updates.Rows
    var testDescription: String { "\(start), \(change == nil ? "reload" : "batch"), \(calls) calls" }
  }

  private static let cases: [Case] = [
    Case(start: .current, decision: .perform, rows: .current),
    Case(start: .current, change: nil, decision: .reload, rows: .current),
    Case(start: .current, calls: 1, decision: .replaceData(isShown: true), rows: outdated),
    Case(start: .current, change: nil, calls: 2, decision: .replaceData(isShown: true), rows: outdated),
    Case(start: .reporting, decision: .follow(move), rows: .followed(needsReload: false)),
    Case(start: .reporting, change: nil, decision: .follow(move), rows: .followed(needsReload: true)),
    Case(start: .reporting, calls: 1, decision: .follow(move), rows: .followed(needsReload: false)),
    Case(start: .followed, decision: .commit, rows: .followed(needsReload: false)),
    Case(start: .followed, change: nil, calls: 1, decision: .commit, rows: .followed(needsReload: true)),
    Case(start: .followedAndReloaded, decision: .commit, rows: .followed(needsReload: true)),
    Case(start: .ahead, decision: .reload, rows: .ahead(move)),
    Case(start: .ahead, change: nil, decision: .reload, rows: .ahead(move)),
    Case(start: .ahead, change: batch(move), decision: .follow(move), rows: .current),
    Case(start: .ahead, change: batch(move), calls: 1, decision: .replaceData(isShown: true), rows: moved),
    Case(start: .outdated, decision: .reload, rows: outdated),
    Case(start: .outdated, change: nil, decision: .reload, rows: outdated),
    Case(start: .outdated, calls: 1, decision: .replaceData(isShown: true), rows: outdated),
  ]

  @Test("a change is performed, followed, or only replaces the data", arguments: cases) private func change(
    _ each: Case
  ) {
    var updates = each.start.updates
    for _ in 0..<each.calls { updates.beginCall() }
    #expect(updates.change(each.change, isInPlace: true, rowCounts: counts) == each.decision)
    #expect(updates.rows == each.rows && updates.calls == each.calls)
    if case .outdated = each.rows {
      #expect(updates.rowCounts(of: [9]) == (each.rows == moved ? [1, 2] : counts))
    }
  }

  @Test("a view with other data, or after a reload or takeover, keeps no earlier rows", arguments: Start.allCases)
  private func elsewhere(_ start: Start) {
    var updates = start.updates
    #expect(updates.change(other, isInPlace: false, rowCounts: counts) == .replaceData(isShown: false))
    #expect(updates == start.updates)
    updates.reloaded()
    #expect(updates.isCurrent)
    var fresh = Updates()
    fresh.beginCall()
    updates = start.updates
    updates.beginCall()
    #expect(updates.cellRequested(isUserScrolling: false) == false)
    updates.addStaleRows([1])
    updates.requestScrolling(ScrollRequest(id: 2))
    #expect(updates != fresh)
    updates.reset()
    #expect(updates == fresh)
  }

  @Test("the end of a reported move tells whether the table has made it", arguments: [true, false])
  func reported(isExpected: Bool) {
    func after(_ start: Start) -> Updates.Rows {
      var updates = start.updates
      updates.moveReported(isExpected: isExpected, rowCounts: [1, 2])
      return updates.rows
    }
    #expect(
      after(.current) == .current && after(.ahead) == .ahead(move) && after(.outdated) == outdated)
    #expect(after(.reporting) == .ahead(move))
    #expect(after(.followed) == (isExpected ? .current : moved))
    #expect(after(.followedAndReloaded) == moved)
  }

  @Test("a view whose rows differ from the table's moves its own rows") func movesAgain() {
    let back = BatchMove(from: move.to, to: move.from)
    for (start, counts) in [(Start.ahead, counts), (.outdated, [3, 0])] {
      var updates = start.updates
      #expect(updates.viewMoved(back, rowCounts: counts) == false)
      #expect(updates.rows == .outdated(rowCounts: counts), "\(start)")
    }
    var updates = Updates()
    #expect(updates.viewMoved(BatchMove(from: back.from, to: back.from), rowCounts: counts) == false)
    #expect(updates.isCurrent)
  }

  @Test("rows are found where the view has moved them, until the table makes the move") func paths() {
    for start in Start.allCases {
      let updates = start.updates
      let isAhead = start == .reporting || start == .ahead
      #expect(updates.viewPath(of: move.from) == (isAhead ? move.to : move.from), "\(start)")
      #expect(updates.tablePath(of: move.to) == (isAhead ? move.from : move.to), "\(start)")
      let shown = isAhead ? [1, 2] : start == .outdated ? counts : [5, 5]
      #expect(updates.rowCounts(of: isAhead ? counts : [5, 5]) == shown, "\(start)")
      #expect(updates.needsReload == (start == .ahead || start == .outdated))
      #expect(updates.canUpdate == (start == .current))
    }
  }

  @Test("a swap of two neighbors matches a move of either, and any other batch reloads") func neighbours() {
    func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }
    let (down, up) = (BatchMove(from: path(0, 1), to: path(0, 2)), BatchMove(from: path(0, 2), to: path(0, 1)))
    let across = BatchMove(from: path(0, 1), to: path(1, 2))
    var more = batch(down)
    more.deletedRows = [path(0, 0)]
    let cases: [(BatchMove<RowPath>, BatchOperations, Updates.Decision)] = [
      (down, batch(down), .follow(down)), (down, batch(up), .follow(down)), (down, other, .reload),
      (down, batch(across), .reload), (down, more, .reload), (down, batch(down, across), .reload),
      (across, batch(BatchMove(from: across.to, to: across.from)), .reload),
    ]
    for (own, batch, decision) in cases {
      var updates = Updates()
      #expect(updates.viewMoved(own, rowCounts: [3, 3]) == true)
      updates.moveReported(isExpected: false, rowCounts: [3, 3])
      #expect(updates.change(batch, isInPlace: true, rowCounts: [3, 3]) == decision, "\(own) \(batch)")
    }
  }

  @Test("repairs happen in one turn, which starts after the last call", arguments: [true, false])
  func repairs(isScheduledBefore: Bool) {
    var updates = Updates()
    #expect(updates.beginTurn() == false)
    if isScheduledBefore { #expect(updates.schedule() == true) }
    updates.beginCall()
    updates.beginCall()
    #expect(updates.schedule() == false)
    #expect(updates.beginTurn() == false, "a nested run loop")
    #expect(updates.endCall() == false)
    #expect(updates.beginTurn() == false)
    #expect(updates.endCall() == true)
    #expect(updates.schedule() == false)
    updates.addStaleRows([1])
    updates.addStaleRows([2])
    #expect(updates.beginTurn() == true)
    #expect(updates.takeStaleRows() == [1, 2] && updates.takeStaleRows().isEmpty)
    #expect(updates.beginTurn() == false)
    updates.beginCall()
    #expect(updates.endCall() == false, "there is nothing to repair")
    #expect(updates.schedule() == true)
    updates.reset()
    #expect(updates.beginTurn() == false)
  }

  @Test("a scroll request survives reloads until the view has scrolled") func scrolling() {
    var updates = Updates()
    updates.requestScrolling(ScrollRequest(id: 1))
    updates.requestScrolling(ScrollRequest(id: 2, isBeforeAppearing: true))
    updates.reloaded()
    #expect(updates.scrollRequest?.id == 2 && !updates.isLaidOut && !updates.hasAppeared)
    #expect(updates.cellRequested(isUserScrolling: false) == true)
    #expect(updates.scrollRequest?.id == 2 && updates.isLaidOut && updates.hasAppeared)
    #expect(updates.cellRequested(isUserScrolling: true) == false, "the user's scrolling takes precedence")
    #expect(updates.scrollRequest == nil)
    updates.requestScrolling(ScrollRequest(id: 3))
    #expect(updates.cellRequested(isUserScrolling: true) == true, "the request is newer than the view's appearance")
    updates.scrolled()
    #expect(updates.scrollRequest == nil)
  }
}

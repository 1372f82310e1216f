import LiveTablesTesting
import LiveTables
import TestSupport
import Testing

struct StrictBatchEngineTests {
  private let insertion = batch { $0.insertedRows = [path(0, 1)] }

  @Test(arguments: KnownFailure.all)
  func knownFailuresBreakTheRulesThatTheyAreKnownToBreak(failure: KnownFailure) {
    var view = StrictBatchEngine(rowCounts: failure.before)
    let rule = broken { () throws(BatchError) in
      try view.performBatch(failure.batch, before: failure.before, after: failure.after)
    }
    #expect(rule == failure.rule)
    // UIKit would crash the app; this view recovers with a reload.
    #expect(!view.isInBatch && view.isReloadPending)
    view.layOut(rowCounts: failure.after)
    #expect(view.shownRowCounts == failure.after)
  }

  @Test
  func r0DataThatChangesOutsideOfABatchIsNoticedWhenTheBatchBegins() {
    var view = StrictBatchEngine(rowCounts: [1])
    #expect(broken { () throws(BatchError) in try view.beginBatch(rowCounts: [2]) } == .r0)
    #expect(!view.isInBatch)
    #expect(broken { () throws(BatchError) in try view.performBatch(insertion, before: [1], after: [2]) } == nil)
    #expect(view.shownRowCounts == [2])
  }

  @Test
  func r0WithAReloadPendingTheCountsBeforeAreReadAtEntry() throws {
    // The data is replaced too early: the view reads the new counts, so there is one insert too many.
    var view = StrictBatchEngine(rowCounts: [1])
    try view.reloadData()
    #expect(broken { () throws(BatchError) in try view.performBatch(insertion, before: [2], after: [2]) } == .r7)
    // Data can be replaced inside the batch.
    view = StrictBatchEngine(rowCounts: [1])
    try view.reloadData()
    try view.performBatch(insertion, before: [1], after: [2])
    #expect(!view.isReloadPending)
  }

  @Test func r8NoBatchAndNoReloadInsideABatch() throws {
    var view = StrictBatchEngine(rowCounts: [1])
    try view.beginBatch(rowCounts: [1])
    #expect(broken { () throws(BatchError) in try view.beginBatch(rowCounts: [1]) } == .r8)
    #expect(broken { () throws(BatchError) in try view.reloadData() } == .r8)
    let isRead = view.layOut(rowCounts: [2])
    #expect(!isRead)
    #expect(view.isInBatch && !view.isReloadPending)
    try view.check(insertion, rowCounts: [2])
    view.endBatch()
    #expect(!view.isInBatch)
  }

  @Test
  func r8NoBatchWithoutAWindowOrBeforeTheFirstLayout() throws {
    var view = StrictBatchEngine(isInWindow: false)
    #expect(broken { () throws(BatchError) in try view.beginBatch(rowCounts: []) } == .r8)
    view.enterWindow()
    #expect(!view.isReady)
    #expect(broken { () throws(BatchError) in try view.beginBatch(rowCounts: []) } == .r8)
    let isFirst = view.layOut(rowCounts: [3])
    #expect(isFirst && view.isReady && view.shownRowCounts == [3])
    let isSecond = view.layOut(rowCounts: [9])
    #expect(!isSecond)
    try view.beginBatch(rowCounts: [3])
    view.abandonBatch()
    view.leaveWindow()
    let isHidden = view.layOut(rowCounts: [4])
    #expect(!isHidden)
    #expect(broken { () throws(BatchError) in try view.beginBatch(rowCounts: [4]) } == .r8)
    view.enterWindow()
    #expect(view.isReady && view.isReloadPending)
  }
}

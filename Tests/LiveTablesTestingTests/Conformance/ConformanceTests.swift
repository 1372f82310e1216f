import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

/// A view that conforms except for the given fault.
@MainActor private final class CarelessView: TableView {
  enum Fault {
    case commitsTwice, forgetsToCommit, forgetsToCommitReloads, refuses, miscounts, isNeverReady, changesItsLink
    case showsOldRows, showsOldContent, keepsItself
  }

  private(set) var link = TableLink<SampleSection, SampleRow>()
  let fault: Fault?
  var shown: [[SampleRow?]] = []
  private var myself: CarelessView?

  init(_ fault: Fault?) {
    self.fault = fault
    if fault == .keepsItself { myself = self }
  }

  struct Sulk: Error {}

  var isReady: Bool { fault != .isNeverReady }
  var shownRowCounts: [Int]? { fault == .miscounts && shown.count > 2 ? [] : nil }

  func reload(commit: () -> Void) {
    if fault != .forgetsToCommitReloads { commit() }
    read()
  }

  func perform(_ stage: BatchUpdate<SampleSection, SampleRow>, animation: BatchAnimation, commit: () -> Void) throws {
    if fault == .refuses { throw Sulk() }
    let before = shown
    if fault == .showsOldRows { read() }
    if fault != .forgetsToCommit { commit() }
    if fault == .commitsTwice { commit() }
    if fault != .showsOldRows { read() }
    if fault == .showsOldContent, stage.operations.updatedRows.count == stage.operations.count { shown = before }
  }

  private func read() { shown = link.table.sections.map { Array($0.rows) } }

  func changeLink() { if fault == .changesItsLink { link = TableLink() } }
}

@MainActor struct ConformanceTests {
  @Test func ourOwnViewsConform() async {
    let strict = await TableViewConformance.check(seed: 1, shows: { $0.drawn.sections.map { Array($0.rows) } }) {
      StrictTableView<SampleSection, SampleRow>()
    }
    #expect(strict.problems.isEmpty, "\(strict)")
    #expect(strict.batches > 20 && strict.reloads > 1)
    let recording = await TableViewConformance.check(seed: 2) { RecordingTableView<SampleSection, SampleRow>() }
    #expect(recording.problems.isEmpty, "\(recording)")
  }

  @Test("no problem of a conforming view is written to standard error") func ofAViewThatConformsNothingIsWritten() async
  {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { @MainActor in
      let report = await TableViewConformance.check(seed: 1) { RecordingTableView<SampleSection, SampleRow>() }
      #expect(report.problems.isEmpty && report.diagnostics.isEmpty && report.reloads > 1, "\(report)")
    }
    #expect(result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } == "")
  }

  @Test("diagnostics of a binding are in the report, and not on standard error")
  func diagnosticsAreInTheResult() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { @MainActor in
      let report = await TableViewConformance.check(seed: 5, shows: { $0.shown }) { CarelessView(.refuses) }
      #expect(report.diagnostics.count > 20, "\(report)")
      let refusals = report.diagnostics.filter { if case .refused = $0.problem { true } else { false } }
      #expect(refusals.count == report.diagnostics.count)
    }
    #expect(result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } == "")
  }

  @Test func aViewIsPreparedBeforeItIsChecked() async {
    let report = await TableViewConformance.check(seed: 3, prepare: { $0.enterWindow() }) {
      StrictTableView<SampleSection, SampleRow>(isInWindow: false)
    }
    #expect(report.problems.isEmpty, "\(report)")
    #expect(report.batches > 20)
  }

  @Test func viewsOfOtherTypesAreCheckedWithTablesOfTheirs()
    async
  {
    let report = await TableViewConformance.check(
      seed: 4, table: { TableSnapshot(rows: $0.map { "\($0)" }) }
    ) { StrictTableView<OneSection, String>() }
    #expect(report.problems.isEmpty, "\(report)")
    #expect(report.seed == 4)
  }

  @Test(arguments: [
    (CarelessView.Fault?.none, TableViewRequirement?.none),
    (.commitsTwice, .commitsBatchesOnce), (.forgetsToCommit, .commitsBatchesOnce),
    (.forgetsToCommitReloads, .commitsReloadsOnce), (.refuses, .showsLegalBatches), (.miscounts, .tellsTrueCounts),
    (.isNeverReady, .becomesReady), (.changesItsLink, .keepsItsLink), (.showsOldRows, .showsWhatItIsGiven),
    (.showsOldContent, .showsWhatItIsGiven), (.keepsItself, .isReleased),
  ])
  private func whateverAViewDoesNotKeepIsFound(
    fault: CarelessView.Fault?, requirement: TableViewRequirement?
  ) async {
    let report = await TableViewConformance.check(
      seed: 5, prepare: { $0.changeLink() }, shows: { $0.shown }
    ) { CarelessView(fault) }
    if let requirement {
      #expect(report.broken.contains(requirement), "\(report)")
    } else {
      #expect(report.problems.isEmpty, "\(report)")
    }
  }
}

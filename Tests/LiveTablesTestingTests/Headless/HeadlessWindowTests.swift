import LiveTables
@_spi(Adapters) import LiveTablesCells
import TestSupport
import Testing

@testable import LiveTablesTesting

/// Tests that the headless view works like a view with a screen, also during cell configuration and without a window.
@Suite("The headless view", .timeLimit(.minutes(20))) @MainActor struct HeadlessWindowTests {
  private typealias View = HeadlessTableView<OneSection, Item>

  @Test func anAccessoryThatIsSetWhileACellIsConfiguredInABatchIsOnTheScreen() async throws {
    weak var shown: View?
    let view = View(
      .one(HeadlessCell.self) { cell, item, _ in
        cell.text = "\(item)"
        if item.id == 5 { shown?.accessories.header = HeadlessCell("header") }
        if item.text == "new" { shown?.accessories.footer = HeadlessCell("footer") }
      })
    shown = view
    let store = view.show(items([1, 2])).store
    try await store.submit(TableSnapshot(rows: items([5, 1])))
    #expect(view.visibleTexts == ["header", "5", "1"] && view.mismatch == nil)
    try await store.submit(TableSnapshot(rows: [Item(5), Item(1, "new")]))
    #expect(view.visibleTexts == ["header", "5", "1new", "footer"] && view.mismatch == nil)
  }

  @Test(arguments: [ContentOffsetAdjustment.always, .unlessAtTop, .never], [0.0, 100, 300])
  func backInItsWindowAfterItsTableBecameShorterItAsksForNoRowThatIsGone(
    adjustment: ContentOffsetAdjustment, offset: Double
  ) async throws {
    var problems: [String] = []
    let view = View(.one(HeadlessCell.self) { cell, item, _ in cell.text = "\(item)" }, height: 300)
    view.contentOffsetAdjustment = adjustment
    let options = BindingOptions(onDiagnostic: { problems.append("\($0)") })
    let store = view.show(items(0..<12), options: options).store
    view.scroll(to: offset)
    view.leaveWindow()
    try await store.submit(TableSnapshot(rows: items([11, 1])))
    view.scroll(to: offset)
    view.accessories.header = HeadlessCell("header")
    view.link.selection.mode = .many
    view.link.selection.select(id: 1)
    view.enterWindow()
    #expect(problems == [] && view.violations.isEmpty && view.mismatch == nil)
    #expect(view.visibleTexts == ["header", "11", "1"])
  }

  @Test func aReportNamesTheLineOfTheTestThatMadeTheView() {
    var reports: [String] = []
    let options = BindingOptions(name: "Mails", onDiagnostic: { reports.append($0.logLine) })
    let view = View(.choosing { _, _ in .nothing })
    let line = #line - 1
    view.show(items([1]), options: options)
    view.link.report(.reloadCommits(2))
    #expect(reports.last?.hasPrefix("LiveTables: table \"Mails\": ") == true, "\(reports)")
    #expect(reports.last?.hasSuffix(" (the view was made at \(#fileID):\(line))") == true, "\(reports)")
    let strict = StrictTableView<OneSection, Item>()
    let recording = RecordingTableView<OneSection, Item>()
    #expect(strict.link.origin == "\(#fileID):\(#line - 2)" && recording.link.origin == "\(#fileID):\(#line - 1)")
  }

  @Test func rowsOfOneHeightAreLaidOutTogetherAndOthersOneByOne() {
    let view = View(.one(HeadlessCell.self) { cell, item, _ in cell.text = "\(item)" }, height: 100)
    view.accessories = TableAccessories(header: HeadlessCell("header"), footer: HeadlessCell("footer"))
    view.show(items(0..<10_000))
    #expect(view.layout.runs.count == 3 && view.contentHeight == 440_088)
    view.scroll(to: 44 * 5_000 + 10)
    #expect(view.visibleTexts == ["4999", "5000", "5001"])
    #expect(view.distance(of: RowPath(0, 5_000)) == 34 && view.distance(of: RowPath(0, 10_000)) == nil)
    view.rowHeight = { Double($0.row % 3) * 22 }
    #expect(view.layout.runs.count == 10_002 && view.contentHeight == 3_333 * 66 + 88)
    view.scroll(to: 44)
    #expect(view.visibleTexts == ["1", "2", "3", "4", "5"] && view.mismatch == nil)
  }
}

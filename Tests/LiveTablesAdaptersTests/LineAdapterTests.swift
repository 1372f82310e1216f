import LiveTablesAdapters
import LiveTablesTesting
import TestSupport
import Testing

/// The view of lines from docs/adapters.md.
@MainActor private final class LineList {
  var sections: [[String]] = []
  var color = "black"
  weak var dataSource: AnyObject?
  var storedBinder: AnyObject?
}

#if !canImport(ObjectiveC)
extension LineList: BinderStorage {}
#endif

private class LineAdapter<Section: Diffable & Sendable, Row: Diffable & Sendable>:
  ViewAdapter<LineList, Section, Row>
{
  private let text: @MainActor (Row) -> String

  init(text: @escaping @MainActor (Row) -> String) {
    self.text = text
    super.init()
  }

  override var shownRowCounts: [Int]? { isDataSource && canUpdate ? view?.sections.map(\.count) : nil }

  override func reload(_ view: LineList, commit: () -> Void) {
    commit()
    view.sections = link.table.sections.map { $0.rows.map(text) }
  }

  override func perform(
    _ stage: BatchUpdate<Section, Row>, in view: LineList, animation: BatchAnimation, commit: () -> Void
  ) throws {
    commit()
    let path = stage.pathMap()
    var lines: [RowPath: String] = [:]
    for (section, texts) in view.sections.enumerated() {
      for (row, line) in texts.enumerated() {
        if let target = path(RowPath(section: section, row: row)) { lines[target] = line }
      }
    }
    for path in stage.operations.updatedRows { lines[path] = nil }
    view.sections = link.table.sections.enumerated().map { section, content in
      content.rows.enumerated().map { row, value in
        lines[RowPath(section: section, row: row)] ?? text(value)
      }
    }
  }

  override func willAttach(to view: LineList) { borrow(\.color, as: "blue") }
  override func willDetach(from view: LineList) { view.sections = [] }
}

/// An adapter of a list with a data source, which records the calls of its methods.
private final class ProbeAdapter: LineAdapter<OneSection, Int> {
  var log: [String] = []
  var whilePerforming: () -> Void = {}

  init() { super.init { "\($0)" } }

  override func dataSource(of view: LineList) -> AnyObject? { view.dataSource }
  override func connect(_ view: LineList, dataSource: AnyObject?, delegate: AnyObject?) { view.dataSource = dataSource }
  override func didAttach(to view: LineList) { log.append("attach") }
  override func didDetach(from view: LineList) { log.append("detach") }
  override func repair(_ view: LineList) { log.append("repair") }

  override func reload(_ view: LineList, commit: () -> Void) {
    log.append("reload")
    super.reload(view, commit: commit)
  }

  override func perform(
    _ stage: BatchUpdate<OneSection, Int>, in view: LineList, animation: BatchAnimation, commit: () -> Void
  ) throws {
    log.append("batch")
    whilePerforming()
    try super.perform(stage, in: view, animation: animation, commit: commit)
  }

  override func showSelection(in view: LineList, selected: [RowPath], deselected: [RowPath]) {
    log.append("select \(selected.map(\.row)) \(deselected.map(\.row)) of \(view.sections[0])")
  }

  override func scroll(_ view: LineList, to path: RowPath) { log.append("scroll \(path.row)") }
}

@Suite("Adapters that use LiveTablesAdapters", .timeLimit(.minutes(20))) @MainActor
struct LineAdapterTests {
  /// A view with its adapter, in the form that the conformance kit requires.
  private final class BoundList: TableView {
    let list = LineList()
    let adapter = LineAdapter<SampleSection, SampleRow> { "\($0.id) \($0.content)" }

    init() { adapter.attach(to: list) }

    var link: TableLink<SampleSection, SampleRow> { adapter.link }
    var isReady: Bool { adapter.isReady }
    var shownRowCounts: [Int]? { adapter.shownRowCounts }
    func reload(commit: () -> Void) { adapter.reload(commit: commit) }
    func perform(
      _ stage: BatchUpdate<SampleSection, SampleRow>, animation: BatchAnimation, commit: () -> Void
    ) throws { try adapter.perform(stage, animation: animation, commit: commit) }

    var shown: [[SampleRow?]] {
      list.sections.map { lines in
        lines.map { line in
          let numbers = line.split(separator: " ").compactMap { Int($0) }
          return numbers.count == 2 ? SampleRow(numbers[0], content: numbers[1]) : nil
        }
      }
    }
  }

  @Test("a line adapter passes the conformance tests", arguments: 1...6 as ClosedRange<UInt64>)
  func conformance(seed: UInt64) async {
    let report = await TableViewConformance.check(
      seed: seed, count: 40, prepare: { $0.reload {} }, shows: { $0.shown }, make: { BoundList() })
    #expect(report.problems.isEmpty, "\(report)")
    #expect(report.batches > 20)
  }

  @Test("an adapter shows a table, restores borrowed settings, and can be replaced by another adapter") func binds() {
    let list = LineList()
    let first = LineAdapter<OneSection, Int> { "\($0)" }.attach(to: list)
    first.show([1, 2])
    #expect(list.sections == [["1", "2"]] && list.color == "blue" && first.isDataSource)
    let second = LineAdapter<OneSection, Int> { "-\($0)" }.attach(to: list)
    second.show([3])
    #expect(list.sections == [["-3"]] && first.view == nil && !first.isDataSource)
    second.attach(to: LineList())
    #expect(list.sections.isEmpty && list.color == "black")
  }

  @Test("a view is reloaded when an adapter is attached, whatever the adapter does next") func attaches() {
    let (first, second) = (LineList(), LineList())
    let adapter = ProbeAdapter().attach(to: first)
    adapter.show([1])
    adapter.attach(to: second)
    #expect(second.sections == [["1"]] && adapter.log.suffix(2) == ["attach", "reload"])
  }

  @Test("a reload requested during a call or an update takes place afterwards") func reloads() async throws {
    let list = LineList()
    let adapter = ProbeAdapter().attach(to: list)
    let binding = adapter.show([1])
    adapter.log = []
    adapter.setNeedsReload()
    #expect(adapter.log == ["reload"])
    adapter.duringCall {
      adapter.setNeedsReload()
      adapter.setNeedsReload()
    }
    #expect(adapter.log == ["reload"] && adapter.viewRowCount(ofSection: 0) == 1)
    await until { adapter.canUpdate }
    #expect(adapter.log == ["reload", "reload"])
    adapter.log = []
    adapter.whilePerforming = {
      adapter.setNeedsReload()
      #expect(adapter.log == ["batch"] && list.sections == [["1"]])
    }
    try await binding.store.submit([1, 2])
    #expect(adapter.log == ["batch", "reload"] && list.sections == [["1", "2"]])
    adapter.whilePerforming = {}
  }

  @Test("an adapter does not reload a view that it has released") func reloadsNothing() {
    let (list, source) = (LineList(), LineList())
    list.dataSource = source
    let adapter = ProbeAdapter().attach(to: list)
    adapter.show([1]).cancel()
    #expect(list.dataSource === source && list.color == "black" && adapter.log.last == "detach")
    list.sections = [["a"]]
    adapter.setNeedsReload()
    #expect(list.sections == [["a"]] && adapter.log.last == "detach")
    adapter.show([2])
    #expect(list.sections == [["2"]] && list.color == "blue")
    withExtendedLifetime(source) {}
  }

  @Test("a selection during a call is shown in the rows that the view shows afterwards", arguments: [true, false])
  func selects(changes: Bool) async {
    let list = LineList()
    let adapter = ProbeAdapter().attach(to: list)
    adapter.show([1, 2])
    adapter.link.selection.mode = .one
    adapter.link.selection.select(id: 1)
    #expect(adapter.log.suffix(2) == ["select [0] [] of [\"1\", \"2\"]", "scroll 0"])
    adapter.log = []
    adapter.duringCall {
      if changes { adapter.link.edit(.append(3)) }
      adapter.link.selection.select(id: changes ? 3 : 2)
    }
    #expect(adapter.log.isEmpty)
    await until { adapter.log.count >= 3 }
    let texts = changes ? #"["1", "2", "3"]"# : #"["1", "2"]"#
    let row = changes ? 2 : 1
    let shown = ["select [\(row)] [0] of \(texts)", "scroll \(row)"]
    #expect(adapter.log == (changes ? ["reload"] + shown : shown + ["repair"]))
  }

  @Test("a view keeps its rows during its calls") func calls() async {
    let list = LineList()
    let adapter = LineAdapter<OneSection, Int> { "\($0)" }.attach(to: list)
    adapter.show([1])
    adapter.duringCall { adapter.link.edit(.append(2)) }
    #expect(list.sections == [["1"]] && adapter.viewRowCount(ofSection: 0) == 1 && adapter.viewSectionCount == 1)
    await until { adapter.canUpdate }
    #expect(list.sections == [["1", "2"]] && adapter.viewRowCount(ofSection: 0) == 2)
  }

  @Test("user input reaches the link") func user() {
    let list = LineList()
    let adapter = LineAdapter<OneSection, Int> { "\($0)" }.attach(to: list)
    adapter.show([1, 2])
    let path = RowPath(section: 0, row: 1)
    adapter.link.selection.mode = .one
    adapter.userTapped(rowAt: path)
    #expect(adapter.link.selection.contains(path) && !adapter.allows(.delete, at: path))
    adapter.link.editing.rules = .deleting()
    #expect(adapter.allows(.delete, at: path))
  }
}

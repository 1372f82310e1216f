import LiveTablesAdapters
import LiveTablesTesting
import Testing

/// A view of lines, as docs/adapters.md shows it.
@MainActor private final class LineList {
  var sections: [[String]] = []
  var color = "black"
  var storedBinder: AnyObject?
}

#if !canImport(ObjectiveC)
extension LineList: BinderStorage {}
#endif

private final class LineAdapter<Section: Diffable & Sendable, Row: Diffable & Sendable>:
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

@Suite("An adapter written with the product for adapters", .timeLimit(.minutes(20))) @MainActor
struct LineAdapterTests {
  /// A view with its adapter, as the conformance kit binds it.
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

  @Test("it passes the conformance kit", arguments: 1...6 as ClosedRange<UInt64>)
  func conformance(seed: UInt64) async {
    let report = await TableViewConformance.check(
      seed: seed, count: 40, prepare: { $0.reload {} }, shows: { $0.shown }, make: { BoundList() })
    #expect(report.problems.isEmpty, "\(report)")
    #expect(report.batches > 20)
  }

  @Test("it shows a table, gives back what it has borrowed, and makes room for another adapter") func binds() {
    let list = LineList()
    let first = LineAdapter<OneSection, Int> { "\($0)" }.attach(to: list)
    first.show([1, 2])
    #expect(list.sections == [["1", "2"]] && list.color == "blue" && first.isDataSource)
    let second = LineAdapter<OneSection, Int> { "-\($0)" }.attach(to: list)
    second.show([3])
    #expect(list.sections == [["-3"]] && first.view == nil && !first.isDataSource)
  }

  @Test("a view that calls keeps its rows until the call ends") func calls() async {
    let list = LineList()
    let adapter = LineAdapter<OneSection, Int> { "\($0)" }.attach(to: list)
    adapter.show([1])
    adapter.duringCall { adapter.link.edit(.append(2)) }
    #expect(list.sections == [["1"]] && adapter.viewRowCount(ofSection: 0) == 1 && adapter.viewSectionCount == 1)
    while !adapter.canUpdate { await Task.yield() }
    #expect(list.sections == [["1", "2"]] && adapter.viewRowCount(ofSection: 0) == 2)
  }

  @Test("what the user does goes through the link") func user() {
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

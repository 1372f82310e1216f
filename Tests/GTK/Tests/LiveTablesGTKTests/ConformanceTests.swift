import CGTK
import LiveTablesTesting
import XCTest

@testable import LiveTablesGTK

/// Runs the conformance kit on real views, and reads the widgets after each change.
final class ConformanceTests: XCTestCase {
  /// The seeds to test: `GTK_SEEDS=10000` selects 10,000, `GTK_SEEDS=500-999` those from 500 to 999.
  private var seeds: Range<UInt64> {
    let bounds = (ProcessInfo.processInfo.environment["GTK_SEEDS"] ?? "4").split(separator: "-").compactMap {
      UInt64($0)
    }
    return bounds.count == 2 ? bounds[0]..<bounds[1] + 1 : 0..<bounds[0]
  }

  @MainActor private func shows<View: GTKItemView>(_ list: BoundList<View>, hasHeaders: Bool) -> [[SampleRow?]] {
    let widgets = list.fixture.widgets(of: list.binder)
    var line = 0
    let sections = list.link.table.sections.map { section -> [SampleRow?] in
      if hasHeaders, section.value.content != 0 {
        guard widgets.indices.contains(line), (widgets[line] as? SampleTitle)?.text == "\(section.value)" else {
          return [nil]
        }
        line += 1
      }
      defer { line += section.rows.count }
      return section.rows.indices.map { index in
        guard widgets.indices.contains(line + index), let widget = widgets[line + index] as? SampleWidget,
          let row = widget.row, widget.text == "\(row)"
        else { return nil }
        return row
      }
    }
    // Extra widgets are an error, too.
    return widgets.count == line ? sections : sections + [[nil]]
  }

  @MainActor private func check<View: GTKItemView>(
    _ kind: RandomTables.Kind, hasHeaders: Bool, limits: LineChanges.Limits = .init(), _: View.Type
  ) async {
    var batches = 0
    for seed in seeds {
      let report = await TableViewConformance.check(
        seed: seed, count: 40, kind, shows: { (list: BoundList<View>) in self.shows(list, hasHeaders: hasHeaders) },
        make: {
          let titles: CellProvider<SampleSection, SampleSection, GTKWidget> = .choosing { section, _ in
            if section.content == 0 { return .nothing }
            return .one(SampleTitle.self) { title, section, _ in title.text = "\(section)" }
          }
          let binder = SampleBinder(.sample(), supplementaries: hasHeaders ? [.header: titles] : [:])
          binder.limits = limits
          let list = BoundList(Fixture<View>(), binder)
          list.onBatch = { batches += 1 }
          return list
        })
      XCTAssertEqual(report.problems, [], "\(report)")
    }
    XCTAssertGreaterThan(batches, seeds.count * 10)
  }

  @MainActor func testLists() async throws {
    try needsDisplay()
    await check(RandomTables.Kind(), hasHeaders: false, GTKListView.self)
    await check(.duplicates, hasHeaders: false, GTKListView.self)
  }

  @MainActor func testListsWithHeaders() async throws {
    try needsDisplay()
    await check(RandomTables.Kind(), hasHeaders: true, GTKListView.self)
  }

  /// Tests lists in which each step of a batch is a signal, as in long lists.
  @MainActor func testListsWithASignalForEachStep() async throws {
    try needsDisplay()
    let limits = LineChanges.Limits(gap: 0, lines: 0, distance: 3)
    await check(RandomTables.Kind(), hasHeaders: true, limits: limits, GTKListView.self)
    await check(.duplicates, hasHeaders: false, limits: limits, GTKListView.self)
  }

  @MainActor func testColumns() async throws {
    try needsDisplay()
    await check(RandomTables.Kind(), hasHeaders: false, GTKColumnView.self)
  }

  @MainActor func testGrids() async throws {
    try needsDisplay()
    await check(RandomTables.Kind(), hasHeaders: false, GTKGridView.self)
  }
}

#if canImport(UIKit)
import LiveTables
import LiveTablesTesting
import LiveTablesUIKit
import Testing
import UIKit

/// A table view, its window and its binder as one view, which are released together.
@MainActor private final class BoundScreen: TableView {
  private let screen = Screen()
  private weak var binder: TableViewBinder<SampleSection, SampleRow>?
  let link: TableLink<SampleSection, SampleRow>

  init() {
    let binder = TableViewBinder<SampleSection, SampleRow>(
      .one(MailCell.self) { cell, row, _ in
        cell.textLabel?.text = "\(row.id) \(row.content)"
      })
    link = binder.link
    self.binder = binder.attach(to: screen.view)
  }

  var isReady: Bool { binder?.isReady ?? false }
  var shownRowCounts: [Int]? { binder?.shownRowCounts }

  /// Shows the empty table in the window.
  func prepare() { binder?.reload {} }

  func reload(commit: () -> Void) { binder?.reload(commit: commit) }

  func perform(
    _ stage: BatchUpdate<SampleSection, SampleRow>, animation: BatchAnimation, commit: () -> Void
  ) throws {
    try binder?.perform(stage, animation: animation, commit: commit)
  }

  /// The rows that the cells show; rows without a cell are taken from the table.
  var shown: [[SampleRow?]] {
    let counts = screen.counts
    return counts.indices.map { section in
      (0..<counts[section]).map { row in
        guard let text = screen.view.cellForRow(at: IndexPath(row: row, section: section))?.textLabel?.text else {
          return link.table[RowPath(section: section, row: row)]
        }
        let numbers = text.split(separator: " ").compactMap { Int($0) }
        return numbers.count == 2 ? SampleRow(numbers[0], content: numbers[1]) : nil
      }
    }
  }
}

@Suite("Table view: conformance", .timeLimit(.minutes(20))) @MainActor
struct TableConformanceTests {
  @Test("A table view passes the conformance tests", arguments: 1...6 as ClosedRange<UInt64>)
  func conformance(seed: UInt64) async {
    let report = await TableViewConformance.check(
      seed: seed, count: 40, prepare: { $0.prepare() }, shows: { $0.shown }, make: { BoundScreen() })
    #expect(report.problems.isEmpty, "\(report)")
    #expect(report.batches > 20 && report.reloads > 2)
  }
}
#endif

import Foundation
import LiveTablesAdapters
import LiveTablesTesting
import LiveTablesUIKit
import Testing
import UIKit

/// A custom binder for stack views, which shows each row in a label and uses only public API.
@MainActor
final class StackViewBinder<Section: Diffable & Sendable, Row: Diffable & Sendable>:
  ViewAdapter<UIStackView, Section, Row>
{
  private let text: @MainActor (Row) -> String
  private var labels: [[UILabel]] = []

  init(text: @escaping @MainActor (Row) -> String) {
    self.text = text
    super.init()
  }

  override var shownRowCounts: [Int]? {
    let counts = labels.map(\.count)
    return isDataSource && canUpdate && view?.arrangedSubviews.count == counts.reduce(0, +) ? counts : nil
  }

  override func reload(_ view: UIStackView, commit: () -> Void) {
    commit()
    show { _ in nil }
  }

  override func perform(
    _ stage: BatchUpdate<Section, Row>, in view: UIStackView, animation: BatchAnimation, commit: () -> Void
  ) throws {
    commit()
    let path = stage.pathMap()
    var kept: [RowPath: UILabel] = [:]
    for (section, labels) in labels.enumerated() {
      for (row, label) in labels.enumerated() {
        if let target = path(RowPath(section: section, row: row)) { kept[target] = label }
      }
    }
    show { kept[$0] }
  }

  override func willDetach(from view: UIStackView) { arrange([], in: view) }

  /// Shows the table in existing or new labels.
  private func show(_ label: (RowPath) -> UILabel?) {
    guard let view, isDataSource else { return }
    arrange(
      link.table.sections.indices.map { section in
        link.table.sections[section].rows.enumerated().map { index, row in
          let label = label(RowPath(section: section, row: index)) ?? UILabel()
          label.text = text(row)
          return label
        }
      }, in: view)
  }

  private func arrange(_ labels: [[UILabel]], in view: UIStackView) {
    let wanted = labels.flatMap { $0 }
    let stays = Set(wanted.map { ObjectIdentifier($0) })
    for label in self.labels.joined() where !stays.contains(ObjectIdentifier(label)) {
      view.removeArrangedSubview(label)
      label.removeFromSuperview()
    }
    for (index, label) in wanted.enumerated() { view.insertArrangedSubview(label, at: index) }
    self.labels = labels
  }
}

/// A stack view with its binder, which are released together.
@MainActor private final class BoundStack: TableView {
  let view = UIStackView(frame: .zero)
  private weak var binder: StackViewBinder<SampleSection, SampleRow>?
  let link: TableLink<SampleSection, SampleRow>

  init() {
    let binder = StackViewBinder<SampleSection, SampleRow> { "\($0.id) \($0.content)" }
    link = binder.link
    self.binder = binder
    binder.attach(to: view)
  }

  var isReady: Bool { binder?.isReady ?? false }
  var shownRowCounts: [Int]? { binder?.shownRowCounts }
  func reload(commit: () -> Void) { binder?.reload(commit: commit) }

  func perform(
    _ stage: BatchUpdate<SampleSection, SampleRow>, animation: BatchAnimation, commit: () -> Void
  ) throws { try binder?.perform(stage, animation: animation, commit: commit) }

  /// The rows that the labels show, by section.
  var shown: [[SampleRow?]] {
    var rows = view.arrangedSubviews.map { label -> SampleRow? in
      let numbers = (label as? UILabel)?.text?.split(separator: " ").compactMap { Int($0) } ?? []
      return numbers.count == 2 ? SampleRow(numbers[0], content: numbers[1]) : nil
    }[...]
    return link.table.rowCounts.map { count in
      defer { rows = rows.dropFirst(count) }
      return Array(rows.prefix(count))
    }
  }
}

@Suite("An adapter for another view, written with public API", .timeLimit(.minutes(20))) @MainActor
struct StackViewBinderTests {
  @Test("a stack view's adapter passes the conformance tests", arguments: 1...6 as ClosedRange<UInt64>)
  func conformance(seed: UInt64) async {
    let report = await TableViewConformance.check(
      seed: seed, count: 40, prepare: { $0.reload {} }, shows: { $0.shown }, make: { BoundStack() })
    #expect(report.problems.isEmpty, "\(report)")
    #expect(report.batches > 20 && report.reloads > 2)
  }

  @Test("labels follow their rows, and another binder can replace the adapter") func bind() async throws {
    let view = UIStackView(frame: .zero)
    let binder = StackViewBinder<OneSection, Int> { "\($0)" }
    binder.attach(to: view)
    let store = TableStore<OneSection, Int>()
    binder.bind(store)
    try await store.submit([1, 2, 3])
    let first = view.arrangedSubviews
    try await store.submit([3, 1])
    #expect(view.arrangedSubviews == [first[2], first[0]])
    #expect(view.subviews.count == 2)
    let other = StackViewBinder<OneSection, Int> { "-\($0)" }
    other.attach(to: view)
    other.show([7])
    #expect(view.arrangedSubviews.map { ($0 as? UILabel)?.text } == ["-7"])
    #expect(binder.view == nil && !binder.isDataSource)
  }
}

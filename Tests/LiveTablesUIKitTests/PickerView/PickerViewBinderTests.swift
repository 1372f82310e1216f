#if canImport(UIKit) && !os(tvOS)
import Foundation
@_spi(Adapters) import LiveTablesCells
import LiveTablesTesting
import LiveTablesUIKit
import Testing
import UIKit

@MainActor @Suite("Picker views") struct PickerViewBinderTests {
  struct Unit: Diffable, Identifiable, Equatable, Sendable {
    let id: Int
    var name = ""
  }

  typealias Binder = PickerViewBinder<Unit, SampleRow>

  let view = UIPickerView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))

  private func table(_ wheels: [Int]...) -> TableSnapshot<Unit, SampleRow> {
    TableSnapshot(sections: wheels.enumerated().map { TableSection(Unit(id: $0), rows: $1.map { SampleRow($0) }) })
  }

  private func binder() -> Binder { Binder(title: { "\($0)" }) }

  /// Binds the view to a new store, and returns the store.
  private func store(
    _ binder: Binder, _ first: TableSnapshot<Unit, SampleRow>
  ) async throws -> TableStore<Unit, SampleRow> {
    let store = TableStore<Unit, SampleRow>()
    binder.attach(to: view).bind(store)
    try await store.submit(first)
    return store
  }

  /// Returns the identities of the rows in the middle of the components.
  private func shown(_ binder: Binder) -> [Int?] {
    (0..<view.numberOfComponents).map { wheel in
      binder.link.table[RowPath(section: wheel, row: view.selectedRow(inComponent: wheel))]?.id
    }
  }

  /// Turns a component like the user.
  private func turn(_ binder: Binder, _ wheel: Int, to row: Int) {
    view.selectRow(row, inComponent: wheel, animated: false)
    binder.pickerView(view, didSelectRow: row, inComponent: wheel)
  }

  @Test("Sections are components, rows are titles, and each component selects its first row") func first() async throws
  {
    let binder = binder()
    _ = try await store(binder, table([1, 2, 3], [], [4]))
    #expect(view.numberOfComponents == 3)
    #expect((0..<3).map { view.numberOfRows(inComponent: $0) } == [3, 0, 1])
    #expect(binder.pickerView(view, titleForRow: 1, forComponent: 0) == "2")
    #expect(binder.pickerView(view, titleForRow: 9, forComponent: 0) == nil)
    #expect(binder.link.selection.ids == [1, 4])
  }

  @Test("The selected row stays selected while other rows are inserted and deleted") func staying() async throws {
    let binder = binder()
    let store = try await store(binder, table([1, 2, 3], [4, 5]))
    turn(binder, 0, to: 1)
    turn(binder, 1, to: 1)
    #expect(binder.link.selection.ids == [2, 5])
    try await store.submit(table([7, 8, 3, 1, 2], [5, 4]))
    #expect(shown(binder) == [2, 5])
    #expect(binder.link.selection.ids == [2, 5])
  }

  @Test("The nearest row is selected when the selected row is deleted") func going() async throws {
    let binder = binder()
    let store = try await store(binder, table([1, 2, 3], [4]))
    var heard: [[Int]] = []
    turn(binder, 0, to: 2)
    binder.link.selection.onChange = { heard.append($0) }
    try await store.submit(table([1, 2], [4]))
    #expect(shown(binder) == [2, 4])
    #expect(heard == [[2, 4]], "told once, with the row that is in the middle now")
    try await store.submit(table([], [4]))
    #expect(shown(binder) == [nil, 4])
    try await store.submit(table([9, 8], [4]))
    #expect(heard == [[2, 4], [4], [9, 4]])
    #expect(binder.link.selection.ids == [9, 4])
  }

  @Test("Components are inserted and deleted") func wheels() async throws {
    let binder = binder()
    let store = try await store(binder, table([1, 2], [3, 4]))
    turn(binder, 1, to: 1)
    try await store.edit { $0.removeSections(.id(0)) }
    #expect(view.numberOfComponents == 1)
    #expect(shown(binder) == [4])
    try await store.submit(table([9], [3, 4], [5, 6]))
    #expect(shown(binder).count == 3)
    #expect(binder.link.selection.ids.count == 3)
  }

  @Test("The user's selection is reported as one change, and other components keep their selection")
  func user() async throws {
    let binder = binder()
    _ = try await store(binder, table([1, 2, 3], [4, 5]))
    var heard: [[Int]] = []
    binder.link.selection.onChange = { heard.append($0) }
    let events = binder.link.events.selected
    let reading = Task { @MainActor in
      for await event in events { return event.row.id }
      return -1
    }
    turn(binder, 1, to: 1)
    #expect(heard == [[1, 5]])
    #expect(await reading.value == 5)
  }

  @Test("A component returns from a row that may not be selected") func refused() async throws {
    let binder = binder()
    _ = try await store(binder, table([1, 2, 3]))
    binder.link.selection.maySelect = { row, _ in row.id != 3 }
    turn(binder, 0, to: 2)
    #expect(view.selectedRow(inComponent: 0) == 0)
    #expect(binder.link.selection.ids == [1])
  }

  @Test("Code selects rows in one or several components, but cannot deselect all") func program() async throws {
    let binder = binder()
    _ = try await store(binder, table([1, 2, 3], [4, 5]))
    binder.link.selection.select(ids: [3, 5])
    #expect(shown(binder) == [3, 5])
    binder.link.selection.select(id: 2)
    #expect(shown(binder) == [2, 5])
    #expect(binder.link.selection.ids == [2, 5])
    binder.link.selection.select(ids: [])
    #expect(binder.link.selection.ids == [2, 5])
  }

  @Test("Attributed titles and reused views are shown") func looks() async throws {
    let attributed = Binder(attributedTitle: { NSAttributedString(string: "-\($0)") })
    _ = try await store(attributed, table([1]))
    #expect(attributed.pickerView(view, attributedTitleForRow: 0, forComponent: 0)?.string == "-1")
    #expect(attributed.pickerView(view, titleForRow: 0, forComponent: 0) == nil)
    let views = Binder(makeView: { row, reused in
      let label = reused as? UILabel ?? UILabel()
      label.text = "\(row)"
      return label
    })
    _ = try await store(views, table([1, 2]))
    let first = views.pickerView(view, viewForRow: 0, forComponent: 0, reusing: nil)
    #expect((first as? UILabel)?.text == "1")
    #expect(views.pickerView(view, viewForRow: 1, forComponent: 0, reusing: first) === first)
    #expect((first as? UILabel)?.text == "2")
    #expect(views.pickerView(view, viewForRow: 7, forComponent: 0, reusing: first) === first, "no such row, no crash")
  }

  // MARK: - Replacing and restoring the data source and delegate

  final class Caller: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {
    var heard: [Int] = []
    func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { 7 }
    func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> CGFloat { 99 }
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
      heard.append(row)
    }
  }

  @Test("The app's data source and delegate are restored when the binding is cancelled") func comingBack() async throws
  {
    let caller = Caller()
    view.dataSource = caller
    view.delegate = caller
    let binder = binder()
    let store = TableStore<Unit, SampleRow>()
    let binding = binder.attach(to: view).bind(store)
    try await store.submit(table([1, 2]))
    #expect(view.dataSource === binder && view.delegate === binder)
    turn(binder, 0, to: 1)
    #expect(caller.heard == [1], "it hears of the user meanwhile")
    #expect(view.rowSize(forComponent: 0).height == 99, "and is asked what is nobody else's business")
    binding.cancel()
    #expect(view.dataSource === caller && view.delegate === caller)
    #expect(view.numberOfRows(inComponent: 0) == 7)
  }

  @Test("Another binding takes over, also with the same binder") func again() async throws {
    let (one, two) = (binder(), binder())
    _ = try await store(one, table([1, 2]))
    let store = try await store(two, table([3], [4]))
    #expect(view.dataSource === two)
    #expect(!one.link.isBound)
    #expect(shown(two) == [3, 4])
    two.attach(to: view).bind(store)
    try await store.submit(table([5]))
    #expect(shown(two) == [5])
  }

  @Test("The view retains its binder, and nothing retains the view") func release() async throws {
    weak var binder: Binder?
    weak var gone: UIPickerView?
    do {
      let view = UIPickerView(frame: .zero)
      gone = view
      let (stream, source) = AsyncStream<TableSnapshot<Unit, SampleRow>>.makeStream()
      Binder(title: { "\($0)" }).attach(to: view).bind(stream)
      binder = view.dataSource as? Binder
      source.yield(table([1]))
      #expect(binder != nil)
    }
    await until { gone == nil && binder == nil }
    #expect(gone == nil)
    #expect(binder == nil)
  }

  @Test("A picker view passes the conformance tests", arguments: 1...6 as ClosedRange<UInt64>)
  func conformance(seed: UInt64) async {
    let report = await TableViewConformance.check(seed: seed, count: 40, make: { BoundPicker() })
    #expect(report.problems.isEmpty, "\(report)")
    #expect(report.batches > 20 && report.reloads > 2)
  }
}

/// A picker view and its binder as one view, which are released together.
@MainActor private final class BoundPicker: TableView {
  private let view = UIPickerView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
  private weak var binder: PickerViewBinder<SampleSection, SampleRow>?
  let link: TableLink<SampleSection, SampleRow>

  init() {
    let binder = PickerViewBinder<SampleSection, SampleRow>(title: { "\($0)" })
    link = binder.link
    self.binder = binder.attach(to: view)
  }

  var isReady: Bool { binder?.isReady ?? false }
  var shownRowCounts: [Int]? { binder?.shownRowCounts }

  func reload(commit: () -> Void) { binder?.reload(commit: commit) }

  func perform(
    _ stage: BatchUpdate<SampleSection, SampleRow>, animation: BatchAnimation, commit: () -> Void
  ) throws {
    try binder?.perform(stage, animation: animation, commit: commit)
  }
}
#endif

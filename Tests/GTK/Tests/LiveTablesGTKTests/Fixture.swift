import CGTK
import Foundation
import LiveTablesTesting
import XCTest

@testable import LiveTablesGTK

/// A widget that stores its row.
final class SampleWidget: GTKLabel {
  var row: SampleRow?
}

final class SampleTitle: GTKLabel {}

typealias SampleBinder = ListBinder<SampleSection, SampleRow>

@MainActor func table(
  _ ids: some Sequence<Int>, content: [Int: Int] = [:]
) -> TableSnapshot<SampleSection, SampleRow> {
  TableSnapshot(sections: [
    TableSection(SampleSection(0), rows: ids.map { SampleRow($0, content: content[$0] ?? 0) })
  ])
}

/// A view in a window, which is closed with the fixture.
@MainActor final class Fixture<View: GTKItemView> {
  let view = View()
  let window: GTKWindow

  init(height: Int = 400) {
    window = GTKWindow("Test", size: (300, height), content: GTKScrolledWindow(view))
    gtk_window_present(window.window)
    Windows.open.append(window.pointer)
    pump { gtk_widget_get_height(view.pointer) > 0 }
  }

  isolated deinit {
    Windows.open.removeAll { $0 == window.pointer }
    window.close()
    pump()
  }

  /// Returns the view's binder once it shows the given number of rows.
  func binder(
    of binding: TableBinding<OneSection, SampleRow>, showing count: Int
  ) async throws -> ListBinder<OneSection, SampleRow> {
    let binder = try XCTUnwrap(view.storedBinder as? ListBinder<OneSection, SampleRow>)
    var changes = binding.changes.makeAsyncIterator()
    while binder.link.table.count != count, await changes.next() != nil {}
    XCTAssertEqual(binder.link.table.count, count)
    pump()
    return binder
  }

  /// Returns the widgets that GTK has for the rows, in GTK's order.
  func widgets(of binder: SampleBinder) -> [GTKWidget?] {
    let known = Dictionary(uniqueKeysWithValues: binder.slots.values.compactMap(\.widget).map { ($0.pointer, $0) })
    // In a list with columns, the row has a child for each column.
    func find(_ widget: UnsafeMutablePointer<GtkWidget>) -> GTKWidget? {
      known[widget] ?? children(of: widget).first.flatMap(find)
    }
    return children(of: view.list).map(find)
  }
}

@MainActor func children(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
  var all: [UnsafeMutablePointer<GtkWidget>] = []
  var child = gtk_widget_get_first_child(widget)
  while let one = child {
    all.append(one)
    child = gtk_widget_get_next_sibling(one)
  }
  return all
}

/// Moves the pointer and presses buttons and keys, like a user.
@MainActor func xdotool(_ arguments: String) throws {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["xdotool"] + arguments.split(separator: " ").map(String.init)
  try process.run()
  while process.isRunning { g_main_context_iteration(nil, 0) }
  pump()
}

/// Runs GTK's main loop until a condition is met.
@MainActor func pump(until condition: () -> Bool) {
  while !condition() { g_main_context_iteration(nil, 1) }
}

/// Runs GTK's main loop until the open windows have been laid out and painted and no events are left.
@MainActor func pump() {
  while g_main_context_iteration(nil, 0) != 0 {}
  for window in Windows.open where gtk_widget_get_mapped(window) != 0 {
    guard let clock = gtk_widget_get_frame_clock(window) else { continue }
    let frames = Windows.frames
    let connection = observe(UnsafeMutableRawPointer(clock), "after-paint") { _ in Windows.frames += 1 }
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT)
    while Windows.frames == frames { g_main_context_iteration(nil, 1) }
    g_signal_handler_disconnect(UnsafeMutableRawPointer(clock), connection)
  }
  while g_main_context_iteration(nil, 0) != 0 {}
}

@MainActor enum Windows {
  static var open: [UnsafeMutablePointer<GtkWidget>] = []
  static var frames = 0
}

/// A binder with its window, which are released together.
@MainActor final class BoundList<View: GTKItemView>: TableView {
  let fixture: Fixture<View>
  let binder: SampleBinder
  var onBatch: () -> Void = {}

  init(_ fixture: Fixture<View>, _ binder: SampleBinder) {
    self.fixture = fixture
    self.binder = binder
    binder.attach(to: fixture.view)
  }

  var link: TableLink<SampleSection, SampleRow> { binder.link }
  var isReady: Bool { binder.isReady }
  var shownRowCounts: [Int]? { binder.shownRowCounts }
  func reload(commit: () -> Void) { binder.reload(commit: commit) }
  func perform(
    _ stage: BatchUpdate<SampleSection, SampleRow>, animation: BatchAnimation, commit: () -> Void
  ) throws {
    onBatch()
    try binder.perform(stage, animation: animation, commit: commit)
  }
}

extension Fixture {
  /// Returns the texts of the columns of each row, in GTK's order.
  func rows(below list: UnsafeMutablePointer<GtkWidget>) -> [String] {
    children(of: list).map { row in
      let labels = children(of: row).compactMap { children(of: $0).first }
      return labels.map { String(cString: gtk_label_get_text(OpaquePointer($0))) }.joined(separator: " ")
    }
  }
}

extension CellProvider where Section == SampleSection, Row == SampleRow, Cell == GTKWidget {
  static func sample(_ configured: @escaping @MainActor (SampleRow) -> Void = { _ in }) -> CellProvider {
    .one(SampleWidget.self) { widget, row, _ in
      widget.row = row
      widget.text = "\(row)"
      configured(row)
    }
  }
}

extension XCTestCase {
  @MainActor func needsDisplay() throws {
    try XCTSkipIf(ProcessInfo.processInfo.environment["DISPLAY"] == nil, "needs a display; see `make gtk`")
  }
}

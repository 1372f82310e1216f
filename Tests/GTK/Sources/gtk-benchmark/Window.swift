import CGTK
import Foundation
import LiveTablesGTK

/// The average cost of an update.
struct Figures {
  /// The processor time of the main thread in milliseconds.
  var time = 0.0
  var binds = 0.0
  /// The binds of rows that had a widget and did not change, and further binds of the same row.
  var needless = 0.0
}

@MainActor enum Binds {
  /// The rows that were bound since the array was last emptied.
  static var ids: [Int] = []
}

/// A window with a list, which measures updates of the list.
@MainActor struct Window {
  private let list: GTKWidget
  private let window: GTKWindow

  init(_ list: GTKWidget) {
    self.list = list
    window = GTKWindow("Benchmark", content: GTKScrolledWindow(list))
    gtk_window_present(UnsafeMutableRawPointer(window.pointer).assumingMemoryBound(to: GtkWindow.self))
    paint()
  }

  func close() {
    window.close()
    while g_main_context_iteration(nil, 0) != 0 {}
  }

  /// Runs the main loop until the window has been painted with all changes.
  func paint() {
    while g_main_context_iteration(nil, 0) != 0 {}
    guard let clock = gtk_widget_get_frame_clock(window.pointer) else { return }
    let frame = gdk_frame_clock_get_frame_counter(clock)
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT)
    while gdk_frame_clock_get_frame_counter(clock) == frame { g_main_context_iteration(nil, 1) }
    while g_main_context_iteration(nil, 0) != 0 {}
  }

  /// The rows that have widgets, according to their labels.
  private var shown: Set<Int> {
    var ids: Set<Int> = []
    var row = gtk_widget_get_first_child(list.pointer)
    while let one = row {
      if let label = gtk_widget_get_first_child(one) {
        ids.insert(Line.id(in: gtk_label_get_text(OpaquePointer(label))))
      }
      row = gtk_widget_get_next_sibling(one)
    }
    return ids
  }

  /// Measures updates from when a table is passed to a closure until the window shows it.
  func measure(
    _ table: TableSnapshot<OneSection, Line>, updates: Int,
    show: (TableSnapshot<OneSection, Line>) async throws -> Void
  ) async throws -> Figures {
    var (table, changes, figures) = (table, Changes(table.count), Figures())
    for _ in 0..<updates {
      let before = shown
      changes.change(&table)
      Binds.ids = []
      let start = Self.mainThreadTime
      try await show(table)
      paint()
      figures.time += Self.mainThreadTime - start
      let ids = Set(Binds.ids)
      figures.binds += Double(Binds.ids.count)
      figures.needless += Double(
        Binds.ids.count - ids.count + ids.intersection(before).subtracting(changes.changed).count)
    }
    let count = Double(updates)
    return Figures(time: figures.time / count, binds: figures.binds / count, needless: figures.needless / count)
  }

  /// The processor time that the main thread has used, in milliseconds.
  private static var mainThreadTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }
}

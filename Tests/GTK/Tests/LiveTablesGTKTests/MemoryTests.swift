import CGTK
import LiveTablesOperators
import LiveTablesTesting
import XCTest

@testable import LiveTablesGTK

/// Tests that nothing remains after a view and its window are released.
final class MemoryTests: XCTestCase {
  @MainActor func testClosingAWindowEndsItsBindings() async throws {
    try needsDisplay()
    let live = LiveTable(rows: (0..<4).map { SampleRow($0) })
    var fixture: Fixture? = Fixture<GTKListView>()
    let binding = fixture!.view.bind(live, cell: SampleWidget.self) { widget, row, _ in widget.text = "\(row)" }
    var changes = binding.changes.makeAsyncIterator()
    _ = await changes.next()
    fixture = nil
    while await changes.next() != nil {}
    XCTAssertNil(binding.link)
  }

  @MainActor func testAWidgetHasOneObject() async throws {
    try needsDisplay()
    weak var released: GTKWidget?
    do {
      let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
      g_object_ref_sink(box)
      let widget = GTKWidget.wrapping(box)
      released = widget
      XCTAssertTrue(GTKWidget.wrapping(box) === widget)
      g_object_unref(box)
    }
    XCTAssertNil(released)
    let label = GTKLabel("Title")
    XCTAssertTrue(GTKWidget.wrapping(label.pointer) === label)
  }

  @MainActor func testAClosedWindowReleasesEverything() async throws {
    try needsDisplay()
    weak var list: BoundList<GTKListView>?
    weak var (binder, view, window): (SampleBinder?, GTKListView?, GTKWindow?)
    var widgets: [Weak] = []
    let objects = WeakObjects()
    try await {
      let bound = BoundList(Fixture<GTKListView>(), SampleBinder(.sample { _ in }))
      (list, binder, view, window) = (bound, bound.binder, bound.fixture.view, bound.fixture.window)
      bound.link.selection.mode = .many
      try await bound.withStore { store in
        for ids in [Array(0..<300), Array(100..<300), [5, 7, 200, 6, 150], Array(0..<50)] {
          try await store.submit(table(ids))
          pump()
          bound.link.selection.select(ids: [5, 200])
          widgets += bound.binder.slots.values.map { Weak(widget: $0.widget) }
          objects.add(bound.binder.model.object)
          objects.add(tree: bound.fixture.window.pointer)
          for item in bound.binder.slots.keys {
            objects.add(UnsafeMutableRawPointer(item))
            if let object = gtk_list_item_get_item(item) { objects.add(object) }
          }
        }
      }
      XCTAssertEqual(bound.binder.items.count, 50, "there are no objects for lines that GTK does not use")
    }()
    pump()
    // The runtime may release objects after a delay.
    for _ in 0..<100 where objects.count > 0 { await Task.yield() }
    XCTAssertNil(list)
    XCTAssertNil(binder)
    XCTAssertNil(view)
    XCTAssertNil(window)
    XCTAssertEqual(widgets.filter { $0.widget != nil }.count, 0)
    XCTAssertEqual(objects.count, 0, "objects of GTK are left: \(objects.names)")
  }
}

struct Weak {
  weak let widget: GTKWidget?
}

/// Weakly referenced GTK objects, none of which should exist at the end of a test.
@MainActor final class WeakObjects {
  private var objects: Set<UnsafeMutableRawPointer> = []

  var count: Int { objects.count }

  var names: Set<String> {
    Set(objects.map { String(cString: g_type_name_from_instance($0.assumingMemoryBound(to: GTypeInstance.self))) })
  }

  func add(_ object: UnsafeMutableRawPointer) {
    guard objects.insert(object).inserted else { return }
    g_object_weak_ref(
      object.assumingMemoryBound(to: GObject.self),
      { data, object in
        let objects = Unmanaged<WeakObjects>.fromOpaque(data!).takeUnretainedValue()
        nonisolated(unsafe) let object = UnsafeMutableRawPointer(object!)
        MainActor.assumeIsolated { _ = objects.objects.remove(object) }
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  func add(tree widget: UnsafeMutablePointer<GtkWidget>) {
    add(UnsafeMutableRawPointer(widget))
    for child in children(of: widget) { add(tree: child) }
  }
}

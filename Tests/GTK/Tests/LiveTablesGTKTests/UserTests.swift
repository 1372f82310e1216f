import CGTK
import LiveTablesOperators
import LiveTablesTesting
import XCTest

@testable import LiveTablesGTK

/// Tests the user's actions: keys, titles, menus, clicks and drags.
final class UserTests: XCTestCase {
  @MainActor func testTheDeleteKeyEditsTheSource() async throws {
    try needsDisplay()
    let fixture = Fixture<GTKListView>()
    let live = LiveTable(TableSnapshot(rows: (0..<10).map { SampleRow($0) }))
    let binder = ListBinder<OneSection, SampleRow>(
      .one(SampleWidget.self) { widget, row, _ in widget.text = "\(row)" })
    binder.link.selection.mode = .many
    let binding = binder.attach(to: fixture.view).bind(live, editing: .deleting { $0.row.id != 2 })
    var changes = binding.changes.makeAsyncIterator()
    while binder.link.table.count != 10, await changes.next() != nil {}
    binder.link.selection.select(ids: [1, 2, 3])
    XCTAssertTrue(binder.handleKey(UInt32(GDK_KEY_Delete), 0))
    XCTAssertEqual(binder.link.table.map(\.id), [0, 2] + Array(4..<10))
    XCTAssertTrue(binder.handleKey(UInt32(GDK_KEY_z), GDK_CONTROL_MASK.rawValue))
    XCTAssertEqual(binder.link.table.map(\.id), [0, 2, 3] + Array(4..<10))
    XCTAssertTrue(binder.handleKey(UInt32(GDK_KEY_Z), GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue))
    XCTAssertEqual(binder.link.table.map(\.id), [0, 2] + Array(4..<10))
    XCTAssertFalse(binder.handleKey(UInt32(GDK_KEY_a), 0))
  }

  @MainActor func testATitleSortsTheSource() async throws {
    try needsDisplay()
    let fixture = Fixture<GTKColumnView>()
    let order = LiveValue(RowOrder<SampleRow>(by: \.id, <))
    let live = LiveTable(rows: (0..<6).map { SampleRow($0, content: $0 % 3) })
    let binding = fixture.view.bind(
      live.sorted(by: order),
      columns: [
        ListColumn("Number", cell: SampleWidget.self) {
          $0.text = "\($1.id)"; $0.row = $1; _ = $2
        }.sorted(by: \.id),
        ListColumn("Content", cell: SampleTitle.self) {
          $0.text = "\($1.content)"; _ = ($2, $0)
        }.sorted(by: \.content),
      ], sorting: order)
    let binder = try XCTUnwrap(fixture.view.storedBinder as? ListBinder<OneSection, SampleRow>)
    var changes = binding.changes.makeAsyncIterator()
    func wait(for ids: [Int]) async {
      while binder.link.table.map(\.id) != ids, await changes.next() != nil {}
      XCTAssertEqual(binder.link.table.map(\.id), ids)
    }
    await wait(for: [0, 1, 2, 3, 4, 5])
    pump()
    let column = OpaquePointer(
      g_list_model_get_item(gtk_column_view_get_columns(OpaquePointer(fixture.view.pointer)), 1)!)
    gtk_column_view_sort_by_column(OpaquePointer(fixture.view.pointer), column, GTK_SORT_ASCENDING)
    await wait(for: [0, 3, 1, 4, 2, 5])
    gtk_column_view_sort_by_column(OpaquePointer(fixture.view.pointer), column, GTK_SORT_DESCENDING)
    await wait(for: [2, 5, 1, 4, 0, 3])
    g_object_unref(UnsafeMutableRawPointer(column))
    pump()
    XCTAssertEqual(
      fixture.rows(below: fixture.view.list), ["2 2", "5 2", "1 1", "4 1", "0 0", "3 0"])
  }

  @MainActor func testARowsMenuAndActivation() async throws {
    try needsDisplay()
    let fixture = Fixture<GTKListView>()
    let live = LiveTable(rows: (0..<4).map { SampleRow($0) })
    let binder = ListBinder<OneSection, SampleRow>(.one(SampleWidget.self) { widget, row, _ in widget.text = "\(row)" })
    var activated: [Int] = []
    binder.onActivate = { row, _ in activated.append(row.id) }
    let binding = binder.attach(to: fixture.view).bind(live, editing: .deleting())
    var changes = binding.changes.makeAsyncIterator()
    while binder.link.table.count != 4, await changes.next() != nil {}
    gtk_widget_activate_action_variant(
      fixture.view.pointer, "list.activate-item", g_variant_new_uint32(2))
    XCTAssertEqual(activated, [2])
    pump { gtk_widget_get_height(children(of: fixture.view.pointer)[0]) > 0 }
    binder.showMenu(at: (10, 5))
    pump()
    // Chooses the entry of the menu like the user.
    gtk_widget_activate_action_variant(fixture.view.pointer, "row.0", nil)
    XCTAssertEqual(binder.link.table.map(\.id), [1, 2, 3])
  }

  @MainActor func testTypingEndsWhenItsRowIsDeleted() async throws {
    try needsDisplay()
    let fixture = Fixture<GTKListView>()
    let live = LiveTable(rows: (0..<4).map { SampleRow($0) })
    let binding = fixture.view.bind(live, cell: GTKEntry.self) { entry, row, _ in entry.text = "\(row)" }
    let binder = try await fixture.binder(of: binding, showing: 4)
    func texts() -> [String] { binder.slots.values.compactMap { ($0.widget as? GTKEntry)?.text }.sorted() }
    let entry = try XCTUnwrap(binder.slots.values.first { ($0.widget as? GTKEntry)?.text == "1" }?.widget)
    XCTAssertNotEqual(gtk_widget_grab_focus(entry.pointer), 0)
    try xdotool("search --name Test windowfocus type x")
    pump { texts() == ["0", "2", "3", "x"] }
    try await live.edit { $0.remove(.id(1)) }
    _ = try await fixture.binder(of: binding, showing: 3)
    try xdotool("type yz")
    XCTAssertEqual(texts(), ["0", "2", "3"], "the user does not type into another row")
    try xdotool("key Down type u")
    pump { texts().contains("u") }
  }

  @MainActor func testUndoInAFieldIsLimitedToTyping() async throws {
    try needsDisplay()
    let fixture = Fixture<GTKListView>()
    let live = LiveTable(rows: (0..<4).map { SampleRow($0) })
    let binding = fixture.view.bind(live, cell: GTKEntry.self, editing: .deleting()) { entry, row, _ in
      entry.text = "\(row)"
    }
    let binder = try await fixture.binder(of: binding, showing: 4)
    XCTAssertTrue(binder.link.editing.delete(at: RowPath(section: 0, row: 0)))
    pump()
    let entry = try XCTUnwrap(binder.slots.values.first { ($0.widget as? GTKEntry)?.text == "1" }?.widget as? GTKEntry)
    XCTAssertNotEqual(gtk_widget_grab_focus(entry.pointer), 0)
    try xdotool("search --name Test windowfocus key End type x")
    pump { entry.text == "1x" }
    try xdotool("key ctrl+z")
    XCTAssertEqual(entry.text, "1")
    try xdotool("key ctrl+z")
    XCTAssertEqual(entry.text, "1", "the text of the row was not typed")
    XCTAssertEqual(binder.link.table.map(\.id), [1, 2, 3], "an edit of the list is not undone in a field")
    XCTAssertTrue(binder.link.editing.undo.undo(), "and can be undone elsewhere")
  }

  @MainActor func testTheDeletionOfAllRowsIsUndone() async throws {
    try needsDisplay()
    let fixture = Fixture<GTKListView>()
    let live = LiveTable(rows: (0..<2).map { SampleRow($0) })
    let binding = fixture.view.bind(live, cell: SampleWidget.self, editing: .deleting()) { widget, row, _ in
      widget.text = "\(row)"
    }
    let binder = try await fixture.binder(of: binding, showing: 2)
    binder.link.selection.mode = .many
    try xdotool("search --name Test windowfocus key Down key ctrl+a key Delete")
    XCTAssertEqual(binder.link.table.count, 0)
    try xdotool("key ctrl+z key ctrl+z")
    XCTAssertEqual(binder.link.table.map(\.id), [0, 1], "each deletion is an edit")
    try xdotool("key Down key Down")
    XCTAssertEqual(binder.link.selection.ids.count, 1, "the arrow keys reach the rows again")
  }

  @MainActor func testAMenuShowsTitlesWithUnderscores() async throws {
    try needsDisplay()
    let fixture = Fixture<GTKListView>()
    let titles = ["Move to my_folder", "__init__"]
    let binding = fixture.view.bind(
      LiveTable(rows: [SampleRow(0)]), cell: SampleWidget.self,
      editing: .actions { _ in titles.map { RowAction($0) { _ in } } }
    ) { widget, row, _ in widget.text = "\(row)" }
    let binder = try await fixture.binder(of: binding, showing: 1)
    binder.showMenu(at: (10, 5))
    func labels(in widget: UnsafeMutablePointer<GtkWidget>) -> [String] {
      if livetables_is_label(widget) != 0 { return [String(cString: gtk_label_get_text(OpaquePointer(widget)))] }
      return children(of: widget).flatMap(labels)
    }
    XCTAssertEqual(labels(in: try XCTUnwrap(binder.menu)).filter { !$0.isEmpty }, titles)
  }

  @MainActor func testTheArrowKeysReachRowsThatArriveLater() async throws {
    try needsDisplay()
    let list = BoundList(Fixture<GTKListView>(), SampleBinder(.sample()))
    list.link.selection.mode = .many
    try await list.withStore(options: BindingOptions { XCTFail("\($0)") }) { store in
      try await store.submit(table(0..<4))
      pump()
      try xdotool("search --name Test windowfocus key Down key Down")
      pump { list.link.selection.ids == [1] }
      XCTAssertEqual(list.link.selection.ids, [1])
    }
  }

  /// Returns the positions of the rows that are marked as neighbors of a drop, with the marked edges.
  @MainActor private func marks(in view: GTKItemView) -> [Int: String] {
    var marks: [Int: String] = [:]
    for (line, row) in children(of: view.list).enumerated() {
      for edge in ["above", "below", "before", "after"]
      where gtk_widget_has_css_class(row, "livetables-drop-\(edge)") != 0 { marks[line] = edge }
    }
    return marks
  }

  /// Moves the pointer to a point of a row, in fractions of the row's width and height.
  @MainActor private func move<View>(to x: Double, _ y: Double, ofRow row: Int, in fixture: Fixture<View>) throws {
    let item = children(of: fixture.view.list)[row]
    let (x, y) = (x * Double(gtk_widget_get_width(item)), y * Double(gtk_widget_get_height(item)))
    var (left, top) = (0.0, 0.0)
    gtk_widget_translate_coordinates(item, UnsafeMutablePointer(fixture.window.pointer), x, y, &left, &top)
    try xdotool("mousemove \(Int(left)) \(Int(top))")
  }

  @MainActor func testTheMenuKeyOpensTheMenuOfARowInColumns() async throws {
    try needsDisplay()
    let fixture = Fixture<GTKColumnView>()
    let live = LiveTable(rows: (0..<4).map { SampleRow($0) })
    let binding = fixture.view.bind(
      live,
      columns: [
        ListColumn("One", cell: SampleWidget.self) { widget, row, _ in widget.text = "\(row)" },
        ListColumn("Two", cell: SampleWidget.self) { widget, row, _ in widget.text = "\(row.id)" },
      ], editing: .deleting())
    let binder = try await fixture.binder(of: binding, showing: 4)
    XCTAssertFalse(binder.showMenu(), "no row has the focus")
    XCTAssertNotEqual(gtk_widget_grab_focus(children(of: fixture.view.list)[2]), 0)
    XCTAssertTrue(binder.handleKey(UInt32(GDK_KEY_Menu), 0))
    gtk_widget_activate_action_variant(fixture.view.pointer, "row.0", nil)
    XCTAssertEqual(binder.link.table.map(\.id), [0, 1, 3])
  }

  @MainActor func testAnEmptyTableShowsAPlaceholder() async throws {
    try needsDisplay()
    let list = BoundList(Fixture<GTKListView>(), SampleBinder(.sample()))
    let (empty, loading) = (GTKLabel("Nothing"), GTKLabel("Loading"))
    let overlay = GTKOverlay(GTKLabel(), empty, loading)
    list.binder.accessories = TableAccessories(emptyView: empty, loadingView: loading)
    func visible() -> [String] { [empty, loading].filter(\.isVisible).map(\.text) }
    XCTAssertEqual(visible(), ["Loading"])
    try await list.withStore(options: BindingOptions { XCTFail("\($0)") }) { store in
      try await store.submit(table([1]))
      XCTAssertEqual(visible(), [])
      try await store.submit(table([]))
      XCTAssertEqual(visible(), ["Nothing"])
      try await store.submit(table([2]))
      XCTAssertEqual(visible(), [])
    }
    withExtendedLifetime(overlay) {}
  }

  @MainActor func testThePointerSelectsAndDragsRows() async throws {
    try needsDisplay()
    let fixture = Fixture<GTKListView>()
    let live = LiveTable(rows: (0..<8).map { SampleRow($0) })
    let binder = ListBinder<OneSection, SampleRow>(.one(SampleWidget.self) { widget, row, _ in widget.text = "\(row)" })
    binder.link.selection.mode = .many
    let binding = binder.attach(to: fixture.view).bind(live, editing: .moving(to: .anywhere) + .deleting())
    var changes = binding.changes.makeAsyncIterator()
    while binder.link.table.count != 8, await changes.next() != nil {}
    pump { gtk_widget_get_height(children(of: fixture.view.pointer)[0]) > 0 }
    /// Moves the pointer to a vertical position in rows; 0.5 is the middle of the first row.
    func move(to row: Double) throws {
      try self.move(to: 0.2, row.truncatingRemainder(dividingBy: 1), ofRow: Int(row), in: fixture)
    }
    try move(to: 1.5)
    try xdotool("click 1")
    pump { binder.link.selection.ids == [1] }
    try move(to: 3.5)
    try xdotool("keydown shift click 1 keyup shift")
    pump { binder.link.selection.ids == [1, 2, 3] }
    try move(to: 2.5)
    try xdotool("keydown ctrl click 1 keyup ctrl")
    pump { binder.link.selection.ids == [1, 3] }
    try xdotool("search --name Test windowfocus key Delete")
    pump { binder.link.table.count == 6 }
    XCTAssertEqual(binder.link.table.map(\.id), [0, 2, 4, 5, 6, 7])
    pump()
    try move(to: 2.5)
    try xdotool("mousedown 1")
    for step in 1...7 { try move(to: 2.5 + Double(step) * 0.3) }
    XCTAssertNotNil(binder.drag)
    XCTAssertEqual(marks(in: fixture.view), [5: "above"])
    try move(to: 2.8)
    XCTAssertEqual(marks(in: fixture.view), [:], "the row would stay")
    try move(to: 4.8)
    XCTAssertEqual(marks(in: fixture.view), [5: "above"], "the mark stays in its gap")
    try move(to: 5.8)
    XCTAssertEqual(marks(in: fixture.view), [5: "below"])
    try move(to: 4.6)
    try xdotool("mouseup 1")
    pump { binder.drag == nil }
    XCTAssertEqual(binder.link.table.map(\.id), [0, 2, 5, 6, 4, 7])
    XCTAssertEqual(marks(in: fixture.view), [:])
    pump()
    binder.link.editing.rules = .deleting()
    try move(to: 1.5)
    try xdotool("mousedown 1")
    for step in 1...7 { try move(to: 1.5 + Double(step) * 0.4) }
    XCTAssertNil(binder.drag, "rows that may not be moved are not dragged")
    XCTAssertNil(gtk_drag_source_get_drag(binder.controllers[2]))
    try xdotool("mouseup 1")
    pump()
    XCTAssertEqual(binder.link.table.map(\.id), [0, 2, 5, 6, 4, 7])
  }

  @MainActor func testThePointerDragsRowsOfGrids() async throws {
    try needsDisplay()
    let fixture = Fixture<GTKGridView>()
    gtk_grid_view_set_max_columns(OpaquePointer(fixture.view.pointer), 3)
    let live = LiveTable(rows: (0..<8).map { SampleRow($0) })
    let binder = ListBinder<OneSection, SampleRow>(.one(SampleWidget.self) { widget, row, _ in widget.text = "\(row)" })
    let binding = binder.attach(to: fixture.view).bind(live, editing: .moving(to: .anywhere))
    var changes = binding.changes.makeAsyncIterator()
    while binder.link.table.count != 8, await changes.next() != nil {}
    pump()
    // 0 1 2
    // 3 4 5
    // 6 7
    try move(to: 0.5, 0.5, ofRow: 2, in: fixture)
    try xdotool("mousedown 1")
    for step in 1...8 { try move(to: 0.5 - Double(step) * 0.05, 0.5, ofRow: 2, in: fixture) }
    XCTAssertNotNil(binder.drag)
    func marks(_ x: Double, _ y: Double, ofRow row: Int) throws -> [Int: String] {
      try move(to: x, y, ofRow: row, in: fixture)
      return self.marks(in: fixture.view)
    }
    XCTAssertEqual(try marks(0.2, 0.5, ofRow: 3), [:], "the row would stay")
    XCTAssertEqual(try marks(0.2, 0.1, ofRow: 4), [4: "before"])
    XCTAssertEqual(try marks(0.2, 0.9, ofRow: 4), [4: "before"])
    XCTAssertEqual(try marks(0.8, 0.1, ofRow: 4), [5: "before"])
    XCTAssertEqual(try marks(0.8, 0.9, ofRow: 5), [6: "before"])
    XCTAssertEqual(try marks(0.8, 0.5, ofRow: 7), [7: "after"])
    XCTAssertEqual(try marks(0.5, 4, ofRow: 6), [7: "after"], "below all rows")
    gtk_widget_set_direction(fixture.view.pointer, GTK_TEXT_DIR_RTL)
    pump()
    XCTAssertEqual(try marks(0.2, 0.5, ofRow: 4), [5: "before"])
    XCTAssertEqual(try marks(0.8, 0.5, ofRow: 4), [4: "before"])
    try move(to: 0.8, 0.5, ofRow: 1, in: fixture)
    try xdotool("mouseup 1")
    pump { binder.drag == nil }
    XCTAssertEqual(binder.link.table.map(\.id), [0, 2, 1, 3, 4, 5, 6, 7])
    XCTAssertEqual(self.marks(in: fixture.view), [:])
  }
}

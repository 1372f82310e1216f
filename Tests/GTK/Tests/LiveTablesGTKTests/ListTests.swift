import CGTK
import LiveTablesOperators
import LiveTablesTesting
import XCTest

@testable import LiveTablesGTK

/// A list in a window, driven through the functions that GTK calls for the user.
final class ListTests: XCTestCase {
  typealias Table = TableSnapshot<SampleSection, SampleRow>

  @MainActor private func table(_ ids: some Sequence<Int>, content: [Int: Int] = [:]) -> Table {
    TableSnapshot(sections: [
      TableSection(SampleSection(0), rows: ids.map { SampleRow($0, content: content[$0] ?? 0) })
    ])
  }

  /// The rows that GTK shows as selected.
  @MainActor private func selected(_ list: BoundList<GTKListView>) -> [Int] {
    children(of: list.fixture.view.list).filter {
      gtk_widget_get_state_flags($0).rawValue & GTK_STATE_FLAG_SELECTED.rawValue != 0
    }
    .compactMap { item in
      let child = children(of: item).first
      return list.binder.slots.values.first { $0.widget?.pointer == child }.flatMap { $0.widget as? SampleWidget }?.row?
        .id
    }
  }

  @MainActor private func rows(_ list: BoundList<GTKListView>) -> [Int: SampleWidget] {
    let widgets = list.binder.slots.values.compactMap { $0.widget as? SampleWidget }
    return Dictionary(widgets.compactMap { widget in widget.row.map { ($0.id, widget) } }) { first, _ in first }
  }

  // MARK: - A million rows

  /// Shows a million rows, and calls a closure with the list of rows that are configured.
  @MainActor private func withMillion(
    _ body: (
      ListBinder<OneSection, SampleRow>, TableStore<OneSection, SampleRow>, inout TableSnapshot<OneSection, SampleRow>,
      Configured
    ) async throws -> Void
  ) async throws {
    try needsDisplay()
    let configured = Configured()
    let binder = ListBinder<OneSection, SampleRow>(
      .one(SampleWidget.self) { widget, row, _ in
        widget.row = row
        widget.text = "\(row)"
        configured.ids.append(row.id)
      })
    let fixture = Fixture<GTKListView>()
    binder.attach(to: fixture.view)
    var table = TableSnapshot(rows: (0..<1_000_000).map { SampleRow($0) })
    try await binder.withStore(options: BindingOptions { XCTFail("\($0)") }) { store in
      try await store.submit(table)
      pump()
      try await body(binder, store, &table, configured)
    }
    withExtendedLifetime(fixture) {}
  }

  @MainActor private final class Configured {
    var ids: [Int] = []
  }

  @MainActor func testAnUpdateBindsWhatChangedAndWhatEnters() async throws {
    try await withMillion { binder, store, table, configured in
      XCTAssertLessThanOrEqual(configured.ids.count, 210, "the rows on screen, and GTK's margin")
      XCTAssertGreaterThan(configured.ids.count, 100)
      var fresh = 1_000_000
      for round in 1...60 {
        let widgets = binder.slots.values.compactMap { $0.widget as? SampleWidget }
        let before = Set(widgets.compactMap { $0.row?.id })
        var touched: Set<Int> = []
        configured.ids = []
        // Changes near the rows on screen and far away from them, but not of the row that GTK keeps at the top.
        for _ in 0..<5 {
          let limit = Bool.random() ? 300 : table.count
          let path = RowPath(section: 0, row: Int.random(in: 1..<limit))
          let id = table[path]!.id
          table.replace(.path(path), with: SampleRow(id, content: round))
          touched.insert(id)
          let (from, to) = (Int.random(in: 1..<limit), Int.random(in: 1..<limit))
          // A row that moves far away gets another widget.
          if abs(from - to) > 9_000 { touched.insert(table[RowPath(section: 0, row: from)]!.id) }
          table.move(from: from, to: to)
          table.remove(at: Int.random(in: 1..<limit))
          fresh += 1
          table.insert(SampleRow(fresh), at: Int.random(in: 1..<limit))
        }
        try await store.submit(table)
        pump()
        XCTAssertEqual(Set(configured.ids).count, configured.ids.count, "no row is configured twice")
        let needless = configured.ids.filter { before.contains($0) && !touched.contains($0) }
        XCTAssertEqual(needless, [], "rows that moved or stayed are not configured again; round \(round)")
        XCTAssertLessThan(configured.ids.count, 60)
      }
    }
  }

  @MainActor func testMovesOfRowsThatNobodySeesBindNothing() async throws {
    try await withMillion { binder, store, table, configured in
      configured.ids = []
      for _ in 0..<60 {
        table.move(from: Int.random(in: 1_000..<1_000_000), to: Int.random(in: 1_000..<1_000_000))
        try await store.submit(table)
        pump()
      }
      XCTAssertEqual(configured.ids, [])
      table.replace(SampleRow(5, content: 1))
      try await store.submit(table)
      XCTAssertEqual(configured.ids, [5])
    }
  }

  // MARK: - Rows keep what is theirs

  @MainActor func testSelectionFollowsRows() async throws {
    try needsDisplay()
    let list = BoundList(Fixture<GTKListView>(), SampleBinder(.sample()))
    list.link.selection.mode = .many
    let model = OpaquePointer(list.binder.model.object)
    try await list.withStore(options: BindingOptions { XCTFail("\($0)") }) { store in
      try await store.submit(table(0..<20))
      gtk_selection_model_select_item(model, 3, 1)
      gtk_selection_model_select_item(model, 5, 0)
      XCTAssertEqual(list.link.selection.ids, [3, 5])
      XCTAssertEqual(selected(list), [3, 5])
      try await store.submit(table([5, 0, 1, 2, 30, 31, 3] + Array(6..<20)))
      XCTAssertEqual(list.link.selection.ids, [5, 3])
      XCTAssertEqual(selected(list), [5, 3])
      // Shift extends by a set of lines, and Ctrl deselects.
      let (lines, mask) = (gtk_bitset_new_range(0, 2), gtk_bitset_new_range(0, 7))
      gtk_selection_model_set_selection(model, lines, mask)
      XCTAssertEqual(list.link.selection.ids, [5, 0])
      gtk_selection_model_unselect_item(model, 0)
      XCTAssertEqual(selected(list), [0])
      gtk_selection_model_select_all(model)
      XCTAssertEqual(selected(list).count, list.link.table.count)
      list.link.selection.select(id: 2)
      XCTAssertEqual(selected(list), [2])
      XCTAssertEqual(gtk_bitset_get_size(gtk_selection_model_get_selection(model)), 1)
      list.link.selection.mode = .one
      gtk_selection_model_select_item(model, 0, 0)
      XCTAssertEqual(selected(list), [5])
      gtk_selection_model_unselect_all(model)
      XCTAssertEqual(selected(list), [5], "one row can be selected, and stays selected")
    }
  }

  @MainActor func testFocusAndWidgetsFollowRows() async throws {
    try needsDisplay()
    let list = BoundList(Fixture<GTKListView>(), SampleBinder(.sample()))
    try await list.withStore(options: BindingOptions { XCTFail("\($0)") }) { store in
      try await store.submit(table(0..<20))
      let widget = try XCTUnwrap(rows(list)[3])
      let item = try XCTUnwrap(gtk_widget_get_parent(widget.pointer))
      gtk_widget_grab_focus(item)
      XCTAssertEqual(gtk_root_get_focus(OpaquePointer(list.fixture.window.pointer)), item)
      try await store.submit(table([7, 8, 9, 0, 1, 2] + [10, 11, 3, 4, 5, 6] + Array(12..<20), content: [3: 2]))
      pump()
      XCTAssertTrue(rows(list)[3] === widget)
      XCTAssertEqual(widget.text, "3''")
      XCTAssertEqual(gtk_root_get_focus(OpaquePointer(list.fixture.window.pointer)), item)
    }
  }

  // MARK: - The user

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
    // The entry of the menu, as if the user had chosen it.
    gtk_widget_activate_action_variant(fixture.view.pointer, "row.0", nil)
    XCTAssertEqual(binder.link.table.map(\.id), [1, 2, 3])
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
    /// A point of a row, which is 0.5 in the middle of the first row.
    func point(_ row: Double) -> String {
      let item = children(of: fixture.view.pointer)[Int(row)]
      let height = Double(gtk_widget_get_height(item))
      var y = 0.0
      gtk_widget_translate_coordinates(
        item, UnsafeMutablePointer(fixture.window.pointer), 0, height * row.truncatingRemainder(dividingBy: 1), nil, &y)
      return "mousemove 50 \(Int(y))"
    }
    try xdotool("\(point(1.5)) click 1")
    pump { binder.link.selection.ids == [1] }
    try xdotool("\(point(3.5)) keydown shift click 1 keyup shift")
    pump { binder.link.selection.ids == [1, 2, 3] }
    try xdotool("\(point(2.5)) keydown ctrl click 1 keyup ctrl")
    pump { binder.link.selection.ids == [1, 3] }
    try xdotool("search --name Test windowfocus key Delete")
    pump { binder.link.table.count == 6 }
    XCTAssertEqual(binder.link.table.map(\.id), [0, 2, 4, 5, 6, 7])
    pump()
    try xdotool(point(2.5))
    try xdotool("mousedown 1")
    for step in 1...7 { try xdotool(point(2.5 + Double(step) * 0.3)) }
    XCTAssertNotNil(binder.drag)
    try xdotool("mouseup 1")
    pump { binder.drag == nil }
    XCTAssertEqual(binder.link.table.map(\.id), [0, 2, 5, 6, 4, 7])
    pump()
    binder.link.editing.rules = .deleting()
    try xdotool(point(1.5))
    try xdotool("mousedown 1")
    for step in 1...7 { try xdotool(point(1.5 + Double(step) * 0.4)) }
    XCTAssertNil(binder.drag, "rows that may not be moved are not dragged")
    try xdotool("mouseup 1")
    pump()
    XCTAssertEqual(binder.link.table.map(\.id), [0, 2, 5, 6, 4, 7])
  }

  @MainActor func testNewRowsAboveTheFirstOneAppear() async throws {
    try needsDisplay()
    var configured = 0
    let list = BoundList(Fixture<GTKListView>(), SampleBinder(.sample { _ in configured += 1 }))
    let adjustment = gtk_scrollable_get_vadjustment(OpaquePointer(list.fixture.view.pointer))
    try await list.withStore(options: BindingOptions { XCTFail("\($0)") }) { store in
      try await store.submit(table(0..<500))
      pump()
      try await store.submit(table(Array(600..<650) + Array(0..<500)))
      pump()
      XCTAssertEqual(gtk_adjustment_get_value(adjustment), 0)
      configured = 0
      try await store.submit(table(Array(601..<650) + Array(0..<300) + [600] + Array(300..<500)))
      pump()
      XCTAssertEqual(gtk_adjustment_get_value(adjustment), 0, "the view does not follow a row that moves away")
      XCTAssertLessThan(configured, 10, "nor there and back")
      list.binder.scroll(to: RowPath(section: 0, row: 400), at: .nearest, animated: false)
      pump()
      let offset = gtk_adjustment_get_value(adjustment)
      XCTAssertGreaterThan(offset, 0)
      let height = gtk_adjustment_get_upper(adjustment) / 550
      try await store.submit(table(Array(700..<710) + Array(601..<650) + Array(0..<300) + [600] + Array(300..<500)))
      pump()
      XCTAssertEqual(gtk_adjustment_get_value(adjustment), offset + 10 * height, accuracy: 1, "rows keep their place")
    }
  }

  @MainActor func testAChatStaysAtItsBottom() async throws {
    try needsDisplay()
    let list = BoundList(Fixture<GTKListView>(), SampleBinder(.sample()))
    list.binder.staysAtBottom = true
    let adjustment = gtk_scrollable_get_vadjustment(OpaquePointer(list.fixture.view.pointer))!
    func distance() -> Double {
      pump()
      pump()  // the view scrolls after the first frame
      let bottom = gtk_adjustment_get_value(adjustment) + gtk_adjustment_get_page_size(adjustment)
      return gtk_adjustment_get_upper(adjustment) - bottom
    }
    try await list.withStore(options: BindingOptions { XCTFail("\($0)") }) { store in
      try await store.submit(table(0..<300))
      XCTAssertLessThan(distance(), 2)
      for count in 301..<310 {
        try await store.submit(table(0..<count))
        XCTAssertLessThan(distance(), 2)
        let rows = list.binder.slots.values.compactMap { ($0.widget as? SampleWidget)?.row?.id }
        XCTAssert(rows.contains(count - 1), "\(rows.min() ?? 0)...\(rows.max() ?? 0)")
      }
      list.binder.scroll(to: RowPath(section: 0, row: 100), at: .nearest, animated: false)
      let before = distance()
      XCTAssertGreaterThan(before, 1_000)
      try await store.submit(table(0..<320))
      XCTAssertGreaterThan(distance(), before, "the user has scrolled up")
    }
  }

  @MainActor func testAnEditWhileAWidgetIsConfiguredIsShownLater() async throws {
    try needsDisplay()
    let fixture = Fixture<GTKListView>()
    weak var link: TableLink<OneSection, SampleRow>?
    var isEdited = false
    let binder = ListBinder<OneSection, SampleRow>(
      .one(SampleWidget.self) { widget, row, _ in
        widget.row = row
        widget.text = "\(row)"
        guard row.id == 400, !isEdited else { return }
        isEdited = true
        link?.edit(.remove(.range(390..<450)))
      })
    link = binder.link
    let binding = binder.attach(to: fixture.view).bind(LiveTable(rows: (0..<500).map { SampleRow($0) }))
    var changes = binding.changes.makeAsyncIterator()
    while binder.link.table.count != 500, await changes.next() != nil {}
    pump()
    binder.scroll(to: RowPath(section: 0, row: 410), at: .nearest, animated: false)
    pump()
    XCTAssertTrue(isEdited)
    while binder.link.table.count != 440 || binder.shownRowCounts != [440] { await Task.yield() }
    pump()
    for (item, slot) in binder.slots {
      let path = binder.path(at: Int(gtk_list_item_get_position(item)))
      XCTAssertEqual((slot.widget as? SampleWidget)?.row, path.flatMap { binder.link.table[$0] })
    }
  }

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

  @MainActor func testARowThatDisappearsIsReportedWithItsLastContent() async throws {
    try needsDisplay()
    let list = BoundList(Fixture<GTKListView>(), SampleBinder(.sample { _ in }))
    var gone = list.link.events.didEndDisplaying.makeAsyncIterator()
    try await list.withStore { store in
      try await store.submit(table([1, 2]))
      pump()
      try await store.submit(table([1, 2], content: [2: 7]))
      try await store.submit(table([1]))
      pump()
      let event = await gone.next()
      XCTAssertEqual(event?.row, SampleRow(2, content: 7))
    }
  }

  // MARK: - Memory

  @MainActor func testAWidgetHasOneObject() throws {
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

/// Objects of GTK, none of which should be left at the end of a test.
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

import CGTK
import LiveTablesOperators
import LiveTablesTesting
import XCTest

@testable import LiveTablesGTK

/// Tests a list in a window through the functions that GTK calls for the user.
final class ListTests: XCTestCase {
  /// Returns the identities of the rows that GTK shows as selected.
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

  @MainActor func testABinderThatIsAttachedWhileAWidgetIsConfiguredTakesOverLater() async throws {
    try needsDisplay()
    let fixture = Fixture<GTKListView>()
    let next = SampleBinder(.sample())
    let binder = SampleBinder(.sample { if $0.id == 400 { next.attach(to: fixture.view).show(table([7, 8])) } })
    let binding = binder.attach(to: fixture.view).bind(LiveTable(table(0..<500)))
    var changes = binding.changes.makeAsyncIterator()
    while binder.link.table.count != 500, await changes.next() != nil {}
    pump()
    binder.scroll(to: RowPath(section: 0, row: 410), at: .nearest, animated: false)
    while next.shownRowCounts != [2] {
      pump()
      await Task.yield()
    }
    XCTAssertEqual(fixture.widgets(of: next).map { ($0 as? SampleWidget)?.row?.id }, [7, 8])
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
}

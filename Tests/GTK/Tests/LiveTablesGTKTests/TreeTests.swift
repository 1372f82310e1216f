import CGTK
import LiveTablesOperators
import LiveTablesTesting
import XCTest

@testable import LiveTablesGTK

/// Tests outlines in lists and columns, with nodes that a user expands.
final class TreeTests: XCTestCase {
  private typealias Node = SampleRow

  private var outline: LiveOutline<Node> {
    // Node 1 has the children 10 and 11, and node 10 has the child 100.
    LiveTree(Tree(roots: [Node(1), Node(2)]) { $0.id == 1 ? [Node(10), Node(11)] : $0.id == 10 ? [Node(100)] : [] })
      .outline()
  }

  private typealias Binder = ListBinder<OneSection, OutlineRow<Node>>

  @MainActor private func ids(_ binder: Binder) -> [Int] { binder.link.table.map(\.value.id) }

  @MainActor func testClicksAndArrowKeysExpandNodes() async throws {
    try needsDisplay()
    let fixture = Fixture<GTKListView>()
    let outline = outline
    let binding = fixture.view.bind(outline, cell: GTKLabel.self) { label, row, _ in label.text = "\(row.value)" }
    let binder = try XCTUnwrap(fixture.view.storedBinder as? Binder)
    var changes = binding.changes.makeAsyncIterator()
    func wait(for ids: [Int]) async {
      while self.ids(binder) != ids, await changes.next() != nil {}
      XCTAssertEqual(self.ids(binder), ids)
      pump()
    }
    func cell(_ id: Int) throws -> GTKTreeCell<GTKLabel> {
      let cells = binder.slots.values.compactMap { $0.widget as? GTKTreeCell<GTKLabel> }
      return try XCTUnwrap(cells.first { $0.content.text == "\(Node(id))" })
    }
    await wait(for: [1, 2])
    let parent = try cell(1)
    let button = try XCTUnwrap(gtk_widget_get_first_child(parent.pointer))
    let origin = UnsafeMutablePointer(fixture.window.pointer)
    var (x, y) = (0.0, 0.0)
    gtk_widget_translate_coordinates(button, origin, 8, 8, &x, &y)
    try xdotool("mousemove \(Int(x)) \(Int(y)) click 1")
    await wait(for: [1, 10, 11, 2])
    XCTAssertTrue(try cell(1) === parent, "an expanded node keeps its widget")
    XCTAssertEqual(gtk_widget_get_margin_start(try cell(1).pointer), 0)
    XCTAssertGreaterThan(gtk_widget_get_margin_start(try cell(10).pointer), 0)
    XCTAssertEqual(gtk_widget_get_can_target(gtk_widget_get_first_child(try cell(2).pointer)), 0)
    XCTAssertNotEqual(gtk_widget_grab_focus(gtk_widget_get_parent(try cell(10).pointer)), 0)
    try xdotool("search --name Test windowfocus key Right")
    await wait(for: [1, 10, 100, 11, 2])
    XCTAssertFalse(binder.handleKey(UInt32(GDK_KEY_Right), 0), "the node is expanded")
    XCTAssertTrue(binder.handleKey(UInt32(GDK_KEY_Left), 0))
    await wait(for: [1, 10, 11, 2])
    XCTAssertFalse(binder.handleKey(UInt32(GDK_KEY_Left), 0))
    try await outline.tree.edit { _ = $0.append(Node(12), to: 1) }
    await wait(for: [1, 10, 11, 12, 2])
  }

  @MainActor func testColumnsShowNodes() async throws {
    try needsDisplay()
    let fixture = Fixture<GTKColumnView>()
    let outline = outline
    let binding = fixture.view.bind(
      outline,
      columns: [
        ListColumn("Node", cell: GTKTreeCell<GTKLabel>.self) { cell, row, _ in
          cell.show(row, in: outline)
          cell.content.text = "\(row.value)"
        }, ListColumn("Depth", cell: GTKLabel.self) { label, row, _ in label.text = "\(row.depth)" },
      ])
    let binder = try XCTUnwrap(fixture.view.storedBinder as? Binder)
    var changes = binding.changes.makeAsyncIterator()
    while ids(binder) != [1, 2], await changes.next() != nil {}
    pump()
    XCTAssertNotEqual(gtk_widget_grab_focus(children(of: fixture.view.list)[0]), 0)
    XCTAssertTrue(binder.handleKey(UInt32(GDK_KEY_Right), 0))
    while ids(binder) != [1, 10, 11, 2], await changes.next() != nil {}
    XCTAssertEqual(ids(binder), [1, 10, 11, 2])
  }
}

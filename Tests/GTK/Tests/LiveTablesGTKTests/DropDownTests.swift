import CGTK
import LiveTablesOperators
import LiveTablesTesting
import XCTest

@testable import LiveTablesGTK

/// Tests a button that shows the selected row.
final class DropDownTests: XCTestCase {
  /// Returns the texts of the labels that are visible in the button.
  @MainActor private func shown(in widget: UnsafeMutablePointer<GtkWidget>) -> [String] {
    if String(cString: gtk_widget_get_css_name(widget)) == "popover" { return [] }
    if livetables_is_label(widget) != 0, gtk_widget_get_mapped(widget) != 0 {
      return [String(cString: gtk_label_get_text(OpaquePointer(widget)))]
    }
    return children(of: widget).flatMap(shown)
  }

  @MainActor func testTheChoiceFollowsItsRow() async throws {
    try needsDisplay()
    let fixture = Fixture<GTKDropDown>()
    let view = fixture.view
    let list = BoundList(fixture, SampleBinder(.sample()))
    var choices: [[Int]] = []
    list.link.selection.onChange = { choices.append($0) }
    func expect(_ id: Int?, content: Int = 0, line: UInt = #line) {
      pump()
      XCTAssertEqual(list.link.selection.ids, id.map { [$0] } ?? [], line: line)
      XCTAssertEqual(shown(in: view.pointer), [id.map { "\(SampleRow($0, content: content))" } ?? "(None)"], line: line)
    }
    try await list.withStore(options: BindingOptions { XCTFail("\($0)") }) { store in
      try await store.submit(table([1, 2, 3]))
      expect(1)
      gtk_drop_down_set_selected(OpaquePointer(view.pointer), 2)  // GTK calls this for the user
      expect(3)
      try await store.submit(table([4, 3, 1, 2]))
      expect(3)
      try await store.submit(table([4, 3, 1, 2], content: [3: 1]))
      expect(3, content: 1)
      list.link.selection.select(id: 2)
      expect(2)
      list.link.selection.maySelect = { row, _ in row.id != 4 }
      gtk_drop_down_set_selected(OpaquePointer(view.pointer), 0)
      expect(2)
      try await store.submit(table([4, 3, 1]))
      XCTAssertEqual(list.link.selection.ids.count, 1, "another row is shown, and selected")
      expect(list.link.selection.ids.first)
      try await store.submit(table([]))
      expect(nil)
    }
    XCTAssertEqual(Array(choices.prefix(3)), [[1], [3], [2]])
  }
}

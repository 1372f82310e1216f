import CGTK
import XCTest

@testable import LiveTablesGTK

/// Tests which lines the functions of a selection model access in a list of a million lines.
final class SelectingLinesTests: XCTestCase {
  @MainActor private final class Lines: ListModelContent {
    var lineCount: Int { 1_000_000 }
    /// The lines that GTK has selected, and the ones among lines 3 and 999,999 that it keeps.
    var chosen: [Int] = []
    var kept: [Int] = []

    func takeItem(at line: Int) -> UnsafeMutableRawPointer? { ListModel.makeItem() }
    func isSelected(_ line: Int) -> Bool { false }
    func selectedLines(in range: Range<Int>) -> [Int] { [] }

    func userSelects(_ lines: some Sequence<Int>, keeping isKept: (Int) -> Bool) -> Bool {
      chosen = Array(lines)
      kept = [3, 999_999].filter(isKept)
      return true
    }
  }

  @MainActor func testSelections() async throws {
    try needsDisplay()
    let lines = Lines()
    let owner = ListModel(lines)
    let model = OpaquePointer(owner.object)
    gtk_selection_model_select_item(model, 7, 0)
    XCTAssertEqual([lines.chosen, lines.kept], [[7], [3, 999_999]])
    gtk_selection_model_select_item(model, 7, 1)
    XCTAssertEqual([lines.chosen, lines.kept], [[7], []])
    gtk_selection_model_unselect_item(model, 3)
    XCTAssertEqual([lines.chosen, lines.kept], [[], [999_999]])
    // Like Shift: the mask contains all lines.
    gtk_selection_model_select_range(model, 500_000, 3, 1)
    XCTAssertEqual([lines.chosen, lines.kept], [[500_000, 500_001, 500_002], []])
    gtk_selection_model_select_range(model, 2, 3, 0)
    XCTAssertEqual([lines.chosen, lines.kept], [[2, 3, 4], [999_999]])
    gtk_selection_model_unselect_range(model, 2, 3)
    XCTAssertEqual([lines.chosen, lines.kept], [[], [999_999]])
    let (selected, mask) = (gtk_bitset_new_range(0, 10), gtk_bitset_new_range(3, 2))
    gtk_selection_model_set_selection(model, selected, mask)
    XCTAssertEqual([lines.chosen, lines.kept], [[3, 4], [999_999]], "lines outside of the mask do not change")
    gtk_bitset_unref(selected)
    gtk_bitset_unref(mask)
    gtk_selection_model_select_all(model)
    XCTAssertEqual(lines.chosen.count, 1_000_000)
    gtk_selection_model_unselect_all(model)
    XCTAssertEqual([lines.chosen, lines.kept], [[], []])
  }
}

import LiveTables
@_spi(Adapters) import LiveTablesCells
import TestSupport
import Testing

@Suite("The selected rows of a picker") struct PickerSelectionTests {
  private func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

  @Test("a new component selects its first row, and an empty component has no selection") func first() {
    var shown = PickerSelection()
    #expect(shown.update(selected: [], rowCounts: [3, 0, 1]) == [path(0, 0), path(2, 0)])
    #expect(shown.rows == [0, nil, 0])
  }

  @Test("a component shows its selected row") func selected() {
    var shown = PickerSelection()
    _ = shown.update(selected: [], rowCounts: [3, 3])
    #expect(shown.update(selected: [path(1, 2)], rowCounts: [3, 3]) == [path(0, 0), path(1, 2)])
    #expect(shown.update(selected: [path(0, 1), path(0, 2)], rowCounts: [3, 3]) == [path(0, 1), path(1, 2)])
  }

  @Test("the nearest row is selected when the selected row is deleted") func gone() {
    var shown = PickerSelection()
    _ = shown.update(selected: [path(0, 4)], rowCounts: [5])
    #expect(shown.update(selected: [], rowCounts: [4]) == [path(0, 3)])
    #expect(shown.update(selected: [], rowCounts: [9]) == [path(0, 3)])
    #expect(shown.update(selected: [], rowCounts: [0]) == [])
    #expect(shown.update(selected: [], rowCounts: [9]) == [path(0, 0)])
    #expect(shown.update(selected: [path(0, 100)], rowCounts: [2]) == [path(0, 1)], "never beyond the end")
  }

  @Test("the user can select a row in an existing component") func turning() {
    var shown = PickerSelection()
    _ = shown.update(selected: [], rowCounts: [5, 5])
    shown.select(path(1, 3))
    shown.select(path(2, 3))
    #expect(shown.paths == [path(0, 0), path(1, 3)])
  }

  @Test("a batch changes only the components it names, or all") func stale() {
    var operations = BatchOperations()
    #expect(PickerSelection.changedComponents(after: operations) == [])
    operations.deletedRows = [path(2, 0)]
    operations.movedRows = [BatchMove(from: path(0, 0), to: path(3, 0))]
    operations.updatedSections = [5]
    #expect(PickerSelection.changedComponents(after: operations) == [0, 2, 3, 5])
    let changes: [(inout BatchOperations) -> Void] = [
      { $0.deletedSections = [1] }, { $0.insertedSections = [1] }, { $0.reloadedSections = [1] },
      { $0.movedSections = [BatchMove(from: 0, to: 1)] },
    ]
    for change in changes {
      var all = operations
      change(&all)
      #expect(PickerSelection.changedComponents(after: all) == nil)
    }
  }
}

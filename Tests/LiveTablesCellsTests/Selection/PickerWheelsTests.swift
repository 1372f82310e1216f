import LiveTables
@_spi(Adapters) import LiveTablesCells
import TestSupport
import Testing

@Suite("Picker wheels") struct PickerWheelsTests {
  private func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

  @Test("A new wheel begins at its first row; one without rows rests nowhere") func first() {
    var wheels = PickerWheels()
    #expect(wheels.settle(selected: [], rowCounts: [3, 0, 1]) == [path(0, 0), path(2, 0)])
    #expect(wheels.rows == [0, nil, 0])
  }

  @Test("A wheel rests at its selected row") func selected() {
    var wheels = PickerWheels()
    _ = wheels.settle(selected: [], rowCounts: [3, 3])
    #expect(wheels.settle(selected: [path(1, 2)], rowCounts: [3, 3]) == [path(0, 0), path(1, 2)])
    #expect(wheels.settle(selected: [path(0, 1), path(0, 2)], rowCounts: [3, 3]) == [path(0, 1), path(1, 2)])
  }

  @Test("Where the selected row is gone, a wheel stays as near as it can") func gone() {
    var wheels = PickerWheels()
    _ = wheels.settle(selected: [path(0, 4)], rowCounts: [5])
    #expect(wheels.settle(selected: [], rowCounts: [4]) == [path(0, 3)])
    #expect(wheels.settle(selected: [], rowCounts: [9]) == [path(0, 3)])
    #expect(wheels.settle(selected: [], rowCounts: [0]) == [])
    #expect(wheels.settle(selected: [], rowCounts: [9]) == [path(0, 0)])
    #expect(wheels.settle(selected: [path(0, 100)], rowCounts: [2]) == [path(0, 1)], "never beyond the end")
  }

  @Test("The user turns a wheel that is there") func turning() {
    var wheels = PickerWheels()
    _ = wheels.settle(selected: [], rowCounts: [5, 5])
    wheels.turn(to: path(1, 3))
    wheels.turn(to: path(2, 3))
    #expect(wheels.resting == [path(0, 0), path(1, 3)])
  }

  @Test("A batch concerns the wheels that it names, or all") func stale() {
    var operations = BatchOperations()
    #expect(PickerWheels.stale(after: operations) == [])
    operations.deletedRows = [path(2, 0)]
    operations.movedRows = [BatchMove(from: path(0, 0), to: path(3, 0))]
    operations.updatedSections = [5]
    #expect(PickerWheels.stale(after: operations) == [0, 2, 3, 5])
    let changes: [(inout BatchOperations) -> Void] = [
      { $0.deletedSections = [1] }, { $0.insertedSections = [1] }, { $0.reloadedSections = [1] },
      { $0.movedSections = [BatchMove(from: 0, to: 1)] },
    ]
    for change in changes {
      var all = operations
      change(&all)
      #expect(PickerWheels.stale(after: all) == nil)
    }
  }
}

import LiveTables
import TestSupport
import Testing

private struct Car: Equatable {
  var number: Int
  var colour: String
}

private struct Unknown {
  var text: String
}

struct WrapperTests {
  @Test func rowsAreToldApartByAProperty() {
    let old = TableSnapshot(rows: [Car(number: 1, colour: "red"), Car(number: 2, colour: "blue")], id: \.number)
    let new = TableSnapshot(rows: [Car(number: 2, colour: "green"), Car(number: 1, colour: "red")], id: \.number)
    #expect(old[0] == Keyed(Car(number: 1, colour: "red"), id: 1))
    #expect(old.path(of: 2) == path(0, 1))
    let stages = new.difference(from: old).stages
    #expect(stages.map(\.operations.updatedRows) == [[path(0, 1)], []])
    #expect(stages.map(\.operations.movedRows.count) == [0, 1])
  }

  @Test func rowsThatAreOnlyEquatableAreToldApartByEquality() {
    let cars = ["red", "blue", "green"].enumerated().map { Car(number: $0, colour: $1) }
    let old = TableSnapshot(rows: cars.map { ByEquality($0) })
    let new = TableSnapshot(rows: [cars[2], cars[0], Car(number: 1, colour: "black")].map { ByEquality($0) })
    let changeset = new.difference(from: old)
    let structure = changeset.stages.map(\.operations)
    #expect(structure.count == 1)
    #expect(structure.first?.deletedRows == [path(0, 1)])
    #expect(structure.first?.insertedRows == [path(0, 2)])
    #expect(structure.first?.movedRows.count == 1)
    #expect(structure.first?.updatedRows == [])
    #expect(new.difference(from: new).isEmpty)
  }

  @Test
  func aLongTableOfRowsThatAreOnlyEquatableIsReloadedWhenComparingCostsTooMuch() {
    let rows = Array(0..<3_000).map { Car(number: $0, colour: "") }
    let changeset = TableSnapshot(rows: rows.reversed().map { ByEquality($0) }).difference(
      from: TableSnapshot(rows: rows.map { ByEquality($0) }))
    #expect(changeset.reload == .tooManyCollisions)
    // A small change is still found, because rows that stay in place need no table of identities.
    var edited = rows
    edited.remove(at: 1_500)
    edited[7].colour = "red"
    let small = TableSnapshot(rows: edited.map { ByEquality($0) }).difference(
      from: TableSnapshot(rows: rows.map { ByEquality($0) }))
    #expect(small.reload == nil)
    #expect(small.operationCount == 3)
  }

  @Test func rowsThatCannotBeComparedAreReloaded() {
    let rows = [Unknown(text: "a")]
    let changeset = TableSnapshot(rows: rows.map { Opaque($0) }).difference(
      from: TableSnapshot(rows: rows.map { Opaque($0) }))
    #expect(changeset.reload == .notComparable)
    #expect(changeset.stages.isEmpty)
    #expect(!changeset.isEmpty)
    #expect(TableSnapshot(rows: rows.map { Opaque($0) })[0].value.text == "a")
    let sections = TableSnapshot(sections: [TableSection(Opaque(1), rows: ["a"])])
    #expect(sections.difference(from: sections).reload == .notComparable)
    let some = TableSnapshot(rows: [Opaque(1), nil])
    #expect(some.difference(from: TableSnapshot(rows: [Opaque(1), nil])).reload == .notComparable)
  }

  @Test func sectionsCanBeKeyedAsWell() {
    let old = TableSnapshot(sections: [TableSection(Keyed("A", id: 1), rows: [1])])
    let new = TableSnapshot(sections: [TableSection(Keyed("B", id: 1), rows: [1])])
    #expect(new.difference(from: old).stages.map(\.operations.updatedSections) == [[0]])
  }
}

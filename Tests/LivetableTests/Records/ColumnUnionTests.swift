import Testing

@testable import livetable

@Suite struct ColumnUnionTests {
  @Test func columnsComeInTheOrderOfTheirFirstAppearance() {
    let (one, two) = (ColumnNames(["a", "b"]), ColumnNames(["c", "b", "d"]))
    #expect(ColumnUnion([one, one, two, one]).names == ["a", "b", "c", "d"])
    #expect(ColumnUnion([]).names == [])
  }

  @Test func aColumnThatNoRowHasAnyMoreIsGoneButAnEmptyTableKeepsItsColumns() {
    var union = ColumnUnion([ColumnNames(["a", "b"])])
    union.replace(with: [])
    #expect(union.names == ["a", "b"])
    union.replace(with: [ColumnNames(["a"])])
    #expect(union.names == ["a"])
  }

  @Test func aHiddenColumnIsNone() {
    var union = ColumnUnion([ColumnNames(["a", "b"])], hiding: ["b"])
    #expect(union.names == ["a"])
    union.replace(with: [ColumnNames(["b", "c"])])
    #expect(union.names == ["c"])
  }
}

import LiveTables
import LiveTablesTesting
import Testing

@testable import LiveTablesTerminal

@Suite struct PathMapTests {
  private struct Item: Diffable, Identifiable, Equatable { let id: Int }
  private typealias Items = Table<Int, Item>

  private func table(_ sections: [(Int, [Int])]) -> Items {
    Items(sections: sections.map { TableSection($0.0, rows: $0.1.map(Item.init)) })
  }

  private func layout(_ table: Items) -> ListLayout { ListLayout(rowCounts: table.rowCounts, hasHeaders: true) }

  @Test("rows are found where the tables have them", arguments: 0..<300) func rowsAreFoundWhereTheTablesHaveThem(
    seed: Int
  ) {
    var random = SeededGenerator(seed: UInt64(seed))
    func randomTable() -> Items {
      var rows = Array(0..<12).shuffled(using: &random)
      rows.removeLast(Int.random(in: 0...6, using: &random))
      var sections = Array(0..<5).shuffled(using: &random)
      sections.removeLast(Int.random(in: 0...3, using: &random))
      var contents = sections.map { ($0, [Int]()) }
      for row in rows { contents[Int.random(in: 0..<contents.count, using: &random)].1.append(row) }
      return table(contents)
    }
    for stage in randomTable().difference(from: randomTable()).stages {
      let (source, target) = (stage.source, stage.target)
      let map = PathMap(stage.operations, before: layout(source), after: layout(target))
      for path in source.paths {
        let inserted = Set(stage.operations.insertedRows)
        let insertedSections = Set(stage.operations.insertedSections)
        // A row that entered a new section, or left a deleted one, was deleted and inserted: the map does not follow.
        let place = target.path(of: source[path]!.id).flatMap {
          inserted.contains($0) || insertedSections.contains($0.section) ? nil : $0
        }
        #expect(map.target(of: path) == place, "seed \(seed) \(path)")
        let destination = map.destination(of: path)
        #expect((destination == nil) == target.isEmpty, "seed \(seed) \(path)")
        if let destination { #expect(target[destination] != nil, "seed \(seed) \(path)") }
      }
    }
  }

  @Test("the neighbour of a deleted row is the next one, else the one before")
  func theNeighbourOfADeletedRowIsTheNextOneElseTheOneBefore() {
    let source = table([(0, [1, 2, 3, 4, 5])])
    let target = table([(0, [1, 2])])
    let map = PathMap(
      target.difference(from: source).stages[0].operations, before: layout(source), after: layout(target))
    #expect(map.destination(of: RowPath(section: 0, row: 3)) == RowPath(section: 0, row: 1))
    let other = table([(0, [2, 5])])
    let next = PathMap(
      other.difference(from: source).stages[0].operations, before: layout(source), after: layout(other))
    #expect(next.destination(of: RowPath(section: 0, row: 2)) == RowPath(section: 0, row: 1))
    #expect(next.destination(of: RowPath(section: 0, row: 0)) == RowPath(section: 0, row: 0))
  }

  @Test("where a section goes the selection goes to the next one, else to the one before")
  func whereASectionGoesTheSelectionGoesToTheNextOneElseToTheOneBefore() {
    let source = table([(0, [1, 2]), (1, [3]), (2, []), (3, [4, 5])])
    let withoutMiddle = table([(0, [1, 2]), (2, []), (3, [4, 5])])
    let map = PathMap(
      withoutMiddle.difference(from: source).stages[0].operations, before: layout(source), after: layout(withoutMiddle))
    #expect(map.destination(of: RowPath(section: 1, row: 0)) == RowPath(section: 2, row: 0))
    let first = table([(0, [1, 2])])
    let end = PathMap(first.difference(from: source).stages[0].operations, before: layout(source), after: layout(first))
    #expect(end.destination(of: RowPath(section: 3, row: 1)) == RowPath(section: 0, row: 1))
    let none = table([])
    let empty = PathMap(none.difference(from: source).stages[0].operations, before: layout(source), after: layout(none))
    #expect(empty.destination(of: RowPath(section: 0, row: 0)) == nil)
  }
}

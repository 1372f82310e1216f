import LiveTablesTesting
import LiveTables
import TestSupport
import Testing

@Suite struct PathMapTests {
  private struct Item: Diffable, Identifiable, Equatable { let id: Int }
  private typealias Items = TableSnapshot<Int, Item>

  private func table(_ sections: [(Int, [Int])]) -> Items {
    Items(sections: sections.map { TableSection($0.0, rows: $0.1.map(Item.init)) })
  }

  private func nearest(_ section: Int, _ row: Int, from source: Items, to target: Items) -> RowPath? {
    PathMap(target.difference(from: source).stages[0].operations)
      .nearestTarget(of: RowPath(section: section, row: row), before: source.rowCounts, after: target.rowCounts)
  }

  @Test(arguments: 0..<300) func rowsAreFoundWhereTheTablesHaveThem(
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
      let map = PathMap(stage.operations)
      for path in source.paths {
        let inserted = Set(stage.operations.insertedRows)
        let insertedSections = Set(stage.operations.insertedSections)
        // The map does not follow a row into a new section or out of a deleted one, which is a delete and an insert.
        let place = target.path(of: source[path]!.id).flatMap {
          inserted.contains($0) || insertedSections.contains($0.section) ? nil : $0
        }
        #expect(map.target(of: path) == place, "seed \(seed) \(path)")
        let nearest = map.nearestTarget(of: path, before: source.rowCounts, after: target.rowCounts)
        #expect((nearest == nil) == target.isEmpty, "seed \(seed) \(path)")
        if let nearest { #expect(target[nearest] != nil, "seed \(seed) \(path)") }
      }
    }
  }

  @Test(arguments: 0..<100)
  func sectionsAreFoundWhereTheTablesHaveThem(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func randomTable() -> Items {
      table(Array(0..<7).shuffled(using: &random).prefix(Int.random(in: 0...7, using: &random)).map { ($0, []) })
    }
    for stage in randomTable().difference(from: randomTable()).stages {
      let map = PathMap(stage.operations)
      for (index, section) in stage.source.sections.enumerated() {
        #expect(map.target(ofSection: index) == stage.target.sectionIndex(of: section.identity), "seed \(seed)")
      }
    }
  }

  @Test
  func theNeighbourOfADeletedRowIsTheNextOneElseTheOneBefore() {
    let source = table([(0, [1, 2, 3, 4, 5])])
    #expect(nearest(0, 3, from: source, to: table([(0, [1, 2])])) == RowPath(section: 0, row: 1))
    let other = table([(0, [2, 5])])
    #expect(nearest(0, 2, from: source, to: other) == RowPath(section: 0, row: 1))
    #expect(nearest(0, 0, from: source, to: other) == RowPath(section: 0, row: 0))
  }

  @Test("a row whose section becomes empty has the first inserted row, or the next section's, as its neighbor")
  func theNeighbourWhereAllRowsGo() {
    let source = table([(0, [1]), (1, [2, 3]), (2, [4, 5])])
    let filled = table([(0, [1]), (1, [8, 9]), (2, [4, 5])])
    #expect(nearest(1, 1, from: source, to: filled) == RowPath(section: 1, row: 0))
    let emptied = table([(0, [1]), (1, []), (2, [4, 5])])
    #expect(nearest(1, 1, from: source, to: emptied) == RowPath(section: 2, row: 0))
    let last = table([(0, [1]), (1, [2, 3]), (2, [])])
    #expect(nearest(2, 0, from: source, to: last) == RowPath(section: 1, row: 1))
    #expect(nearest(2, 0, from: source, to: table([(0, [1, 7]), (1, []), (2, [])])) == RowPath(section: 0, row: 1))
  }

  @Test func aRowThatMovesAwayIsNoNeighbour() {
    let source = table([(0, [0, 1, 2, 3, 4, 5])])
    #expect(nearest(0, 2, from: source, to: table([(0, [3, 0, 1, 4, 5])])) == RowPath(section: 0, row: 3))
    #expect(nearest(0, 5, from: source, to: table([(0, [4, 0, 1, 2, 3])])) == RowPath(section: 0, row: 4))
  }

  @Test
  func whereASectionGoesItsNeighbourIsTheNextOneWithRowsElseTheOneBefore() {
    let source = table([(0, [1, 2]), (1, [3]), (2, []), (3, [4, 5])])
    let withoutMiddle = table([(0, [1, 2]), (2, []), (3, [4, 5])])
    #expect(nearest(1, 0, from: source, to: withoutMiddle) == RowPath(section: 2, row: 0))
    #expect(nearest(3, 1, from: source, to: table([(0, [1, 2])])) == RowPath(section: 0, row: 1))
    #expect(nearest(0, 0, from: source, to: table([])) == nil)
    #expect(nearest(0, 1, from: source, to: table([(5, []), (6, [9])])) == RowPath(section: 1, row: 0))
  }

  @Test func placesThatNoTableHasTrapNowhere() {
    let source = table([(0, [1, 2])])
    let target = table([(0, [2, 3])])
    for path in [RowPath(section: -1, row: 0), RowPath(section: 7, row: -3), RowPath(section: 0, row: -1)] {
      let map = PathMap(target.difference(from: source).stages[0].operations)
      _ = map.target(of: path)
      _ = map.nearestTarget(of: path, before: source.rowCounts, after: target.rowCounts)
      _ = map.nearestTarget(of: path, before: [], after: [])
    }
  }

  @Test(arguments: 0..<300)
  func aDeletedRowIsBesideTheNextRowThatStaysOrTheOneBefore(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func randomTable() -> Items {
      var rows = Array(0..<20).shuffled(using: &random)
      rows.removeLast(Int.random(in: 0...18, using: &random))
      if Bool.random(using: &random) { rows.sort() }
      var contents = Array(0..<3).shuffled(using: &random).map { ($0, [Int]()) }
      for row in rows { contents[Int.random(in: 0..<contents.count, using: &random)].1.append(row) }
      return table(contents)
    }
    for stage in randomTable().difference(from: randomTable()).stages {
      let (before, after) = (stage.source.rowCounts, stage.target.rowCounts)
      let map = PathMap(stage.operations)
      let moved = Set(stage.operations.movedRows.map(\.from))
      for path in stage.operations.deletedRows {
        func target(_ row: Int) -> RowPath? {
          let other = RowPath(section: path.section, row: row)
          return moved.contains(other) ? nil : map.target(of: other)
        }
        let next = (path.row..<before[path.section]).lazy.compactMap(target).first
        let last = (0..<path.row).reversed().lazy.compactMap(target).first
        let neighbor = map.neighbor(ofDeleted: path, before: before, after: after)
        if let place = next ?? last {
          #expect(neighbor == PathMap.Neighbor(path: place, isBefore: next == nil), "seed \(seed) \(path)")
        } else {
          let section = map.target(ofSection: path.section) ?? 0
          #expect(neighbor.path.map { after[$0.section] > $0.row } ?? stage.target.isEmpty, "seed \(seed) \(path)")
          #expect(neighbor.isBefore == (neighbor.path?.section ?? 0 <= section), "seed \(seed) \(path)")
        }
      }
    }
  }

  @Test("the neighbors of very many rows that go together are found without visiting the others")
  func neighborsOfManyRows() {
    var operations = BatchOperations()
    operations.deletedRows = (100_000..<400_000).map { RowPath(section: 0, row: $0) }
    let map = PathMap(operations)
    let last = PathMap.Neighbor(path: RowPath(section: 0, row: 99_999), isBefore: true)
    for path in operations.deletedRows {
      let neighbor = map.neighbor(ofDeleted: path, before: [400_000], after: [100_000])
      if neighbor != last { Issue.record("\(path) is beside \(neighbor)") }
    }
  }
}

import LiveTablesTesting
import LiveTables
import TestSupport
import Testing

@Suite struct FollowingTests {
  private struct Item: Diffable, Identifiable, Equatable {
    let id: Int
    /// Distinguishes, for the test, rows that the library can match only by position.
    var mark = 0
  }
  private typealias Items = TableSnapshot<Int, Item>

  private func table(_ sections: [(Int, [Int])]) -> Items {
    Items(sections: sections.map { TableSection($0.0, rows: $0.1.map { Item(id: $0) }) })
  }

  private func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

  @Test(arguments: 0..<100) func uniqueRowsAreFoundWhereTheyAre(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func randomTable() -> Items {
      var contents = (0..<3).shuffled(using: &random).map { ($0, [Int]()) }
      for row in (0..<10).shuffled(using: &random).prefix(7) {
        contents[.random(in: 0..<3, using: &random)].1.append(row)
      }
      return table(contents)
    }
    let (source, target) = (randomTable(), randomTable())
    let paths = source.paths.shuffled(using: &random)
    #expect(source.places(of: paths, in: target) == paths.map { target.path(of: source[$0]!.id) }, "seed \(seed)")
  }

  @Test
  func rowsWithOneIdentityAreFoundInOrderInTheirOwnSectionFirst() {
    let source = table([(0, [7, 7]), (1, [7])])
    let all = [path(0, 0), path(0, 1), path(1, 0)]
    #expect(source.places(of: all, in: table([(1, [7]), (0, [1, 7])])) == [path(1, 1), nil, path(0, 0)])
    #expect(source.places(of: all, in: table([(0, [7, 7, 7])])) == [path(0, 0), path(0, 1), path(0, 2)])
    #expect(source.places(of: [path(0, 1)], in: table([(2, [7, 7, 7])])) == [path(0, 1)])
  }

  @Test
  func pathsWithoutARowAndRowsThatAreNotEqualToThemselvesAreNowhere() {
    let source = TableSnapshot(rows: [1.0, .nan])
    #expect(
      source.places(of: [path(0, 0), path(0, 1), path(3, 3), path(0, -1)], in: source) == [path(0, 0), nil, nil, nil])
    #expect(source.places(of: [], in: source) == [])
  }

  @Test("no place is assigned twice, whatever the identities", arguments: 0..<100)
  func noPlaceIsGivenTwice(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func randomTable() -> Items {
      table((0..<3).map { section in (section % 2, (0..<4).map { _ in .random(in: 0...1, using: &random) }) })
    }
    let (source, target) = (randomTable(), randomTable())
    let places = source.places(of: source.paths, in: target)
    #expect(Set(places.compactMap { $0 }).count == places.count { $0 != nil })
    for (old, new) in zip(source.paths, places) {
      if let new { #expect(target[new]?.id == source[old]?.id, "seed \(seed)") }
    }
    for id in 0...1 {
      let (old, new) = (source.count { $0.id == id }, target.count { $0.id == id })
      #expect(zip(source.paths, places).count { source[$0]?.id == id && $1 != nil } == min(old, new), "seed \(seed)")
    }
  }
}

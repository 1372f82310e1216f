import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import TableDiff

@Suite("Edits of many rows at once")
struct EditsOfManyRowsTests {
  private typealias Content = TableSnapshot<Int, Counted>

  private struct Counted: Diffable, Equatable, Sendable {
    var identity: Int
    var content = 0
  }

  /// Returns sections of 300, 300, 5, 300 and 2,000 rows; some are edited row by row, and some in one pass.
  private static func sizes(_ isSettled: Bool) -> Content {
    var table = Content(
      sections: [300, 300, 5, 300, 2_000].enumerated().map { section, count in
        TableSection(section, rows: (0..<count).map { Counted(identity: section * 10_000 + $0) })
      })
    if isSettled { for path in table.paths { table.replace(at: path, with: table[path]!) } }
    return table
  }

  @Test(
    "rows are replaced and updated as if one by one, in any order",
    arguments: [1, 3, 60, 2_000], [false, true])
  func asOneByOne(count: Int, isSettled: Bool) {
    let table = Self.sizes(isSettled)
    var random = SeededGenerator(seed: UInt64(count))
    let some = Array(table.paths.shuffled(using: &random).prefix(count))
    let missing = [RowPath(0, 300), RowPath(9, 0), RowPath(0, -1)]
    let new = some.indices.map { Counted(identity: table[some[$0]]!.identity, content: $0 + 1) }

    var expected = table.sections.map { Array($0.rows) }
    for (path, row) in zip(some, new) { expected[path.section][path.row] = row }

    var replaced = table
    // Missing rows do not consume a replacement.
    let isReplaced = replaced.apply(.replace(.paths(missing + some), with: new))
    #expect(isReplaced)
    #expect(replaced.sections.map { Array($0.rows) } == expected)

    let contents = Dictionary(uniqueKeysWithValues: new.map { ($0.identity, $0.content) })
    var updated = table
    var order: [Int] = []
    let isFound = updated.update(.paths(some + missing)) {
      $0.content = contents[$0.identity]!
      order.append($0.content)
    }
    #expect(isFound && order == Array(1...count), "in the order in which they are named")
    #expect(updated.sections.map { Array($0.rows) } == expected)
    let isMissing = !updated.apply(.replace(.paths(missing), with: missing.map { _ in Counted(identity: -1) }))
    #expect(isMissing)

    // The original table is unchanged.
    #expect(table == Self.sizes(false))
  }

  @Test("a row that gets another identity is found by it among many unchanged ones")
  func anotherIdentity() {
    var table = Self.sizes(true)
    for _ in 0..<4 { _ = table.paths(of: .id(-1)) }
    #expect(table.remembersRows)
    let some = table.paths.filter { $0.row.isMultiple(of: 50) }
    table.update(.paths(some)) { $0.content += 1 }
    #expect(table.remembersRows)
    table.update(.paths(some)) { if $0.identity == 10_150 { $0.identity = -7 } }
    #expect(table.path(of: -7) == RowPath(1, 150))
    #expect(table.path(of: 10_150) == nil)
    #expect(table.path(of: 10_151) == RowPath(1, 151))
  }

  @Test("an adopted array is released after most of its rows have been edited")
  func settles() {
    var table = TableSnapshot<OneSection, Counted>(rows: (0..<20_000).map { Counted(identity: $0) })
    for round in 0..<300 {
      let paths = stride(from: round % 200, to: 17_000, by: 200).map { RowPath(0, $0) }
      table.update(.paths(paths)) { $0.content += 1 }
    }
    #expect(table.rope[0].rows.rope.adopted.live == 0)
    #expect(table.reduce(0) { $0 + $1.content } == 300 * 85)
  }
}

import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import TableDiff

@Suite("Finding rows and places again")
struct RowAnchorTests {
  private typealias Anchor = RowAnchor<SampleSection, SampleRow>

  private func section(_ id: Int, _ rows: [SampleRow]) -> TableSection<SampleSection, SampleRow> {
    TableSection(SampleSection(id), rows: rows)
  }

  private func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

  @Test("a row with a unique identity is found by it, with the required content and place")
  func unique() {
    for seed in 0..<300 as Range<UInt64> {
      var tables = RandomTables(seed: seed)
      let old = tables.next()
      let new = tables.next(after: old)
      let paths = old.paths { _ in true }
      let found = paths.map { path in old[path].flatMap { new.path(of: $0.id) } }
      #expect(Anchor(paths, in: old).places(in: new) == found, "seed \(seed)")
      let same = zip(paths, found).map { path, target in
        target.flatMap { old[path]?.content == new[$0]?.content ? $0 : nil }
      }
      #expect(Anchor(paths, in: old, .sameContent).places(in: new) == same, "seed \(seed)")
      let inPlace = zip(paths, found).map { path, target in
        target.flatMap { isInSamePlace(path, in: old, $0, in: new) ? $0 : nil }
      }
      #expect(Anchor(paths, in: old, .samePlace).places(in: new) == inPlace, "seed \(seed)")
      #expect(Anchor(paths, in: old, .samePlace).places(in: old) == paths)
    }
  }

  /// Returns whether the section is the same, and the row is between its nearest neighbors that are still there.
  private func isInSamePlace(
    _ path: RowPath, in old: SampleTable, _ target: RowPath, in new: SampleTable
  ) -> Bool {
    let (one, two) = (old.sections[path.section], new.sections[target.section])
    if one.value.id != two.value.id { return false }
    let rows = one.rows.map { row in two.rows.firstIndex { $0.id == row.id } }
    let before = rows[..<path.row].last { $0 != nil } ?? nil
    let after = rows[(path.row + 1)...].first { $0 != nil } ?? nil
    return before ?? -1 < target.row && target.row < after ?? .max
  }

  @Test("the last rows with a shared identity are missing if there are fewer")
  func fewer() {
    let twins = TableSnapshot(sections: [section(0, [SampleRow(1)]), section(1, [SampleRow(1), SampleRow(2)])])
    let left = TableSnapshot(sections: [section(1, [SampleRow(1), SampleRow(2)])])
    #expect(Anchor([path(1, 0), path(1, 1)], in: twins).places(in: left) == [nil, path(0, 1)])
    // No row of this identity was deleted, so the rows are where the diff places them.
    let other = TableSnapshot(sections: [section(0, [SampleRow(5)]), section(1, [SampleRow(1), SampleRow(1)])])
    let stayed = TableSnapshot(sections: [section(1, [SampleRow(1), SampleRow(1)])])
    #expect(Anchor([path(1, 0), path(1, 1)], in: other).places(in: stayed) == [path(0, 0), path(0, 1)])
    let flat = TableSnapshot(sections: [section(0, [SampleRow(1), SampleRow(1), SampleRow(1), SampleRow(2)])])
    var fewer = flat
    fewer.remove(at: path(0, 0))
    let found = Anchor((0..<4).map { path(0, $0) }, in: flat).places(in: fewer)
    #expect(
      found[2] == nil && found[3] == path(0, 2)
        && Set(found[..<2].compactMap { $0 }).count == 2 - found[..<2].count { $0 == nil })
  }

  @Test("rows are not found in an unrelated table, but sections are")
  func reloaded() {
    func table(_ rows: String, before others: Int) -> TableSnapshot<Int, Opaque<Character>> {
      TableSnapshot(sections: (0...others).map { TableSection(others - $0, rows: rows.map { Opaque($0) }) })
    }
    let shown = table("abc", before: 0)
    let anchor = RowAnchor([path(0, 1)], in: shown)
    #expect(anchor.places(in: shown) == [path(0, 1)])
    #expect(anchor.places(in: table("xabc", before: 0)) == [nil])
    let edit = TableEdit<Int, Opaque<Character>>.remove(.path(path(0, 1))).anchored(in: shown)
    var other = table("xabc", before: 1)
    #expect(other.apply(edit) == false && other.count == 8)
    #expect(PlaceAnchor(path(0, 0), in: shown).path(in: other, leaving: []) == path(1, 0))
    #expect(PlaceAnchor(path(0, 2), in: shown).path(in: other, leaving: []) == path(1, 4))
    let twins = TableSnapshot(sections: [0, 0].map { TableSection($0, rows: [Opaque(Character("a"))]) })
    #expect(PlaceAnchor(path(0, 0), in: shown).path(in: twins, leaving: []) == nil)
  }

  @Test("a row is found by a unique identity in another table whose hashes collide")
  func colliding() {
    let rows = (0..<3_000).map { Colliding(number: $0) }
    let shown = TableSnapshot(rows: rows)
    let other = TableSnapshot(rows: rows.reversed() + [Colliding(number: 7)])
    #expect(other.difference(from: shown).reload == .tooManyCollisions)
    #expect(RowAnchor([path(0, 7), path(0, 8)], in: shown).places(in: other) == [nil, path(0, 2_991)])
  }

  @Test("many rows are found in one pass, also after others or their section were removed")
  func manyRows() {
    let tally = Tally()
    let sections = (0..<2).map { section in
      TableSection(section, rows: (0..<1_000).map { CountedRow(section * 1_000 + $0, tally) })
    }
    let old = TableSnapshot(sections: sections)
    let gone = (500..<1_000).map { path(0, $0) }
    var fewer = old
    fewer.remove(at: gone)
    let joined = TableSnapshot(sections: [TableSection(0, rows: old.map { $0 })])
    for (new, seen, found) in [
      (fewer, (0..<1_000).map { path(1, $0) }, (0..<1_000).map { path(1, $0) }),
      (joined, (0..<1_000).map { path(1, $0) }, (0..<1_000).map { path(0, 1_000 + $0) }),
      (fewer, gone, gone.map { _ in nil }),
    ] as [(TableSnapshot<Int, CountedRow>, [RowPath], [RowPath?])] {
      tally.reset()
      #expect(RowAnchor(seen, in: old).places(in: new) == found)
      #expect(tally.questions <= 40_000, "\(tally.questions)")
    }
  }

  @Test("a missing place stays unchanged")
  func noPlace() {
    let table = TableSnapshot(sections: [section(0, [SampleRow(1)])])
    for (path, isThere) in [
      (path(-1, 0), false), (path(1, 0), false), (path(0, -1), false), (path(0, 2), false), (path(0, 1), true),
    ] {
      let edit = TableEdit<SampleSection, SampleRow>.insert([SampleRow(2)], at: .path(path)).anchored(in: table)
      guard case .insert(_, let place) = edit else {
        Issue.record("\(edit)")
        continue
      }
      switch place.kind {
      case .path(let same): #expect(!isThere && same == path)
      case .anchored(let anchor): #expect(isThere && anchor.path == path)
      default: Issue.record("\(edit)")
      }
    }
  }

  @Test("a missing section is not identified by its content")
  func noSection() {
    let table = TableSnapshot(sections: [section(4, []), section(5, [])])
    for (index, id) in [(0, 4), (1, 5), (2, nil), (-1, nil)] as [(Int, Int?)] {
      let edit = TableEdit<SampleSection, SampleRow>.removeSections(.index(index)).anchored(in: table)
      guard case .removeSections(let sections) = edit else {
        Issue.record("\(edit)")
        continue
      }
      switch sections.kind {
      case .ids(let found): #expect(found == [id])
      case .indices(let same): #expect(id == nil && same == [index])
      default: Issue.record("\(edit)")
      }
    }
  }

  @Test("a place is after the nearest remaining row, or before the next one")
  func places() {
    let old = TableSnapshot(sections: [section(0, (0..<5).map { SampleRow($0) }), section(1, [])])
    func found(_ row: Int, without gone: Set<Int>, leaving: [Int] = []) -> RowPath? {
      let new = TableSnapshot(sections: [section(0, (0..<5).filter { !gone.contains($0) }.map { SampleRow($0) })])
      let out = leaving.compactMap { new.path(of: $0) }
      return PlaceAnchor(path(0, row), in: old, leaving: leaving.map { path(0, $0) }).path(in: new, leaving: out)
    }
    #expect(found(2, without: []) == path(0, 2))
    #expect(found(2, without: [0]) == path(0, 1))
    #expect(found(2, without: [0, 1]) == path(0, 0))
    #expect(found(2, without: [1]) == path(0, 1))
    #expect(found(2, without: [2]) == path(0, 2))
    #expect(found(0, without: [0, 1, 2, 3, 4]) == path(0, 0))
    #expect(found(5, without: [3, 4]) == path(0, 3))
    // If no old row remains, the first place stays the first, and all others are at the end.
    let others = TableSnapshot(sections: [section(0, [SampleRow(8), SampleRow(9)])])
    #expect([0, 3, 5].map { PlaceAnchor(path(0, $0), in: old).path(in: others, leaving: [])?.row } == [0, 2, 2])
    // Moved rows are removed first.
    #expect(found(2, without: [], leaving: [0]) == path(0, 2))
    #expect(found(2, without: [1], leaving: [0]) == path(0, 1))
    #expect(found(1, without: [0, 1], leaving: [2]) == path(0, 0))
    // A row that is removed only from the new table is not a neighbor either.
    let longer = TableSnapshot(sections: [section(0, [0, 1, 9, 2, 3, 4].map { SampleRow($0) })])
    #expect(PlaceAnchor(path(0, 2), in: old).path(in: longer, leaving: [path(0, 1)]) == path(0, 2))
    #expect(PlaceAnchor(path(1, 0), in: old).path(in: TableSnapshot(sections: [section(0, [])]), leaving: []) == nil)
  }
}

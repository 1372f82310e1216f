import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import TableDiff

/// Tests of tables with many leaves that are edited, rebuilt, or assembled from the same parts in another order.
struct LargeTablesTests {
  private struct Editor {
    var random: SeededGenerator
    var nextID: Int

    mutating func edit(_ table: inout ItemTable) {
      let section = Int.random(in: 0..<table.sections.count, using: &random)
      let count = table.sections[section].rows.count
      if count < 2 { return }
      let path = RowPath(section: section, row: Int.random(in: 0..<count, using: &random))
      switch Int.random(in: 0...7, using: &random) {
      case 0, 1: table.remove(at: path)
      case 2, 3:
        table.insert(Item(id: nextID), at: path)
        nextID += 1
      case 4: table.update(.path(path)) { $0.content += 1 }
      case 5: table.move(from: path, to: RowPath(section: section, row: Int.random(in: 0..<count - 1, using: &random)))
      case 6:
        let other = Int.random(in: 0..<table.sections.count, using: &random)
        table.move(from: path, to: RowPath(section: other, row: 0))
      default:
        let fresh = (0..<Int.random(in: 1...700, using: &random)).map { Item(id: nextID + $0) }
        nextID += fresh.count
        table.insert(contentsOf: fresh, at: path)
      }
    }
  }

  private func rebuilt(_ table: ItemTable) -> ItemTable {
    TableSnapshot(sections: table.sections.map { TableSection($0.value, rows: $0.rows.map { $0 }) })
  }

  private func checkRopes(_ table: ItemTable) {
    table.rope.nodes.nodes.checkInvariants()
    for section in table.sections { section.rows.rope.checkInvariants() }
  }

  @Test("one array in several sections is diffed with some rows hashed early and the others later", arguments: 0..<8)
  func oneArrayInSeveralSections(kind: Int) throws {
    let shared = (0..<300).map { Item(id: $0) }
    let others = [
      (300..<600).map { Item(id: $0) } + shared.reversed(), shared.reversed() + (900..<1_200).map { Item(id: $0) },
    ]
    func table(_ rows: [[Item]]) -> ItemTable {
      TableSnapshot(sections: rows.enumerated().map { TableSection(Group(id: $0), rows: $1) })
    }
    let old = table([shared, shared, shared])
    let new = table([others[kind % 2], others[kind / 2 % 2], others[kind / 4]])
    for (one, two) in [(old, new), (new, old)] {
      let result = try two.difference(from: one).apply(to: one.sections.map { ($0.value, Array($0.rows)) })
      #expect(result.map(\.rows) == two.sections.map { Array($0.rows) })
    }
  }

  @Test("one array in two sections is diffed if one section keeps its end", arguments: [8, 16, 40, 300])
  func oneArrayWhoseEndIsKept(count: Int) throws {
    let shared = (0..<count).map { Item(id: $0) }
    let others = (count..<count * 3 / 2).map { Item(id: $0) } + shared[(count / 2)...]
    let old = ItemTable(sections: (0..<2).map { TableSection(Group(id: $0), rows: shared) })
    let new = ItemTable(sections: [
      TableSection(Group(id: 0), rows: others), TableSection(Group(id: 1), rows: shared.reversed()),
    ])
    for (one, two) in [(old, new), (new, old)] {
      let result = try two.difference(from: one).apply(to: one.sections.map { ($0.value, Array($0.rows)) })
      #expect(result.map(\.rows) == two.sections.map { Array($0.rows) })
    }
  }

  @Test(arguments: 0..<8)
  func editedTablesAgainstEachOtherAndAgainstRebuiltOnes(seed: Int) throws {
    var editor = Editor(random: SeededGenerator(seed), nextID: 10_000)
    let sections = 1 + seed % 3
    let old = TableSnapshot(
      sections: (0..<sections).map { section in
        TableSection(Group(id: section), rows: (0..<1_800 / sections).map { Item(id: section * 2_000 + $0) })
      })
    var early = old
    for _ in 0..<20 { editor.edit(&early) }
    var late = early
    for _ in 0..<20 { editor.edit(&late) }
    for table in [early, late] { checkRopes(table) }
    for (one, two) in [
      (old, early), (early, old), (early, late), (late, early), (rebuilt(early), late), (late, rebuilt(early)),
      (late, rebuilt(late)), (old, late),
    ] {
      let changeset = two.difference(from: one)
      try ChangesetChecker.check(changeset)
      for stage in changeset.stages { checkRopes(stage.target) }
    }
    #expect(rebuilt(late).difference(from: late).isEmpty)
  }

  /// Returns a table of one section whose leaves are the given arrays.
  private func table(of parts: [[Item]]) -> ItemTable {
    var table = TableSnapshot(sections: [TableSection(Group(id: 0), rows: parts.first ?? [])])
    for part in parts.dropFirst() {
      table.insert(contentsOf: part, at: RowPath(section: 0, row: table.sections[0].rows.count))
    }
    checkRopes(table)
    return table
  }

  private func part(_ number: Int, count: Int = 520) -> [Item] { (0..<count).map { Item(id: number * 1_000 + $0) } }

  @Test func sharedLeavesInAnotherOrderWithTheFewestMoves()
    throws
  {
    let parts = (0..<4).map { part($0) }
    for seed in 0..<12 {
      var random = SeededGenerator(seed)
      let old = table(of: parts.shuffled(using: &random))
      var new = table(of: Array(parts.shuffled(using: &random).dropLast(seed % 3)))
      if seed % 2 == 0 { new.remove(at: RowPath(section: 0, row: 700)) }
      try ChangesetChecker.check(new.difference(from: old))
      try ChangesetChecker.check(old.difference(from: new))
    }
  }

  @Test func oneArrayAdoptedSeveralTimesInOneSection() throws {
    let (one, two) = (part(0), part(1))
    var tables = [
      table(of: [one]), table(of: [one, one]), table(of: [two, one]), table(of: [one, two, one]),
      table(of: [two, one, one]), table(of: [one, one, one]),
    ]
    // Edits split a copy, so that slices of the same array overlap.
    for index in tables.indices.dropFirst() {
      for row in [5, 515, 900] {
        var table = tables[index]
        table.remove(at: RowPath(section: 0, row: row))
        checkRopes(table)
        if row % 300 == 0 { tables.append(table) }
        for other in tables[..<6] {
          try ChangesetChecker.check(table.difference(from: other))
          try ChangesetChecker.check(other.difference(from: table))
        }
      }
    }
    for old in tables { for new in tables { try ChangesetChecker.check(new.difference(from: old)) } }
  }

  @Test
  func oneArrayAdoptedBySeveralSectionsAlsoBySectionsOfOneIdentity() throws {
    let rows = part(0, count: 40)
    func table(_ ids: [Int], shift: Int = 0) -> ItemTable {
      TableSnapshot(
        sections: ids.map { TableSection(Group(id: $0), rows: $0 == shift ? Array(rows.dropFirst()) : rows) })
    }
    for old in [[1, 2], [1, 1], [2, 1, 1], [1], []] {
      for new in [[1, 2], [1, 1], [1, 1, 2], [2, 1], [3], []] {
        for shift in 0...2 { try ChangesetChecker.check(table(new, shift: shift).difference(from: table(old))) }
      }
    }
    let section = TableSection(Group(id: 1), rows: rows)
    try ChangesetChecker.check(
      TableSnapshot(sections: [section, section]).difference(
        from: TableSnapshot(sections: [section, section, section])))
  }

  @Test func treesOfDifferentHeights() throws {
    var editor = Editor(random: SeededGenerator(3), nextID: 10_000)
    let low = TableSnapshot(sections: [TableSection(Group(id: 0), rows: part(0, count: 900))])
    var high = low
    for row in stride(from: 899, through: 0, by: -9) {
      high.insert(contentsOf: (0..<40).map { Item(id: editor.nextID + $0) }, at: RowPath(section: 0, row: row))
      editor.nextID += 40
    }
    var middle = high
    for _ in 0..<3_500 { middle.remove(at: RowPath(section: 0, row: 300)) }
    for table in [low, middle, high] { checkRopes(table) }
    #expect(high.sections[0].rows.rope.root.height > low.sections[0].rows.rope.root.height)
    for (one, two) in [(low, high), (high, middle), (middle, high), (middle, low), (high, low)] {
      try ChangesetChecker.check(two.difference(from: one))
    }
  }

  @Test func manySectionsMovedAndEditedByPath() throws {
    var random = SeededGenerator(5)
    for round in 0..<7 {
      // In the last round, sections share identities.
      let ids = (0..<300).map { round == 6 ? $0 % 200 : $0 }
      let old = TableSnapshot(
        sections: ids.enumerated().map { number, id in
          TableSection(Group(id: id), rows: (0..<3).map { Item(id: number * 10 + $0) })
        })
      var new = old
      for step in 0..<30 {
        let section = Int.random(in: 0..<new.sections.count, using: &random)
        let other = Int.random(in: 0..<new.sections.count, using: &random)
        switch step % 7 {
        case 0: new.moveSections(.index(section), to: .index(other))
        case 1: new.remove(section: section)
        case 2: new.insert(TableSection(Group(id: 1_000 + step), rows: [Item(id: 9_000 + step)]), atSection: section)
        case 3: new.remove(at: RowPath(section: section, row: 1))
        case 4: new.move(from: RowPath(section: section, row: 0), to: RowPath(section: other, row: 0))
        case 5: new.update(.path(RowPath(section: section, row: 0))) { $0.content += 1 }
        default: new.replace(section: section, with: Group(id: new.sections[section].value.id, content: 1))
        }
      }
      try ChangesetChecker.check(new.difference(from: old))
      try ChangesetChecker.check(rebuilt(old).difference(from: new))
      if round == 0 { #expect(old.difference(from: old).isEmpty) }
    }
  }

  @Test(arguments: 0..<12)
  func fewestMovesInTablesOfAThousandUniqueRows(seed: Int) throws {
    var random = SeededGenerator(seed)
    let rows = (0..<1_000).map { Item(id: $0) }
    var new = rows
    for _ in 0..<[1, 10, 100, 1_000][seed % 4] {
      let row = new.remove(at: Int.random(in: 0..<new.count, using: &random))
      new.insert(row, at: Int.random(in: 0...new.count, using: &random))
    }
    if seed % 3 == 0 { new.removeAll { $0.id % 5 == 0 } }
    if seed % 5 == 0 { new.insert(contentsOf: (0..<100).map { Item(id: 2_000 + $0) }, at: 300) }
    func table(_ rows: [Item]) -> ItemTable { TableSnapshot(sections: [TableSection(Group(id: 0), rows: rows)]) }
    try ChangesetChecker.check(table(new).difference(from: table(rows)))
    try ChangesetChecker.check(table(new.reversed()).difference(from: table(rows)))
    let shuffled = [table(rows.shuffled(using: &random)), table(rows.shuffled(using: &random))]
    try ChangesetChecker.check(shuffled[1].difference(from: shuffled[0]))
  }
}

import LiveTablesTesting
import LiveTablesOperators
import LiveTables
import TestSupport
import Testing

@Suite("Patched tables")
struct PatchedTableTests {
  @Test("edits are applied first by number, and are removed by number")
  func firstEdits() {
    let table = TableSnapshot(rows: (1...3).map { SampleRow($0) })
    var patched = PatchedTable(table)
    let edits = [PendingChange(0, [TableEdit<OneSection, SampleRow>.remove(id: 2)])]
    let isMade = patched.follow(to: table, edits, names: [:])
    #expect(isMade && patched.table.map(\.id) == [1, 3])
    let isTakenBack = patched.follow(to: table, [], names: [:])
    #expect(isTakenBack && patched.table.map(\.id) == [1, 2, 3])
    let isMadeAgain = patched.follow(to: table, edits, names: [:])
    #expect(isMadeAgain && patched.table.map(\.id) == [1, 3], "also where there was none before")
  }

  @Test("removing an edit reapplies no other edit")
  func oneGoes() {
    let tally = Tally()
    let table = TableSnapshot(rows: (0..<600).map { CountedRow($0, tally) })
    var edits = (0..<600).map { number in
      PendingChange<OneSection, CountedRow>(
        number, [.patch(.id(CountedRow.ID(number: number, tally: tally))) { $0.content = 1 }])
    }
    var patched = PatchedTable(table)
    let isMade = patched.follow(to: table, edits, names: [:])
    edits.remove(at: 300)
    tally.reset()
    let isFollowed = patched.follow(to: table, edits, names: [:])
    #expect(isMade && isFollowed && patched.table.count { $0.content == 1 } == 599)
    #expect(tally.hashes <= 100)
  }

  @Test("edits that are merged into one group move from the smaller group to the larger one")
  func manyRowsTogether() {
    typealias Edit = TableEdit<OneSection, CountedRow>
    let tally = Tally()
    func id(_ number: Int) -> CountedRow.ID { CountedRow.ID(number: number, tally: tally) }
    let table = TableSnapshot(rows: (0..<600).map { CountedRow($0, tally) })
    let edits = (1..<600).flatMap { number -> [Edit] in
      [.patch(.id(id(number))) { $0.content = 1 }, .move(.id(id(number)), to: .before(id(0)))]
    }
    var patched = PatchedTable(table)
    tally.reset()
    let numbered = edits.enumerated().map { PendingChange($0, [$1]) }
    let isMade = patched.follow(to: table, numbered, names: [:])
    #expect(isMade && patched.table.map(\.identity.number) == Array(1..<600) + [0])
    #expect(tally.hashes <= 40 * edits.count)
    // A row is deleted from the source, and all edits are reapplied.
    var next = table
    next.remove(at: RowPath(0, 300))
    let isFollowed = patched.follow(to: next, numbered, names: [:])
    #expect(isFollowed && patched.table.map(\.identity.number) == Array(1..<300) + Array(301..<600) + [0])
  }

  private typealias Edit = TableEdit<OneSection, SampleRow>

  @Test("edits of one row agree with the same edits applied one after another")
  func chains() {
    let edits: [[Edit]] = [
      [
        .patch(.id(2)) { $0.content += 1 }, .patch(.id(2)) { $0.content += 2 },
        .insert([SampleRow(10)], at: .after(2)), .insert([SampleRow(11)], at: .after(10)),
        .insert([SampleRow(12)], at: .before(11)), .move(.id(3), to: .after(3)), .move(.id(77), to: .before(78)),
        .move(.id(10), to: .after(10)), .patch(.id(11)) { $0.content = 5 },
      ],
      [.insert([SampleRow(13)], at: .end), .insert([SampleRow(14)], at: .after(13))],
      [.remove(.id(5)), .insert([SampleRow(5, content: 1)], at: .before(4))],
      [.insert([SampleRow(15)], at: .end), .move(.id(6), to: .end)],
    ]
    var source = TableSnapshot(rows: (1...8).map { SampleRow($0) })
    var patched = PatchedTable(source)
    let steps: [(inout TableSnapshot<OneSection, SampleRow>) -> Void] = [
      { _ in }, { $0.insert(SampleRow(20), at: .path(RowPath(0, 0))) }, { $0.update(.id(4)) { $0.content = 9 } },
      { $0.update(.id(2)) { $0.content = 7 } }, { $0.remove(id: 7) }, { $0.append(SampleRow(21)) },
    ]
    for (step, change) in steps.enumerated() {
      change(&source)
      let some = edits.prefix(step + 1).enumerated().map { PendingChange($0, $1) }
      let isMade = patched.follow(to: source, some, names: [:])
      var plain = source
      var finder = RowFinder<OneSection, SampleRow>()
      for edit in some.flatMap(\.edits) { _ = edit.edit.apply(to: &plain, with: &finder) }
      #expect(isMade && patched.table == plain, "step \(step)")
    }
  }
  @Test("an edit that is reapplied keeps its place before later edits at the end of a section")
  func madeAgainAtTheEnd() {
    var source = TableSnapshot(rows: [SampleRow(1)])
    var patched = PatchedTable(source)
    let edits: [[Edit]] = [
      [.patch(.id(1)) { $0.content += 1 }, .insert([SampleRow(10)], at: .end)], [.insert([SampleRow(11)], at: .end)],
      [.insert([SampleRow(12)], at: .end)],
    ]
    let numbered = edits.enumerated().map { PendingChange($0, $1) }
    for content in 0..<2 {
      source.update(.id(1)) { $0.content = content }
      let isMade = patched.follow(to: source, numbered, names: [:])
      #expect(isMade && patched.table.map(\.id) == [1, 10, 11, 12])
      #expect(patched.table[RowPath(0, 0)]?.content == content + 1)
    }
  }

  @Test("a chain of renames leads to the last identity, and a cycle to none")
  func lastNames() {
    #expect([1: 2, 2: 3, 3: 4].lastName(of: 1) == 4 && [1: 2].lastName(of: 2) == nil)
    #expect([1: 2, 2: 1].lastName(of: 1) == nil)
  }
}

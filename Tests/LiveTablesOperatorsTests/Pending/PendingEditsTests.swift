@testable import LiveTablesOperators
import LiveTablesTesting
import Synchronization
import TestSupport
import Testing

@testable import LiveTables

/// Tests the state machine of pending edits, without a source or tasks.
@Suite("Pending edits") struct PendingEditsTests {
  private typealias Edits = PendingEdits<SampleSection, SampleRow>

  private static func content(_ ids: Int..., content: Int = 0) -> CapturedTable<SampleSection, SampleRow> {
    CapturedTable(
      TableSnapshot(sections: [TableSection(SampleSection(0), rows: ids.map { SampleRow($0, content: content) })]))
  }

  private func ids(_ edits: Edits) -> [Int] { edits.table.table.map(\.id) }

  @Test("an edit is applied to every newer table until it is settled, and then exactly its effect is removed")
  func replay() {
    var edits = Edits(Self.content(1, 2, 3))
    let removal = edits.add([.remove(id: 2)])
    #expect(ids(edits) == [1, 3], "at once")
    let insertion = edits.add([.insert([SampleRow(9)], at: .after(1))])
    _ = edits.update()
    #expect(ids(edits) == [1, 9, 3])
    let answer1 = edits.follow(Self.content(5, 1, 2, 3), revision: 1, hasOtherRows: false)
    #expect(answer1 == [])
    _ = edits.update()
    #expect(ids(edits) == [5, 1, 9, 3])
    let answer2 = edits.refuse(removal)
    #expect(answer2)
    _ = edits.update()
    #expect(ids(edits) == [5, 1, 9, 2, 3])
    let answer3 = edits.refuse(removal)
    let answer99 = edits.refuse(99)
    #expect(!answer3 && !answer99)
    let answer4 = edits.confirm(insertion, .confirmed)
    #expect(answer4)
    _ = edits.update()
    #expect(ids(edits) == [5, 1, 2, 3])
    #expect(edits.waiting == 0)
  }

  @Test("a receipt that waits for a table is not met before the source has one") func noTable() {
    var edits = Edits()
    let removal = edits.add([.remove(id: 7)])
    let early = edits.confirm(removal, .once { !$0.contains { $0.id == 7 } })
    #expect(!early)
    let stale = edits.follow(Self.content(7, 8), revision: 0, hasOtherRows: false)
    #expect(stale == [])
    let settled = edits.follow(Self.content(8), revision: 1, hasOtherRows: false)
    #expect(settled == [removal])
  }

  @Test("rows that an edit inserts with sections, or replaces, count as the source's own")
  func doubledRows() {
    func table(_ sections: [Int: [Int]]) -> TableSnapshot<SampleSection, SampleRow> {
      TableSnapshot(
        sections: sections.sorted { $0.key < $1.key }.map { id, rows in
          TableSection(SampleSection(id), rows: rows.map { SampleRow($0) })
        })
    }
    func section(_ id: Int, _ rows: [Int]) -> TableEdit<SampleSection, SampleRow> {
      .insertSections([TableSection(SampleSection(id), rows: rows.map { SampleRow($0) })], at: .end)
    }
    let first = table([0: [1, 2]])
    let replacement = TableEdit<SampleSection, SampleRow>.replace(.ids([1, 2]), with: [SampleRow(30), SampleRow(31)])
    for (edit, newer, expected) in [
      (section(1, [7, 8]), [0: [1, 2], 1: [8, 9]], [0: [1, 2], 1: [8, 9, 7]]),
      (section(1, [50, 51]), [0: [1, 2, 50]], [0: [1, 2, 50], 1: [51]]),
      (replacement, [0: [1, 30, 2]], [0: [30, 31]]),
      (replacement, [0: [30, 2]], [0: [30, 31]]),
      (.replace(.ids([1, 2]), with: [SampleRow(2), SampleRow(1)]), [0: [1, 2, 3]], [0: [2, 1, 3]]),
    ] as [(TableEdit<SampleSection, SampleRow>, [Int: [Int]], [Int: [Int]])] {
      var edits = Edits(CapturedTable(first))
      _ = edits.add([edit])
      _ = edits.follow(CapturedTable(table(newer)), revision: 1, hasOtherRows: false)
      _ = edits.update()
      #expect(edits.shown == table(expected), "\(edit) of \(newer)")
    }
  }

  /// A row with a hidden value that `hasSameContent(as:)` ignores.
  private struct Hidden: Diffable, Sendable {
    let identity: Int
    var shown = 0
    var hidden = 0

    func hasSameContent(as other: Hidden) -> Bool { shown == other.shown }
  }

  @Test("rows with edits are those of the newest table, also after changes that are not visible")
  func otherRows() {
    func table(_ hidden: Int) -> TableSnapshot<OneSection, Hidden> {
      TableSnapshot(rows: (0..<100).map { Hidden(identity: $0, hidden: hidden) })
    }
    var edits = PendingEdits<OneSection, Hidden>()
    edits.follow(table(1))
    for id in 0..<20 {
      _ = edits.add([.patch(.id(id)) { $0.shown += 1 }])
      _ = edits.update()
    }
    for hidden in 2...4 {
      edits.follow(table(hidden))
      _ = edits.update()
      #expect(edits.shown.allSatisfy { $0.hidden == hidden })
      #expect(edits.shown.map(\.shown) == (0..<100).map { $0 < 20 ? 1 : 0 })
    }
  }

  @Test("an edit is applied once when it is added, and all pending edits once for each table")
  func work() {
    let made = Mutex<[Int]>([])
    var edits = Edits(Self.content(1, 2)) { replay, content, waiting, names in
      made.withLock { $0.append(waiting.count) }
      return replay.table(of: content, waiting, renamed: names)
    }
    _ = edits.add([.remove(id: 1)])
    _ = edits.update()
    let second = edits.add([.append(SampleRow(3))])
    _ = edits.update()
    #expect(made.withLock { $0 } == [1, 1])
    _ = edits.follow(Self.content(1, 2, 4), revision: 1, hasOtherRows: false)
    _ = edits.add([.append(SampleRow(5))])
    _ = edits.update()
    _ = edits.update()
    #expect(made.withLock { $0 } == [1, 1, 3])
    _ = edits.refuse(second)
    _ = edits.refuse(second)
    _ = edits.update()
    #expect(made.withLock { $0 } == [1, 1, 3, 2] && ids(edits) == [2, 4, 5])
  }

  /// A row whose identity counts its hash and equality calls.
  private struct Asked: Diffable, Sendable {
    struct Identity: Hashable, Sendable {
      static let count = Mutex(0)
      let id: Int

      static func == (one: Self, two: Self) -> Bool {
        count.withLock { $0 += 1 }
        return one.id == two.id
      }

      func hash(into hasher: inout Hasher) {
        Self.count.withLock { $0 += 1 }
        hasher.combine(id)
      }
    }

    let identity: Identity
    var content = 0

    func hasSameContent(as other: Asked) -> Bool { content == other.content }
  }

  @Test("another edit of a followed table visits few rows") func another() {
    var edits = PendingEdits<OneSection, Asked>()
    func follow(_ content: Int) {
      edits.follow(TableSnapshot(rows: (0..<4_000).map { Asked(identity: .init(id: $0), content: content) }))
      _ = edits.update()
    }
    follow(0)
    for id in 0..<20 { _ = edits.add([.patch(.id(.init(id: id * 100))) { $0.content += 1 }]) }
    follow(1)
    let before = Asked.Identity.count.withLock { $0 }
    _ = edits.add([.patch(.id(.init(id: 3_950))) { $0.content += 1 }])
    let asked = Asked.Identity.count.withLock { $0 } - before
    #expect(edits.shown[RowPath(0, 3_950)]?.content == 2)
    #expect(asked < 400, "\(asked)")
  }

  @Test("a confirmed edit waits for its revision, or for a table that contains it")
  func receipts() {
    var edits = Edits(Self.content(1, 2))
    _ = edits.follow(Self.content(1, 2), revision: 4, hasOtherRows: false)
    let one = edits.add([.remove(id: 1)])
    let two = edits.add([.append(SampleRow(3))])
    let three = edits.add([.remove(id: 2)])
    let answer5 = edits.confirm(one, .revision(6))
    #expect(!answer5)
    let answer6 = edits.confirm(two, .once { $0.contains { $0.id == 3 } })
    #expect(!answer6)
    let answer7 = edits.confirm(three, .revision(4))
    #expect(answer7)
    let answer8 = edits.follow(Self.content(2), revision: 5, hasOtherRows: false)
    #expect(answer8 == [])
    let answer9 = edits.follow(Self.content(2, 3), revision: 6, hasOtherRows: false)
    #expect(answer9 == [one, two])
    _ = edits.update()
    #expect(ids(edits) == [2, 3])
  }

  @Test("a renamed row has its old identity until the source has the new one")
  func renames() {
    var edits = Edits(Self.content(1, 2))
    let creation = edits.add([.insert([SampleRow(-1)], at: .after(1))])
    _ = edits.add([.patch(.id(-1)) { $0.content = 3 }])
    let removal = edits.add([.remove(id: -1)])
    let answer10 = edits.update()
    #expect(answer10 == [:])
    #expect(ids(edits) == [1, 2])
    let answer11 = edits.refuse(removal)
    #expect(answer11)
    let answer12 = edits.update()
    #expect(answer12 == [:])
    edits.rename([-1: 7])
    let answer13 = edits.update()
    #expect(answer13 == [:], "the source does not have it yet")
    #expect(ids(edits) == [1, -1, 2])
    _ = edits.follow(Self.content(1, 7, 2), revision: 1, hasOtherRows: false)
    let answer14 = edits.update()
    #expect(answer14 == [-1: 7])
    #expect(ids(edits) == [1, 7, 2])
    #expect(edits.table.table[RowPath(0, 1)]?.content == 3, "the edit that named it by its old identity")
    let answer15 = edits.confirm(creation, .confirmed)
    #expect(answer15)
    let answer16 = edits.update()
    #expect(answer16 == [:])
    #expect(ids(edits) == [1, 7, 2])
    _ = edits.follow(Self.content(1, 2), revision: 2, hasOtherRows: false)
    let answer17 = edits.update()
    #expect(answer17 == [:])
    #expect(ids(edits) == [1, 2])
  }

  @Test("a row that is replaced and renamed while its edit is pending is not lost") func replacedAndRenamed() {
    var edits = Edits(Self.content(1))
    _ = edits.add([.append(SampleRow(-1))])
    _ = edits.add([.replace(.id(-1), with: [SampleRow(-1, content: 3)])])
    edits.rename([-1: 40])
    _ = edits.update()
    _ = edits.follow(Self.content(1, 40), revision: 1, hasOtherRows: false)
    _ = edits.update()
    #expect(ids(edits).count == 2 && edits.table.table[RowPath(0, 1)]?.content == 3)
  }

  @Test("an identity that no pending edit names can belong to another row")
  func reusedName() {
    var edits = Edits(Self.content(1, 2))
    _ = edits.add([.remove(id: 2)])
    _ = edits.update()
    for id in 7...9 {
      let creation = edits.add([.append(SampleRow(-1))])
      _ = edits.update()
      #expect(ids(edits).last == -1, "it is another row each time")
      edits.rename([-1: id])
      _ = edits.update()
      _ = edits.follow(CapturedTable(appending(id, to: edits)), revision: id, hasOtherRows: false)
      let confirmed = edits.confirm(creation, .confirmed)
      #expect(confirmed)
      let renamed = edits.update()
      #expect(renamed == [-1: id], "and is called otherwise in the end")
    }
    #expect(ids(edits) == [1, 7, 8, 9])
  }

  private func appending(_ id: Int, to edits: Edits) -> TableSnapshot<SampleSection, SampleRow> {
    var table = edits.source.table
    table.append(SampleRow(id))
    return table
  }

  @Test("a row that is renamed twice keeps both identities while an edit with the first is pending")
  func namedTwice() {
    var edits = Edits(Self.content(1))
    _ = edits.add([.insert([SampleRow(-1)], at: .after(1)), .patch(.id(-1)) { $0.content = 3 }])
    let other = edits.add([.remove(id: 1)])
    edits.rename([-1: 7])
    edits.rename([7: 8])
    _ = edits.update()
    let refused = edits.refuse(other)
    _ = edits.follow(Self.content(1, 8), revision: 1, hasOtherRows: false)
    _ = edits.update()
    #expect(refused && ids(edits) == [1, 8])
    #expect(edits.table.table[RowPath(0, 1)]?.content == 3)
  }

  @Test("a row that gets its first identity back keeps all edits", arguments: [1, 12])
  func namedBack(count: Int) {
    var edits = Edits(Self.content(1))
    for step in 0..<count { _ = edits.add([.patch(.id(1)) { $0.content = step }]) }
    edits.rename([1: 2])
    _ = edits.update()
    _ = edits.follow(Self.content(2), revision: 1, hasOtherRows: false)
    _ = edits.update()
    _ = edits.add([.patch(.id(2)) { $0.content += 100 }])
    edits.rename([2: 1])
    _ = edits.follow(Self.content(1), revision: 2, hasOtherRows: false)
    _ = edits.update()
    #expect(ids(edits) == [1] && edits.table.table[RowPath(0, 0)]?.content == count - 1 + 100)
  }

  private enum Event: CaseIterable {
    case add1, add2, table1, table2, settle1, settle2
  }

  /// The ways to settle an edit.
  private enum Ending: CaseIterable {
    case confirmed, revision, table, refused
  }

  @Test("two edits, two tables and two answers in every order show pending edits and not settled ones twice")
  func everyOrder() {
    let orders = Self.permutations(Event.allCases).filter {
      $0.firstIndex(of: .add1)! < $0.firstIndex(of: .settle1)!
        && $0.firstIndex(of: .add2)! < $0.firstIndex(of: .settle2)!
        && $0.firstIndex(of: .table1)! < $0.firstIndex(of: .table2)!
    }
    #expect(orders.count == 90)
    for one in Ending.allCases {
      for two in Ending.allCases { for order in orders { run(order, [one, two]) } }
    }
  }

  private func run(_ order: [Event], _ endings: [Ending]) {
    var edits = Edits(Self.content(1, 2, 3))
    var (revision, server) = (0, [1, 2, 3])
    _ = edits.follow(Self.content(1, 2, 3), revision: 0, hasOtherRows: false)
    var (numbers, taken, settled) = ([0, 0], [false, false], [false, false])
    func table() -> CapturedTable<SampleSection, SampleRow> {
      CapturedTable(TableSnapshot(sections: [TableSection(SampleSection(0), rows: server.map { SampleRow($0) })]))
    }
    func tell() {
      revision += 1
      for number in edits.follow(table(), revision: revision, hasOtherRows: false) {
        settled[numbers.firstIndex(of: number) ?? 0] = true
      }
    }
    for event in order {
      switch event {
      case .add1: numbers[0] = edits.add([.insert([SampleRow(9)], at: .after(1))])
      case .add2: numbers[1] = edits.add([.remove(id: 2)])
      case .table1:
        server.append(5)
        tell()
      case .table2:
        server.removeAll { $0 == 3 }
        tell()
      case .settle1, .settle2:
        let number = event == .settle1 ? 0 : 1
        if endings[number] != .refused {
          taken[number] = true
          if number == 0 { server.insert(9, at: 1) } else { server.removeAll { $0 == 2 } }
        }
        let isThere: @Sendable (SampleTable) -> Bool = { table in
          number == 0 ? table.contains { $0.id == 9 } : !table.contains { $0.id == 2 }
        }
        switch endings[number] {
        case .confirmed:
          tell()
          settled[number] = edits.confirm(numbers[number], .confirmed)
        case .revision: settled[number] = edits.confirm(numbers[number], .revision(revision + 1))
        case .table: settled[number] = edits.confirm(numbers[number], .once(isThere))
        case .refused: settled[number] = edits.refuse(numbers[number])
        }
      }
      _ = edits.update()
      let shown = ids(edits)
      for number in 0...1 where numbers[number] > 0 {
        let isShown = number == 0 ? shown.count { $0 == 9 } == 1 : !shown.contains(2)
        #expect(isShown == (!settled[number] || taken[number]), "\(endings) \(order): \(shown) after \(event)")
      }
    }
    tell()
    _ = edits.update()
    #expect(edits.waiting == 0)
    #expect(ids(edits) == server, "\(endings) \(order)")
  }

  private static func permutations<Element>(_ all: [Element]) -> [[Element]] {
    if all.isEmpty { return [[]] }
    return all.indices.flatMap { index in
      var rest = all
      let one = rest.remove(at: index)
      return permutations(rest).map { [one] + $0 }
    }
  }
}

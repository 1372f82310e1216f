@_spi(Adapters) import LiveTablesTesting
import Synchronization
import Testing

@_spi(Adapters) @testable import LiveTables

/// The machine of edits that wait, without a source and without tasks.
@Suite("Pending edits") struct PendingEditsTests {
  private typealias Edits = PendingEdits<SampleSection, SampleRow>
  private typealias Edit = TableEdit<SampleSection, SampleRow>

  private static func content(_ ids: Int..., content: Int = 0) -> CapturedTable<SampleSection, SampleRow> {
    CapturedTable(
      TableSnapshot(sections: [TableSection(SampleSection(0), rows: ids.map { SampleRow($0, content: content) })]))
  }

  private func ids(_ edits: Edits) -> [Int] { edits.table.table.map(\.id) }

  @Test("an edit stays on every newer table until it is settled; then exactly its effect goes")
  func replay() {
    var edits = Edits(Self.content(1, 2, 3))
    let removal = edits.add([.remove(id: 2)])
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

  /// A row of which not all is seen.
  private struct Hidden: Diffable, Sendable {
    let identity: Int
    var shown = 0
    var hidden = 0

    func hasSameContent(as other: Hidden) -> Bool { shown == other.shown }
  }

  @Test("rows with edits are those of the newest table, also where nothing that is seen has changed")
  func otherRows() {
    func table(_ hidden: Int) -> TableSnapshot<OneSection, Hidden> {
      TableSnapshot(rows: (0..<100).map { Hidden(identity: $0, hidden: hidden) })
    }
    var edits = PendingEdits<OneSection, Hidden>()
    edits.follow(table(1))
    for id in 0..<20 {
      _ = edits.add([.update(.id(id)) { $0.shown += 1 }])
      _ = edits.update()
    }
    edits.follow(table(2))
    _ = edits.update()
    #expect(edits.shown.allSatisfy { $0.hidden == 2 })
    #expect(edits.shown.map(\.shown) == (0..<100).map { $0 < 20 ? 1 : 0 })
  }

  @Test("an edit is made once when it is added, and all that wait once for each table")
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

  @Test("a confirmed edit waits for its revision, or for a table that has it")
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

  @Test("a row with another identity is one row: with the old one until the source has it, then with the new one")
  func renames() {
    var edits = Edits(Self.content(1, 2))
    let creation = edits.add([.insert([SampleRow(-1)], at: .after(1))])
    _ = edits.add([.update(.id(-1)) { $0.content = 3 }])
    let removal = edits.add([.remove(id: -1)])
    let answer10 = edits.update()
    #expect(answer10 == [:])
    #expect(ids(edits) == [1, 2])
    let answer11 = edits.refuse(removal)
    #expect(answer11)
    let answer12 = edits.update()
    #expect(answer12 == [:])
    edits.rename(-1, to: 7)
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

  private enum Event: CaseIterable {
    case add1, add2, table1, table2, settle1, settle2
  }

  /// How an edit is settled.
  private enum Ending: CaseIterable {
    case confirmed, revision, table, refused
  }

  @Test("two edits, two newer tables, two answers, in every order: what waits is shown, what is settled is not, once")
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

  @Test("edits made at once are those made one after another", arguments: 0..<8)
  func together(part: UInt64) throws {
    let seeds = UInt64(ContractTests.changesets / 40)
    for seed in part * seeds..<(part + 1) * seeds {
      var random = SeededGenerator(seed: seed)
      var kind = RandomTables.Kind()
      kind.hasDuplicates = seed % 5 == 4
      var tables = RandomTables(seed: seed, kind)
      var replay = EditReplay<SampleSection, SampleRow>()
      var table = tables.next()
      for step in 0..<6 {
        if step > 0 { table = tables.next(after: table) }
        let edits = (0..<Int.random(in: 0...12, using: &random)).map { number in
          NumberedEdits(number, [Self.edit(&random, isSimple: seed % 3 > 0)])
        }
        let source = CapturedTable(table)
        let names = seed % 2 == 0 ? [:] : [100 + Int(seed % 24): 3, 5: 7, 7: 9]
        let expected = replay.edited(source, edits, names)
        replay.forget()
        let found = replay.table(of: source, edits, renamed: names).table
        if found != expected.table {
          Issue.record(
            "seed \(seed), step \(step)\nof       \(table)\nby \(edits)\nfound    \(found)\nexpected \(expected.table)")
          return
        }
      }
    }
  }

  @Test("edits come and go over tables that change: the same as all made again, one after another", arguments: 0..<8)
  func following(part: UInt64) {
    var followed = 0
    let seeds = UInt64(ContractTests.changesets / 80)
    for seed in part * seeds..<(part + 1) * seeds {
      var random = SeededGenerator(seed: seed)
      let ids = Array(0..<80).shuffled(using: &random).map { $0 < 24 ? $0 : 1_000 + $0 }
      var table = TableSnapshot(sections: [
        TableSection(SampleSection(0), rows: ids[..<50].map { SampleRow($0) }),
        TableSection(SampleSection(1), rows: ids[50...].map { SampleRow($0) }),
      ])
      let names = seed % 2 == 0 ? [:] : [100 + Int(seed % 24): 3, 5: 7, 7: 9]
      let likelihood = [1, 2, 8, 30][Int(seed % 4)]
      var (edits, number): ([NumberedEdits<SampleSection, SampleRow>], Int) = ([], 0)
      var replay = EditReplay<SampleSection, SampleRow>()
      for step in 0..<16 {
        let before = table
        for _ in 0..<Int.random(in: 1...3, using: &random) where step > 0 && step % 4 > 0 {
          Self.change(&table, &random, likelihood)
        }
        edits.removeAll { _ in Int.random(in: 0..<8, using: &random) == 0 }
        for _ in 0..<(step == 0 ? 8 : Int.random(in: 0...2, using: &random)) {
          number += 1
          let count = Int.random(in: 0..<5, using: &random) == 0 ? 2 : 1
          edits.append(NumberedEdits(number, (0..<count).map { _ in Self.edit(&random, isSimple: true) }))
        }
        let source = CapturedTable(table)
        var patched = replay.patched
        if patched?.isMade == true, patched?.goOn(to: table, edits) == true { followed += 1 }
        let expected = replay.edited(source, edits, names).table
        let found = replay.table(of: source, edits, renamed: names).table
        if found != expected {
          let tables = "from     \(before)\nto       \(table)"
          Issue.record("seed \(seed), step \(step)\n\(tables)\nby \(edits)\nfound    \(found)\nexpected \(expected)")
          return
        }
      }
    }
    #expect(followed > seeds * 10, "of 15 for each seed")
  }

  /// Changes something; every so many times it is a row that edits may name.
  private static func change(_ table: inout SampleTable, _ random: inout SeededGenerator, _ likelihood: Int) {
    let section = Int.random(in: 0...1, using: &random)
    func path(upTo bound: Int) -> RowPath {
      RowPath(section: section, row: Int.random(in: 0..<table.sections[section].rows.count + bound, using: &random))
    }
    let isNamed = Int.random(in: 0..<likelihood, using: &random) == 0
    let id = Int.random(in: 0..<24, using: &random) + [0, 0, 100, 400][Int.random(in: 0..<4, using: &random)]
    if isNamed, let found = table.path(of: id) {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: table.remove(at: found)
      case 1: table.update(at: found) { $0.content += 1 }
      default: if let row = table.remove(at: found) { table.insert(row, at: path(upTo: 1)) }
      }
      return
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: table.insert(SampleRow(isNamed ? id : Int.random(in: 5_000..<9_000, using: &random)), at: path(upTo: 1))
    case 1: table.remove(at: path(upTo: 0))
    case 2:
      guard let row = table.remove(at: path(upTo: 0)) else { return }
      table.insert(row, at: path(upTo: 1))
    case 3: table.updateSection(SampleSection(section, content: id))
    default: table.update(at: path(upTo: 0)) { $0.content += 1 }
    }
  }

  static func edit(_ random: inout SeededGenerator, isSimple: Bool = false) -> TableEdit<SampleSection, SampleRow> {
    let id = Int.random(in: 0..<24, using: &random)
    let other = Int.random(in: 0..<24, using: &random)
    let path = RowPath(section: Int.random(in: 0..<4, using: &random), row: Int.random(in: 0..<5, using: &random))
    switch Int.random(in: 0..<(isSimple ? 11 : 16), using: &random) {
    case 0: return .remove(.ids([id, other]))
    case 1: return .replace(SampleRow(id, content: other % 4))
    case 2: return .move(.ids([id, other]), to: .after((id + other) % 24))
    case 3: return .move(.id(id), to: .before(other))
    case 4: return .insert([SampleRow(100 + id), SampleRow(200 + other)], at: .after(other))
    case 5: return .insert([SampleRow(id)], at: .before(100 + other))
    case 6: return .update(.ids([id, 100 + other])) { $0.content += 1 }
    case 7: return .append(SampleRow(400 + id))
    case 8: return .append(SampleRow(400 + id), to: other % 5)
    case 9: return .remove(id: 100 + id)
    case 10: return .move(.ids([100 + id, other]), to: .end)
    case 11: return .remove(.where { $0.id % 7 == id % 7 })
    case 12: return .insert([SampleRow(300 + id)], at: .path(path))
    case 13: return .sort { $0.id < $1.id }
    case 14: return .remove(.last())
    default: return .removeSections(.index(path.section))
    }
  }
}

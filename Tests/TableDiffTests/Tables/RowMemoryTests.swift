import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import TableDiff

@Suite("Tables that remember rows' places")
struct RowMemoryTests {
  private typealias Content = TableSnapshot<Int, Numbered>

  private struct Numbered: Diffable, Equatable, Sendable {
    let identity: Int
    var content = 0
  }

  private static func table(_ count: Int, sections: Int = 3) -> Content {
    TableSnapshot(
      sections: (0..<sections).map { section in
        TableSection(section, rows: (0..<count / sections).map { Numbered(identity: $0 * sections + section) })
      })
  }

  /// Searches for a row often enough for the table to remember where its rows are.
  private static func search<Section, Row>(_ table: inout TableSnapshot<Section, Row>, for id: Row.Identity) {
    for _ in 0..<9 { _ = table.paths(of: .id(id)) }
  }

  @Test("rows are found where a scan finds them, after any edits", arguments: 0..<Trials.count(32))
  func finds(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var table = Self.table(300)
    var remembered = 0
    for step in 0..<600 {
      let id = Int.random(in: 0..<310, using: &random)
      let path = RowPath(Int.random(in: 0..<3, using: &random), Int.random(in: 0..<90, using: &random))
      switch Int.random(in: 0..<120, using: &random) {
      case 0: table.insert(Numbered(identity: id), at: .path(path))
      case 1: table.remove(id: id)
      case 2: table.move(.id(id), to: .path(path))
      case 3: table.replace(.path(path), with: Numbered(identity: id))
      case 4: table[path] = Numbered(identity: id)
      case 5: table.moveSections(.index(0), to: .end)
      case 6: table.sort(by: { $0.content < $1.content })
      default: table.update(.id(id)) { $0.content = step }
      }
      if table.remembersRows { remembered += 1 }
      let plain = TableSnapshot(sections: table.sections.map { TableSection($0.value, rows: Array($0.rows)) })
      for id in [id, (id * 7) % 310, -1] where table.path(of: id) != plain.path(of: id) {
        Issue.record("step \(step): \(id) is at \(String(describing: plain.path(of: id)))")
        return
      }
      #expect(table.row(id: id) == plain.row(id: id))
      #expect(table.paths(of: [5, id, -1, 7, 9]) == plain.paths(of: [5, id, -1, 7, 9]))
    }
    #expect(remembered > 60)
  }

  @Test("a table remembers places after some scans, until rows change their places")
  func remembers() {
    var table = Self.table(300)
    for number in 0..<3 {
      #expect(!table.remembersRows)
      table.replace(Numbered(identity: 299, content: number))
    }
    #expect(table.remembersRows)
    table.replace(Numbered(identity: 150, content: 1))
    table.update(.id(151)) { $0.content = 2 }
    table[RowPath(1, 7)] = table[RowPath(1, 7)].map { Numbered(identity: $0.identity, content: 9) }
    table.replace(at: RowPath(1, 8), with: Numbered(identity: 25, content: 9))
    #expect(table.remembersRows && table == table)
    #expect(table.row(id: 150)?.content == 1 && table.row(id: 151)?.content == 2)
  }

  @Test("a remembered place is compared with its row, and tables of up to 64 rows are scanned")
  func compares() {
    let tally = Tally()
    func table(_ count: Int) -> TableSnapshot<OneSection, CountedRow> {
      var table = TableSnapshot(rows: (0..<count).map { CountedRow($0, tally) })
      Self.search(&table, for: CountedRow.ID(number: -1, tally: tally))
      return table
    }
    #expect(!table(64).remembersRows)
    for count in [65, 1_000] {
      let table = table(count)
      tally.reset()
      #expect(table.path(of: CountedRow.ID(number: count - 1, tally: tally)) == RowPath(0, count - 1))
      #expect(tally.hashes == 1 && tally.equalities <= 2)
      #expect(table.path(of: CountedRow.ID(number: -1, tally: tally)) == nil)
      #expect(tally.hashes == 2 && tally.equalities <= 3)
    }
  }

  @Test("a table that is only read remembers places after three long scans, and so do its copies")
  func remembersWhileItIsRead() {
    let tally = Tally()
    let rows = (0..<1_000).map { CountedRow($0, tally) }
    var table = TableSnapshot(grouping: rows) { $0.identity.number < 64 ? 0 : 1 }
    func questions(_ number: Int) -> Int {
      tally.reset()
      let path = number < 0 ? nil : number < 64 ? RowPath(0, number) : RowPath(1, number - 64)
      #expect(table.path(of: CountedRow.ID(number: number, tally: tally)) == path)
      return tally.equalities
    }
    for _ in 0..<9 { #expect(questions(100) <= 101) }
    #expect(questions(999) == 1_000 && questions(-1) == 1_000 && questions(500) == 501)
    #expect(tally.hashes == 936)
    let copy = table
    for number in [-1, 64, 500, 999] { #expect(questions(number) <= 66 && tally.hashes == 1) }
    #expect(questions(63) == 64)
    table.insert(CountedRow(1_000, tally), at: RowPath(1, 0))
    tally.reset()
    #expect(table.path(of: CountedRow.ID(number: 999, tally: tally)) == RowPath(1, 936) && tally.equalities == 1_001)
    #expect(copy.path(of: CountedRow.ID(number: 999, tally: tally)) == RowPath(1, 935) && tally.equalities <= 1_068)
  }

  @Test("many rows are found in one pass, or in none if their places are remembered")
  func comparesMany() {
    let tally = Tally()
    let ids = [999, -1, 3, 500, 7].map { CountedRow.ID(number: $0, tally: tally) }
    let paths = [RowPath(0, 999), nil, RowPath(0, 3), RowPath(0, 500), RowPath(0, 7)]
    var table = TableSnapshot(rows: (0..<1_000).map { CountedRow($0, tally) })
    tally.reset()
    #expect(table.paths(of: ids) == paths)
    #expect(tally.hashes == 1_005 && tally.equalities <= 20)
    Self.search(&table, for: CountedRow.ID(number: -1, tally: tally))
    tally.reset()
    #expect(table.remembersRows && table.paths(of: ids) == paths)
    #expect(tally.hashes == 5 && tally.equalities <= 20)
  }

  @Test("rows with shared identities or colliding hashes do not make other edits slower than a scan")
  func crowds() {
    for collide in [false, true] {
      let tally = Tally()
      tally.hashesCollide = collide
      var table = TableSnapshot(rows: (0..<2_000).map { CountedRow($0 < 600 ? 0 : $0, tally) })
      Self.search(&table, for: CountedRow.ID(number: -1, tally: tally))
      #expect(table.remembersRows == !collide)
      for step in 1...10 {
        tally.reset()
        table.update(.id(CountedRow.ID(number: 1_000, tally: tally))) { $0.content = step }
        #expect(tally.questions <= (collide ? 1_010 : 20))
      }
      #expect(table[1_000].content == 10 && table.path(of: CountedRow.ID(number: 0, tally: tally)) == RowPath(0, 0))
    }
  }

  @Test("a table forgets places when rows are inserted, deleted, moved or renamed")
  func forgets() {
    let edits: [(String, (inout Content) -> Void)] = [
      ("insert", { $0.insert(Numbered(identity: 1_000), at: .path(RowPath(0, 3))) }),
      ("remove", { $0.remove(id: 7) }),
      ("remove at a path", { $0[RowPath(1, 1)] = nil }),
      ("move", { $0.move(.id(9), to: .path(RowPath(2, 0))) }),
      ("another identity", { $0.replace(.id(9), with: Numbered(identity: 1_000)) }),
      ("another identity at a path", { $0[RowPath(0, 1)] = Numbered(identity: 1_000) }),
      ("sort", { $0.sort(by: { $0.identity > $1.identity }) }),
      ("set", { $0.set([Numbered(identity: 1)], in: 1) }),
      ("sections removed", { $0.removeSections(.id(0)) }),
      ("sections moved", { $0.moveSections(.id(0), to: .end) }),
    ]
    for (what, edit) in edits {
      var table = Self.table(300)
      Self.search(&table, for: -1)
      let before = table
      edit(&table)
      #expect(!table.remembersRows, "\(what)")
      #expect(before.remembersRows && before == Self.table(300), "\(what): a copy stays what it was")
      for id in [0, 7, 9, 299, 1_000] {
        let plain = Array(table).firstIndex { $0.identity == id }
        #expect(table.path(of: id).flatMap { table.offset(of: $0) } == plain, "\(what): \(id)")
      }
    }
  }

  @Test("removing row after row by identity never builds an index")
  func removals() {
    var table = Self.table(300)
    for id in stride(from: 299, to: 100, by: -1) {
      table.remove(id: id)
      #expect(!table.remembersRows)
    }
    #expect(table.count == 101)
    var other = Self.table(300)
    other[RowPath(0, 1)] = nil
    #expect(other.memory == nil, "where nothing was looked for there is nothing to remember")
  }

  @Test("the first of several rows with the same identity is found")
  func duplicates() {
    var table = TableSnapshot(rows: (0..<400).map { Numbered(identity: $0 % 100, content: $0) })
    Self.search(&table, for: -1)
    #expect(table.remembersRows)
    for id in 0..<100 { #expect(table.path(of: id) == RowPath(0, id)) }
    table.replace(Numbered(identity: 5, content: -1))
    #expect(table[5].content == -1 && table[105].content == 105)
  }

  @Test("rows that are not equal to themselves are not found, but their neighbors are", arguments: [3, 8])
  func unequal(count: Int) {
    let table = TableSnapshot(rows: (0..<200).map { $0 % 3 == 0 ? Double.nan : Double($0) })
    let ids = [.nan, 199, -1, 100, .nan, 1, 7, 8].prefix(count)
    let paths = [nil, RowPath(0, 199), nil, RowPath(0, 100), nil, RowPath(0, 1), RowPath(0, 7), RowPath(0, 8)]
    #expect(table.paths(of: ids) == Array(paths.prefix(count)))
  }

  @Test("both of two rows with the same hash are found")
  func sharedHashes() {
    struct Row: Diffable, Hashable, Sendable {
      let number: Int
      func hash(into hasher: inout Hasher) { hasher.combine(number / 2) }
    }
    var table = TableSnapshot(rows: (0..<200).map { Row(number: $0) })
    Self.search(&table, for: Row(number: -1))
    #expect(table.remembersRows)
    for number in 0..<200 { #expect(table.path(of: Row(number: number)) == RowPath(0, number)) }
    #expect(table.path(of: Row(number: 200)) == nil)
  }

  @Test("an index is discarded once if all hashes collide")
  func collisions() {
    var table = TableSnapshot(rows: (0..<3_000).map { Colliding(number: $0) })
    Self.search(&table, for: Colliding(number: 2_999))
    #expect(!table.remembersRows)
    let memory = table.memory
    #expect(memory?.offsets?.isExhausted == true)
    Self.search(&table, for: Colliding(number: 2_999))
    _ = table.paths(of: .ids((0..<4).map { Colliding(number: $0) }))
    #expect(table.memory === memory)
    #expect(table.path(of: Colliding(number: 2_000)) == RowPath(0, 2_000))
  }

  @Test("a row that is too far from its hash's place is found by a scan")
  func farFromItsHash() {
    let count = 6_000
    var ids = (0..<count - 1).map { integer(hashedTo: UInt64($0) << 50) }
    ids.append(integer(hashedTo: 1 << 32))
    var table = TableSnapshot(rows: ids)
    Self.search(&table, for: 7)
    #expect(table.remembersRows)
    #expect(table.rememberedPath(of: ids[count - 1]) == nil)
    #expect(table.path(of: ids[count - 1]) == RowPath(0, count - 1))
    #expect(table.rememberedPath(of: ids[count - 2]) == RowPath(0, count - 2))
  }

  private final class Object: Diffable {
    var identity: Int
    init(_ identity: Int) { self.identity = identity }
    func hasSameContent(as other: Object) -> Bool { true }
  }

  @Test("objects may get another identity, and are found by it")
  func objects() {
    let rows = (0..<200).map { Object($0) }
    var table = TableSnapshot(rows: rows)
    Self.search(&table, for: -1)
    rows[100].identity = -1
    #expect(table.path(of: -1) == RowPath(0, 100) && table.path(of: 100) == nil)
  }
}

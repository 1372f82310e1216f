@testable import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables

/// Tests the state machine of pending edits against reapplying all edits to the newest table after every event.
@Suite("Events of pending edits") struct WaitingEditsTests {
  private typealias Table = TableSnapshot<SampleSection, VeiledRow>
  private typealias Edit = TableEdit<SampleSection, VeiledRow>

  /// A row with a hidden value that `hasSameContent(as:)` ignores.
  private struct VeiledRow: Diffable, Identifiable, Sendable, CustomStringConvertible {
    var id: Int
    var content: Int
    var hidden: Int

    init(_ id: Int, content: Int = 0, hidden: Int = 0) {
      (self.id, self.content, self.hidden) = (id, content, hidden)
    }

    func hasSameContent(as other: VeiledRow) -> Bool { content == other.content }

    var description: String { "\(id)'\(content)/\(hidden)" }
  }

  /// A model that reapplies all edits to the newest table.
  private struct Model {
    var table = Table()
    var edits: [PendingChange<SampleSection, VeiledRow>] = []
    var names: [Int: Int] = [:]

    /// Removes names that no pending edit can refer to.
    mutating func forgetNames() {
      var named: Set<Int> = []
      for edit in edits.flatMap(\.edits) {
        guard let ids = edit.edit.namedRows else { return }
        named.formUnion(ids)
      }
      for _ in names { named.formUnion(named.compactMap { names[$0] }) }
      names = names.filter { named.contains($0.key) }
    }

    var shown: Table { PendingReplay<SampleSection, VeiledRow>().edited(CapturedTable(table), edits, names).table }
  }

  @Test("events in any order give the same table as reapplying all edits", arguments: 0..<8)
  func events(part: UInt64) {
    for seed in part * 5..<(part + 1) * 5 {
      var random = SeededGenerator(seed: seed)
      let hasTwins = seed % 4 == 3
      var model = Model()
      model.table = Self.table(&random, hasTwins: hasTwins)
      var machine = PendingEdits<SampleSection, VeiledRow>()
      var (revision, hidden) = (0, 0)
      _ = machine.follow(CapturedTable(model.table), revision: 0, hasOtherRows: false)
      var log = ["\(model.table)"]
      for _ in 0..<40 {
        for _ in 0..<Int.random(in: 1...2, using: &random) {
          switch Int.random(in: 0..<12, using: &random) {
          case 0..<4:
            let count = Int.random(in: 0..<4, using: &random) == 0 ? 2 : 1
            let edits = (0..<count).map { _ in Self.edit(&random, isSimple: seed % 8 != 5) }
            model.edits.append(PendingChange(machine.add(edits), edits))
            log.append("add \(edits)")
          case 4..<6:
            guard let one = model.edits.indices.randomElement(using: &random) else { break }
            log.append("settle \(model.edits[one])")
            _ = machine.refuse(model.edits.remove(at: one).number)
          case 6:
            if seed % 3 > 0 { break }
            let (old, new) = (Self.id(&random), Self.id(&random))
            log.append("rename \(old) \(new)")
            machine.rename([old: new])
            if old != new { (model.names[new], model.names[old]) = (nil, new) }
          case 7 where Int.random(in: 0..<4, using: &random) == 0:
            hidden += 1
            for path in model.table.paths { model.table.update(at: path) { $0.hidden = hidden } }
            log.append("hidden")
            revision += 1
            _ = machine.follow(CapturedTable(model.table), revision: revision, hasOtherRows: true)
          default:
            for _ in 0..<Int.random(in: 1...3, using: &random) { Self.change(&model.table, &random, hasTwins, hidden) }
            log.append("table \(model.table)")
            revision += 1
            _ = machine.follow(CapturedTable(model.table), revision: revision, hasOtherRows: false)
          }
        }
        _ = machine.update()
        let (found, expected) = (machine.shown, model.shown)
        if "\(found)" != "\(expected)" {
          let story = log.suffix(30).joined(separator: "\n")
          let tables = "found    \(found)\nexpected \(expected)"
          Issue.record("seed \(seed)\n\(story)\nby \(model.edits)\nnames \(model.names)\n\(tables)")
          return
        }
        model.forgetNames()
      }
    }
  }

  private static func id(_ random: inout SeededGenerator) -> Int { Int.random(in: 0..<16, using: &random) }

  private static func table(_ random: inout SeededGenerator, hasTwins: Bool) -> Table {
    let ids = (0..<40).shuffled(using: &random).map { hasTwins && $0 > 30 ? $0 % 20 : $0 }
    return TableSnapshot(
      sections: (0..<3).map { section in
        TableSection(
          SampleSection(hasTwins ? section % 2 : section),
          rows: ids[section * 13..<(section == 1 ? section * 13 : section * 13 + 13)].map { VeiledRow($0) })
      })
  }

  private static func change(
    _ table: inout Table, _ random: inout SeededGenerator, _ hasTwins: Bool, _ hidden: Int
  ) {
    guard let section = table.sections.indices.randomElement(using: &random) else {
      return table.append(TableSection(SampleSection(0), rows: [VeiledRow(1, hidden: hidden)]))
    }
    func path(upTo bound: Int) -> RowPath {
      let section = table.sections.indices.randomElement(using: &random) ?? 0
      return RowPath(
        section: section,
        row: Int.random(in: 0..<max(1, table.sections[section].rows.count + bound), using: &random))
    }
    switch Int.random(in: 0..<40, using: &random) {
    case 0: table.removeSections(.index(section))
    case 1: table.moveSections(.index(section), to: .index(0))
    case 2:
      table.insertSections([TableSection(SampleSection(Int.random(in: 0..<5, using: &random)), rows: [])], at: .end)
    case 3..<5: table.updateSection(SampleSection(section, content: id(&random)))
    case 5..<12:
      let id = id(&random) + [0, 20, 100][Int.random(in: 0..<3, using: &random)]
      if hasTwins || table.path(of: id) == nil { table.insert(VeiledRow(id, hidden: hidden), at: .path(path(upTo: 1))) }
    case 12..<18: table.remove(.path(path(upTo: 0)))
    case 18..<26: table.move(from: path(upTo: 0), to: path(upTo: 0))
    case 26..<29: table.update(.id(id(&random))) { $0.content += 1 }
    case 29..<31: table.remove(id: id(&random))
    default: table.update(.path(path(upTo: 0))) { $0.content += 1 }
    }
  }

  private static func edit(_ random: inout SeededGenerator, isSimple: Bool) -> Edit {
    let (id, other, third) = (id(&random), id(&random), id(&random))
    switch Int.random(in: 0..<(isSimple ? 14 : 18), using: &random) {
    case 0: return .remove(.ids([id, other]))
    case 1: return .replace(VeiledRow(id, content: other))
    case 2: return .move(.ids([id, other]), to: .after(third))
    case 3: return .move(.ids([id, 100 + other]), to: .before(third))
    case 4: return .insert([VeiledRow(100 + id), VeiledRow(100 + other)], at: .after(third))
    case 5: return .insert([VeiledRow(id)], at: .before(100 + other))
    case 6: return .insert([VeiledRow(100 + id)], at: .before(other))
    case 7: return .patch(.ids([id, 100 + other])) { $0.content += 1 + $0.hidden }
    case 8: return .append(VeiledRow(100 + id))
    case 9: return .append(VeiledRow(100 + id), to: other % 4)
    case 10: return .move(.ids([id, 100 + other]), to: .end(of: third % 4))
    case 11: return .move(.id(id), to: .end)
    case 12: return .insert([VeiledRow(100 + id)], at: .after(100 + other))
    case 13: return .remove(id: 100 + id)
    case 14: return .replace(.id(id), with: [VeiledRow(100 + other)])
    case 15: return .remove(.range(0..<1))
    case 16: return .order { $0.id < $1.id }
    default: return .removeSections(.index(other % 4))
    }
  }

  @Test("edits can insert rows that are not equal to themselves")
  func unequal() {
    let table = CapturedTable(TableSnapshot(rows: [1.0, 2]))
    let edits: [PendingChange<OneSection, Double>] = (1...12).map { number in
      let row: Double = number == 5 ? .nan : Double(10 + number)
      return PendingChange(number, [.insert([row], at: .after(1))])
    }
    var replay = PendingReplay<OneSection, Double>()
    let found = replay.table(of: table, edits, renamed: [:]).table
    let edited = replay.edited(table, edits, [:]).table
    #expect(found.map(\.description) == edited.map(\.description))
    #expect(found.count { $0.isNaN } == 1)
  }

  /// Calls `body` with a source and an optimistic table whose pending edit removes a row.
  private func waiting(
    _ body: (LiveTable<OneSection, VeiledRow>, OptimisticTable<OneSection, VeiledRow>) async throws -> Void
  ) async throws {
    let source = LiveTable(rows: (0..<5).map { VeiledRow($0) })
    let table = OptimisticTable(source)
    let gate = Gate()
    let edit = Task {
      try await table.edit {
        for _ in 0..<8 { $0.remove(id: 3) }
      } until: {
        await gate.wait()
        return .confirmed
      }
    }
    for await now in table.tables where now.count == 4 { break }
    try await body(source, table)
    gate.open()
    try await edit.value
  }

  @Test("a row that is refreshed although it compares equal is the source's row")
  func refreshed() async throws {
    try await waiting { source, table in
      for step in 1...10 {
        try await source.edit { $0.replace(VeiledRow(2, hidden: step)) }
        #expect(await table.current.first { $0.id == 2 }?.hidden == step)
      }
    }
  }

  @Test("the source's row replaces the row of a removed edit, even if both compare equal")
  func settled() async throws {
    try await waiting { source, table in
      try await table.edit {
        $0.update(.id(1)) { ($0.content, $0.hidden) = (1, 5) }
      } until: {
        #expect(await table.current.first { $0.id == 1 }?.hidden == 5)
        return .revision(try await source.edit { $0.replace(VeiledRow(1, content: 1, hidden: 7)) }.revision)
      }
      #expect(await table.current.first { $0.id == 1 }?.hidden == 7)
      try await table.edit {
        $0.update(.id(2)) { $0.hidden = 5 }
      } until: {
        #expect(await table.current.first { $0.id == 2 }?.hidden == 5)
        return .confirmed
      }
      #expect(await table.current.first { $0.id == 2 }?.hidden == 0)
    }
  }
}

import Foundation
import LiveTables
@testable import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

/// Tests of users who edit a table while two tasks change its source.
///
/// Every frame equals a state of a model in plain arrays, derived by plain code: the tasks' changes and the accepted
/// edits, in the order in which the source received them. Edits that the state lacks are applied to it.
@MainActor @Suite(.timeLimit(.minutes(60))) struct EditFrameTests {
  typealias Mail = EditableSourceTests.Mail

  private struct State: Hashable {
    var rows: [Mail]
    /// The number of edits in the state; `changes` is the number of changes.
    var edits = 0
    var changes = 0
  }

  /// Returns the states of the source, or `nil` if a change started from a table that is not one of them.
  private func states(
    _ rows: [Mail], _ log: [(before: [Mail], change: Change)], _ made: @escaping (State) -> State?
  ) -> [State]? {
    var (all, current): (Set<State>, Set<State>) = ([], [State(rows: rows)])
    for number in 0...log.count {
      var next: Set<State> = []
      for first in current {
        let chain = Array(sequence(first: first, next: made))
        let last = number == log.count ? chain.count - 1 : chain.lastIndex { $0.rows == log[number].before }
        guard let last else { continue }
        all.formUnion(chain[...last])
        if number == log.count { continue }
        for state in chain where state.rows == log[number].before {
          let changed = log[number].change.made(in: state.rows)
          next.insert(State(rows: changed, edits: state.edits, changes: number + 1))
        }
      }
      current = next
      if number < log.count, current.isEmpty { return nil }
    }
    return all.sorted { $0.changes < $1.changes }
  }

  private func check<Section, Row>(
    _ shape: Shape<Section, Row>, seed: UInt64, _ first: [Mail], _ source: some TableSource<OneSection, Mail>,
    _ table: some TableSource<Section, Row>, _ log: Log, change: @escaping @Sendable (UInt64, Int) async throws -> Void
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let view = FramedView<Section, Row>()
    let merge: UserRequest<Section, Row>.Merge = { [row = shape.row, shown = shape.shown] _, edited, current in
      var merged = shown(current)
      merged.mail.text = shown(edited).mail.text
      return row(merged)
    }
    let rules = EditRules<Section, Row>.deleting() + .inserting() + .moving(to: .anywhere) + .updating(merging: merge)
    let binding = view.bind(table, editing: rules) { _, _ in }
    await until { shape.frame(view.link.table) == shape.derived(first) }
    let start = view.frames.count - 1
    let (news, tell) = AsyncStream.makeStream(of: Void.self)
    let deeds = random.next()
    let changing = [1, 2].map { number in
      Task.detached {
        defer { for _ in 1...8 { tell.yield() } }  // even if it fails
        for step in 1...8 {
          try await change(deeds &+ UInt64(number * 100 + step), number * 100 + step)
          tell.yield()
        }
      }
    }
    var made: [Deed] = []
    var progress = news.makeAsyncIterator()
    for step in 0..<7 {
      for _ in 0..<Int.random(in: 0...min(2, 14 - step * 2), using: &random) { await progress.next() }
      view.edits = made.count + 1  // the frame of the edit gets this number
      if let deed = act(on: view, shape, step, &random) { made.append(deed) }
      view.edits = made.count
    }
    for task in changing { try await task.value }
    let all = made
    let possible = states(first, log.now) { state in
      if state.edits == all.count { return nil }
      let deed = all[state.edits]
      var state = state
      state.rows = deed.made(in: state.rows, isDirect: shape.isDirect, isGrouped: shape.isGrouped)
      state.edits += 1
      return state
    }
    let found = try #require(possible, "seed \(seed): \(made) and \(log.now)")
    let last = await Array(source.current)
    #expect(found.contains { $0.rows == last && $0.edits == made.count && $0.changes == 16 }, "seed \(seed)")
    await until { shape.frame(view.link.table) == shape.derived(last) }
    var reached = 0
    for (number, table) in view.frames.enumerated().dropFirst(start) {
      let (frame, count) = (shape.frame(table), view.counts[number])
      let state = found.first { state in
        guard state.changes >= reached, state.edits <= count else { return false }
        let pending = made[state.edits..<count]
        return shape.frame(pending.reduce(shape.derived(state.rows)) { $1.made(in: $0) }) == frame
      }
      if state == nil {
        let states = found.map { "\($0.changes), \($0.edits): \($0.rows.map { Shown(mail: $0) })" }
        Issue.record("seed \(seed), frame \(number): \(frame) after \(made.prefix(count)) in \(states)")
        break
      }
      reached = state?.changes ?? reached
    }
    binding.cancel()
  }

  /// Makes a random edit as a user.
  private func act<Section, Row>(
    on view: FramedView<Section, Row>, _ shape: Shape<Section, Row>, _ step: Int, _ random: inout SeededGenerator
  ) -> Deed? {
    let (table, editing) = (view.link.table, view.link.editing)
    guard let offset = table.indices.randomElement(using: &random), let path = table.path(at: offset),
      let kind = shape.kinds.randomElement(using: &random), let row = table[path]
    else { return nil }
    let shown = shape.shown(row)
    func gap(_ path: RowPath, without id: Int? = nil) -> Gap {
      let section = table.sections[path.section]
      let ids = section.rows.map { shape.shown($0).mail.id }.filter { $0 != id }
      return Gap(section: shape.isGrouped ? shape.name(section.value) : 0, ids: ids, index: path.row)
    }
    switch kind {
    case .delete: return editing.delete(at: path) ? .delete(shown.mail.id) : nil
    case .insert:
      let new = Mail(id: 1_000 + step, folder: step % 3, text: step % 2 == 0 ? "x" : "y")
      return editing.insert(shape.row(Shown(mail: new)), at: path) ? .insert(new, gap(path)) : nil
    case .move:
      let section = Int.random(in: table.sections.indices, using: &random)
      let rows = table.sections[section].rows.count - (section == path.section ? 1 : 0)
      let target = RowPath(section, Int.random(in: 0...rows, using: &random))
      if target == path { return nil }
      let deed = Deed.move(
        shown.mail.id, from: shape.name(table.sections[path.section].value), gap(target, without: shown.mail.id))
      return editing.move(from: path, to: target) ? deed : nil
    case .update:
      var new = shown
      new.mail.text = "\(step)" + (step % 2 == 0 ? "x" : "y")
      return editing.update(shape.row(new), at: path) ? .update(new.mail.id, text: new.mail.text) : nil
    }
  }

  // MARK: - The sources

  /// The seeds, or the seed in the environment, which repeats a run.
  private static let seeds: Range<UInt64> = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["SEED"].flatMap({ UInt64($0) }) { return seed..<seed + 1 }
    return 0..<(environment["CI_LONG"] == nil ? Trials.count(32) : 1_000)
  }()

  private static let mails = (0..<12).map { Mail(id: $0, folder: $0 % 3, text: $0 % 2 == 0 ? "x" : "y") }

  private func live<Section, Row>(
    _ shape: Shape<Section, Row>, _ derive: (LiveTable<OneSection, Mail>) -> some TableSource<Section, Row>
  ) async throws {
    for seed in Self.seeds {
      let (live, log) = (LiveTable(rows: Self.mails), Log([]))
      try await check(shape, seed: seed, Self.mails, live, derive(live), log) { seed, number in
        try await live.edit { editor in
          var random = SeededGenerator(seed: seed)
          let rows = Array(editor.table)
          let change = Change(number, rows, &random)
          log.with { $0.append((rows, change)) }
          change.make(in: &editor)
        }
      }
    }
  }

  private func flat(
    _ kinds: [EditKind] = EditKind.allCases, isDirect: Bool = false, _ derived: @escaping ([Mail]) -> [Mail]
  ) -> Shape<OneSection, Mail> {
    Shape(
      kinds: kinds, name: { _ in 0 }, shown: { Shown(mail: $0) }, row: \.mail,
      derived: { [Part(section: 0, rows: derived($0).map { Shown(mail: $0) })] }, isDirect: isDirect)
  }

  @Test("edits of a live table are never undone on screen") func liveTable() async throws {
    try await live(flat(isDirect: true) { $0 }) { $0 }
  }

  @Test("edits of a custom source and a table derived from it are never undone on screen", arguments: [false, true])
  func custom(isDerived: Bool) async throws {
    let shape = flat(isDirect: !isDerived) { isDerived ? $0.filter { !$0.isRead } : $0 }
    for seed in Self.seeds {
      let (shelf, log) = (Shelf(Self.mails), Log([]))
      let table: any TableSource<OneSection, Mail> = isDerived ? shelf.filter { !$0.isRead } : shelf
      func check(_ table: some TableSource<OneSection, Mail>) async throws {
        try await self.check(shape, seed: seed, Self.mails, shelf, table, log) { seed, number in
          await shelf.edit { table in
            var random = SeededGenerator(seed: seed)
            let change = Change(number, Array(table), &random)
            log.with { $0.append((Array(table), change)) }
            change.make(in: &table)
          }
        }
      }
      try await check(table)
    }
  }

  @Test("edits of a filtered table are never undone on screen") func filter() async throws {
    try await live(flat { $0.filter { !$0.isRead } }) { $0.filter { !$0.isRead } }
  }

  @Test("edits of a sorted and limited table are never undone on screen") func sorted() async throws {
    func isBefore(_ one: Mail, _ two: Mail) -> Bool { (one.folder, one.id) < (two.folder, two.id) }
    let kinds: [EditKind] = [.delete, .insert, .update]
    try await live(flat(kinds) { $0.sorted(by: isBefore) }) { $0.sorted { ($0.folder, $0.id) < ($1.folder, $1.id) } }
    try await live(flat(kinds) { Array($0.sorted(by: isBefore).prefix(9)) }) {
      $0.grouped { $0.folder }.flattened().sorted { ($0.folder, $0.id) < ($1.folder, $1.id) }.prefix(9)
    }
  }

  @Test("edits of a searched table are never undone on screen") func searching() async throws {
    try await live(flat { $0.filter { $0.text.contains("x") } }) { $0.searching(LiveValue("x")) { $0.text } }
  }

  @Test("edits of merged tables are never undone on screen") func merged() async throws {
    try await live(flat([.delete, .update]) { $0.filter { $0.id % 2 == 0 } + $0.filter { $0.id % 2 != 0 } }) {
      $0.filter { $0.id % 2 == 0 }.merged(with: $0.filter { $0.id % 2 != 0 })
    }
  }

  @Test("edits of concatenated tables are never undone on screen") func joinedTables() async throws {
    let shape = Shape<JoinedSection<OneSection>, Mail>(
      name: { _ in 0 }, shown: { Shown(mail: $0) }, row: \.mail,
      derived: { [Part(section: 0, rows: $0.map { Shown(mail: $0) })] })
    try await live(shape) { model in
      let joined = JoinedTables<OneSection, Mail>()
      joined.add(model)
      return joined
    }
  }

  @Test("edits of a join are never undone on screen") func join() async throws {
    typealias Row = JoinedRow<Mail, Mail>
    let shape = Shape<OneSection, Row>(
      name: { _ in 0 }, shown: { Shown(mail: $0.left ?? Mail(id: -1), partner: $0.right?.id) },
      row: { row in Row(row.mail, row.partner.map { Mail(id: $0, folder: $0) }) },
      derived: { [Part(section: 0, rows: $0.map { Shown(mail: $0, partner: $0.id < 8 ? $0.id / 4 : nil) })] })
    let others = LiveTable(rows: [Mail(id: 0, folder: 0), Mail(id: 1, folder: 1)])
    // A row with another partner is another row, so each row keeps its partner.
    try await live(shape) { $0.joined(with: others, .left, by: { $0.id < 8 ? $0.id / 4 : -1 }, and: { $0.id }) }
  }

  @Test("edits of a grouped table are never undone on screen") func grouped() async throws {
    let shape = Shape<Int, Mail>(
      name: { $0 }, shown: { Shown(mail: $0) }, row: \.mail,
      derived: { rows in
        rows.reduce(into: [Part]()) { parts, row in
          let part = parts.firstIndex { $0.section == row.folder } ?? parts.count
          if part == parts.count { parts.append(Part(section: row.folder, rows: [])) }
          parts[part].rows.append(Shown(mail: row))
        }
      }, isGrouped: true)
    try await live(shape) { $0.grouped(by: { $0.folder }, moving: { $0.folder = $1 }) }
  }
}

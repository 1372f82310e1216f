import Foundation
import LiveTables
@testable import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

/// Users who edit a table while two tasks change its source.
///
/// Every frame equals a state of a model in plain arrays: the changes of the tasks and the accepted edits, in the order
/// in which the source received them, and derived by plain code. Edits that the state lacks are on top of it.
@MainActor @Suite(.timeLimit(.minutes(60))) struct EditFrameTests {
  typealias Mail = EditableSourceTests.Mail

  /// A row of a frame, which has a partner in a join.
  struct Shown: Hashable, CustomStringConvertible {
    var mail: Mail
    var partner: Int?

    var description: String { "\(mail.id)\(mail.text)\(mail.isRead ? "r" : "") in \(mail.folder)" }
  }

  struct Part: Hashable {
    let section: Int
    var rows: [Shown]
  }

  /// How a table is derived, by an operator and by plain code.
  struct Shape<Section: Diffable & Sendable, Row: Diffable & Sendable> {
    var kinds = EditKind.allCases
    let name: (Section) -> Int
    let shown: @Sendable (Row) -> Shown
    let row: @Sendable (Shown) -> Row
    let derived: ([Mail]) -> [Part]
    /// Whether the view's table is the source's, so that a place is next to the nearest row that is left.
    var isDirect = false
    var isGrouped = false

    func frame(_ table: TableSnapshot<Section, Row>) -> [Part] {
      frame(table.sections.map { Part(section: name($0.value), rows: $0.rows.map(shown)) })
    }

    /// The parts without a section that a user has emptied, which goes when the source has the edit.
    func frame(_ parts: [Part]) -> [Part] {
      isGrouped ? parts.filter { !$0.rows.isEmpty } : [Part(section: 0, rows: parts.flatMap(\.rows))]
    }
  }

  /// The place of a row among those that the user saw in the section.
  struct Gap {
    let section: Int
    let ids: [Int]
    let index: Int

    private var neighbors: [(id: Int, isAbove: Bool)] {
      (0..<ids.count).flatMap { distance in
        let (above, below) = (index - 1 - distance, index + distance)
        return (above >= 0 ? [(ids[above], true)] : []) + (below < ids.count ? [(ids[below], false)] : [])
      }
    }

    func nearest(in rows: [Int]) -> Int {
      for (id, isAbove) in neighbors { if let row = rows.firstIndex(of: id) { return isAbove ? row + 1 : row } }
      return index == 0 ? 0 : rows.count
    }

    func next(in rows: [Int]) -> Int {
      if index > 0, let above = rows.firstIndex(of: ids[index - 1]) { return above + 1 }
      return (index < ids.count ? rows.firstIndex(of: ids[index]) : nil) ?? rows.count
    }
  }

  /// What a user does, by identity.
  enum Deed {
    case delete(Int)
    case insert(Mail, Gap)
    case move(Int, from: Int, Gap)
    case update(Int, text: String)

    /// Makes the edit in the source.
    func made(in rows: [Mail], isDirect: Bool, isGrouped: Bool) -> [Mail] {
      var rows = rows
      func insert(_ row: Mail, _ gap: Gap, isChanged: Bool) {
        let ids = rows.map(\.id)
        var row = row
        if isGrouped, isChanged { row.folder = gap.section }
        rows.insert(row, at: isDirect ? gap.nearest(in: ids) : gap.next(in: ids))
      }
      func index(_ id: Int) -> Int? { rows.firstIndex { $0.id == id } }
      switch self {
      case .delete(let id): rows.removeAll { $0.id == id }
      case .insert(let row, let gap): insert(row, gap, isChanged: true)
      case .move(let id, let origin, let gap):
        if let source = index(id) { insert(rows.remove(at: source), gap, isChanged: origin != gap.section) }
      case .update(let id, let text): if let index = index(id) { rows[index].text = text }
      }
      return rows
    }

    /// Makes the edit in a table that the source has derived without it.
    func made(in parts: [Part]) -> [Part] {
      var parts = parts
      func insert(_ row: Shown, _ gap: Gap) -> Bool {
        guard let part = parts.firstIndex(where: { $0.section == gap.section }) else { return false }
        parts[part].rows.insert(row, at: gap.nearest(in: parts[part].rows.map(\.mail.id)))
        return true
      }
      let id =
        switch self {
        case .delete(let id), .move(let id, _, _), .update(let id, _): id
        case .insert(let row, _): row.id
        }
      let part = parts.firstIndex { $0.rows.contains { $0.mail.id == id } }
      let row = part.flatMap { part in parts[part].rows.firstIndex { $0.mail.id == id }.map { (part, $0) } }
      switch (self, row) {
      case (.insert(let row, let gap), _): _ = insert(Shown(mail: row), gap)
      case (.delete, let (part, row)?): parts[part].rows.remove(at: row)
      case (.update(_, let text), let (part, row)?): parts[part].rows[row].mail.text = text
      case (.move(_, _, let gap), let (part, row)?):
        let before = parts
        if !insert(parts[part].rows.remove(at: row), gap) { parts = before }
      case (_, nil): break
      }
      return parts
    }
  }

  /// What a task does.
  enum Change {
    case append(Mail)
    case toggle(Int)
    case file(Int, folder: Int)
    case remove(Int)
    case move(Int, to: Int)

    init(_ number: Int, _ rows: [Mail], _ random: inout SeededGenerator) {
      guard let id = rows.randomElement(using: &random)?.id, rows.count > 5 else {
        self = .append(Mail(id: number, text: "x"))
        return
      }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: self = .append(Mail(id: number, folder: number % 3, text: "x"))
      case 1: self = .toggle(id)
      case 2: self = .file(id, folder: Int.random(in: 0..<4, using: &random))
      case 3: self = .remove(id)
      default: self = .move(id, to: Int.random(in: 0..<rows.count, using: &random))
      }
    }

    func make(in table: inout some TableEditable<OneSection, Mail>) {
      switch self {
      case .append(let row): table.append(row)
      case .toggle(let id): table.update(.id(id)) { $0.isRead.toggle() }
      case .file(let id, let folder): table.update(.id(id)) { $0.folder = folder }
      case .remove(let id): table.remove(.id(id))
      case .move(let id, let index): table.move(.id(id), to: .path(RowPath(0, index)))
      }
    }

    func made(in rows: [Mail]) -> [Mail] {
      var rows = rows
      func change(_ id: Int, _ body: (inout Mail) -> Void) {
        rows = rows.map { row in
          var row = row
          if row.id == id { body(&row) }
          return row
        }
      }
      switch self {
      case .append(let row): rows.append(row)
      case .toggle(let id): change(id) { $0.isRead.toggle() }
      case .file(let id, let folder): change(id) { $0.folder = folder }
      case .remove(let id): rows.removeAll { $0.id == id }
      case .move(let id, let index):
        if let source = rows.firstIndex(where: { $0.id == id }) { rows.insert(rows.remove(at: source), at: index) }
      }
      return rows
    }
  }

  /// The changes of the tasks, each with the rows before it.
  typealias Log = Guarded<[(before: [Mail], change: Change)]>

  /// A source of an application, which keeps users' edits in an inbox.
  actor Shelf: EditableSource {
    private let inbox = EditInbox<OneSection, Mail>()
    private var newest: SourceState<OneSection, Mail>
    private var subscribers = SubscriberList()

    init(_ rows: [Mail]) { newest = SourceState(TableSnapshot(rows: rows)) }

    nonisolated func accept(_ request: UserRequest<OneSection, Mail>) -> Acceptance {
      defer { Task { await applyEdits() } }
      return inbox.accept(request)
    }

    var state: SourceState<OneSection, Mail> {
      applyEdits()
      return newest
    }

    func subscribe(_ signal: Signal) { subscribers.add(signal) }

    func edit(_ body: @Sendable (inout TableSnapshot<OneSection, Mail>) -> Void) {
      applyEdits()
      var table = newest.table
      body(&table)
      newest.advance(to: table)
      subscribers.notify()
    }

    private func applyEdits() { if inbox.drain(into: &newest) { subscribers.notify() } }
  }

  private struct State: Hashable {
    var rows: [Mail]
    /// The number of edits in the state, and the number of changes.
    var edits = 0
    var changes = 0
  }

  /// Returns the states of the source, or `nil` if a change started from a table that is none.
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
      view.edits = made.count + 1  // the frame of the edit has it
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

  /// Edits the table as a user, somehow.
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

  /// The seeds, or the one in the environment, with which a run can be repeated.
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

  @Test("a live table") func liveTable() async throws { try await live(flat(isDirect: true) { $0 }) { $0 } }

  @Test("a source of an application, and a table that is derived from it", arguments: [false, true])
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

  @Test("filter") func filter() async throws {
    try await live(flat { $0.filter { !$0.isRead } }) { $0.filter { !$0.isRead } }
  }

  @Test("sorted, and the first of them") func sorted() async throws {
    func isBefore(_ one: Mail, _ two: Mail) -> Bool { (one.folder, one.id) < (two.folder, two.id) }
    let kinds: [EditKind] = [.delete, .insert, .update]
    try await live(flat(kinds) { $0.sorted(by: isBefore) }) { $0.sorted { ($0.folder, $0.id) < ($1.folder, $1.id) } }
    try await live(flat(kinds) { Array($0.sorted(by: isBefore).prefix(9)) }) {
      $0.grouped { $0.folder }.flattened().sorted { ($0.folder, $0.id) < ($1.folder, $1.id) }.prefix(9)
    }
  }

  @Test("searching") func searching() async throws {
    try await live(flat { $0.filter { $0.text.contains("x") } }) { $0.searching(LiveValue("x")) { $0.text } }
  }

  @Test("merged tables") func merged() async throws {
    try await live(flat([.delete, .update]) { $0.filter { $0.id % 2 == 0 } + $0.filter { $0.id % 2 != 0 } }) {
      $0.filter { $0.id % 2 == 0 }.merged(with: $0.filter { $0.id % 2 != 0 })
    }
  }

  @Test("tables one below the other") func joinedTables() async throws {
    let shape = Shape<JoinedSection<OneSection>, Mail>(
      name: { _ in 0 }, shown: { Shown(mail: $0) }, row: \.mail,
      derived: { [Part(section: 0, rows: $0.map { Shown(mail: $0) })] })
    try await live(shape) { model in
      let joined = JoinedTables<OneSection, Mail>()
      joined.add(model)
      return joined
    }
  }

  @Test("a join") func join() async throws {
    typealias Row = JoinedRow<Mail, Mail>
    let shape = Shape<OneSection, Row>(
      name: { _ in 0 }, shown: { Shown(mail: $0.left ?? Mail(id: -1), partner: $0.right?.id) },
      row: { row in Row(row.mail, row.partner.map { Mail(id: $0, folder: $0) }) },
      derived: { [Part(section: 0, rows: $0.map { Shown(mail: $0, partner: $0.id < 8 ? $0.id / 4 : nil) })] })
    let others = LiveTable(rows: [Mail(id: 0, folder: 0), Mail(id: 1, folder: 1)])
    // A row keeps its partner, because it is another row with another partner.
    try await live(shape) { $0.joined(with: others, .left, by: { $0.id < 8 ? $0.id / 4 : -1 }, and: { $0.id }) }
  }

  @Test("grouped") func grouped() async throws {
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

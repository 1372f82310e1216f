import Foundation
import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import Testing

/// An independent model of a table that users and other tasks edit at the same time.
@MainActor final class EditModel {
  struct Row: Codable, Diffable, Hashable, Identifiable, Sendable {
    var id: Int
    var note = ""
    var position = 0.0
    var title = ""

    /// The texts of the row, without the position, which the model knows from the order of the rows.
    var shown: [String] { ["\(id)", note, title] }
  }

  /// A user's edit, by identity.
  enum Deed: Sendable {
    case delete(Int)
    case insert(Row, above: Int?, below: Int?)
    case move(Int, above: Int?, below: Int?)
    case update(Row)

    /// Returns the possible results of the edit: its row is next to one of its neighbors, or at its written position.
    ///
    /// Rows of the database can have their position as a fourth text. Rows placed next to a neighbor have no position.
    func outcomes(in rows: [[String]], _ position: Double?) -> [[[String]]] {
      var rows = rows
      func index(_ id: Int?) -> Int? { id.flatMap { id in rows.firstIndex { $0[0] == "\(id)" } } }
      func placed(_ row: [String], _ above: Int?, _ below: Int?) -> [[[String]]] {
        let row = Array(row.prefix(3))
        var all = Set([index(above).map { $0 + 1 }, index(below)].compactMap(\.self)).map { place in
          var placed = rows
          placed.insert(row, at: place)
          return placed
        }
        let positions = rows.compactMap { $0.count > 3 ? Double($0[3]) : nil }
        if let position, positions.count == rows.count {
          var placed = rows
          placed.insert(row + ["\(position)"], at: positions.firstIndex { $0 > position } ?? rows.count)
          all.append(placed)
        }
        return all
      }
      switch self {
      case .delete(let id): index(id).map { _ = rows.remove(at: $0) }
      case .insert(let row, let above, let below):
        if index(row.id) == nil { return placed(row.shown, above, below) }
      case .move(let id, let above, let below):
        if let source = index(id) { return placed(rows.remove(at: source), above, below) }
      case .update(let row): if let place = index(row.id) { rows[place][2] = row.title }
      }
      return [rows]
    }

    /// Returns the inserted or moved row if its place is not determined, because its neighbors are not adjacent.
    func misplaced(in rows: [[String]]) -> Int? {
      switch self {
      case .insert(let row, let above, let below): Self.isGap(above, below, in: rows, without: row.id) ? nil : row.id
      case .move(let id, let above, let below): Self.isGap(above, below, in: rows, without: id) ? nil : id
      default: nil
      }
    }

    private static func isGap(_ above: Int?, _ below: Int?, in rows: [[String]], without id: Int) -> Bool {
      let ids: [Int?] = rows.map { Int($0[0]) }.filter { $0 != id }
      return zip([nil] + ids, ids + [nil]).contains { $0 == above && $1 == below }
    }
  }

  /// Returns the seeds of a test, or the seed in the environment, which repeats a run.
  nonisolated static func seeds(_ count: UInt64) -> Range<UInt64> {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["SEED"].flatMap({ UInt64($0) }) { return seed..<seed + 1 }
    return 0..<(environment["CI_LONG"] == nil ? count : 1_000)
  }

  struct Made {
    /// The number of frames before the edit.
    let frame: Int
    let id: Int
    let kind: EditKind
    let deed: Deed
    /// The path and the title of the row after the edit, which distinguish two edits of one row.
    let path: RowPath
    let title: String
    var isRefused = false
    /// The number of the first state that contains the edit, and the position that was written for its row, if any.
    var written: (state: Int, position: Double?)?
  }

  private(set) var made: [Made] = []
  private var count = 0

  /// Edits a table as a user while two tasks make eight changes each, until all edits are saved.
  ///
  /// - Parameter change: A closure that makes a change with a mark: 100 or 200, plus the number of the step.
  func edit(
    _ edited: OptimisticTable<OneSection, Row>, in view: FrameView, seed: UInt64,
    change: @escaping @Sendable (_ mark: Int, _ random: inout SeededGenerator) async throws -> Void
  ) async throws -> TableBinding<OneSection, Row> {
    var random = SeededGenerator(seed: seed)
    let merge: UserRequest<OneSection, Row>.Merge = { _, edited, current in
      Row(id: current.id, note: current.note, position: current.position, title: edited.title)
    }
    let binding = view.bind(
      edited, editing: .deleting() + .inserting() + .moving(to: .anywhere) + .updating(merging: merge)
    ) { edit, _ in self.refuse(edit) }
    for await applied in binding.changes where applied.table.count == 12 { break }
    let (news, tell) = AsyncStream.makeStream(of: Void.self)
    let start = random.next()
    let changing = [1, 2].map { number in
      Task {
        var random = SeededGenerator(seed: start &+ UInt64(number))
        defer { for _ in 1...8 { tell.yield() } }  // even if a change fails
        for step in 1...8 {
          try await change(number * 100 + step, &random)
          tell.yield()
        }
      }
    }
    var progress = news.makeAsyncIterator()
    for step in 0..<7 {
      for _ in 0..<Int.random(in: 0...min(2, 14 - step * 2), using: &random) { await progress.next() }
      act(on: view.link.editing, view.link.table, frame: view.frames.count, using: &random)
    }
    for task in changing { try await task.value }
    await edited.editsSaved()
    return binding
  }

  /// Makes a random edit as a user.
  private func act(
    on editing: UserEditing<OneSection, Row>, _ table: TableSnapshot<OneSection, Row>, frame: Int,
    using random: inout SeededGenerator
  ) {
    guard !table.isEmpty, let kind = EditKind.allCases.randomElement(using: &random) else { return }
    let (source, target) = (
      Int.random(in: table.indices, using: &random), Int.random(in: table.indices, using: &random)
    )
    var rows = Array(table)
    let row = rows.remove(at: source)
    count += 1
    func note(_ deed: Deed, _ row: Row, at index: Int, _ edit: () -> Bool) {
      let path = RowPath(0, index)
      made.append(Made(frame: frame, id: row.id, kind: kind, deed: deed, path: path, title: row.title))
      if !edit() { made.removeLast() }
    }
    switch kind {
    case .delete: note(.delete(row.id), row, at: source) { editing.delete(at: RowPath(0, source)) }
    case .insert:
      let new = Row(id: 1_000 + count, title: "new")
      let above = source > 0 ? table[source - 1].id : nil
      note(.insert(new, above: above, below: row.id), new, at: source) { editing.insert(new, at: RowPath(0, source)) }
    case .move:
      if source == target { return }
      let above = target > 0 ? rows[target - 1].id : nil
      let deed = Deed.move(row.id, above: above, below: target < rows.count ? rows[target].id : nil)
      note(deed, row, at: target) { editing.move(from: RowPath(0, source), to: RowPath(0, target)) }
    case .update:
      var new = row
      new.title = "\(count)"
      note(.update(new), new, at: source) { editing.update(new, at: RowPath(0, source)) }
    }
  }

  private func refuse(_ edit: UserEdit<OneSection, Row>) {
    let path = edit.parts.last?.site.path
    let same = made.indices.filter {
      made[$0].id == edit.row.id && made[$0].kind == edit.kind && !made[$0].isRefused
    }
    let index = same.first { made[$0].path == path && made[$0].title == edit.row.title } ?? same.first
    if let index { made[index].isRefused = true }
  }

  /// Records the first state of the database that contains the next user edit that is not refused.
  ///
  /// - Parameter id: The row, or `nil` for any row. Earlier edits of other rows had nothing to write.
  /// - Returns: Whether such an edit exists.
  func write(_ state: Int, id: Int? = nil, kind: EditKind? = nil, position: Double? = nil) -> Bool {
    let next = (made.lastIndex { $0.written != nil } ?? -1) + 1
    let index = made[next...].firstIndex {
      !$0.isRefused && $0.id == id ?? $0.id && $0.kind == kind ?? $0.kind
    }
    if let index { made[index].written = (state, position) }
    return index != nil
  }

  /// Expects that each frame is a state of the database with the user edits that the state lacks.
  ///
  /// - Returns: Whether every frame meets the expectation.
  func expect(_ frames: [[[String]]], in states: [[[String]]], seed: UInt64) -> Bool {
    for (number, frame) in frames.enumerated() where frame.count > 1 && !explains(frame, number, states) {
      Issue.record("seed \(seed), frame \(number): \(frame) after \(made)")
      return false
    }
    return true
  }

  /// Returns whether a frame is a state of the database with the user edits that the state lacks.
  ///
  /// - Parameters:
  ///   - frame: The rows of the frame.
  ///   - number: The number of the frame.
  ///   - states: The states of the database.
  private func explains(_ frame: [[String]], _ number: Int, _ states: [[[String]]]) -> Bool {
    let accepted = made.prefix { $0.frame <= number }
    return states.indices.contains { state in
      // The state contains the edits before `first`, and the frame applies the rest to the state.
      for first in 0...accepted.count {
        if Self.isMade(frame, states[state], accepted.dropFirst(first)) { return true }
        if first < accepted.count, let written = accepted[first].written, written.state > state { break }
      }
      return false
    }
  }

  /// Returns whether edits lead from a state to a frame, in which refused edits may or may not be undone.
  private static func isMade(_ frame: [[String]], _ rows: [[String]], _ edits: ArraySlice<Made>) -> Bool {
    guard let next = edits.first else { return rows.map { Array($0.prefix(3)) } == frame }
    let outcomes = next.deed.outcomes(in: rows, next.written?.position)
    if outcomes.contains(where: { isMade(frame, $0, edits.dropFirst()) }) { return true }
    if next.written == nil, isMade(frame, rows, edits.dropFirst()) { return true }
    guard let id = next.deed.misplaced(in: rows) else { return false }
    func others(_ rows: [[String]]) -> [[String]] { rows.filter { $0[0] != "\(id)" } }
    return isMade(others(frame), others(rows), edits.dropFirst())
  }
}

/// A view that records its table each time it becomes idle.
final class FrameView: TableView, BindingFollower {
  let link = TableLink<OneSection, EditModel.Row>()
  private(set) var frames: [[[String]]] = []

  init() { link.follow(self) }

  func reload(commit: () -> Void) { commit() }

  func perform(
    _ stage: BatchUpdate<OneSection, EditModel.Row>, animation: BatchAnimation, commit: () -> Void
  ) { commit() }

  func bindingBegan() {}

  func bindingEnded(_ reason: EndReason) {}

  func viewDidBecomeIdle() { frames.append(link.table.map(\.shown)) }
}

import Foundation
@_spi(Adapters) @_spi(Testing) @testable import LiveTables
import LiveTablesOperators
@_spi(Adapters) import LiveTablesTesting
import TestSupport
import Testing

/// Users' edits that go to the source of the view: they stay on screen, whatever else happens to the table.
@MainActor @Suite(.timeLimit(.minutes(20))) struct EditableSourceTests {
  struct Mail: Diffable, Identifiable, Hashable, Sendable {
    let id: Int
    var folder = 0
    var text = ""
    var isRead = false
  }

  /// A view that keeps every table that it has shown as a whole.
  final class FrameView<Section: Diffable & Sendable>: TableView, BindingFollower {
    let link = TableLink<Section, Mail>()
    private(set) var frames: [[Mail]] = []

    init() { link.follow(self) }

    func reload(commit: () -> Void) { commit() }

    func perform(_ stage: BatchUpdate<Section, Mail>, animation: BatchAnimation, commit: () -> Void) { commit() }

    func bindingBegan() {}

    func bindingEnded(_ reason: EndReason) {}

    func viewDidBecomeIdle() { frames.append(Array(link.table)) }

    var ids: [Int] { link.table.map(\.id) }

    func path(of id: Int) -> RowPath? { link.table.path(of: id) }
  }

  private static let runs = ProcessInfo.processInfo.environment["CI_LONG"] == nil ? 100 : 1_000

  private func mails(_ ids: some Sequence<Int>) -> [Mail] { ids.map { Mail(id: $0, folder: $0 % 3) } }

  /// Deletes a row as a user while another task appends rows; no frame has the row again.
  private func deleteWhileAppending<Section: Diffable & Sendable>(
    runs: Int = runs, _ derive: (LiveTable<OneSection, Mail>) -> some TableSource<Section, Mail>
  ) async throws {
    for run in 0..<runs {
      let model = LiveTable(rows: mails(0..<50))
      let view = FrameView<Section>()
      view.bind(derive(model), editing: .deleting())
      await until { view.ids.count == 50 }
      let deleted = run % 50
      let appending = Task { for id in 100..<120 { try await model.edit { $0.append(Mail(id: id, folder: id % 3)) } } }
      for _ in 0..<run % 7 { await Task.yield() }
      #expect(view.link.editing.delete(at: try #require(view.path(of: deleted))))
      let shown = view.frames.count - 1
      try await appending.value
      await until { view.ids.count == 69 }
      let returned = view.frames[shown...].firstIndex { $0.contains { $0.id == deleted } }
      #expect(returned == nil, "run \(run)")
      #expect(await Set(model.current.map(\.id)) == Set(view.ids))
      if returned != nil { return }
    }
  }

  @Test("a row that the user deletes does not come back while another task appends rows")
  func liveTable() async throws { try await deleteWhileAppending { $0 } }

  @Test("so it is in a table that is derived from the source")
  func derivedTables() async throws {
    let runs = Self.runs / 10
    try await deleteWhileAppending(runs: runs) { $0.filter { $0.id >= 0 } }
    try await deleteWhileAppending(runs: runs) { $0.sorted { $0.id > $1.id } }
    try await deleteWhileAppending(runs: runs) { $0.searching(LiveValue("")) { $0.text } }
    try await deleteWhileAppending(runs: runs) { $0.grouped { $0.folder } }
    try await deleteWhileAppending(runs: runs) {
      $0.grouped { $0.folder }.flattened().sorted { $0.id < $1.id }.prefix(90)
    }
    try await deleteWhileAppending(runs: runs) { $0.merged(with: LiveTable<OneSection, Mail>()) }
    try await deleteWhileAppending(runs: runs) {
      $0.filter { $0.id % 2 == 0 }.merged(with: $0.filter { $0.id % 2 == 1 })
    }
    try await deleteWhileAppending(runs: runs) { model in
      let joined = JoinedTables<OneSection, Mail>()
      joined.add(model)
      return joined
    }
  }

  /// A source that keeps each of its states, and the users' edits that it has made.
  actor Logged: EditableSource {
    private let inbox = EditInbox<OneSection, Mail>()
    private var newest: SourceState<OneSection, Mail>
    private var subscribers = SubscriberList()
    /// The states after each change, with the number of users' edits in them.
    private(set) var states: [(rows: [Mail], edits: Int)] = []
    private var edits = 0

    init(_ rows: [Mail]) {
      newest = SourceState(TableSnapshot(rows: rows))
      states = [(rows, 0)]
    }

    nonisolated func accept(_ request: UserRequest<OneSection, Mail>) -> Acceptance {
      defer { Task { await makeEdits() } }
      return inbox.accept(request)
    }

    var state: SourceState<OneSection, Mail> {
      makeEdits()
      return newest
    }

    func subscribe(_ signal: Signal) { subscribers.add(signal) }

    func change(_ body: @Sendable (inout TableSnapshot<OneSection, Mail>) -> Void) {
      makeEdits()
      var table = newest.table
      body(&table)
      newest.advance(to: table)
      states.append((Array(table), edits))
      subscribers.notify()
    }

    private func makeEdits() {
      for accepted in inbox.drain() {
        var editor = TableEditor(newest.content)
        let outcome = Saving.Outcome { try editor.make(accepted.request) }
        newest.advance(to: editor.snapshot, by: nil, refreshed: [])
        newest.include(accepted.mark)
        edits += 1
        states.append((Array(editor.table), edits))
        accepted.saving.end(outcome)
        subscribers.notify()
      }
    }
  }

  /// What a user does, by identity.
  enum Deed {
    case delete(Int)
    case insert(Mail, above: Int?, below: Int?)
    case move(Int, above: Int?, below: Int?)
    case update(Mail)

    func made(in rows: [Mail]) -> [Mail] {
      var rows = rows
      func place(_ above: Int?, _ below: Int?) -> Int? {
        rows.firstIndex { $0.id == above }.map { $0 + 1 } ?? rows.firstIndex { $0.id == below }
      }
      switch self {
      case .delete(let id): rows.removeAll { $0.id == id }
      case .insert(let row, let above, let below):
        guard let index = place(above, below) else { return rows }
        rows.insert(row, at: index)
      case .move(let id, let above, let below):
        guard let index = rows.firstIndex(where: { $0.id == id }) else { return rows }
        let row = rows.remove(at: index)
        guard let target = place(above, below) else {
          rows.insert(row, at: index)
          return rows
        }
        rows.insert(row, at: target)
      case .update(let row):
        if let index = rows.firstIndex(where: { $0.id == row.id }) { rows[index].text = row.text }
      }
      return rows
    }
  }

  @Test("every frame is a state of the source with the edits that were accepted later")
  func frames() async throws {
    for seed in 0..<UInt64(Self.runs / 5) {
      var random = SeededGenerator(seed: seed)
      let source = Logged(mails(0..<12))
      let view = FrameView<OneSection>()
      let merge: UserRequest<OneSection, Mail>.Merge = { _, edited, current in
        Mail(id: current.id, folder: current.folder, text: edited.text, isRead: current.isRead)
      }
      view.bind(
        source, editing: .deleting() + .inserting() + .moving(to: .anywhere) + .updating(merging: merge))
      await until { view.ids.count == 12 }
      let deeds = UInt64.random(in: 0...UInt64.max, using: &random)
      let changing = [0, 1].map { number in
        Task {
          var random = SeededGenerator(seed: deeds &+ UInt64(number))
          for step in 0..<8 {
            let (id, kind) = (Int.random(in: 0..<12, using: &random), Int.random(in: 0..<3, using: &random))
            await source.change { table in
              switch kind {
              case 0: table.append(Mail(id: 100 + number * 100 + step))
              case 1: table.update(.id(id)) { $0.isRead.toggle() }
              default: if id > 8 { table.remove(.id(id)) } else { table.move(.id(id), to: .path(RowPath(0, 0))) }
              }
            }
          }
        }
      }
      var made: [(frame: Int, deed: Deed)] = []
      for step in 0..<6 {
        for _ in 0..<Int.random(in: 0..<4, using: &random) { await Task.yield() }
        let table = view.link.table
        let path = RowPath(0, Int.random(in: 0..<table.count, using: &random))
        let row = table[path.row]
        var after = Array(table)
        let frame = view.frames.count
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          view.link.editing.delete(at: path)
          made.append((frame, .delete(row.id)))
        case 1:
          let new = Mail(id: 1_000 + step)
          view.link.editing.insert(new, at: path)
          made.append((frame, .insert(new, above: path.row > 0 ? after[path.row - 1].id : nil, below: row.id)))
        case 2:
          let target = Int.random(in: 0..<table.count, using: &random)
          if target == path.row { continue }
          view.link.editing.move(from: path, to: RowPath(0, target))
          after.insert(after.remove(at: path.row), at: target)
          let above = target > 0 ? after[target - 1].id : nil
          made.append(
            (frame, .move(row.id, above: above, below: target + 1 < after.count ? after[target + 1].id : nil)))
        default:
          var new = row
          new.text = "\(step)"
          view.link.editing.update(new, at: path)
          made.append((frame, .update(new)))
        }
      }
      for task in changing { await task.value }
      let last = await Array(source.current)
      await until { Array(view.link.table) == last }
      let states = await source.states
      for (number, frame) in view.frames.enumerated() where number > 0 {
        let accepted = made.prefix { $0.frame <= number }
        let isState = states.contains { state in
          state.edits >= accepted.count
            ? state.edits == accepted.count && state.rows == frame
            : accepted.dropFirst(state.edits).reduce(state.rows) { $1.deed.made(in: $0) } == frame
        }
        #expect(isState, "seed \(seed), frame \(number): \(frame.map(\.id)) after \(accepted.map(\.deed))")
        if !isState { return }
      }
    }
  }

  // MARK: - Refusals and conflicts

  @Test("an update of a row that has changed otherwise is a conflict with both rows, unless it is merged")
  func conflict() async throws {
    let model = LiveTable(rows: mails(0..<3))
    let view = FrameView<OneSection>()
    var failures: [any Error] = []
    let binding = view.bind(model, editing: .updating()) { failures.append($1) }
    await until { view.ids.count == 3 }
    await model.hold {
      // The user still sees the row as it was.
      view.link.editing.update(Mail(id: 1, folder: 1, text: "user"), at: RowPath(0, 1))
    } after: {
      $0.update(.id(1)) { $0.isRead = true }
    }
    await until { !failures.isEmpty }
    let conflict = try #require(failures.first as? RowConflict<Mail>)
    #expect(conflict.edited == Mail(id: 1, folder: 1, text: "user"))
    #expect(conflict.current == Mail(id: 1, folder: 1, isRead: true))
    await until { view.link.table[RowPath(0, 1)] == Mail(id: 1, folder: 1, isRead: true) }
    binding.cancel()
    view.bind(
      model,
      editing: .updating(merging: { Mail(id: 1, folder: 1, text: $1.text, isRead: $2.isRead) }))
    await until { view.link.isBound && view.link.table[RowPath(0, 1)]?.isRead == true }
    await model.hold {
      view.link.editing.update(Mail(id: 1, folder: 1, text: "user", isRead: true), at: RowPath(0, 1))
    } after: {
      $0.update(.id(1)) { $0.isRead = false }
    }
    await until { view.link.table[RowPath(0, 1)] == Mail(id: 1, folder: 1, text: "user") }
  }

  @Test("an edit before the first table of a new binding leaves the rows on screen")
  func beforeTheFirstTable() async throws {
    let model = LiveTable(rows: mails(0..<3))
    let view = FrameView<OneSection>()
    let binding = view.bind(model, editing: .deleting())
    await until { view.ids.count == 3 }
    binding.cancel()
    let count = view.frames.count
    view.bind(model, editing: .deleting())
    #expect(view.link.editing.delete(at: RowPath(0, 1)))
    await until { view.ids == [0, 2] }
    try await model.edit { $0.append(Mail(id: 9, folder: 0)) }
    await until { view.ids == [0, 2, 9] }
    #expect(view.frames.dropFirst(count).allSatisfy { $0.count >= 2 })
  }

  @Test("without an editor, a binding passes no edits on")
  func withoutEditor() async throws {
    let model = LiveTable(rows: mails(0..<3))
    let view = FrameView<OneSection>()
    view.link.editing.rules = .deleting()
    view.bind(model, editing: nil)
    await until { view.ids.count == 3 }
    #expect(view.link.editing.delete(at: RowPath(0, 1)))
    #expect(await model.current.map(\.id) == [0, 1, 2])
  }

  @Test("an edit that the source refuses at once is not shown, and an edit after the source has ended fails")
  func refused() async throws {
    struct Full: Error {}
    actor Refusing: EditableSource {
      let state = SourceState<OneSection, Mail>(TableSnapshot(rows: [Mail(id: 1)]))
      func subscribe(_ signal: Signal) {}
      nonisolated func accept(_ request: UserRequest<OneSection, Mail>) -> Acceptance { .refused(Full()) }
    }
    let view = FrameView<OneSection>()
    var failures: [any Error] = []
    view.bind(Refusing(), editing: .deleting()) { failures.append($1) }
    await until { view.ids == [1] }
    let frames = view.frames.count
    #expect(!view.link.editing.delete(at: RowPath(0, 0)))
    #expect(failures.first is Full)
    #expect(view.frames.count == frames)
    let model = LiveTable(rows: mails(0..<3))
    await model.finish()
    if case .accepted = model.accept(try request(deleting: 1)).answer { Issue.record("accepted after the end") }
  }

  private func request(deleting id: Int) throws -> UserRequest<OneSection, Mail> {
    UserRequest(try #require(UserEdit(deleting: RowPath(0, id), in: TableSnapshot(rows: mails(0..<3)))), merge: nil)
  }

  @Test("every state that is requested after an edit was accepted has it, also while a closure has the editor")
  func stateAfterwards() async throws {
    let model = LiveTable(rows: mails(0..<3), undoLimit: 5)
    _ = model.accept(try request(deleting: 1))
    #expect(await model.current.map(\.id) == [0, 2])
    #expect(try await model.undo() != nil)
    #expect(await model.current.map(\.id) == [0, 1, 2])
    await model.hold {
      _ = model.accept(try! request(deleting: 1))
    } after: {
      $0.append(Mail(id: 9))
    }
    #expect(await model.current.map(\.id) == [0, 2, 9])
    let store = TableStore(TableSnapshot(rows: mails(0..<3)))
    _ = store.accept(try request(deleting: 1))
    #expect(await store.current.map(\.id) == [0, 2])
  }

  @Test("an edit that was accepted is made although the view and the binding go away")
  func viewGoes() async throws {
    let model = LiveTable(rows: mails(0..<3))
    var view: FrameView<OneSection>? = FrameView()
    view?.bind(model, editing: .deleting())
    await until { view?.ids.count == 3 }
    view?.link.editing.delete(at: RowPath(0, 1))
    view = nil
    #expect(await model.current.map(\.id) == [0, 2])
  }
}

extension LiveTable {
  /// Edits the table by a closure, and does something else while that has the editor.
  @MainActor fileprivate func hold(
    _ meanwhile: () -> Void, after body: (inout TableEditor<Section, Row>) -> Void
  ) async {
    _ = try? await edit {
      body(&$0)
      meanwhile()
    }
  }
}

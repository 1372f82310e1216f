@testable import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

/// Tests of edits that a source saves later or refuses.
@MainActor @Suite struct EditSavingTests {
  private typealias Mail = EditableSourceTests.Mail
  private typealias FrameView = EditableSourceTests.FrameView

  private func mails(_ ids: some Sequence<Int>) -> [Mail] { ids.map { Mail(id: $0, folder: $0 % 3) } }

  /// A server that refuses edits if the test says so.
  private final class Server: Sendable {
    struct Refused: Error {}

    private let answers: AsyncStream<Bool>
    private let answering: AsyncStream<Bool>.Continuation
    let received = Guarded([Int]())

    init() { (answers, answering) = AsyncStream.makeStream(of: Bool.self) }

    func answer(_ isTaken: Bool) { answering.yield(isTaken) }

    func save(_ request: UserRequest<OneSection, Mail>) async throws -> EditReceipt<OneSection, Mail> {
      received.with { $0.append(request.row.id) }
      for await isTaken in answers {
        if !isTaken { throw Refused() }
        let (id, kind) = (request.row.id, request.kind)
        return kind == .delete ? .once { !$0.contains { $0.id == id } } : .confirmed
      }
      throw CancellationError()
    }
  }

  @Test("edits are saved one after another, and a refused edit is undone alone")
  func saving() async throws {
    let (model, server) = (LiveTable(rows: mails(0..<5)), Server())
    let mails = OptimisticTable(model) { try await server.save($0) }
    let view = FrameView<OneSection>()
    var failures: [Int] = []
    view.bind(mails.filter { $0.id < 50 }, editing: .deleting() + .moving(to: .anywhere)) { edit, _ in
      failures.append(edit.row.id)
    }
    await until { view.ids == [0, 1, 2, 3, 4] }
    for id in [1, 2, 3] { #expect(view.link.editing.delete(at: try #require(view.path(of: id)))) }
    #expect(view.ids == [0, 4])
    await until { server.received.now == [1] }
    try await model.edit { $0.append(Mail(id: 5)) }
    await until { view.ids == [0, 4, 5] }
    server.answer(false)
    await until { view.ids == [0, 1, 4, 5] && failures == [1] && server.received.now == [1, 2] }
    try await model.edit { $0.remove(id: 2) }
    await until { await mails.current.map(\.id) == [0, 1, 4, 5] }
    server.answer(false)
    await until { failures == [1, 2] && server.received.now == [1, 2, 3] }
    #expect(await mails.current.map(\.id) == [0, 1, 4, 5])
    server.answer(true)
    await mails.editsSaved()
    #expect(view.ids == [0, 1, 4, 5] && failures == [1, 2])
    try await model.edit { $0.remove(id: 3) }
    await until { await model.current.map(\.id) == [0, 1, 4, 5] && view.ids == [0, 1, 4, 5] }
    #expect(OptimisticTable(model).obstacle(to: .delete) != nil)
  }

  @Test("an edit that waits for its answer keeps the newer table's other fields")
  func mergedWhileSaving() async throws {
    let (model, server) = (LiveTable(rows: mails(0..<2)), Server())
    let table = OptimisticTable(model) { try await server.save($0) }
    let view = FrameView<OneSection>()
    view.bind(
      table,
      editing: .updating(merging: { Mail(id: $2.id, folder: $2.folder, text: $1.text, isRead: $2.isRead) }))
    await until { view.ids == [0, 1] }
    #expect(view.link.editing.update(Mail(id: 1, folder: 1, text: "user"), at: RowPath(0, 1)))
    try await model.edit { $0.update(.id(1)) { $0.isRead = true } }
    await until { view.link.table[RowPath(0, 1)] == Mail(id: 1, folder: 1, text: "user", isRead: true) }
    server.answer(true)
    await table.editsSaved()
    await until { view.link.table[RowPath(0, 1)] == Mail(id: 1, folder: 1, isRead: true) }
  }

  private func name(_ state: SaveState??) -> String {
    switch state {
    case .some(.saving): "saving"
    case .some(.failed): "failed"
    case .some(nil): "saved"
    case nil: "the end"
    }
  }

  @Test("a cell shows whether an edit of its row is being saved or has failed, and the user can retry it")
  func retried() async throws {
    let (model, server) = (LiveTable(rows: mails(0..<3)), Server())
    let view = FrameView<OneSection>()
    let editing = view.link.editing
    let path = RowPath(0, 1)
    let edited = Mail(id: 1, folder: 1, text: "user")
    func bind(_ rules: EditRules<OneSection, Mail>) {
      view.bind(OptimisticTable(model) { try await server.save($0) }, editing: rules) { _, _ in }
    }
    bind(.updating(merging: { Mail(id: $2.id, folder: $2.folder, text: $1.text, isRead: $2.isRead) }))
    await until { view.ids.count == 3 }
    var states = editing.states(of: 1).makeAsyncIterator()
    #expect(name(await states.next()) == "saved")
    #expect(editing.update(edited, at: path))
    #expect(name(await states.next()) == "saving" && name(editing.state(of: 0)) == "saved")
    server.answer(false)
    #expect(name(await states.next()) == "failed")
    try await model.edit { $0.update(.id(1)) { $0.isRead = true } }
    await until { view.link.table[path] == Mail(id: 1, folder: 1, isRead: true) }
    #expect(!editing.retry(0) && editing.retry(1) && !editing.retry(1))
    #expect(view.link.table[path] == Mail(id: 1, folder: 1, text: "user", isRead: true))
    #expect(name(await states.next()) == "saving")
    server.answer(true)
    #expect(name(await states.next()) == "saved" && server.received.now == [1, 1])
    bind(.updating())
    #expect(name(await states.next()) == "the end")
    await until { view.link.table[path] == Mail(id: 1, folder: 1, isRead: true) }
    #expect(editing.update(edited, at: path))
    server.answer(false)
    await until { name(editing.state(of: 1)) == "failed" }
    try await model.edit { $0.update(.id(1)) { $0.folder = 2 } }
    await until { view.link.table[path]?.folder == 2 }
    #expect(!editing.retry(1), "without a closure that merges, the newer row stays")
  }

  /// A source that refuses edits without delivering another table.
  private struct Refusing: EditableSource {
    let model: LiveTable<OneSection, Mail>

    var state: SourceState<OneSection, Mail> { get async { await model.state } }

    func subscribe(_ signal: Signal) async { await model.subscribe(signal) }

    func accept(_ request: UserRequest<OneSection, Mail>) -> Acceptance {
      let saving = Saving()
      saving.end(.failure(Server.Refused()))
      return Acceptance(.accepted(InboxMarks(), saving))
    }
  }

  @Test("a failed edit is not retried while it is on screen, and its failure can be dismissed")
  func stillOnScreen() async throws {
    let model = LiveTable(rows: mails(0..<2))
    let view = FrameView<OneSection>()
    let editing = view.link.editing
    let merge: UserRequest<OneSection, Mail>.Merge = { seen, edited, current in
      Mail(id: current.id, folder: current.folder, text: edited.text == seen.text ? current.text : edited.text)
    }
    view.bind(Refusing(model: model), editing: .updating(merging: merge) + .inserting()) { _, _ in }
    await until { view.ids == [0, 1] }
    #expect(editing.update(Mail(id: 1, folder: 1, text: "user"), at: RowPath(0, 1)))
    #expect(editing.insert(Mail(id: 2), at: RowPath(0, 2)))
    await until { name(editing.state(of: 1)) == "failed" && name(editing.state(of: 2)) == "failed" }
    #expect(view.ids == [0, 1, 2] && !editing.retry(1) && !editing.retry(2))
    try await model.edit { $0.remove(id: 0) }
    await until { view.ids == [1] && view.link.table[RowPath(0, 0)]?.text == "" }
    #expect(editing.retry(1) && editing.retry(2))
    #expect(view.ids == [1, 2] && view.link.table[RowPath(0, 0)]?.text == "user")
    editing.dismiss(1)
    #expect(name(editing.state(of: 1)) == "saving")
    await until { name(editing.state(of: 1)) == "failed" }
    editing.dismiss(1)
    #expect(name(editing.state(of: 1)) == "saved")
    let other = LiveTable(rows: mails(0..<3))
    view.bind(Refusing(model: other), editing: .moving(to: .anywhere)) { _, _ in }
    await until { view.ids == [0, 1, 2] }
    #expect(editing.move(from: RowPath(0, 0), to: RowPath(0, 2)))
    await until { name(editing.state(of: 0)) == "failed" }
    #expect(view.ids == [1, 2, 0] && !editing.retry(0))
    try await other.edit { $0.append(Mail(id: 3)) }
    await until { view.ids == [0, 1, 2, 3] }
    #expect(editing.retry(0) && view.ids == [1, 2, 0, 3])
  }

  @Test("independent edits are saved concurrently, and others in order")
  func independent() async throws {
    let (model, received, gates) = (LiveTable(rows: mails(0..<3)), Guarded([Int]()), [Gate(), Gate(), Gate()])
    let table = OptimisticTable(model) { request in
      received.with { $0.append(request.row.id) }
      await gates[request.row.id].wait()
      return .confirmed
    } independent: {
      $0.row.id != $1.row.id
    }
    let view = FrameView<OneSection>()
    view.bind(table, editing: .deleting() + .updating())
    await until { view.ids == [0, 1, 2] }
    #expect(view.link.editing.update(Mail(id: 1, text: "user"), at: RowPath(0, 1)))
    #expect(view.link.editing.update(Mail(id: 2, text: "user"), at: RowPath(0, 2)))
    #expect(view.link.editing.delete(at: RowPath(0, 1)))
    await until { received.now.sorted() == [1, 2] }
    gates[2].open()
    await until { view.link.editing.state(of: 2) == nil }
    #expect(received.now.count == 2)
    gates[1].open()
    await table.editsSaved()
    #expect(received.now.count == 3 && received.now.last == 1)
  }
}

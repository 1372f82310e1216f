@testable import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

/// Tests that edits that a source accepts stay on screen, whatever else changes in the table.
@MainActor @Suite(.timeLimit(.minutes(20))) struct EditableSourceTests {
  struct Mail: Diffable, Identifiable, Hashable, Sendable {
    let id: Int
    var folder = 0
    var text = ""
    var isRead = false
  }

  typealias FrameView<Section: Diffable & Sendable> = FramedView<Section, Mail>

  private func mails(_ ids: some Sequence<Int>) -> [Mail] { ids.map { Mail(id: $0, folder: $0 % 3) } }

  // MARK: - Refusals and conflicts

  @Test("an update of a row that has changed meanwhile is a conflict with both rows, unless it is merged")
  func conflict() async throws {
    let model = LiveTable(rows: mails(0..<3))
    let view = FrameView<OneSection>()
    var failures: [any Error] = []
    let binding = view.bind(model, editing: .updating()) { failures.append($1) }
    await until { view.ids.count == 3 }
    await model.hold {
      // The user still sees the old row.
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

  @Test("a binding without rules sends no edits to the source")
  func withoutEditor() async throws {
    let model = LiveTable(rows: mails(0..<3))
    let view = FrameView<OneSection>()
    view.link.editing.rules = .deleting()
    view.bind(model, editing: nil)
    await until { view.ids.count == 3 }
    #expect(view.link.editing.delete(at: RowPath(0, 1)))
    #expect(await model.current.map(\.id) == [0, 1, 2])
  }

  @Test("an edit that the source refuses at once is not shown, and an edit after the end fails")
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

  @Test("every state after an accepted edit contains it, also while a closure edits")
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

  @Test("an accepted edit is applied even if the view and the binding are released")
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
  /// Edits the table with a closure, and calls another one while the edit still holds the editor.
  @MainActor fileprivate func hold(
    _ meanwhile: () -> Void, after body: (inout TableEditor<Section, Row>) -> Void
  ) async {
    _ = try? await edit {
      body(&$0)
      meanwhile()
    }
  }
}

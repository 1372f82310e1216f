@_spi(Adapters) @_spi(Testing) @testable import LiveTables
import LiveTablesOperators
@_spi(Adapters) import LiveTablesTesting
import Testing

/// Where users' edits go if the view shows several sources, and what returns if they fail.
@MainActor @Suite struct EditRouteTests {
  private typealias Mail = EditableSourceTests.Mail
  private typealias FrameView = EditableSourceTests.FrameView
  private struct Refused: Error {}

  private func mails(_ ids: some Sequence<Int>) -> [Mail] { ids.map { Mail(id: $0) } }

  private func path(_ row: Int, section: Int = 0) -> RowPath { RowPath(section: section, row: row) }

  @Test("an edit in a segment that is still on screen goes to this segment, and does not stay in the next one")
  func segments() async throws {
    let (unread, all) = (LiveTable(rows: mails(0..<3)), LiveTable(rows: mails([5, 1, 2, 0, 6])))
    let segments = TableSegments<OneSection, Mail>()
    segments.add("Unread", unread)
    segments.add("All", all)
    let view = FrameView<OneSection>()
    view.bind(segments, editing: .moving(to: .anywhere) + .inserting())
    await until { view.ids == [0, 1, 2] }
    let drag = try #require(view.link.editing.beginDrag(at: path(2)))
    segments.select(1)
    #expect(await segments.current.map(\.id) == [5, 1, 2, 0, 6])
    #expect(view.link.editing.insert(Mail(id: 9), at: path(1)))
    #expect(drag.drop(at: path(0)))
    #expect(await unread.current.map(\.id) == [2, 0, 9, 1])
    await until { view.ids == [5, 1, 2, 0, 6] }
    try await all.edit { $0.append(Mail(id: 7)) }
    await until { view.ids == [5, 1, 2, 0, 6, 7] }
    segments.select(0)
    await until { view.ids == [2, 0, 9, 1] }
    #expect(view.link.editing.move(from: path(3), to: path(0)))
    #expect(await unread.current.map(\.id) == [1, 2, 0, 9])
  }

  @Test("two merged tables of one source make an update once")
  func mergedOnce() async throws {
    let model = LiveTable(rows: mails(0..<4))
    let view = FrameView<OneSection>()
    var failures: [any Error] = []
    view.bind(model.filter { $0.id < 3 }.merged(with: model.filter { $0.id > 0 }), editing: .updating()) {
      failures.append($1)
    }
    await until { view.ids == [0, 1, 2, 3] }
    #expect(view.link.editing.update(Mail(id: 1, text: "user"), at: path(1)))
    #expect(await model.current.map(\.text) == ["", "user", "", ""])
    await Task { @MainActor in }.value
    #expect(failures.isEmpty)
    #expect(view.link.editing.update(Mail(id: 1, text: "again"), at: path(1)))
    #expect(await model.current.map(\.text) == ["", "again", "", ""])
  }

  @Test("a row that moves to another source stays in its own until it is saved there, and returns if it is refused")
  func movedAndRefused() async throws {
    let (one, two, answer) = (LiveTable(rows: mails(0..<3)), LiveTable(rows: mails(5..<6)), Gate())
    let saving = OptimisticTable(two) { _ in
      await answer.wait()
      throw Refused()
    }
    let joined = JoinedTables<OneSection, Mail>()
    joined.add(one)
    joined.add(saving)
    let view = FrameView<JoinedSection<OneSection>>()
    var failures: [any Error] = []
    view.bind(joined, editing: .moving(to: .anywhere)) { failures.append($1) }
    await until { view.ids == [0, 1, 2, 5] }
    let count = view.frames.count
    #expect(view.link.editing.move(from: path(1), to: path(0, section: 1)))
    #expect(view.ids == [0, 2, 1, 5])
    try await one.edit { $0.append(Mail(id: 3)) }
    await until { view.ids == [0, 2, 3, 1, 5] }
    #expect(await one.current.map(\.id) == [0, 1, 2, 3])
    #expect(view.frames[count...].allSatisfy { $0.count { $0.id == 1 } == 1 })
    answer.open()
    await until { view.ids == [0, 1, 2, 3, 5] && failures.count == 1 }
    #expect(failures[0] is Refused)
    await saving.editsSaved()
    #expect(await one.current.map(\.id) == [0, 1, 2, 3])
  }

  @Test("undoing a deletion inserts no row that other code has inserted again meanwhile")
  func undoneTwice() async throws {
    let model = LiveTable(rows: mails(0..<3))
    func check(_ source: some TableSource<OneSection, Mail>) async throws {
      let view = FrameView<OneSection>()
      view.bind(source, editing: .deleting() + .inserting())
      await until { view.ids == [0, 1, 2] }
      #expect(view.link.editing.delete(at: path(1)))
      #expect(await model.current.map(\.id) == [0, 2])
      _ = try await model.edit { editor in
        editor.insert(Mail(id: 1), at: .after(0))
        #expect(view.link.editing.undo.undo())
      }
      #expect(await model.current.map(\.id) == [0, 1, 2])
      await until { view.ids == [0, 1, 2] }
      #expect(view.link.editing.delete(at: path(1)))
      #expect(view.link.editing.undo.undo())
      #expect(await model.current.map(\.id) == [0, 1, 2])
    }
    try await check(model)
    try await check(model.filter { $0.id < 9 })
  }

  @Test("of the edits of a table that is derived from an outline, only updates can be undone")
  func derivedOutline() async throws {
    let outline = LiveOutline(Tree<Mail>())
    try await outline.tree.edit { for id in [1, 2, 3] { $0.append(Mail(id: id)) } }
    let view = RecordingTableView<OneSection, OutlineRow<Mail>>()
    view.bind(outline.filter { $0.value.id < 3 }, editing: .deleting() + .updating())
    await until { view.link.table.map(\.value.id) == [1, 2] }
    #expect(view.link.editing.delete(at: path(0)))
    #expect(view.link.editing.undo.undoName == nil)
    var row = try #require(view.link.table[path(0)])
    row.value.text = "user"
    #expect(view.link.editing.update(row, at: path(0)))
    #expect(view.link.editing.undo.undoName == "Change")
    #expect(view.link.editing.undo.undo())
    await until { await outline.tree.tree.roots.map(\.text) == ["", ""] }
  }

  @Test("an edit that is being saved follows its row to another identity, and its neighbors")
  func renamed() async throws {
    let (model, answer) = (LiveTable(rows: mails(1...5)), Gate())
    let table = OptimisticTable(model) { _ in
      await answer.wait()
      return .confirmed
    }
    let view = FrameView<OneSection>()
    view.bind(table, editing: .deleting() + .moving(to: .anywhere))
    await until { view.ids == [1, 2, 3, 4, 5] }
    #expect(view.link.editing.delete(at: path(1)))
    #expect(view.link.editing.move(from: path(3), to: path(1)))
    #expect(await table.current.map(\.id) == [1, 5, 3, 4])
    for id in [1, 2, 5] { await table.rename(id, to: id * 10) }
    try await model.edit { $0.set([50, 0, 4, 10, 7, 3, 20].map { Mail(id: $0) }) }
    #expect(await table.current.map(\.id) == [0, 4, 10, 50, 7, 3])
    try await model.edit { $0.set([50, 3, 20, 10].map { Mail(id: $0) }) }
    #expect(await table.current.map(\.id) == [3, 10, 50])
    try await model.edit { $0.set([50, 4, 20, 3].map { Mail(id: $0) }) }
    #expect(await table.current.map(\.id) == [4, 50, 3])
    answer.open()
    await table.editsSaved()
    #expect(await table.current.map(\.id) == [50, 4, 20, 3])
  }
}

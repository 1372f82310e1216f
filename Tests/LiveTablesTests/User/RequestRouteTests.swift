@testable import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

/// Tests which source receives a user's edit if the view shows several, and what a failed edit restores.
@MainActor @Suite struct RequestRouteTests {
  private typealias Mail = EditableSourceTests.Mail
  private typealias FrameView = EditableSourceTests.FrameView
  private struct Refused: Error {}

  private func mails(_ ids: some Sequence<Int>) -> [Mail] { ids.map { Mail(id: $0, folder: $0 % 3) } }

  private func path(_ row: Int, section: Int = 0) -> RowPath { RowPath(section: section, row: row) }

  @Test("an edit that a source or an operator does not accept is reported by name, and not offered")
  func obstacles() async throws {
    let model = LiveTable(rows: mails(0..<3))
    func report(_ source: some TableSource<OneSection, Mail>) async -> ([String], FrameView<OneSection>) {
      let view = FrameView<OneSection>()
      let reports = Guarded([String]())
      let options = BindingOptions { report in reports.with { $0.append("\(report)") } }
      view.bind(source, editing: .deleting() + .moving(to: .anywhere), options: options)
      await until { view.ids.count == 3 }
      return (reports.now, view)
    }
    let (sorted, view) = await report(model.sorted { $0.id < $1.id })
    #expect(sorted == ["table: users cannot move rows: sorted decides where rows are"])
    #expect(view.link.editing.may(.delete, at: RowPath(0, 0)) && !view.link.editing.may(.move, at: RowPath(0, 0)))
    let (mapped, _) = await report(model.map { $0 })
    #expect(mapped == ["table: users cannot delete, move rows: map makes new rows"])
    let (tables, continuation) = AsyncStream.makeStream(of: TableSnapshot<OneSection, Mail>.self)
    continuation.yield(TableSnapshot(rows: mails(0..<3)))
    let (sequence, other) = await report(SequenceSource(tables))
    #expect(sequence.count == 1 && sequence[0].contains("SequenceSource"))
    #expect(!other.link.editing.may(.delete, at: RowPath(0, 0)))
    let (filtered, _) = await report(model.filter { $0.id >= 0 })
    #expect(filtered == [])
  }

  // MARK: - Derived tables

  @Test("the screen shows the derived table's rows after an edit, also if they do not change")
  func staysTogether() async throws {
    for isTold in [true, false] {
      let model = LiveTable(rows: mails(0..<6))
      func check(_ source: some TableSource<OneSection, Mail>, _ row: Mail) async throws {
        let view = FrameView<OneSection>()
        let first = await Array(source.current)
        if isTold { view.bind(source) } else { view.bind(source, editing: .inserting()) }
        await until { Array(view.link.table) == first }
        if isTold { view.link.editing.rules = .inserting() }
        var edits = view.link.editing.edits.makeAsyncIterator()
        #expect(view.link.editing.insert(row, at: RowPath(0, first.count)))
        #expect(view.ids.count == first.count + 1)
        if isTold, let edit = await edits.next() { try await model.edit(edit.edit) }
        let last = await Array(source.current)
        await until { Array(view.link.table) == last }
        #expect(await model.current.contains { $0.id == row.id })
      }
      try await check(model.prefix(3), Mail(id: 100))
      try await check(model.filter { $0.id < 50 }, Mail(id: 101))
      try await check(model.filter { $0.id < 50 }.prefix(4), Mail(id: 102))
      try await check(model.suffix(2), Mail(id: 103))
    }
  }

  @Test("a row is dropped directly after the row above it, or before the row below at the top")
  func places() async throws {
    let model = LiveTable(rows: mails(0..<10))
    let view = FrameView<OneSection>()
    view.bind(model.filter { $0.id % 3 == 0 }, editing: .moving(to: .anywhere) + .inserting())
    await until { view.ids == [0, 3, 6, 9] }
    #expect(view.link.editing.move(from: RowPath(0, 0), to: RowPath(0, 2)))
    #expect(await model.current.map(\.id) == [1, 2, 3, 4, 5, 6, 0, 7, 8, 9])
    await until { view.ids == [3, 6, 0, 9] }
    #expect(view.link.editing.move(from: RowPath(0, 3), to: RowPath(0, 0)))
    #expect(await model.current.map(\.id) == [1, 2, 9, 3, 4, 5, 6, 0, 7, 8])
    await until { view.ids == [9, 3, 6, 0] }
    #expect(view.link.editing.insert(Mail(id: 30), at: RowPath(0, 1)))
    #expect(await model.current.map(\.id) == [1, 2, 9, 30, 3, 4, 5, 6, 0, 7, 8])
  }

  @Test("a row that moves to another group changes as `grouped(by:moving:)` specifies, or stays")
  func groups() async throws {
    let model = LiveTable(rows: mails(0..<6))
    let view = FrameView<Int>()
    var failures = 0
    let grouped = model.grouped(by: \.folder, sectionsBy: <) { $0.folder = $1 }
    view.bind(grouped, editing: .moving(to: .anywhere)) { _, _ in failures += 1 }
    await until { view.ids == [0, 3, 1, 4, 2, 5] }
    #expect(view.link.editing.move(from: RowPath(0, 0), to: RowPath(1, 1)))
    #expect(await model.current.map(\.id) == [1, 0, 2, 3, 4, 5])
    #expect(await model.current[1] == Mail(id: 0, folder: 1))
    await until { view.link.table[RowPath(1, 1)] == Mail(id: 0, folder: 1) }
    view.bind(model.grouped(by: \.folder, sectionsBy: <), editing: .moving(to: .anywhere)) { _, _ in failures += 1 }
    await until { view.ids == [3, 1, 0, 4, 2, 5] }
    #expect(!view.link.editing.move(from: RowPath(0, 0), to: RowPath(1, 1)) && failures == 1)
    #expect(view.link.editing.move(from: RowPath(1, 0), to: RowPath(1, 1)) && failures == 1)
    #expect(await model.current.map(\.id) == [0, 1, 2, 3, 4, 5])
  }

  @Test("the left source of a join receives the edit, and both sources of a merge that have the row")
  func joins() async throws {
    let (left, right) = (LiveTable(rows: mails(0..<3)), LiveTable(rows: mails(1..<4)))
    let view = RecordingTableView<OneSection, JoinedRow<Mail, Mail>>()
    view.bind(left.joined(with: right, .left, by: \.id, and: \.id), editing: .deleting() + .updating())
    await until { view.link.table.count == 3 }
    #expect(view.link.editing.delete(at: RowPath(0, 1)))
    #expect(await left.current.map(\.id) == [0, 2])
    #expect(await right.current.map(\.id) == [1, 2, 3])
    await until { view.link.table.count == 2 }
    let merged = FrameView<OneSection>()
    merged.bind(left.merged(with: right), editing: .deleting() + .moving(to: .anywhere) + .inserting())
    await until { merged.ids == [0, 2, 1, 3] }
    #expect(merged.link.editing.delete(at: RowPath(0, 1)))
    #expect(await left.current.map(\.id) == [0])
    #expect(await right.current.map(\.id) == [1, 3])
    await until { merged.ids == [0, 1, 3] }
    #expect(merged.link.editing.insert(Mail(id: 7), at: RowPath(0, 0)))
    #expect(await left.current.map(\.id) == [7, 0])
  }

  @Test("a row that moves between concatenated tables is deleted in one and inserted in the other")
  func concatenated() async throws {
    let (one, two) = (LiveTable(rows: mails(0..<3)), LiveTable(rows: mails(3..<6)))
    let joined = JoinedTables<OneSection, Mail>()
    joined.add(one)
    joined.add(two.filter { $0.id != 4 })
    let view = FrameView<JoinedSection<OneSection>>()
    view.bind(joined, editing: .moving(to: .anywhere))
    await until { view.ids == [0, 1, 2, 3, 5] }
    #expect(view.link.editing.move(from: RowPath(0, 1), to: RowPath(1, 1)))
    #expect(await joined.current.map(\.id) == [0, 2, 3, 1, 5])
    #expect(await two.current.map(\.id) == [3, 1, 4, 5])
    await until { await one.current.map(\.id) == [0, 2] }
    await until { view.ids == [0, 2, 3, 1, 5] }
  }

  @Test("a move to a table that accepts no edits is refused before its row is deleted")
  func moveToConstantTable() async throws {
    let (model, joined) = (LiveTable(rows: mails(0..<3)), JoinedTables<OneSection, Mail>())
    joined.add(model)
    joined.add(LiveTable(rows: mails([7])).map { $0 })
    let view = FrameView<JoinedSection<OneSection>>()
    var failures: [any Error] = []
    view.bind(joined, editing: .deleting() + .inserting() + .moving(to: .anywhere)) { failures.append($1) }
    await until { view.ids == [0, 1, 2, 7] }
    #expect(!view.link.editing.move(from: RowPath(0, 1), to: RowPath(1, 0)))
    #expect(failures.count == 1 && view.ids == [0, 1, 2, 7])
    #expect(await model.current.map(\.id) == [0, 1, 2])
  }

  @Test("an update of a row that only one of two merged tables has succeeds")
  func mergedUpdate() async throws {
    let (left, right) = (LiveTable(rows: mails(0..<2)), LiveTable(rows: mails(2..<4)))
    let view = FrameView<OneSection>()
    var failures: [any Error] = []
    view.bind(left.merged(with: right), editing: .updating()) { failures.append($1) }
    await until { view.ids == [0, 1, 2, 3] }
    #expect(view.link.editing.update(Mail(id: 1, folder: 1, text: "user"), at: RowPath(0, 1)))
    await until { view.link.table[RowPath(0, 1)]?.text == "user" }
    #expect(await left.current.map(\.text) == ["", "user"])
    #expect(await right.current.map(\.text) == ["", ""])
    await Task { @MainActor in }.value
    #expect(failures.isEmpty)
  }

  @Test("a node that the user moves, deletes or inserts changes in the tree")
  func outlines() async throws {
    let outline = LiveTree(Tree<Mail>()).outline()
    try await outline.tree.edit {
      for id in [1, 2, 3] { $0.append(Mail(id: id)) }
      for id in [10, 11] { $0.append(Mail(id: id), to: 1) }
    }
    try await outline.edit { $0.expand(1) }
    let view = RecordingTableView<OneSection, OutlineRow<Mail>>()
    view.bind(outline, editing: .deleting() + .moving(to: .anywhere))
    await until { view.link.table.map(\.value.id) == [1, 10, 11, 2, 3] }
    #expect(view.link.editing.move(from: RowPath(0, 4), to: RowPath(0, 1)))
    await until { view.link.table.map { "\($0.value.id)/\($0.depth)" } == ["1/0", "3/1", "10/1", "11/1", "2/0"] }
    #expect(view.link.editing.delete(at: RowPath(0, 2)))
    #expect(await outline.current.map(\.value.id) == [1, 3, 11, 2])
    #expect(await outline.tree.tree.children(of: 1)?.map(\.id) == [3, 11])
  }

  // MARK: - Several sources

  @Test("an edit in a segment that is still on screen goes to this segment")
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

  @Test("two merged tables of one source apply an update once")
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

  @Test("a row that moves to another source stays in its own until it is saved there")
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
    #expect(!view.link.editing.move(from: path(0, section: 1), to: path(0)), "its first move is not saved")
    await until { failures.count == 1 }
    #expect(view.ids == [0, 2, 3, 1, 5])
    #expect(view.frames[count...].allSatisfy { $0.count { $0.id == 1 } == 1 })
    answer.open()
    await until { view.ids == [0, 1, 2, 3, 5] && failures.count == 2 }
    #expect(failures[1] is Refused)
    await saving.editsSaved()
    #expect(await one.current.map(\.id) == [0, 1, 2, 3])
  }

  @Test("joined tables wait for the deletion with which a move to another source ends")
  func movesSaved() async throws {
    let (one, two, saved) = (LiveTable(rows: mails(0..<2)), LiveTable(rows: mails(5..<6)), Guarded([EditKind]()))
    let answer = Gate()
    let joined = JoinedTables<OneSection, Mail>()
    for model in [one, two] {
      joined.add(
        OptimisticTable(model) { request in
          saved.with { $0.append(request.kind) }
          if request.kind == .delete { await answer.wait() }
          try await model.edit { try $0.apply(request) }
          return .confirmed
        })
    }
    let view = FrameView<JoinedSection<OneSection>>()
    view.bind(joined, editing: .moving(to: .anywhere)) { _, _ in }
    await until { view.ids == [0, 1, 5] }
    #expect(view.link.editing.move(from: path(1), to: path(0, section: 1)))
    await until { saved.now == [.insert, .delete] }
    #expect(!view.link.editing.move(from: path(0, section: 1), to: path(0)), "its deletion is not saved")
    answer.open()
    await joined.editsSaved()
    #expect(saved.now == [.insert, .delete])
    #expect(await one.current.map(\.id) == [0])
    #expect(await two.current.map(\.id) == [1, 5])
    #expect(view.link.editing.move(from: path(0, section: 1), to: path(0)))
    await joined.editsSaved()
    #expect(await one.current.map(\.id) == [1, 0])
  }

  @Test("undoing a deletion does not insert a row that other code has inserted")
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

  @Test("only updates of a table derived from an outline can be undone")
  func derivedOutline() async throws {
    let outline = LiveTree(Tree<Mail>()).outline()
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

import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

/// Tests of undoing changes that the comparison of rows ignores.
@Suite("Undoing invisible changes")
struct UnseenUndoTests {
  /// A row that compares only its subject.
  private struct Letter: Diffable, Identifiable, Sendable {
    let id: Int
    var subject = ""
    var draft = ""

    func hasSameContent(as other: Letter) -> Bool { subject == other.subject }
  }

  private typealias Letters = LiveTable<OneSection, Letter>

  private func drafts(_ table: TableSnapshot<OneSection, Letter>?) -> [String]? { table?.map(\.draft) }

  @Test("an invisible edit is undone separately from the edit before it")
  func edit() async throws {
    let live = Letters(rows: [Letter(id: 1), Letter(id: 2)], undoLimit: 9)
    try await live.edit { $0.update(.id(1)) { $0.subject = "a" } }
    #expect(try await live.edit { $0.update(.id(2)) { $0.draft = "b" } }.changeset.isEmpty)
    #expect(await live.undoCount == 2)
    #expect(drafts(try await live.undo()?.table) == ["", ""])
    #expect(await live.table.map(\.subject) == ["a", ""])
    #expect(drafts(try await live.redo()?.table) == ["", "b"])
    try await live.undo()
    try await live.undo()
    #expect(await live.table.map(\.subject) == ["", ""])
    try await live.edit { $0.update(.id(2)) { $0.draft = "c" } }
    #expect(await live.redoCount == 0, "to redo would lose the new draft")
  }

  @Test("an edit without any changed value is not a change, also for partially compared rows")
  func noEdit() async throws {
    let live = LiveTable(rows: [Mail(id: 1, subject: "a"), Mail(id: 2)], undoLimit: 9)
    try await live.edit { $0.update(.id(1)) { $0.subject = "a" } }
    try await live.edit { $0.update(.id(2)) { $0 = Mail(id: 2) } }
    #expect(await live.undoCount == 0)
    try await live.edit { $0.update(.id(1)) { $0.draft = "b" } }
    #expect(await live.undoCount == 1)
    #expect(try await live.undo()?.table.map(\.draft) == ["", ""])
  }

  /// A letter that is also `Hashable`.
  private struct Mail: Diffable, Identifiable, Hashable, Sendable {
    let id: Int
    var subject = ""
    var draft = ""

    func hasSameContent(as other: Mail) -> Bool { subject == other.subject }
  }

  @Test("derived tables follow the undo of an invisible change")
  func derived() async throws {
    let live = Letters(rows: [Letter(id: 1), Letter(id: 2)], undoLimit: 9)
    let all = live.filter { _ in true }
    #expect(drafts(await all.state.table) == ["", ""])
    try await live.edit {
      $0.update(.id(1)) { $0.subject = "a" }
      $0.update(.id(2)) { $0.draft = "b" }
    }
    #expect(drafts(await all.state.table) == ["", "b"])
    try await live.undo()
    #expect(drafts(await all.state.table) == ["", ""])
    try await live.redo()
    #expect(drafts(await all.state.table) == ["", "b"])
  }

  @Test(
    "an edit in several steps without visible change reaches derived tables, and can be undone",
    arguments: [
      [.patch(.id(1)) { $0.subject = "a" }, .patch(.id(1)) { ($0.subject, $0.draft) = ("", "b") }],
      [.remove(id: 1), .insert([Letter(id: 1, draft: "b")], at: .before(2))],
      [.insert([Letter(id: 1, draft: "b")], at: .before(2)), .remove(.path(RowPath(0, 0)))],
      [
        .append(Letter(id: 3)), .patch(.id(1)) { $0.subject = "a" },
        .patch(.id(1)) { ($0.subject, $0.draft) = ("", "b") },
      ],
    ] as [[TableEdit<OneSection, Letter>]])
  private func steps(_ edits: [TableEdit<OneSection, Letter>]) async throws {
    let live = Letters(rows: [Letter(id: 1), Letter(id: 2)], undoLimit: 9)
    let store = TableStore<OneSection, Letter>(TableSnapshot(rows: [Letter(id: 1), Letter(id: 2)]))
    let (all, stored) = (live.filter { $0.id < 3 }, store.filter { $0.id < 3 })
    #expect(drafts(await all.state.table) == ["", ""])
    #expect(drafts(await stored.current) == ["", ""])
    try await live.edit { for edit in edits { $0.apply(edit) } }
    try await store.edit { for edit in edits { $0.apply(edit) } }
    #expect(await live.table.prefix(2).map(\.draft) == ["b", ""])
    #expect(drafts(await all.state.table) == ["b", ""])
    #expect(drafts(await stored.current) == ["b", ""])
    #expect(await live.undoCount == 1)
    try await live.undo()
    #expect(drafts(await all.state.table) == ["", ""])
  }

  @Test("a row that leaves and returns with its section reaches derived tables, and can be undone")
  func sections() async throws {
    let folder = TableSection("a", rows: [Letter(id: 1)])
    let live = LiveTable(TableSnapshot(sections: [folder, TableSection("b", rows: [Letter(id: 2)])]))
    let all = live.filter { _ in true }
    #expect(await all.current.map(\.draft) == ["", ""])
    try await live.edit {
      $0.removeSections(.id("a"))
      $0.insertSections([TableSection("a", rows: [Letter(id: 1, draft: "b")])], at: .index(0))
      $0.append(Letter(id: 3), to: "b")
    }
    #expect(await all.current.map(\.draft) == ["b", "", ""])
  }

  @Test("a refreshed row is refreshed again by undo and redo")
  func refreshed() async throws {
    let live = Letters(rows: [Letter(id: 1), Letter(id: 2)], undoLimit: 9)
    #expect(try await live.edit { $0.replace(Letter(id: 2, draft: "b")) }.changeset.refreshed == [2])
    let undone = try await live.undo()
    #expect(undone?.changeset.refreshed == [2] && drafts(undone?.table) == ["", ""])
    let redone = try await live.redo()
    #expect(redone?.changeset.refreshed == [2] && drafts(redone?.table) == ["", "b"])
  }

  /// An identity that counts how often it is compared.
  private struct Name: Hashable, Sendable {
    let id: Int
    let count: Guarded<Int>

    static func == (one: Name, other: Name) -> Bool {
      one.count.with { $0 += 1 }
      return one.id == other.id
    }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  private struct NamedLetter: Diffable, Sendable {
    let identity: Name
    var subject = ""
    var draft = ""

    func hasSameContent(as other: NamedLetter) -> Bool { subject == other.subject }
  }

  @Test func manyRowsThatLookTheSameAreFoundByAnIndexWhenAnEarlierEditIsUndone() async throws {
    let count = Guarded(0)
    let live = LiveTable(rows: (0..<1_000).map { NamedLetter(identity: Name(id: $0, count: count)) }, undoLimit: 9)
    let first = try await live.edit { $0.update(.path(RowPath(0, 0))) { $0.subject = "a" } }
    try await live.edit { for row in 1..<1_000 { $0.update(.path(RowPath(0, row))) { $0.draft = "b" } } }
    count.with { $0 = 0 }
    try await live.undo(revision: first.revision)
    #expect(await live.table.map(\.draft) == [""] + [String](repeating: "b", count: 999))
    #expect(await live.table.allSatisfy { $0.subject.isEmpty })
    #expect(count.with { $0 } < 100_000)
  }
}

import LiveTablesTesting
import Synchronization
import TestSupport
import Testing

@testable import LiveTables

/// Tests that a user's edit applies to the exact row and place, even if others share the identity.
@MainActor @Suite("Rows and places of users' edits") struct UserEditPlaceTests {
  @Test("54: a row lands where it is dropped, even if several sections have the same identity")
  func sameSections() async throws {
    let first = TableSnapshot<String, Item>(sections: [
      TableSection("s", rows: items([1, 2])), TableSection("s", rows: items([3, 4, 5])),
    ])
    for source in first.paths {
      for section in 0..<2 {
        for row in 0...(section == 0 ? 2 : 3) {
          var expected = first
          guard expected.move(from: source, to: RowPath(section, row)), expected != first else { continue }
          let view = StrictTableView<String, Item>()
          let store = TableStore<String, Item>(first)
          try await withBinding(view, store) { _ in
            view.link.editing.rules = .moving(to: .anywhere)
            let edits = collectedEdits(view)
            #expect(view.link.editing.move(from: source, to: RowPath(section, row)))
            #expect(view.drawn == expected, "\(source) to \((section, row))")
            await until { await store.table == expected }
            view.link.editing.refuse(try #require(edits()))
            #expect(view.drawn == first, "\(source) to \((section, row)) and back")
          }
        }
      }
    }
  }

  @Test("54: an insertion and a refused deletion are in the intended section")
  func sameSectionsOtherEdits() async throws {
    let first = TableSnapshot<String, Item>(sections: [
      TableSection("s", rows: items([1, 2])), TableSection("s", rows: items([3, 4, 5])),
    ])
    let view = StrictTableView<String, Item>()
    try await withBinding(view, TableStore<String, Item>(first)) { _ in
      view.link.editing.rules = .inserting() + .deleting()
      #expect(view.link.editing.insert(Item(9), at: RowPath(1, 0)))
      #expect(view.drawn.sections.map { $0.rows.map(\.id) } == [[1, 2], [9, 3, 4, 5]])
      let edits = collectedEdits(view)
      #expect(view.link.editing.delete(at: RowPath(1, 1)))
      view.link.editing.refuse(try #require(edits()))
      #expect(view.drawn.sections.map { $0.rows.map(\.id) } == [[1, 2], [9, 3, 4, 5]])
    }
  }

  @Test(
    "51, 54: an edit by path means that row among rows with the same identity",
    arguments: [
      (.remove(.path(RowPath(0, 1))), "a0 b2 a3"), (.remove(.paths([RowPath(0, 1), RowPath(0, 3)])), "a0 b2"),
      (.remove(.range(3..<4)), "a0 a1 b2"), (.remove(.range(1..<2)), "a0 b2 a3"),
      (.patch(.path(RowPath(0, 1))) { $0.content = 9 }, "a0 a9 b2 a3"),
      (.replace(.path(RowPath(0, 3)), with: [Lettered("c", 7)]), "a0 a1 b2 c7"),
      (.move(.path(RowPath(0, 3)), to: .path(RowPath(0, 0))), "a3 a0 a1 b2"),
      (.move(.paths([RowPath(0, 3), RowPath(0, 1)]), to: .path(RowPath(0, 1))), "a0 a3 a1 b2"),
    ] as [(TableEdit<OneSection, Lettered>, String)])
  private func duplicates(edit: TableEdit<OneSection, Lettered>, result: String) async throws {
    let first = TableSnapshot(rows: [Lettered("a", 0), Lettered("a", 1), Lettered("b", 2), Lettered("a", 3)])
    let view = StrictTableView<OneSection, Lettered>()
    let store = TableStore<OneSection, Lettered>(first)
    try await withBinding(view, store) { _ in
      view.link.edit(edit)
      #expect(view.drawn.map { "\($0.letter)\($0.content)" }.joined(separator: " ") == result)
      await until { await store.table.map(\.content) == view.drawn.map(\.content) }
    }
  }

  @Test("55: rows that are not equal to themselves are deleted, updated and moved, and refusals restore them")
  func opaque() async throws {
    struct Note: Sendable { var text: String }
    let view = StrictTableView<OneSection, Opaque<Note>>()
    let store = TableStore(TableSnapshot(rows: ["a", "b", "c"].map { Opaque(Note(text: $0)) }))
    func shown() -> String { view.drawn.map(\.value.text).joined() }
    try await withBinding(view, store) { _ in
      let editing = view.link.editing
      editing.rules = .deleting() + .updating() + .moving(to: .anywhere)
      let edits = collectedEdits(view)
      #expect(editing.delete(at: RowPath(0, 1)))
      #expect(shown() == "ac")
      editing.refuse(try #require(edits()))
      #expect(shown() == "abc")
      #expect(editing.move(from: RowPath(0, 2), to: RowPath(0, 0)))
      #expect(shown() == "cab")
      #expect(editing.update(Opaque(Note(text: "x")), at: RowPath(0, 1)))
      #expect(shown() == "cxb")
      await until { await store.table.map(\.value.text).joined() == "cxb" }
    }
  }

  @Test("55: a refused move has no effect if a newer table has moved the row elsewhere")
  func refusedMove() throws {
    let shown = flat(0, 1, 2, 3)
    let move = try #require(UserEdit(moving: RowPath(0, 0), to: RowPath(0, 3), in: shown))
    var newer = flat(1, 0, 2)
    #expect(newer.apply(move.inverse) == false)
    #expect(newer == flat(1, 0, 2))
  }

  @Test("55: an edit is undone once, however often it is refused")
  func refusedTwice() async throws {
    let view = StrictTableView<OneSection, Item>()
    try await withBinding(view, TableStore(flat(1, 2))) { _ in
      let editing = view.link.editing
      editing.rules = .inserting() + .deleting()
      let edits = collectedEdits(view)
      #expect(editing.insert(Item(9), at: RowPath(0, 0)))
      let insertion = try #require(edits())
      #expect(editing.delete(at: RowPath(0, 0)))
      let deletion = try #require(edits())
      editing.refuse(deletion)
      #expect(view.drawn == flat(9, 1, 2))
      for edit in [insertion, deletion, insertion] {
        editing.refuse(edit)
        #expect(view.drawn == flat(1, 2))
      }
    }
  }

  @Test("the cost of a user's edit does not depend on the table's size")
  func cost() throws {
    let shown = TableSnapshot(rows: (0..<20_000).map { Asked($0) })
    let edits: [() -> UserEdit<OneSection, Asked>?] = [
      { UserEdit(deleting: RowPath(0, 19_940), in: shown) },
      { UserEdit(inserting: Asked(-1), at: RowPath(0, 10_000), in: shown) },
      { UserEdit(updating: RowPath(0, 19_000), to: Asked(19_000), in: shown) },
      { UserEdit(moving: RowPath(0, 19_940), to: RowPath(0, 19_935), in: shown) },
    ]
    for edit in edits {
      let before = Asked.count.withLock { $0 }
      let edit = try #require(edit())
      var (screen, store) = (CapturedTable(shown), CapturedTable(shown))
      #expect(screen.apply(edit.edit.anchored(in: shown)) != .notFound)
      #expect(store.apply(edit.edit) != .notFound)
      #expect(screen.apply(edit.inverse) != .notFound)
      #expect(Asked.count.withLock { $0 } - before < 2_000, "\(edit)")
      #expect(screen.table.map(\.number) == shown.map(\.number))
    }
  }

  @Test("49: a user's edit precedes a table that is submitted on the main actor afterwards")
  func beforeSubmission() async throws {
    let view = StrictTableView<OneSection, Item>()
    let binding = view.show(flat(1, 2))
    view.link.editing.rules = .inserting() + .deleting()
    #expect(view.link.editing.insert(Item(9), at: RowPath(0, 1)))
    try await binding.store.submit(flat(1, 9, 2))
    #expect(view.drawn == flat(1, 9, 2))
    #expect(await binding.store.table == flat(1, 9, 2))
    try await binding.store.submit(flat(7, 7, 1))
    #expect(view.link.editing.delete(at: RowPath(0, 0)))
    try await binding.store.submit(flat(7, 1))
    #expect(view.drawn == flat(7, 1))
    #expect(view.link.editing.delete(at: RowPath(0, 0)))
    try await binding.store.edit { $0.remove(at: 0) }
    #expect(view.drawn == flat())
    #expect(await binding.store.table == flat())
  }

  @Test("a released drag ends, and ending it twice ends no other drag")
  func released() async throws {
    let view = StrictTableView<OneSection, Item>()
    let store = TableStore(flat(1, 2))
    try await withBinding(view, store) { _ in
      view.link.editing.rules = .moving(to: .anywhere)
      var drag = view.link.editing.beginDrag(at: RowPath(0, 0))
      #expect(view.link.isInteracting && drag != nil)
      drag = nil
      #expect(!view.link.isInteracting)
      try await store.submit(flat(1, 2, 3))
      #expect(view.drawn == flat(1, 2, 3))
      view.link.beginInteraction()
      let other = try #require(view.link.editing.beginDrag(at: RowPath(0, 0)))
      other.cancel()
      other.cancel()
      #expect(view.link.isInteracting, "what else is held is still held")
      view.link.endInteraction()
    }
  }

  /// Returns a closure that returns the user's last edit.
  private func collectedEdits<Section, Row>(
    _ view: StrictTableView<Section, Row>
  ) -> () -> UserEdit<Section, Row>? {
    let last = Last<UserEdit<Section, Row>>()
    view.link.editing.note { edit in last.value = edit }
    return { last.value }
  }

  @MainActor private final class Last<Value> {
    var value: Value?
  }
}

private struct Lettered: Diffable, Equatable, Sendable {
  var letter: String
  var content: Int
  var identity: String { letter }
  init(_ letter: String, _ content: Int) { (self.letter, self.content) = (letter, content) }
}

/// A row that counts how often it is asked for its identity.
private struct Asked: Diffable, Equatable, Sendable {
  static let count = Mutex(0)
  let number: Int
  init(_ number: Int) { self.number = number }
  var identity: Int {
    Self.count.withLock { $0 += 1 }
    return number
  }
}

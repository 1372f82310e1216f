import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables

@MainActor @Suite("Editing by the user") struct UserEditingTests {
  private typealias View = StrictTableView<String, Item>

  private let view = View()
  private var editing: UserEditing<String, Item> { view.link.editing }

  private func table(_ sections: KeyValuePairs<String, [Int]>) -> TableSnapshot<String, Item> {
    TableSnapshot(sections: sections.map { TableSection($0, rows: items($1)) })
  }

  private func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

  private var shown: String { view.drawn.sections.map { "\($0.value)\($0.rows.map(\.id))" }.joined(separator: " ") }

  @Test("an edit changes the table, and is reported in order") func told() async throws {
    let store = TableStore<String, Item>(table(["a": [1, 2], "b": []]))
    try await withBinding(view, store) { binding in
      editing.rules = .deleting() + .inserting() + .updating() + .moving(to: .anywhere)
      let told = collected(editing.edits)
      #expect(editing.delete(at: path(0, 0)))
      #expect(shown == "a[2] b[]")
      #expect(editing.insert(Item(3), at: path(1, 0)))
      #expect(editing.update(Item(3, "x"), at: path(1, 0)))
      #expect(editing.move(from: path(0, 0), to: path(1, 1)))
      #expect(shown == "a[] b[3, 2]")
      #expect(view.drawn.row(id: 3)?.text == "x")
      await until { await store.table.rowCounts == [0, 2] }
      binding.cancel()
      #expect(
        await told.value.map(\.description) == [
          "remove 1", "insert 3 at (1,0)", "replace 3 with 3x", "move 2 at (1,1)",
        ])
    }
    #expect(view.violations.isEmpty)
  }

  @Test("a closure that is asked about an edit can bind the view again, and the other table is not edited")
  func boundAnew() async throws {
    let (first, second) = (TableStore(table(["a": [1, 2]])), TableStore(table(["a": [1, 2]])))
    let binding = view.bind(first)
    await until { shown == "a[1, 2]" }
    editing.rules = .deleting().accepting { [view] _ in
      view.bind(second)
      return true
    }
    #expect(!editing.delete(at: path(0, 1)))
    try await first.edit { $0.append(Item(3), to: "a") }
    try await second.edit { $0.append(Item(3), to: "a") }
    #expect(await first.current.map(\.id) == [1, 2, 3])
    #expect(await second.current.map(\.id) == [1, 2, 3])
    binding.cancel()
  }

  @Test("an edit that is not allowed, refused or impossible has no effect and is not reported")
  func notAllowed() async throws {
    let store = TableStore<String, Item>(table(["a": [1, 2], "b": [3]]))
    try await withBinding(view, store) { binding in
      let told = collected(editing.edits)
      #expect(!editing.delete(at: path(0, 0)), "there is no editor")
      #expect(!editing.may(.delete, at: path(0, 0)) && !editing.may(.delete, at: path(9, 0)))
      editing.rules =
        EditRules.deleting { $0.row.id != 1 }.accepting { $0.row.id != 2 }
        + .moving(to: .sameSection) + .inserting().when { $0.section == "b" }
      #expect(!editing.delete(at: path(0, 0)))
      #expect(editing.may(.delete, at: path(0, 1)))
      #expect(!editing.delete(at: path(0, 1)), "refused before it happens")
      #expect(!editing.delete(at: path(0, 7)))
      #expect(!editing.insert(Item(9), at: path(0, 0)))
      #expect(!editing.update(Item(3, "x"), at: path(1, 0)))
      #expect(!editing.move(from: path(1, 0), to: path(0, 0)), "it is alone in its section")
      #expect(editing.target(from: path(0, 0), to: path(1, 1)) == path(0, 1))
      #expect(shown == "a[1, 2] b[3]")
      binding.cancel()
      #expect(!editing.delete(at: path(1, 0)), "nothing is bound any more")
      #expect(!editing.may(.delete, at: path(1, 0)) && editing.beginDrag(at: path(0, 0)) == nil)
      #expect(await told.value.isEmpty)
    }
  }

  @Test("52: an edit that leads to the end of the binding is reported") func toldBeforeTheEnd() async throws {
    let store = TableStore<String, Item>(table(["a": [1, 2]]))
    try await withBinding(view, store) { binding in
      editing.rules = .deleting()
      view.link.selection.mode = .one
      view.link.selection.select(id: 1)
      view.link.selection.onChange = { _ in binding.cancel() }
      let told = collected(editing.edits)
      #expect(editing.delete(at: path(0, 0)))
      #expect(!view.link.isBound && shown == "a[2]")
      #expect(await told.value.map(\.description) == ["remove 1"])
    }
  }

  @Test("a binding's rules end with it, unless others have replaced them") func editorOfBinding() async throws {
    for replaces in [false, true] {
      let store = TableStore<String, Item>(table(["a": [1]]))
      try await withBinding(view, store) { _ in
        editing.begin(nil, .deleting())
        #expect(editing.may(.delete, at: path(0, 0)))
        if replaces { editing.rules = .updating() }
        view.show(table(["a": [2]]))
        #expect(editing.rules.isEmpty != replaces && !editing.may(.delete, at: path(0, 0)))
      }
    }
  }

  @Test("a rule for updates gets the row before the update") func asItWas() async throws {
    let store = TableStore<String, Item>(table(["a": [1]]))
    try await withBinding(view, store) { _ in
      editing.rules = .updating { $0.row.text.isEmpty }
      #expect(editing.update(Item(1, "x"), at: path(0, 0)))
      #expect(!editing.update(Item(1), at: path(0, 0)))
      #expect(view.drawn.row(id: 1)?.text == "x")
    }
  }

  @Test("a later refusal restores the row, whatever has changed meanwhile") func refusedLater() async throws {
    let store = TableStore<String, Item>(table(["a": [1, 2, 3], "b": [4]]))
    try await withBinding(view, store) { binding in
      editing.rules = .deleting() + .inserting() + .updating() + .moving(to: .anywhere)
      var edits: [UserEdit<String, Item>] = []
      let reader = Task { [made = editing.edits] in for await edit in made { edits.append(edit) } }
      editing.delete(at: path(0, 1))
      editing.move(from: path(0, 0), to: path(1, 0))
      editing.update(Item(4, "mine"), at: path(1, 1))
      editing.insert(Item(5), at: path(0, 0))
      #expect(shown == "a[5, 3] b[1, 4]")
      await until { edits.count == 4 }
      try await store.submit(table(["b": [9, 1, 4], "a": [5, 3, 8]]))
      for edit in edits.reversed() { editing.refuse(edit) }
      #expect(shown == "b[9, 4] a[1, 2, 3, 8]")
      for edit in edits.reversed() where edit.kind != .insert { editing.refuse(edit) }
      #expect(shown == "b[9, 4] a[1, 2, 3, 8]", "once is enough")
      await until { await store.table.rowCounts == [2, 4] }
      binding.cancel()
      await reader.value
    }
    #expect(view.violations.isEmpty)
  }

  @Test("55: a refusal does not affect other tables that are bound to the view")
  func refusedElsewhere() async throws {
    let store = TableStore<String, Item>(table(["a": [1, 2]]))
    try await withBinding(view, store) { _ in
      editing.rules = .deleting()
      var edit: UserEdit<String, Item>?
      editing.note { new in edit = new }
      editing.delete(at: path(0, 0))
      let deletion = try #require(edit)
      await until { await store.table == table(["a": [2]]) }
      view.show(table(["a": [2]]))
      editing.refuse(deletion)
      #expect(shown == "a[2]")
      let again = view.bind(store)
      editing.refuse(deletion)
      #expect(shown == "a[1, 2]")
      again.cancel()
    }
  }

  @Test("55: edits of one store are distinguished, in whichever view they were made")
  func refusedInTheNextView() async throws {
    for order in [[0, 1], [1, 0]] {
      let store = TableStore<String, Item>(table(["a": [1, 2, 3]]))
      var edits: [UserEdit<String, Item>] = []
      func edit(in view: View) {
        view.link.editing.rules = .deleting()
        view.link.editing.note { edit in edits.append(edit) }
        view.link.editing.delete(at: path(0, 0))
      }
      let (one, two) = (View(), View())
      let first = one.bind(store)
      await until { one.drawn == table(["a": [1, 2, 3]]) }
      edit(in: one)
      await until { await store.table == table(["a": [2, 3]]) }
      let second = two.bind(store)
      await until { two.drawn == table(["a": [2, 3]]) }
      edit(in: two)
      await until { await store.table == table(["a": [3]]) }
      for number in order + order { two.link.editing.refuse(edits[number]) }
      #expect(two.drawn == table(["a": [1, 2, 3]]))
      first.cancel()
      second.cancel()
    }
  }

  @Test("an asynchronous review accepts or refuses edits one by one") func review() async throws {
    let store = TableStore<String, Item>(table(["a": [1, 2, 3, 4]]))
    try await withBinding(view, store) { binding in
      editing.rules = .deleting()
      let gate = Gate()
      var isReviewing = false
      let review = Task {
        isReviewing = true
        await editing.review { edit in
          await gate.wait()
          return edit.row.id % 2 == 0
        }
      }
      await until { isReviewing }
      editing.delete(at: path(0, 0))
      editing.delete(at: path(0, 0))
      editing.delete(at: path(0, 0))
      #expect(shown == "a[4]")
      gate.open()
      await until { shown == "a[1, 3, 4]" }
      binding.cancel()
      await review.value
    }
  }

  @Test("actions are offered to matching rows, and have their effect") func actions() async throws {
    let store = TableStore<String, Item>(table(["a": [1, 2]]))
    try await withBinding(view, store) { binding in
      var shared: [RowPath] = []
      editing.rules =
        .deleting { $0.row.id == 2 }
        + .actions { _ in [.delete("Delete"), RowAction("Share") { shared.append($0.path) }] }
      let actions = editing.actions(at: path(0, 1))
      #expect(actions.map(\.title) == ["Delete", "Share"])
      #expect(editing.perform(actions[1], at: path(0, 1)))
      #expect(shared == [path(0, 1)])
      #expect(!editing.perform(actions[0], at: path(0, 0)), "a delete action needs the right to delete")
      #expect(editing.perform(actions[0], at: path(0, 1)))
      #expect(!editing.perform(actions[1], at: path(0, 1)))
      #expect(editing.actions(at: path(0, 1)).isEmpty)
      #expect(shown == "a[1]")
      binding.cancel()
      #expect(editing.actions(at: path(0, 0)).map(\.title) == ["Share"], "nobody would delete it")
    }
  }

  // MARK: - Dragging

  @Test("a row lands exactly where it was dropped, for every row and gap")
  func everyDrop() async throws {
    let first = table(["e": [], "a": [1, 2], "f": [], "b": [3], "g": []])
    for source in first.paths {
      for section in 0..<5 {
        for gap in 0...first.sections[section].rows.count {
          let view = View()
          let store = TableStore<String, Item>(first)
          try await withBinding(view, store) { _ in
            view.link.editing.rules = .moving(to: .anywhere)
            var expected = first
            expected.move(from: source, to: RowPath(dropping: source, intoGap: path(section, gap)))
            let drag = try #require(view.link.editing.beginDrag(at: source))
            #expect(drag.drop(intoGap: path(section, gap)) == (expected != first))
            #expect(view.drawn == expected)
            #expect(!view.link.isInteracting)
            await until { await store.table == expected }
            #expect(view.violations.isEmpty)
          }
        }
      }
    }
  }

  @Test("a drag postpones changes, which are shown as one, and the row lands between its new neighbors")
  func dragAgainstTables() async throws {
    let store = TableStore<String, Item>(table(["a": [1, 2], "b": [3, 4]]))
    try await withBinding(view, store) { _ in
      editing.rules = .moving(to: .anywhere)
      let drag = try #require(editing.beginDrag(at: path(0, 0)))
      #expect(drag.target(for: path(9, 9)) == path(1, 2))
      async let first = store.submit(table(["b": [4, 8, 3], "a": [1, 2]]))
      await until { await store.table.count == 5 }
      async let second = store.submit(table(["b": [4, 7, 8, 3], "a": [9, 1, 2]]))
      await until { await store.table.count == 7 }
      #expect(shown == "a[1, 2] b[3, 4]")
      let batches = view.batches
      #expect(drag.drop(at: path(1, 1)))
      #expect(shown == "a[2] b[3, 1, 4]")
      #expect(drag.source == nil)
      #expect(!drag.drop(at: path(0, 0)), "it is over")
      _ = try await (first, second)
      #expect(shown == "b[4, 7, 8, 3, 1] a[9, 2]")
      #expect(view.batches > batches)
    }
    #expect(view.violations.isEmpty)
  }

  @Test("each of two drags follows its own row") func twoDrags() async throws {
    try await withBinding(view, TableStore<String, Item>(table(["a": [1, 2, 3]]))) { _ in
      editing.rules = .moving(to: .anywhere) + .deleting()
      let first = try #require(editing.beginDrag(at: path(0, 1)))
      let second = try #require(editing.beginDrag(at: path(0, 2)))
      editing.delete(at: path(0, 0))
      #expect(first.source == path(0, 0) && second.source == path(0, 1))
      first.cancel()
      second.cancel()
    }
  }

  @Test("a drag follows its row, and drops nothing if the row was deleted") func dragFollows() async throws {
    let store = TableStore<String, Item>(table(["a": [1, 2, 3]]))
    try await withBinding(view, store) { _ in
      editing.rules = .moving(where: { $0.row.id != 3 }, to: .anywhere) + .deleting()
      #expect(editing.beginDrag(at: path(0, 2)) == nil)
      #expect(editing.beginDrag(at: path(0, 9)) == nil)
      #expect(!view.link.isInteracting)
      let drag = try #require(editing.beginDrag(at: path(0, 1)))
      editing.delete(at: path(0, 0))
      #expect(drag.source == path(0, 0))
      editing.delete(at: path(0, 0))
      #expect(drag.source == nil)
      #expect(drag.target(for: path(0, 0)) == nil)
      #expect(!drag.drop(at: path(0, 0)))
      drag.cancel()
      #expect(!view.link.isInteracting)
      #expect(shown == "a[3]")
    }
  }
}

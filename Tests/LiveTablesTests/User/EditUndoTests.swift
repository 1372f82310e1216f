import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables

@Suite("Steps to undo and redo") struct UndoStackTests {
  @Test("an undone step is the next to redo, and the other way round, and an edit discards undone steps")
  func order() {
    var stack = UndoStack<Int>(limit: 3)
    for step in 1...4 { stack.note(step, .edit) }
    #expect(stack.past.count == 3 && stack.past.first == 2, "the oldest step is dropped")
    for _ in 0..<2 { if let step = stack.take(.undo) { stack.note(-step, .undo) } }
    #expect(stack.future == [-4, -3] && stack.past.last == 2)
    if let step = stack.take(.redo) { stack.note(-step, .redo) }
    #expect(stack.future == [-4] && stack.past.last == 3)
    stack.removeAll { $0 == 2 || $0 == -4 }
    #expect(stack.future.isEmpty && stack.past.count == 1 && stack.take(.redo) == nil)
    if let step = stack.take(.undo) { stack.note(-step, .undo) }
    stack.note(5, .edit)
    #expect(stack.future.isEmpty && stack.past.last == 5)
  }
}

@MainActor @Suite("Undoing users' edits") struct EditUndoTests {
  private let view = StrictTableView<String, Item>()
  private var editing: UserEditing<String, Item> { view.link.editing }
  private var undo: EditUndo<String, Item> { editing.undo }

  private func table(_ sections: KeyValuePairs<String, [Int]>) -> TableSnapshot<String, Item> {
    TableSnapshot(sections: sections.map { TableSection($0, rows: items($1)) })
  }

  private func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

  /// Makes a random edit.
  private func edit(_ number: Int, using generator: inout SeededGenerator) -> Bool {
    let paths = view.drawn.paths
    let section = Int.random(in: 0..<2, using: &generator)
    let place = path(section, Int.random(in: 0...view.drawn.rowCounts[section], using: &generator))
    guard let row = paths.randomElement(using: &generator), Int.random(in: 0..<4, using: &generator) > 0 else {
      return editing.insert(Item(100 + number), at: place)
    }
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: return editing.delete(at: row)
    case 1: return editing.update(Item(view.drawn[row]?.id ?? 0, "\(number)"), at: row)
    default: return editing.move(from: row, to: place)
    }
  }

  @Test(
    "undoing all edits restores the first table, and redoing all the last",
    arguments: 0..<Trials.count(200) as Range<UInt64>)
  func thereAndBack(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let first = table(["a": [1, 2, 3], "b": [4]])
    let store = TableStore<String, Item>(first)
    try await withBinding(view, store) { _ in
      editing.rules = .deleting() + .inserting() + .updating() + .moving(to: .anywhere)
      var tables = [first]
      for number in 0..<12 where edit(number, using: &generator) { tables.append(view.drawn) }
      #expect(undo.redoName == nil)
      // Undoes and redoes at random, then undoes and redoes everything.
      var place = tables.count - 1
      for number in 0..<60 {
        let isBack = number < 30 ? Bool.random(using: &generator) : number < 45
        let isPossible = isBack ? place > 0 : place < tables.count - 1
        #expect(((isBack ? undo.undoName : undo.redoName) == nil) != isPossible)
        #expect((isBack ? undo.undo() : undo.redo()) == isPossible)
        if isPossible { place += isBack ? -1 : 1 }
        #expect(view.drawn == tables[place], "seed \(seed), step \(number)")
      }
      await until { await store.table == view.drawn }
    }
    #expect(view.violations.isEmpty)
  }

  @Test("an edit of a row that other code has changed cannot be undone, nor can a refused one")
  func conflicts() async throws {
    let store = TableStore<String, Item>(table(["a": [1, 2, 3]]))
    try await withBinding(view, store) { binding in
      editing.rules = .deleting() + .updating().accepting { $0.row.text != "no" }
      #expect(editing.delete(at: path(0, 2)))
      #expect(editing.update(Item(1, "one"), at: path(0, 0)))
      #expect(undo.undoName == "Change")
      try await store.edit { $0.update(.id(1)) { $0.text = "two" } }
      #expect(!undo.undo() && view.drawn.row(id: 1)?.text == "two")
      #expect(undo.undoName == "Delete" && undo.redoName == nil)
      let told = collected(editing.edits)
      #expect(undo.undo() && view.drawn.map(\.id) == [1, 2, 3], "although the user may not insert rows")
      #expect(undo.redo() && view.drawn.map(\.id) == [1, 2])
      #expect(editing.update(Item(2, "x"), at: path(0, 1)) && !editing.update(Item(2, "no"), at: path(0, 1)))
      binding.cancel()
      #expect(await told.value.map(\.kind) == [.insert, .delete, .update])
      #expect(undo.undoName == nil, "the end of a binding drops all edits")
    }
  }

  @Test("a refused edit cannot be undone") func refused() async throws {
    let store = TableStore<String, Item>(table(["a": [1, 2, 3]]))
    try await withBinding(view, store) { _ in
      var edits: [UserEdit<String, Item>] = []
      editing.rules = EditRules.deleting().accepting { edit in
        edits.append(edit)
        return true
      }
      undo.name = { "\($0.kind) \($0.row.id)" }
      #expect(editing.delete(at: path(0, 2)) && editing.delete(at: path(0, 1)))
      #expect(undo.undoName == "delete 2")
      #expect(editing.refuse(edits[1]) && undo.undoName == "delete 3")
      #expect(undo.undo() && view.drawn.map(\.id) == [1, 2, 3] && undo.undoName == nil)
    }
  }

  /// A stub of an undo manager of Apple's systems.
  @MainActor private final class Manager {
    typealias Action = (name: String, body: @MainActor () -> Void)
    private(set) var past: [Action] = []
    private(set) var future: [Action] = []
    private var isUndoing = false
    private var isRedoing = false

    func register(_ name: String, _ body: @escaping @MainActor () -> Void) {
      if isUndoing { return future.append((name, body)) }
      if !isRedoing { future = [] }
      past.append((name, body))
    }

    func undo() {
      isUndoing = true
      past.popLast()?.body()
      isUndoing = false
    }

    func redo() {
      isRedoing = true
      future.popLast()?.body()
      isRedoing = false
    }
  }

  @MainActor private final class ManagedView: TableView {
    let link = TableLink<String, Item>()
    let manager = Manager()
    var ids: [Int] { link.table.map(\.id) }

    func reload(commit: () -> Void) { commit() }
    func perform(_ stage: BatchUpdate<String, Item>, animation: BatchAnimation, commit: () -> Void) { commit() }
    func registerUndo(named name: String, _ action: @escaping @MainActor () -> Void) { manager.register(name, action) }
  }

  @Test("an undo manager undoes and redoes, and ignores edits that were undone otherwise")
  func manager() async throws {
    let store = TableStore<String, Item>(table(["a": [1, 2, 3]]))
    let view = ManagedView()
    let (manager, editing) = (view.manager, view.link.editing)
    try await withBinding(view, store) { _ in
      editing.rules = .deleting()
      #expect(editing.delete(at: path(0, 2)) && editing.delete(at: path(0, 1)))
      #expect(manager.past.map(\.name) == ["Delete", "Delete"])
      manager.undo()
      manager.undo()
      #expect(view.ids == [1, 2, 3] && manager.future.count == 2)
      manager.redo()
      #expect(view.ids == [1, 2] && editing.undo.redoName == "Delete")
      #expect(editing.undo.undo())
      let stale = manager.past.count
      manager.undo()
      #expect(stale == 2 && view.ids == [1, 2], "the undo manager's newest action leads back from the undo itself")
    }
  }
}

import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@_spi(Adapters) @testable import LiveTablesCells

/// Tests selection in a strict view under all kinds of changes.
@MainActor @Suite("Selection") struct TableSelectionTests {
  typealias View = StrictTableView<String, Item>

  let view = View()
  var selection: TableSelection<String, Item> { view.link.selection }

  func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

  func table(_ sections: KeyValuePairs<String, [Int]>, text: String = "") -> TableSnapshot<String, Item> {
    TableSnapshot(sections: sections.map { TableSection($0, rows: $1.map { Item($0, text) }) })
  }

  @Test("a selected row stays selected when it moves, and is deselected once when it is deleted")
  func acceptanceCase() async throws {
    let store = TableStore<String, Item>(table(["a": [1, 2]]))
    try await withBinding(view, store) { binding in
      selection.mode = .one
      let deselected = collected(view.link.events.deselected)
      #expect(selection.user(.tap, at: path(0, 1)))
      try await store.submit(table(["a": [8, 9, 1, 2]]))
      #expect(selection.paths == [path(0, 3)])
      #expect(selection.ids == [2])
      try await store.submit(table(["a": [8, 9]]))
      #expect(selection.paths.isEmpty)
      try await store.submit(table(["a": [8, 9, 2]]))
      #expect(selection.paths.isEmpty, "it is not selected when it comes back")
      binding.cancel()
      let told = await deselected.value
      #expect(told.map(\.row.id) == [2])
      #expect(told.map(\.reason) == [.removed])
      #expect(told.map(\.path) == [path(0, 3)])
    }
  }

  @Test("51: a deletion deselects only the row that it names among rows with the same identity")
  func deletionAmongTwins() {
    let twins = TableSnapshot(sections: [TableSection("a", rows: [Item(1, "a"), Item(1, "b"), Item(2), Item(1, "c")])])
    let binding = view.show(twins)
    selection.mode = .many
    view.link.editing.rules = .deleting()
    selection.select(paths: [path(0, 1), path(0, 3)])
    #expect(view.link.editing.delete(at: path(0, 0)))
    #expect(selection.paths == [path(0, 0), path(0, 2)])
    #expect(selection.rows.map(\.text) == ["b", "c"])
    view.link.edit(.remove(.paths([path(0, 0), path(0, 1)])))
    #expect(selection.paths == [path(0, 0)])
    #expect(selection.rows.map(\.text) == ["c"])
    #expect(view.drawn == view.link.table && view.batches == 2 && view.violations.isEmpty)
    binding.cancel()
  }

  @Test("an empty set of paths deselects all rows, and paths without a row have no effect")
  func noPaths() {
    let binding = view.show(table(["a": [1, 2, 3]]))
    selection.mode = .many
    #expect(selection.select(paths: [path(0, 1), path(7, 7)]))
    #expect(!selection.select(paths: [path(7, 7)]) && selection.paths == [path(0, 1)])
    #expect(selection.select(paths: []) && selection.paths.isEmpty)
    binding.cancel()
  }

  @Test("the selection follows updates, moves, other sections, edits and reloads", arguments: [10_000, 0])
  func follows(budget: Int) async throws {
    let store = TableStore<String, Item>(table(["a": [1, 2, 3], "b": [4]]))
    try await withBinding(view, store, options: BindingOptions(maximumBatchSize: budget)) { _ in
      selection.mode = .many
      selection.select(ids: [2, 4])
      try await store.submit(table(["a": [3, 2, 1], "b": [4]], text: "new"))
      #expect(selection.ids == [2, 4])
      #expect(selection.rows.map(\.text) == ["new", "new"])
      try await store.submit(table(["b": [2, 4], "a": [3, 1]]))
      #expect(selection.paths == [path(0, 0), path(0, 1)])
      try await store.submit(table(["c": [2], "b": [4], "a": []]))
      #expect(selection.paths == [path(0, 0), path(1, 0)], "also into a section that comes")
      try await store.submit(table(["a": [5, 4, 2]]))
      #expect(selection.paths == [path(0, 1), path(0, 2)], "and out of sections that go")
      try await store.edit(.move(.id(2), to: .before(5)))
      #expect(selection.ids == [2, 4])
      view.link.edit(.remove(id: 2))
      #expect(selection.ids == [4])
    }
    #expect(view.violations.isEmpty)
  }

  @Test("rows with the same identity are selected separately", arguments: [10_000, 0])
  func duplicates(budget: Int) async throws {
    let store = TableStore<String, Item>(table(["a": [7, 7, 7]]))
    try await withBinding(view, store, options: BindingOptions(maximumBatchSize: budget)) { _ in
      selection.mode = .many
      selection.select(paths: [path(0, 1)])
      try await store.submit(table(["a": [1, 7, 7, 7]]))
      #expect(selection.paths == [path(0, 2)])
      // A batch deletes exactly this row. A reload matches rows with the same identity by position: the second of three
      // becomes the second of two, and a single row has no match.
      view.link.edit(.remove(.path(path(0, 1))))
      #expect(selection.paths == [path(0, budget == 0 ? 2 : 1)])
      view.link.edit(.remove(.path(selection.paths[0])))
      #expect(selection.paths.isEmpty)
      #expect(view.link.table.count == 2)
    }
  }

  @Test("51: rows with the same identity stay separate when their section is deleted and they move")
  func twins() async throws {
    let store = TableStore<String, Item>(table(["a": [7, 7], "b": []]))
    try await withBinding(view, store) { _ in
      selection.mode = .one
      selection.select(paths: [path(0, 1)])
      try await store.submit(table(["b": [7, 7]]))
      #expect(selection.paths == [path(0, 1)])
    }
  }

  @Test("the selection stays in the view from one binding to the next") func rebinding() async throws {
    selection.mode = .one
    try await withBinding(view, TableStore(table(["a": [1, 2]]))) { _ in _ = selection.select(id: 2) }
    #expect(selection.ids == [2])
    let other = TableStore(table(["b": [3, 2]]))
    view.bind(other)
    await until { view.link.table.count == 2 && view.link.table.sections[0].value == "b" }
    #expect(selection.paths == [path(0, 1)])
  }

  // MARK: - A caller's model

  @MainActor private final class Presenter: SelectionPresenter {
    private(set) var shown: [String] = []

    func showSelection(selected: [RowPath], deselected: [RowPath]) { shown.append("+\(selected) -\(deselected)") }

    func scroll(to path: RowPath) { shown.append("to \(path)") }
  }

  @Test("selecting by identity scrolls to the row, unless it is missing or already selected")
  func setting() async throws {
    let presenter = Presenter()
    selection.presenter = presenter
    let store = TableStore<String, Item>(table(["a": [1, 2, 3]]))
    try await withBinding(view, store) { _ in
      selection.mode = .one
      #expect(selection.select(id: 2))
      #expect(presenter.shown == ["+[(0,1)] -[]", "to (0,1)"])
      #expect(!selection.select(id: 2))
      #expect(!selection.select(ids: [2]))
      #expect(!selection.select(id: 9))
      #expect(!selection.select(ids: [8, 9]))
      #expect(!selection.select(paths: [path(0, 3), path(5, 0), path(0, -1)]))
      #expect(!selection.user(.tap, at: path(0, 3)))
      #expect(presenter.shown.count == 2)
      #expect(selection.select(ids: [3], scrolls: false))
      #expect(presenter.shown.dropFirst(2) == ["+[(0,2)] -[(0,1)]"])
      #expect(selection.select(ids: []))
      #expect(presenter.shown.last == "+[] -[(0,2)]")
      selection.select(ids: [])
      #expect(presenter.shown.count == 4)
      #expect(selection.select(paths: [path(0, 1)]))
      #expect(presenter.shown.dropFirst(4) == ["+[(0,1)] -[]"], "where it is selected by hand it is in sight")
    }
  }

  /// A presenter that selects the first row if no other row is selected.
  @MainActor private final class Insisting: SelectionPresenter {
    weak var selection: TableSelection<String, Item>?
    init(_ selection: TableSelection<String, Item>) { self.selection = selection }
    func showSelection(selected: [RowPath], deselected: [RowPath]) {}
    func scroll(to path: RowPath) {}
    func selectionSettles() {
      if selection?.paths.isEmpty == true { selection?.select(paths: [RowPath(section: 0, row: 0)]) }
    }
  }

  @Test("the replacement of a deleted selected row is reported with its deselection", arguments: [10_000, 0])
  func settling(budget: Int) async throws {
    let insisting = Insisting(selection)
    selection.mode = .one
    selection.presenter = insisting
    var told: [[Int]] = []
    selection.onChange = { told.append($0) }
    let deselected = collected(view.link.events.deselected)
    let store = TableStore<String, Item>(table(["a": [1, 2, 3], "b": [4]]))
    try await withBinding(view, store, options: BindingOptions(maximumBatchSize: budget)) { binding in
      selection.select(id: 4)
      try await store.submit(table(["a": [4, 2], "c": [3]]))
      #expect(selection.ids == [4], "it is somewhere else, and was not gone")
      try await store.submit(table(["a": [2], "c": [3]]))
      #expect(told.suffix(2) == [[4], [2]], "\(told)")
      binding.cancel()
      #expect(await deselected.value.map(\.row.id) == [4])
    }
  }

  @Test("a selection during a batch takes effect at once, and is shown afterwards") func insideABatch() async throws {
    let presenter = Presenter()
    selection.presenter = presenter
    selection.mode = .one
    let store = TableStore<String, Item>(table(["a": [1, 2, 3]]))
    try await withBinding(view, store) { _ in
      var seen: [String] = []
      var told: [[Int]] = []
      selection.onChange = { told.append($0) }
      view.onDraw = { [view] row, _ in
        view.link.selection.select(id: row.id)
        seen = presenter.shown
        #expect(told.isEmpty, "nothing is told halfway")
      }
      try await store.submit(table(["a": [9, 1, 2, 3]]))
      #expect(selection.ids == [9])
      #expect(seen.isEmpty && told == [[9]])
      #expect(presenter.shown == ["+[(0,0)] -[]", "to (0,0)"])
    }
  }

  @Test("a row that is selected in the first stage is scrolled to after the last one")
  func scrolledAfterAllStages() async throws {
    let presenter = Presenter()
    selection.presenter = presenter
    selection.mode = .one
    let store = TableStore<String, Item>(table(["a": [1, 2]]))
    try await withBinding(view, store) { _ in
      var drawn: [RowPath] = []
      view.onDraw = { [view] row, path in
        if row.id != 2 { return }
        drawn.append(path)
        view.link.selection.select(id: 2)
      }
      var new = table(["a": [8, 9, 1, 2]])
      new.update(at: path(0, 3)) { $0.text = "new" }
      try await store.submit(new)
      #expect(drawn == [path(0, 1)], "the row is updated before others are inserted")
      #expect(selection.paths == [path(0, 3)])
      #expect(presenter.shown.last == "to (0,3)")
    }
  }

  /// A model with its own selection, which it reports when it changes.
  @MainActor private final class Model {
    var changed: (([Int]) -> Void)?
    private(set) var history: [[Int]] = []

    var ids: [Int] = [] {
      didSet {
        history.append(ids)
        changed?(ids)
      }
    }
  }

  @Test("a selection bound to a model is written in both directions without feedback")
  func twoWays() async throws {
    let presenter = Presenter()
    let model = Model()
    selection.presenter = presenter
    selection.mode = .one
    let store = TableStore<String, Item>(table(["a": [1, 2, 3]]))
    try await withBinding(view, store) { _ in
      selection.onChange = { model.ids = $0 }
      model.changed = { [selection] in selection.select(ids: $0) }
      selection.user(.tap, at: path(0, 1))
      #expect(model.history == [[2]])
      model.ids = [3]
      #expect(selection.ids == [3])
      #expect(presenter.shown.filter { $0.hasPrefix("to") } == ["to (0,2)"])
      model.ids = [3]
      model.ids = [77]
      #expect(selection.ids == [3])
      #expect(presenter.shown.filter { $0.hasPrefix("to") } == ["to (0,2)"])
      try await store.submit(table(["a": [1, 2]]))
      #expect(model.ids.isEmpty)
      #expect(model.history == [[2], [3], [3], [3], [77], []])
    }
  }

  @Test("the model of a selection can be a sequence") func streams() async throws {
    selection.mode = .many
    let store = TableStore<String, Item>(table(["a": [1, 2, 3]]))
    try await withBinding(view, store) { binding in
      let (model, says) = AsyncStream.makeStream(of: [Int].self)
      var values: [[Int]] = []
      var hasEnded = false
      let reader = Task { [selection] in
        for await ids in selection.values { values.append(ids) }
        hasEnded = true
      }
      let follower = Task { [selection] in for await ids in model { selection.select(ids: ids) } }
      await until { values == [[]] }
      says.yield([2])
      await until { values.last == [2] }
      selection.user(.tap, at: path(0, 0))
      await until { values.last == [1, 2] }
      says.yield([77])
      says.yield([3, 77])
      await until { values.last == [3] }
      says.yield([])
      await until { values.last == [] }
      #expect(values == [[], [2], [1, 2], [3], []])
      says.finish()
      await follower.value
      binding.cancel()
      await until { hasEnded }
      reader.cancel()
    }
  }

  @Test("the model of a selection is notified after the complete change") func toldWhenWhole() async throws {
    selection.mode = .many
    let store = TableStore<String, Item>(table(["a": [1, 2], "b": [3]]))
    try await withBinding(view, store) { _ in
      var told: [[Int]] = []
      selection.select(ids: [1, 2])
      selection.onChange = { told.append($0) }
      try await store.submit(table(["c": [2], "b": [3, 4]], text: "new"))  // deletes 1, deletes and inserts 2
      #expect(told == [[2]])
    }
  }

  @Test("a reader of the selection gets the current value first, even if it starts late") func lateReader() async throws
  {
    let store = TableStore<String, Item>(table(["a": [1, 2, 3]]))
    try await withBinding(view, store) { binding in
      selection.mode = .many
      selection.select(ids: [1, 3])
      let values = selection.values
      let readers = [collected(values), collected(values), collected(selection.values)]
      await Task.yield()
      binding.cancel()
      for reader in readers.dropFirst() {
        let values = await reader.value
        #expect(values.isEmpty || values == [[1, 3]])
      }
      #expect(await readers[0].value == [[1, 3]])
    }
  }

  // MARK: - Events

  @Test("the user's selections are events, and code's selections are not") func events() async throws {
    let store = TableStore<String, Item>(table(["a": [1, 2, 3]]))
    try await withBinding(view, store) { binding in
      selection.mode = .one
      selection.maySelect = { row, _ in row.id != 3 }
      let (selected, deselected) = (collected(view.link.events.selected), collected(view.link.events.deselected))
      selection.select(id: 3)
      selection.user(.tap, at: path(0, 0))
      selection.user(.tap, at: path(0, 0))
      selection.user(.tap, at: path(0, 2))
      selection.user(.tap, at: path(0, 1))
      binding.cancel()
      #expect(await selected.value.map(\.row.id) == [1, 1, 2])
      #expect(await deselected.value.map(\.row.id) == [3, 1])
      #expect(await deselected.value.allSatisfy { $0.reason == .user })
    }
  }

  @Test("a selection retains neither the view nor the link") func lifetime() async throws {
    weak var weakView: View?
    let selection: TableSelection<String, Item>
    do {
      let view = View()
      weakView = view
      selection = view.link.selection
      selection.mode = .one
      view.bind(TableStore(table(["a": [1, 2]])))
      await until { view.link.revision > 0 }
      selection.select(id: 1)
    }
    await until { weakView == nil }
    #expect(selection.ids.isEmpty)
    #expect(!selection.select(id: 1) && !selection.select(ids: [1]) && !selection.select(paths: [path(0, 0)]))
  }
}

import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@_spi(Adapters) @testable import LiveTablesCells

@MainActor @Suite("A selection bound to a set of identities") struct SelectionMirrorTests {
  private let view = StrictTableView<OneSection, Item>()
  private let model = Model()
  private var link: TableLink<OneSection, Item> { view.link }

  /// The selection state of a caller.
  @MainActor private final class Model {
    var ids: Set<Int> = []
    var writes = 0
  }

  init() {
    view.link.selectionMirror.mirror { [model] ids in
      model.ids = ids
      model.writes += 1
    }
  }

  private func want(_ ids: Set<Int>) {
    model.ids = ids
    link.selectionMirror.show(ids)
  }

  private func rows(_ ids: [Int]) -> TableSnapshot<OneSection, Item> { TableSnapshot(rows: ids.map { Item($0) }) }

  @Test("rows that the set names are selected when they are inserted", arguments: [10_000, 0])
  func comesLater(budget: Int) async throws {
    let store = TableStore<OneSection, Item>(rows([]))
    try await withBinding(view, store, options: BindingOptions(maximumBatchSize: budget)) { _ in
      want([2, 9])
      #expect(link.selection.ids == [])
      try await store.submit(rows([1, 2, 3]))
      #expect(link.selection.ids == [2])
      try await store.submit(rows([1, 2, 3, 4]))
      #expect(link.selection.ids == [2])
      try await store.submit(rows([9, 1, 2, 3, 4]))
      #expect(link.selection.ids == [9, 2])
      #expect(model.writes == 0 && model.ids == [2, 9])
      #expect(view.violations.isEmpty)
    }
  }

  @Test("deleted rows leave the set, and awaited identities stay in it") func goes() async throws {
    let store = TableStore<OneSection, Item>(rows([1, 2, 3]))
    try await withBinding(view, store) { _ in
      want([1, 2, 9])
      try await store.submit(rows([2, 3]))
      #expect(link.selection.ids == [2] && model.ids == [2, 9] && model.writes == 1)
      try await store.submit(rows([1, 2, 3, 9]))
      #expect(link.selection.ids == [2, 9], "1 was deselected when it went")
      #expect(model.ids == [2, 9] && model.writes == 1)
    }
  }

  @Test("a selected row that changes its identity stays selected, and the set gets the new identity")
  func renamed() async {
    let source = RenamingSource()
    let binding = view.bind(source)
    await until { link.table.count == 2 }
    want([2])
    await source.rename()
    await until { link.table.map(\.id) == [1, 3] }
    #expect(model.ids == [3] && model.writes == 1)
    want(model.ids)
    #expect(link.selection.ids == [3])
    binding.cancel()
  }

  @Test("the user's selection is written to the set, and awaited identities are removed") func user() async throws {
    let store = TableStore<OneSection, Item>(rows([1, 2, 3]))
    try await withBinding(view, store) { _ in
      want([1, 9])
      link.selection.user(.tap, at: RowPath(section: 0, row: 0))
      #expect(link.selection.ids == [] && model.ids == [9])
      link.selection.user(.tap, at: RowPath(section: 0, row: 2))
      #expect(link.selection.ids == [3] && model.ids == [3] && model.writes == 2)
      try await store.submit(rows([1, 2, 3, 9]))
      #expect(link.selection.ids == [3] && model.ids == [3] && model.writes == 2)
    }
  }

  @Test("a set without existing rows selects nothing and is not changed") func nothing() {
    let binding = view.show(rows([1, 2]))
    want([1])
    #expect(link.selection.ids == [1])
    want([9])
    #expect(link.selection.ids == [] && model.writes == 0 && model.ids == [9])
    binding.cancel()
  }

  @Test("one row of the set is selected if only one can be, and the set stays until the user selects another row")
  func one() {
    let binding = view.show(rows([1, 2, 3]))
    link.selection.mode = .one
    want([1, 2])
    #expect(link.selection.ids.count == 1 && model.ids == [1, 2] && model.writes == 0)
    let selected = link.selection.ids
    want([1, 2])
    #expect(link.selection.ids == selected && model.writes == 0)
    link.selection.user(.tap, at: RowPath(section: 0, row: 2))
    #expect(link.selection.ids == [3] && model.ids == [3] && model.writes == 1)
    link.selection.mode = .none
    want([1])
    #expect(link.selection.ids == [] && model.ids == [1])
    binding.cancel()
  }

  @Test("rows that a view without selection cannot select are written when the user selects them")
  func selectedLater() {
    let binding = view.show(rows([1, 2]))
    link.selection.mode = .none
    want([1, 9])
    #expect(link.selection.ids == [] && model.writes == 0)
    link.selection.mode = .many
    link.selection.user(.tap, at: RowPath(section: 0, row: 0))
    #expect(link.selection.ids == [1] && model.ids == [1] && model.writes == 1)
    binding.cancel()
  }

  @Test("without a set, no row is selected, and no awaited row is selected later")
  func without() async throws {
    let store = TableStore<OneSection, Item>(rows([1, 2]))
    try await withBinding(view, store) { _ in
      want([1, 9])
      link.selectionMirror.mirror(nil)
      #expect(link.selection.ids == [] && model.ids == [1, 9] && model.writes == 0)
      link.selectionMirror.mirror { [model] ids in
        model.ids = ids
        model.writes += 1
      }
      try await store.submit(rows([1, 2, 9]))
      #expect(link.selection.ids == [] && model.writes == 0)
      want([1, 9])
      #expect(link.selection.ids == [1, 9])
    }
  }

  @Test("an awaited row is selected after a change whose first batch inserts it")
  func severalBatches() async throws {
    let view = StrictTableView<String, Item>()
    func table(_ sections: KeyValuePairs<String, [Int]>) -> TableSnapshot<String, Item> {
      TableSnapshot(sections: sections.map { TableSection($0, rows: items($1)) })
    }
    view.link.selectionMirror.mirror { _ in }
    let store = TableStore(table(["a": [1], "b": [2], "c": [3]]))
    try await withBinding(view, store) { _ in
      view.link.selectionMirror.show([9])
      let applied = try await store.submit(table(["c": [3, 9], "a": [1], "b": [2]]))
      #expect(applied.changeset.stages.map { $0.operations.movedSections.count } == [0, 1])
      #expect(view.link.selection.ids == [9])
    }
  }

  @Test("setting an equal set changes neither the selection nor the start of a range")
  func sameAgain() {
    let binding = view.show(rows([1, 2, 1, 3, 4]))
    link.selection.user(.tap, at: RowPath(section: 0, row: 4))
    link.selection.user(.tap, at: RowPath(section: 0, row: 2))
    #expect(model.ids == [1, 4])
    want(model.ids)
    #expect(link.selection.paths.map(\.row) == [2, 4])
    link.selection.user(.extend, at: RowPath(section: 0, row: 3))
    #expect(link.selection.paths.map(\.row) == [2, 3])
    want([1, 2, 3])
    #expect(link.selection.paths.map(\.row) == [1, 2, 3])
    binding.cancel()
  }
}

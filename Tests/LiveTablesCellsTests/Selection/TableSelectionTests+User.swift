import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@_spi(Adapters) @testable import LiveTablesCells

/// Tests the user's selection and its limits.
extension TableSelectionTests {
  @Test("a condition for selecting rows can depend on the selection") func mayDepend() async throws {
    try await withBinding(view, TableStore<String, Item>(table(["a": [1, 2, 3]]))) { [selection] _ in
      selection.mode = .many
      selection.maySelect = { row, path in selection.ids.count < 2 && !selection.contains(path) }
      for row in 0..<3 { selection.user(.toggle, at: path(0, row)) }
      #expect(selection.ids == [1, 2])
      selection.user(.only, at: path(0, 2))
      #expect(selection.ids == [1, 2])
      selection.maySelect = { _, _ in
        selection.select(ids: [])
        return true
      }
      selection.user(.only, at: path(0, 2))
      #expect(selection.ids == [3])
      selection.maySelect = nil
    }
  }

  @Test("a condition for selecting rows can change the table, and deleted rows are not selected")
  func mayEdit() async throws {
    try await withBinding(view, TableStore<String, Item>(table(["a": [1, 2, 3]]))) { [selection, view] _ in
      selection.mode = .one
      selection.select(id: 2)
      selection.maySelect = { row, _ in
        view.link.edit(.insert([Item(row.id + 10)], at: .path(RowPath(section: 0, row: 0))))
        return true
      }
      selection.user(.tap, at: path(0, 0))
      #expect(selection.ids == [2])
      selection.user(selects: [path(0, 0)])
      #expect(selection.ids == [2] && view.link.table.count == 5)
      selection.maySelect = nil
    }
  }

  @Test("a condition for selecting rows can change the rows") func mayUpdate() async throws {
    try await withBinding(view, TableStore<String, Item>(table(["a": [1, 2, 3]]))) { [selection, view] _ in
      selection.mode = .many
      selection.maySelect = { row, _ in
        view.link.edit(.replace(Item(row.id, "seen")))
        return true
      }
      selection.user(.tap, at: path(0, 1))
      #expect(selection.user(selects: [path(0, 1), path(0, 2)]))
      #expect(selection.ids == [2, 3] && view.link.table.map(\.text) == ["", "seen", "seen"])
      selection.maySelect = nil
    }
  }

  @Test("a range can extend up or down, also across sections") func range() {
    let binding = view.show(table(["a": [1, 2, 3], "b": [4, 5]]))
    selection.mode = .many
    selection.user(.only, at: path(1, 0))
    selection.user(.extend, at: path(0, 1))
    #expect(selection.paths == [path(0, 1), path(0, 2), path(1, 0)])
    selection.user(.extend, at: path(1, 1))
    #expect(selection.paths == [path(1, 0), path(1, 1)])
    selection.user(.extend, at: path(1, 0))
    #expect(selection.paths == [path(1, 0)])
    #expect(!selection.user(.extend, at: path(9, 0)))
    #expect(selection.paths == [path(1, 0)], "there is no row at that path")
    binding.cancel()
  }

  @Test("a slow reader of the selection gets only the newest value") func lagging() async {
    let binding = view.show(table(["a": [1, 2, 3]]))
    selection.mode = .many
    let values = selection.values
    for id in 1...3 { selection.select(ids: [id]) }
    binding.cancel()
    #expect(await collected(values).value == [[3]])
  }

  @Test("a selection that the view proposes is accepted as far as it is allowed")
  func proposals() async throws {
    let store = TableStore<String, Item>(table(["a": [1, 2, 3], "b": [4]]))
    try await withBinding(view, store) { binding in
      #expect(selection.allowed([path(0, 0)]).isEmpty)
      selection.mode = .many
      selection.maySelect = { row, _ in row.id != 3 }
      let (selected, deselected) = (collected(view.link.events.selected), collected(view.link.events.deselected))
      #expect(selection.allowed([path(1, 0), path(0, 2), path(0, 0), path(4, 4)]) == [path(0, 0), path(1, 0)])
      var told: [[Int]] = []
      selection.onChange = { told.append($0) }
      #expect(selection.user(selects: [path(0, 2), path(1, 0), path(0, 1)]))
      #expect(!selection.user(selects: [path(0, 1), path(1, 0)]))
      #expect(selection.user(selects: [path(0, 0), path(0, 1)]))
      #expect(told == [[2, 4], [1, 2]])
      selection.select(ids: [3], scrolls: false)
      #expect(selection.allowed([path(0, 2)]) == [path(0, 2)], "what the program has selected stays")
      selection.mode = .one
      #expect(selection.allowed([path(0, 0), path(0, 2)]) == [path(0, 0)], "what is new comes first")
      binding.cancel()
      #expect(await selected.value.map(\.row.id) == [2, 4, 1])
      #expect(await deselected.value.map(\.row.id) == [4])
    }
  }
}

import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables

/// Tests of user edits that are refused in any order.
@MainActor @Suite("Refused edits") struct RefusalTests {
  private typealias Edit = UserEdit<String, Item>
  private typealias Content = CapturedTable<String, Item>

  private func table(_ sections: KeyValuePairs<String, [Int]>) -> TableSnapshot<String, Item> {
    TableSnapshot(sections: sections.map { TableSection($0, rows: items($1)) })
  }

  /// Returns the edits that a user can make to a table.
  private func edits(of table: TableSnapshot<String, Item>, number: Int) -> [Edit] {
    let places = table.sections.enumerated().flatMap { index, section in
      (0...section.rows.count).map { RowPath(section: index, row: $0) }
    }
    var edits: [Edit?] = []
    for path in table.paths {
      edits.append(Edit(deleting: path, in: table))
      edits.append(Edit(updating: path, to: Item(table[path]?.id ?? 0, "\(number)"), in: table))
      edits += places.map { Edit(moving: path, to: $0, in: table) }
    }
    if let path = table.paths.first { edits.append(Edit(updating: path, to: Item(60 + number), in: table)) }
    edits += places.map { Edit(inserting: Item(90 + number), at: $0, in: table) }
    return edits.compactMap(\.self)
  }

  private func orders(_ count: Int) -> [[Int]] {
    if count == 0 { return [[]] }
    return orders(count - 1).flatMap { order in
      (0..<count).map { place in Array(order[..<place]) + [count - 1] + Array(order[place...]) }
    }
  }

  /// Makes edits, refuses them in every order, and returns whether the table is the original one.
  private func check(_ table: TableSnapshot<String, Item>, _ made: [Edit]) -> Bool {
    for order in orders(made.count) {
      let bindings = StoreBindings<String, Item>()
      let marks = made.map { _ in RequestID() }
      var edited = Content(table)
      for (mark, edit) in zip(marks, made) {
        bindings.keep(edit, as: mark)
        _ = edited.apply(edit.edit)
      }
      let seen = edited.table
      for number in order {
        guard let change = bindings.refuse(marks[number], in: edited) else { continue }
        _ = edited.apply(change)
      }
      if edited.table != table {
        Issue.record("\(table)\nby \(made)\nis \(seen)\nand, refused in the order \(order), \(edited.table)")
        return false
      }
    }
    return true
  }

  @Test("55: two refused edits restore the table, whichever is refused first") func twoEdits() {
    let first = table(["a": [1, 2], "b": [3]])
    var count = 0
    for one in edits(of: first, number: 1) {
      var second = Content(first)
      _ = second.apply(one.edit)
      for two in edits(of: second.table, number: 2) {
        guard check(first, [one, two]) else { return }
        count += 1
      }
    }
    #expect(count > 200)
  }

  @Test("55: three refused edits restore the table, in every order") func threeEdits() {
    let first = table(["a": [1, 2, 3]])
    var count = 0
    for one in edits(of: first, number: 1) {
      var second = Content(first)
      _ = second.apply(one.edit)
      for two in edits(of: second.table, number: 2) {
        var third = second
        _ = third.apply(two.edit)
        for three in edits(of: third.table, number: 3) where !three.edit.description.contains("insert") {
          if Trials.includes(count), !check(first, [one, two, three]) { return }
          count += 1
        }
      }
    }
    #expect(count > 2_000)
  }

  @Test(
    "55: refused edits are undone in the order in which they were made, each in one batch")
  func inOrder() async throws {
    let view = StrictTableView<String, Item>()
    let store = TableStore<String, Item>(table(["a": [1, 2, 3, 4, 5]]))
    try await withBinding(view, store) { _ in
      let editing = view.link.editing
      editing.rules = .deleting() + .updating()
      var edits: [Edit] = []
      editing.note { edit in edits.append(edit) }
      for _ in 2...4 { #expect(editing.delete(at: RowPath(section: 0, row: 1))) }
      for text in ["B", "C"] { #expect(editing.update(Item(1, text), at: RowPath(section: 0, row: 0))) }
      let batches = view.batches
      for edit in edits.dropLast() { #expect(editing.refuse(edit)) }
      #expect(view.drawn.map(\.id) == [1, 2, 3, 4, 5] && view.drawn.row(id: 1)?.text == "C", "the last edit stays")
      #expect(view.batches == batches + 3, "that the first text is refused is not seen")
      #expect(editing.refuse(edits[4]) && !editing.refuse(edits[0]))
      #expect(view.drawn == table(["a": [1, 2, 3, 4, 5]]))
      await until { await store.table == view.drawn }
      #expect(view.violations.isEmpty)
    }
  }

  @Test("55: an edit that a newer table has undone is not repeated when an edit before it is refused")
  func undoneByTable() {
    let first = table(["a": [1, 2, 3]])
    let bindings = StoreBindings<String, Item>()
    let mark = RequestID()
    guard let one = Edit(deleting: RowPath(section: 0, row: 1), in: first) else { return }
    var second = first
    second.apply(one.edit)
    guard let two = Edit(deleting: RowPath(section: 0, row: 0), in: second) else { return }
    bindings.keep(one, as: mark)
    bindings.keep(two, as: RequestID())
    second.apply(two.edit)
    guard let change = bindings.refuse(mark, in: Content(second)) else { return }
    for (newer, expected) in [([3], [2, 3]), ([1, 3], [1, 2, 3]), ([1, 2, 3], [1, 2, 3])] {
      var newer = Content(table(["a": newer]))
      _ = newer.apply(change)
      #expect(newer.table == table(["a": expected]))
    }
  }

  @Test(
    "55: a row that was inserted later keeps its newer content, and a refusal waits for the table")
  func insertedLater() {
    let first = table(["a": [1, 2, 3]])
    let bindings = StoreBindings<String, Item>()
    let mark = RequestID()
    guard let one = Edit(deleting: RowPath(section: 0, row: 1), in: first) else { return }
    var second = first
    second.apply(one.edit)
    guard let two = Edit(inserting: Item(9, "a"), at: RowPath(section: 0, row: 2), in: second) else { return }
    bindings.keep(one, as: mark)
    bindings.keep(two, as: RequestID())
    second.apply(two.edit)
    second.replace(.id(9), with: Item(9, "by the server"))
    #expect(bindings.refuse(mark, in: Content(table([:]))) == nil)
    guard let change = bindings.refuse(mark, in: Content(second)) else {
      Issue.record("the edit was on the screen")
      return
    }
    var refused = Content(second)
    _ = refused.apply(change)
    #expect(refused.table.map(\.id) == [1, 2, 3, 9] && refused.table.row(id: 9)?.text == "by the server")
    #expect(bindings.refuse(mark, in: refused) == nil, "once")
  }

  @Test("a followed row enters a new section, and leaves a deleted one") func followed() async throws {
    let view = StrictTableView<String, Item>()
    let store = TableStore<String, Item>(table(["a": [1, 2]]))
    try await withBinding(view, store) { _ in
      let row = view.link.editing.followRow(at: RowPath(section: 0, row: 1))
      try await store.submit(table(["new": [2, 3], "a": [1]]))
      #expect(row.path == RowPath(section: 0, row: 0))
      try await store.submit(table(["a": [1, 2]]))
      #expect(row.path == RowPath(section: 0, row: 1))
      try await store.submit(table(["a": [1]]))
      try await store.submit(table(["a": [1, 2]]))
      #expect(row.path == nil, "another one, which came later")
    }
  }

  @Test("an edit that cannot be refused is forgotten, unless one before it can be") func forgotten() {
    final class Object: Sendable {}
    struct Held: Diffable, Sendable {
      let identity: Int
      let object = Object()
      func hasSameContent(as other: Held) -> Bool { true }
    }
    let bindings = StoreBindings<OneSection, Held>()
    func make(_ id: Int, _ mark: RequestID) -> () -> Object? {
      let row = Held(identity: id)
      let edit = UserEdit(deleting: RowPath(section: 0, row: 0), in: TableSnapshot(rows: [row]))
      if let edit { bindings.keep(edit, as: mark) }
      return { [weak object = row.object] in object }
    }
    var mark: RequestID? = RequestID()
    let objects = [make(1, RequestID()), mark.map { make(2, $0) }, make(3, RequestID())].compactMap(\.self)
    #expect(objects.map { $0() != nil } == [false, true, true])
    mark = nil
    _ = make(4, RequestID())
    #expect(objects.map { $0() != nil } == [false, false, false])
  }

  @Test("refuse returns whether the edit was undone, and an unbound store keeps the refusal")
  func withoutView() async throws {
    let view = StrictTableView<String, Item>()
    let store = TableStore<String, Item>(table(["a": [1, 2]]))
    let editing = view.link.editing
    var edits: [Edit] = []
    let binding = view.bind(store)
    await until { view.drawn.count == 2 }
    editing.rules = .deleting()
    editing.note { edit in edits.append(edit) }
    #expect(editing.delete(at: RowPath(section: 0, row: 0)))
    binding.cancel()
    #expect(!editing.refuse(edits[0]))
    await until { await store.table.count == 1 }
    let again = view.bind(store)
    await until { view.drawn.count == 1 }
    #expect(editing.refuse(edits[0]))
    #expect(view.drawn.map(\.id) == [1, 2])
    again.cancel()
  }

  @Test(
    "two identical edits during an update are reported once, and other edits follow the first")
  func whileUpdating() async throws {
    let view = StrictTableView<String, Item>()
    let store = TableStore<String, Item>(table(["a": [1, 2, 3]]))
    try await withBinding(view, store) { _ in
      let editing = view.link.editing
      editing.rules = .deleting() + .moving(to: .anywhere)
      var edits: [Edit] = []
      var answers: [Bool] = []
      editing.note { edit in edits.append(edit) }
      func path(_ row: Int) -> RowPath { RowPath(section: 0, row: row) }
      view.onDraw = { row, _ in
        if row.id != 9 { return }
        answers = [
          editing.delete(at: path(0)), editing.delete(at: path(0)), editing.move(from: path(0), to: path(1)),
          editing.delete(at: path(1)),
        ]
      }
      try await store.submit(table(["a": [1, 2, 3, 9]]))
      #expect(answers == [true, false, false, true])
      #expect(edits.map(\.description) == ["remove 1", "remove 2"])
      for edit in edits {
        guard case .deleted(let site) = edit.parts.first else {
          Issue.record("not a deletion")
          continue
        }
        #expect(site.path == path(0), "a model can follow")
      }
      #expect(view.drawn.map(\.id) == [3, 9])
      for edit in edits { #expect(editing.refuse(edit)) }
      #expect(view.drawn.map(\.id) == [1, 2, 3, 9])
      #expect(view.violations.isEmpty)
    }
  }

  @Test("the first row of an empty flat table is inserted, and removed by a refusal") func firstRow() async throws {
    let view = StrictTableView<OneSection, Item>()
    try await withBinding(view, TableStore<OneSection, Item>(TableSnapshot(sections: []))) { _ in
      let editing = view.link.editing
      editing.rules = .inserting()
      var edits: [UserEdit<OneSection, Item>] = []
      editing.note { edit in edits.append(edit) }
      #expect(!editing.insert(Item(7), at: RowPath(0, 1)))
      #expect(editing.insert(Item(7), at: RowPath(0, 0)))
      #expect(view.drawn == flat(7))
      #expect(editing.refuse(edits[0]))
      #expect(view.drawn.isEmpty && view.violations.isEmpty)
    }
    #expect(Edit(inserting: Item(1), at: RowPath(0, 0), in: TableSnapshot(sections: [])) == nil)
  }
}

extension UserEditing {
  /// Calls a closure for each edit that the current rules allow, before it is on screen.
  func note(_ body: @escaping @MainActor (UserEdit<Section, Row>) -> Void) {
    rules = rules.accepting { edit in
      body(edit)
      return true
    }
  }
}

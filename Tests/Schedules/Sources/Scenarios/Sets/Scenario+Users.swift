@testable import LiveTables
import LiveTablesTesting
import LiveTablesSchedules

/// Scenarios in which users select and edit rows while tables arrive.
extension Scenario {
  static let users: [Scenario] = [
    Scenario("selected-row-moves-goes-and-returns", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      let user = await User(screen)
      await user.selects(2)
      await store.together {
        _ = $0.submits(rows(3, 2, 1, version: 1), as: "A", record)
        _ = $0.submits(rows(3, 1), as: "B", record)
        _ = $0.submits(rows(2, 3, 1), as: "C", record)
      } and: {
        await Task.yield()
        user.toggles(3)
      }
      await screen.end()
      await user.check()
    },
    Scenario("selected-row-changes-its-section", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(sections(["a": [1, 2], "b": [3]]))
      let user = await User(screen)
      await user.selects(2)
      await store.together {
        _ = $0.submits(sections(["c": [2, 1], "b": [3]], version: 1), as: "A", record)
        _ = $0.submits(sections(["b": [3, 2]]), as: "B", record)
      } and: {
        await Task.yield()
        user.toggles(1)
      }
      await screen.end()
      await user.check()
    },
    Scenario("drop-against-two-tables", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(sections(["a": [1, 2], "b": []]))
      let user = await User(screen)
      await user.selects(2)
      await store.together {
        _ = $0.submits(sections(["b": [4], "a": [1, 2]], version: 1), as: "A", record)
        _ = $0.submits(sections(["a": [2, 5], "b": []]), as: "B", record)
      } and: {
        await user.drags(from: RowPath(section: 0, row: 0), toGap: RowPath(section: 1, row: 0))
      }
      await screen.end()
      await user.check()
    },
    Scenario("deletion-refused-later", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      let user = await User(screen)
      await store.together {
        _ = $0.submits(rows(3, 2, 1, version: 1), as: "A", record)
      } and: {
        let edit = user.edits { UserEdit(deleting: RowPath(section: 0, row: 1), in: $0) }
        await Task.yield()
        if let edit { user.refuses(edit) }
      }
      await screen.end()
      await user.check()
    },
    Scenario("edit-against-the-table-that-answers-it", .deviations(2)) { record in
      let screen = await Screen(record)
      let feed = Feed(record)
      await JobScheduler.shared.inNaturalOrder {
        await screen.bind(feed.stream)
        feed.yield(rows(1, 2, 3))
      }
      Task { @MainActor in
        screen.userEdits(.remove(id: 2))
        feed.yield(rows(1, 2, 3))  // the producer cannot know of the edit
      }
      await JobScheduler.shared.idle()
      await record.expect(screen.view?.strict.drawn == rows(1, 2, 3), "the newest table is not shown")
      await screen.end()
    },
    Scenario("edit-before-another-view-and-a-table", .deviations(2)) { record in
      let other = await Screen(record)
      let screen = await Screen(record)
      let store = await other.show(rows(1, 2, 3))
      let table = rows(1, 2, 3, version: 1)
      JobScheduler.shared.settle()
      Task { @MainActor in
        other.userEdits(.remove(id: 1))
        screen.bind(store)
        record.ask("A")
        let number = record.admit(.table(table))
        do {
          record.answer("A", number, .success(try await store.submit(table)))
        } catch {
          record.answer("A", number, .failure(error))
        }
      }
      await JobScheduler.shared.idle()
      await record.expect(screen.view?.strict.drawn == table, "an edit was made on a table that came later")
      await screen.end()
      await other.end(isLast: false)
    },
  ]

  /// Scenarios in which users do anything at any time, against random tables.
  static let randomUsers: [Scenario] = [
    Scenario(drawn: "users") { record, seed in
      var random = SeededGenerator(seed: seed)
      let screen = await Screen(record)
      let store = await screen.show(Self.anyTable(&random))
      let user = await User(screen)
      let tables = (0..<3).map { _ in Self.anyTable(&random) }
      let steps = (0..<5).map { _ in random.next() }
      await store.together {
        for (number, table) in tables.enumerated() { _ = $0.submits(table, as: "\(number)", record) }
      } and: {
        for step in steps {
          await user.doesSomething(seed: step)
          await Task.yield()
        }
      }
      await screen.end()
      await user.check()
    }
  ]

  private static func anyTable(_ random: inout SeededGenerator) -> Items {
    var contents = ["a", "b", "c"].shuffled(using: &random).prefix(.random(in: 1...3, using: &random)).map {
      ($0, [Item]())
    }
    for id in (1...6).shuffled(using: &random).prefix(.random(in: 0...5, using: &random)) {
      contents[.random(in: contents.indices, using: &random)].1.append(Item(id, .random(in: 0...1, using: &random)))
    }
    return Items(sections: contents.map { TableSection($0.0, rows: $0.1) })
  }
}

/// A user who selects and edits rows, and checks the effects.
@MainActor final class User {
  private let screen: Screen
  private let record: Record
  /// Tracks the selection independently, from the complete tables on screen.
  private let witness: Witness
  private var removals: Task<[Int], Never>?
  private var inserted = 0

  init(_ screen: Screen) {
    self.screen = screen
    record = screen.record
    let link = screen.view?.link
    link?.selection.mode = .many
    link?.editing.rules = .deleting() + .inserting() + .updating() + .moving(to: .anywhere)
    witness = Witness(link, record)
    _ = link?.follower { [witness] in witness }
    if let removed = link?.events.deselected {
      removals = Task {
        var ids: [Int] = []
        for await event in removed where event.reason == .removed { ids.append(event.row.id) }
        return ids
      }
    }
  }

  private var link: TableLink<String, Item>? { screen.view?.link }

  func selects(_ id: Int) {
    if let path = link?.table.path(of: id) { tap(path) }
  }

  func toggles(_ id: Int) { selects(id) }

  private func tap(_ path: RowPath) {
    guard let link, let id = link.table[path]?.id, link.selection.user(.tap, at: path) else { return }
    witness.selected.formSymmetricDifference([id])
  }

  /// Edits the presented table, and expects the edit on screen immediately.
  @discardableResult func edits(_ make: (Items) -> UserEdit<String, Item>?) -> UserEdit<String, Item>? {
    guard let view = screen.view, view.link.isBound, var edit = make(view.link.table) else { return nil }
    let mark = RequestID()
    edit.requestID = mark
    view.link.applier?.bindings.keep(edit, as: mark)
    var expected = view.link.table
    expected.apply(edit.edit)
    record.userEdits(edit.edit)
    view.isEditing = true
    view.link.edit(edit.edit)
    view.isEditing = false
    record.expect(view.link.table == expected, "\(edit) is not on screen")
    return edit
  }

  func refuses(_ edit: UserEdit<String, Item>) {
    guard let view = screen.view, view.link.isBound else { return }
    record.userEdits(edit.inverse)
    view.isEditing = true
    view.link.editing.refuse(edit)
    view.isEditing = false
  }

  /// Drags a row for a while, and drops it at a gap.
  func drags(from source: RowPath, toGap gap: RowPath) async {
    guard let drag = link?.editing.beginDrag(at: source) else { return }
    await Task.yield()
    // Other tests cover the edit of a drag itself; here the edit has to be recorded.
    if let source = drag.source {
      edits { UserEdit(moving: source, to: RowPath(dropping: source, intoGap: gap), in: $0) }
    }
    await Task.yield()
    drag.cancel()
  }

  /// Performs a random action.
  func doesSomething(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    guard let table = link?.table else { return }
    let paths = table.sections.enumerated().flatMap { index, section in
      section.rows.indices.map { RowPath(section: index, row: $0) }
    }
    guard let path = paths.randomElement(using: &random) else { return }
    let section = Int.random(in: table.sections.indices, using: &random)
    let gap = RowPath(section: section, row: .random(in: 0...table.sections[section].rows.count, using: &random))
    inserted += 1
    let new = Item(100 + inserted)  // a new identity, because the witness compares identities only
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1, 2: tap(path)
    case 3: edits { UserEdit(deleting: path, in: $0) }
    case 4: edits { UserEdit(inserting: new, at: gap, in: $0) }
    case 5: edits { UserEdit(updating: path, to: Item($0[path]?.id ?? 0, 7), in: $0) }
    case 6:
      let edit = edits { UserEdit(deleting: path, in: $0) }
      await Task.yield()
      if let edit { refuses(edit) }
    default: await drags(from: path, toGap: gap)
    }
  }

  /// Expects, at the end, that each removal of a selected row was reported.
  func check() async {
    let told = await removals?.value ?? []
    record.expect(told.sorted() == witness.gone.sorted(), "told that \(told) went, when \(witness.gone) did")
  }
}

/// Derives the selection from the complete tables on screen alone.
@MainActor final class Witness: LinkFollower {
  typealias Section = String
  typealias Row = Item

  var selected: Set<Int> = []
  private(set) var gone: [Int] = []
  private weak let link: TableLink<String, Item>?
  private let record: Record

  init(_ link: TableLink<String, Item>?, _ record: Record) {
    self.link = link
    self.record = record
  }

  func follow(_ change: ShownChange<String, Item>) {}

  func changeCompleted() {
    guard let link else { return }
    let there = selected.intersection(link.table.map(\.id))
    gone += selected.subtracting(there)
    selected = there
    let ids = link.selection.ids
    record.expect(ids.sorted() == selected.sorted(), "selected are \(ids), not \(selected.sorted())")
  }

  func end() {}
}

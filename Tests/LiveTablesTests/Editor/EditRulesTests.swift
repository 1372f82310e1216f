import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables

@MainActor @Suite("Edit rules") struct EditRulesTests {
  private typealias Editor = EditRules<String, Item>

  private let table = TableSnapshot<String, Item>(
    sections: ["a": [1, 2, 3], "b": [], "c": [4, 5]].sorted { $0.key < $1.key }.map {
      TableSection($0.key, rows: items($0.value))
    })

  private func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

  private func site(_ section: Int, _ row: Int) throws -> RowSite<String, Item> {
    try #require(RowSite(path(section, row), in: table))
  }

  private func allowed(_ editor: Editor, _ section: Int = 0, _ row: Int = 0) throws -> Set<EditKind> {
    let site = try site(section, row)
    return Set(EditKind.allCases.filter { editor.allows($0, site) })
  }

  private func target(_ destination: RowDestination<String, Item>, _ source: RowPath, _ proposed: RowPath) -> RowPath? {
    MoveProposal(from: source, to: proposed, in: table).map { Editor.moving(to: destination).target(of: $0) }
  }

  @Test("closures decide whether an edit or a move is allowed")
  func acceptanceCase() throws {
    let mayEdit: @MainActor (RowSite<String, Item>) -> Bool = { $0.row.id != 3 }
    var asked: [String] = []
    let editing = Editor.deleting(where: mayEdit) + .inserting(where: mayEdit) + .updating(where: mayEdit)
    let moving = Editor.moving(where: { $0.row.id == 3 }, to: .anywhere)
    let editor =
      editing.accepting { edit in
        asked.append("commit \(edit)")
        return true
      }
      + moving.accepting { edit in
        asked.append("move \(edit)")
        return false
      }
    #expect(try allowed(editor) == [.delete, .insert, .update])
    #expect(try allowed(editor, 0, 2) == [.move])
    let deletion = try #require(UserEdit(deleting: path(0, 0), in: table))
    #expect(editor.permits(deletion, of: try site(0, 0), as: .edit))
    let move = try #require(UserEdit(moving: path(0, 2), to: path(1, 0), in: table))
    #expect(!editor.permits(move, of: try site(0, 2), as: .edit))
    #expect(asked == ["commit remove 1", "move move 3 at (1,0)"])
  }

  @Test("the first of several rules that allows an edit decides about it") func composing() throws {
    #expect(try allowed(Editor()).isEmpty)
    #expect(Editor().isEmpty)
    let editor =
      Editor.deleting { $0.row.id < 3 } + .moving(where: { $0.row.id == 1 }, to: .sameSection) + .moving(to: .anywhere)
      + .updating().when { $0.section == "c" }
    #expect(try allowed(editor, 0, 0) == [.delete, .move])
    #expect(try allowed(editor, 0, 2) == [.move])
    #expect(try allowed(editor, 2, 0) == [.move, .update])
    let first = try #require(MoveProposal(from: path(0, 0), to: path(2, 0), in: table))
    #expect(editor.target(of: first) == path(0, 2))
    let second = try #require(MoveProposal(from: path(0, 1), to: path(2, 0), in: table))
    #expect(editor.target(of: second) == path(2, 0))
  }

  @Test("every accepting closure is asked in order, and can refuse an edit") func refusing() throws {
    var asked: [Int] = []
    let editor = (Editor.deleting() + .inserting())
      .accepting { _ in
        asked.append(1); return true
      }
      .accepting { _ in
        asked.append(2); return asked.count > 2
      }
      .accepting { _ in
        asked.append(3); return true
      }
    let edit = try #require(UserEdit(deleting: path(0, 0), in: table))
    #expect(!editor.permits(edit, of: try site(0, 0), as: .edit))
    #expect(editor.permits(edit, of: try site(0, 0), as: .edit))
    #expect(asked == [1, 2, 1, 2, 3])
    #expect(!Editor.inserting().permits(edit, of: try site(0, 0), as: .edit), "what is not allowed is not accepted")
  }

  @Test("the actions of all matching rules are offered in order") func actions() throws {
    let editor =
      Editor.actions { _ in [.delete("Delete")] }
      + .actions { site in [RowAction("Share \(site.row.id)") { _ in }] }.when { $0.section == "a" }
    #expect(editor.actions(for: try site(0, 1)).map(\.title) == ["Delete", "Share 2"])
    #expect(editor.actions(for: try site(0, 1)).map(\.isDestructive) == [true, false])
    #expect(editor.actions(for: try site(2, 1)).map(\.title) == ["Delete"])
  }

  @Test("a row can move anywhere, within its section, to listed sections, by a predicate, or to a corrected path")
  func destinations() {
    let source = path(0, 1)
    #expect(target(.anywhere, source, path(1, 0)) == path(1, 0))
    #expect(target(.anywhere, source, path(2, 9)) == path(2, 2), "the nearest place that exists")
    #expect(target(.anywhere, source, path(9, 9)) == path(2, 2))
    #expect(target(.anywhere, source, path(-1, -1)) == path(0, 0))
    #expect(target(.anywhere, source, path(0, 9)) == path(0, 2), "in its own section there is one place fewer")
    #expect(target(.sameSection, source, path(0, 2)) == path(0, 2))
    #expect(target(.sameSection, source, path(2, 0)) == path(0, 2))
    #expect(target(.sameSection, path(2, 1), path(0, 2)) == path(2, 0))
    #expect(target(.sections(["b"]), source, path(1, 0)) == path(1, 0))
    #expect(target(.sections(["b"]), source, path(2, 0)) == source)
    #expect(target(.sections(["b"]), source, path(0, 0)) == source)
    #expect(target(.sections(["a", "b"]), source, path(0, 0)) == path(0, 0))
    #expect(target(.where { $0.targetSection == "c" && $0.target.row > 0 }, source, path(2, 1)) == path(2, 1))
    #expect(target(.where { $0.targetSection == "c" && $0.target.row > 0 }, source, path(2, 0)) == source)
    #expect(target(.corrected { RowPath(section: $0.target.section, row: 0) }, source, path(2, 2)) == path(2, 0))
    #expect(target(.corrected { _ in RowPath(section: 77, row: -5) }, source, path(2, 2)) == path(2, 0))
    #expect(target(.anywhere, path(1, 0), path(0, 0)) == nil, "there is no such row")
  }

  @Test("every gap is a destination, also next to and in empty sections") func gaps() throws {
    for source in table.paths {
      for section in 0..<3 {
        for gap in 0...table.sections[section].rows.count {
          let target = RowPath(dropping: source, intoGap: path(section, gap))
          // Marks the gap, removes the row, and inserts it at the mark, as a person would.
          var rows = table.sections.map { $0.rows.map { Optional($0) } }
          rows[section].insert(nil, at: gap)
          let row = try #require(table[source])
          for index in rows.indices { rows[index].removeAll { $0?.id == row.id } }
          rows = rows.map { $0.map { $0 ?? row } }
          var moved = table
          let isMoved = moved.move(from: source, to: target)
          #expect(isMoved)
          #expect(moved.sections.map { Array($0.rows) } == rows.map { $0.compactMap { $0 } })
          let back = target.gap(dropping: source)
          #expect(RowPath(dropping: source, intoGap: back) == target)
          // The gaps on both sides of a row are the same place for it.
          #expect(target == source || back == path(section, gap))
        }
      }
    }
  }
}

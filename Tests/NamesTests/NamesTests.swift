import AppleNames
import Foundation
import LiveTables
import LiveTablesOperators
import LiveTablesTerminal
import LiveTablesTesting
import TableDiff
import Testing

/// A row in a file that can see the names of SwiftUI, UIKit, AppKit, SwiftData, Combine, Foundation and Testing.
private struct Mail: Diffable, Identifiable, Equatable, Sendable {
  let id: Int
  var subject: String
}

/// Tests that central names can be used without the name of their module beside Apple's names.
///
/// A name that collides is ambiguous, or means the type of `AppleNames`, which has neither parameters nor members. In
/// both cases, this file does not compile.
@MainActor @Suite("Names") struct NamesTests {
  @Test("the library's names need no qualification beside Apple's") func unqualified() async throws {
    let table: TableSnapshot<OneSection, Mail> = TableSnapshot(rows: [Mail(id: 1, subject: "a")])
    let section: TableSection<OneSection, Mail> = table.sections[0]
    let changeset: Changeset<OneSection, Mail> = table.difference(from: TableSnapshot())
    let stages: [BatchUpdate<OneSection, Mail>] = changeset.stages
    let operations: [BatchOperations] = stages.map(\.operations)
    let path: RowPath = RowPath(section: 0, row: 0)
    let edit: TableEdit<OneSection, Mail> = .remove(.path(path))
    let live: LiveTable<OneSection, Mail> = LiveTable(table)
    let query: LiveValue<String> = LiveValue("")
    let derived: DerivedTable<OneSection, Mail> = live.searching(query) { $0.subject }
    let joined: JoinedTables<OneSection, Mail> = JoinedTables()
    joined.add(live)
    let view: StrictTableView<OneSection, Mail> = StrictTableView()
    let options: BindingOptions = BindingOptions()
    let binding: TableBinding<OneSection, Mail> = view.bind(derived, options: options)
    let other: StrictTableView<OneSection, Mail> = StrictTableView()
    let store: TableStore<OneSection, Mail> = other.show(table).store
    let link: TableLink<OneSection, Mail> = view.link
    let selection: TableSelection<OneSection, Mail> = link.selection
    let mode: SelectionMode = .many
    selection.mode = mode
    let editor: EditRules<OneSection, Mail> = .deleting()
    link.editing.rules = editor
    let tree: Tree<Mail> = Tree()
    let outline: LiveOutline<Mail> = LiveTree(tree).outline()
    let alignment: ScrollAlignment = .top
    let key: Key = "q"
    let state: SourceState<OneSection, Mail> = await live.state
    let change: TableChange<OneSection, Mail> = try await live.edit(edit)
    let applied: AppliedChangeset<OneSection, Mail> = try await store.submit([Mail(id: 2, subject: "b")])
    #expect(section.rows.count == 1 && operations.count == 1 && state.revision == 0 && change.revision == 1)
    #expect(applied.table.count == 1 && alignment == .top && key == "q")
    #expect(await outline.current.isEmpty)
    binding.cancel()
  }

  @Test("no public type has the name of a type of Apple or GRDB") func distinct() throws {
    let root = Foundation.URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let apple = try types(in: root.appending(path: "Tests/AppleNames"))
    let ours = try types(in: root.appending(path: "Sources"))
    #expect(apple.count > 300 && ours.count > 150)
    #expect(Set(ours).intersection(apple) == [])
    // The adapters for UIKit and AppKit have some names in common, because an app uses only one of them.
    let twice = Dictionary(grouping: ours, by: { $0 }).filter { $0.value.count > 1 }.keys.sorted()
    #expect(twice == ["CollectionViewBinder", "LiveList", "TableViewBinder"], "of two modules")
    #expect(Set(ours).intersection(databaseNames) == [])
  }

  /// Returns the names of the public types that the files of a folder declare at top level.
  private func types(in folder: Foundation.URL) throws -> [String] {
    let declaration =
      /^(?:@\w+(?:\([^)]*\))? )*(?:public|open) (?:final |indirect )?(?:struct|class|enum|actor|protocol|typealias) (\w+)/
      .anchorsMatchLineEndings()
    var names: [String] = []
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? Foundation.URL {
      guard file.pathExtension == "swift" else { continue }
      for match in try String(contentsOf: file, encoding: .utf8).matches(of: declaration) {
        names.append(String(match.1))
      }
    }
    return names
  }
}

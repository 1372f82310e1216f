import Foundation
@_spi(Adapters) import LiveTablesCells
import LiveTablesUIKit
import LiveTablesTesting
import SwiftUI
import Testing
import UIKit

private enum Mark: EnvironmentKey { static var defaultValue: String { "none" } }

extension EnvironmentValues {
  fileprivate var mark: String {
    get { self[Mark.self] }
    set { self[Mark.self] = newValue }
  }
}

private struct MarkedText: View {
  @Environment(\.mark) private var mark
  let text: String
  init(_ text: String) { self.text = text }
  var body: some View { Text("\(text) in \(mark)") }
}

@Suite("Lists for SwiftUI", .timeLimit(.minutes(20))) @MainActor struct LiveListTests {
  private typealias List = LiveList<SampleSection, SampleRow, Text>

  private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  private let store = TableStore<SampleSection, SampleRow>(SampleTable(sections: []))

  /// The rows and headers of a list that SwiftUI shows.
  @MainActor private struct Shown<Content: View> {
    typealias List = LiveList<SampleSection, SampleRow, Content>

    let context: List.Context
    let tableView: UITableView

    var binder: TableViewBinder<SampleSection, SampleRow>? {
      attachedBinder(of: tableView) as? TableViewBinder<SampleSection, SampleRow>
    }

    private var contents: [StandInContent] {
      tableView.layoutIfNeeded()
      return (0..<tableView.numberOfSections).flatMap { section in
        let rows = (0..<tableView.numberOfRows(inSection: section)).map { row in
          tableView.cellForRow(at: IndexPath(row: row, section: section))?.contentConfiguration
        }
        return ([tableView.headerView(forSection: section)?.contentConfiguration] + rows)
          .compactMap { ($0 as? any StandInHost)?.standInContent }
      }
    }
    var texts: [String] { contents.flatMap(\.texts) }
    var ids: [AnyHashable] { contents.flatMap(\.ids) }

    func update(_ list: List, in environment: EnvironmentValues = EnvironmentValues()) {
      let context = List.Context(standInCoordinator: context.coordinator, standInEnvironment: environment)
      list.updateUIView(tableView, context: context)
    }
  }

  private func list(_ mark: String = "") -> List { List(store) { Text("\($0.id)/\($0.content)\(mark)") } }

  private func show<Content: View>(
    _ list: LiveList<SampleSection, SampleRow, Content>, in environment: EnvironmentValues = EnvironmentValues(),
    _ sections: [Int]...
  ) async throws -> Shown<Content> {
    let context = Shown<Content>.List.Context(
      standInCoordinator: list.makeCoordinator(), standInEnvironment: environment)
    let shown = Shown(context: context, tableView: list.makeUIView(context: context))
    shown.tableView.frame = window.bounds
    window.addSubview(shown.tableView)
    shown.update(list, in: environment)
    try await store.submit(table(sections))
    return shown
  }

  private func table(_ sections: [[Int]], content: Int = 0) -> SampleTable {
    SampleTable(
      sections: sections.enumerated().map { index, ids in
        TableSection(SampleSection(100 + index), rows: ids.map { SampleRow($0, content: content) })
      })
  }

  @Test("rows are views in cells, and show what the closures capture at each update") func rows() async throws {
    let shown = try await show(list().headers { Text("section \($0.id)") }, [1, 2], [3])
    #expect(shown.texts == ["section 100", "1/0", "2/0", "section 101", "3/0"])
    try await store.submit(table([[1, 2], [3]], content: 7))
    #expect(shown.texts == ["section 100", "1/7", "2/7", "section 101", "3/7"])
    shown.update(list("!").headers { Text("part \($0.id)") })
    #expect(shown.texts == ["part 100", "1/7!", "2/7!", "part 101", "3/7!"])
  }

  @Test("only rows that the rules allow to move can be dragged", arguments: [true, false])
  func dragging(mayMove: Bool) async throws {
    let list = List(store, editing: mayMove ? .moving(to: .anywhere) : .deleting()) { Text("\($0.id)") }
    let shown = try await show(list, [1, 2])
    let session = StandInDragSession(items: [])
    let items = shown.tableView.dragDelegate?.tableView(shown.tableView, itemsForBeginning: session, at: [0, 1])
    #expect(items?.count == (mayMove ? 1 : 0))
  }

  @Test("rows and headers inherit the list's environment, also after it changes") func environment() async throws {
    var environment = EnvironmentValues()
    environment.mark = "red"
    let list = LiveList(store) { MarkedText("\($0.id)") }.headers { MarkedText("section \($0.id)") }
    let shown = try await show(list, in: environment, [1])
    #expect(shown.texts == ["section 100 in red", "1 in red"] && shown.ids == [100, 1])
    environment.mark = "blue"
    shown.update(list, in: environment)
    #expect(shown.texts == ["section 100 in blue", "1 in blue"])
    try await store.submit(table([[1, 2]], content: 7))
    #expect(shown.texts == ["section 100 in blue", "1 in blue", "2 in blue"])
  }

  @Test("state belongs to a row or section, not to its cell")
  func identities() async throws {
    let list = list().headers { Text("section \($0.id)") }
    let shown = try await show(list, [1, 2])
    #expect(shown.ids == [100, 1, 2])
    try await store.submit(table([[1, 2]], content: 7))
    shown.update(list)
    #expect(shown.ids == [100, 1, 2] && shown.texts == ["section 100", "1/7", "2/7"])
    try await store.submit(table([[3, 2], [4]]))
    #expect(shown.ids == [100, 3, 2, 101, 4])
    shown.update(list)
    #expect(shown.ids == [100, 3, 2, 101, 4])
  }

  @Test("a modifier that is removed ends its effect, and a modifier that is added begins it")
  func modifiers() async throws {
    var selected: Set<Int> = [2]
    let full = list().selection(Binding(get: { selected }, set: { selected = $0 }))
      .headers { Text("section \($0.id)") }.onRefresh {}
    let shown = try await show(list(), [1, 2])
    let view = shown.tableView
    for _ in 0..<2 {
      #expect(shown.texts == ["1/0", "2/0"] && view.indexPathsForSelectedRows == nil && view.refreshControl == nil)
      view.standInTap(IndexPath(row: 0, section: 0))
      #expect(selected == [2])
      shown.update(full)
      #expect(shown.texts == ["section 100", "1/0", "2/0"] && view.refreshControl != nil)
      #expect(view.indexPathsForSelectedRows == [IndexPath(row: 1, section: 0)])
      view.standInTap(IndexPath(row: 0, section: 0))
      #expect(selected == [1, 2])
      selected = [2]
      shown.update(list())
      #expect(selected == [2], "what is not bound any more is not written")
    }
    shown.update(full)
    #expect(shown.texts.count == 3 && view.indexPathsForSelectedRows == [IndexPath(row: 1, section: 0)])
  }

  @Test("rules from a list's configuration stay") func configured() async throws {
    let list = list().configured { $0.link.editing.rules = .deleting() }
    let shown = try await show(list, [1, 2])
    shown.update(list)
    #expect(shown.binder?.link.editing.may(.delete, at: RowPath(section: 0, row: 0)) == true)
  }
}

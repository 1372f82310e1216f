import LiveTables
import LiveTablesTerminal

/// The lists on a terminal, and what the user does there.
///
/// The user's edits go the way that every view's do: they are on screen at once, and are taken back if the file cannot have
/// them.
@MainActor final class TodoScreen {
  let view = TerminalTableView<TodoList, TodoItem>(
    columns: [
      TerminalColumn(" ") { $0.isDone ? "[x]" : "[ ]" },
      TerminalColumn("TO DO") { $0.title },
    ], sectionTitle: { $0.name })
  private let keeper: TodoKeeper
  private let tables: AsyncStream<TodoTable>.Continuation
  private(set) var board = TodoBoard()

  init(_ keeper: TodoKeeper) {
    self.keeper = keeper
    let (stream, tables) = AsyncStream.makeStream(of: TodoTable.self, bufferingPolicy: .bufferingNewest(1))
    self.tables = tables
    view.accessories.emptyView = TerminalLine("nothing to do; press a to add something", .dim)
    view.accessories.loadingView = TerminalLine("there is no list to be seen yet", .dim)
    view.caption = TodoCommand.help
    view.keepsLastMarks = false
    view.markLifetime = .seconds(2)
    view.link.selection.mode = .many
    let editor: RowEditor<TodoList, TodoItem> =
      .deleting() + .updating() + .inserting { !$0.row.title.isEmpty } + .moving(to: .anywhere)
    view.link.editing.editor = editor.accepting { [weak self] edit in
      self?.save(TodoChange(edit))
      return self != nil
    }
    view.onKey = { [weak self] key in self?.press(key) ?? .unhandled }
    view.bind(stream, options: TableOptions(name: "to do"))
  }

  /// Hears of what came of everything, until the keeper is finished.
  func hear() async {
    for await news in keeper.news {
      view.message = board.take(news)
      if let table = board.table { tables.yield(table) }
    }
  }

  // MARK: - Keys

  func press(_ key: Key) -> TerminalTableView<TodoList, TodoItem>.KeyAnswer {
    guard let command = TodoCommand(key) else { return .unhandled }
    if board.table == nil { return .handled }  // the file has not been read, or never was a list
    let (editing, cursor) = (view.link.editing, view.cursor)
    switch command {
    case .add: add()
    case .addList:
      view.prompt = TerminalPrompt("New list:") { [weak self] name in
        if let name, !name.isEmpty { self?.change(.addList(name)) }
      }
    case .removeEmptyLists: change(.removeEmptyLists)
    case .rename: rename()
    case .check:
      for path in targets {
        guard var item = view.link.table[path] else { continue }
        item.isDone.toggle()
        editing.update(item, at: path)
      }
    case .delete: for path in targets.reversed() { editing.delete(at: path) }
    case .down:
      if let cursor, let target = view.link.table.path(below: cursor) { editing.move(from: cursor, to: target) }
    case .up:
      if let cursor, let target = view.link.table.path(above: cursor) { editing.move(from: cursor, to: target) }
    }
    return .handled
  }

  /// What a command is about: the selected items, or else the one at the cursor.
  private var targets: [RowPath] {
    let selected = view.link.selection.paths
    return selected.isEmpty ? view.cursor.map { [$0] } ?? [] : selected
  }

  private func add() {
    view.prompt = TerminalPrompt("New:") { [weak self] title in
      guard let self, let title, !title.isEmpty else { return }
      let table = view.link.table
      if table.sections.isEmpty {
        view.message = "there is no list yet; press A to add one"
        return
      }
      let cursor = view.cursor ?? RowPath(section: 0, row: table.sections[0].rows.count - 1)
      let path = RowPath(section: cursor.section, row: cursor.row + 1)
      if view.link.editing.insert(TodoItem(title: title), at: path) { view.cursor = path }
    }
  }

  private func rename() {
    guard let item = view.selectedRow else { return }
    view.prompt = TerminalPrompt("Rename:", text: item.title) { [weak self] title in
      guard let self, let title, !title.isEmpty, title != item.title else { return }
      // The item may have moved, or be checked, since the question was asked.
      guard let path = view.link.table.path(of: item.id), var renamed = view.link.table[path] else {
        view.message = "somebody else has deleted that"
        return
      }
      renamed.title = title
      view.link.editing.update(renamed, at: path)
    }
  }

  /// A change that is no edit of an item.
  private func change(_ change: TodoChange) {
    save(change)
    if let table = board.table { tables.yield(table) }
  }

  private func save(_ change: TodoChange) { keeper.change(board.add(change), change) }
}

import LiveTablesTerminal

// To-do lists in a file: each terminal that shows the file shows the edits of all others.
let view = TerminalTableView<TodoList, Todo>(
  columns: [
    TerminalColumn(" ") { $0.isDone ? "[x]" : "[ ]" },
    TerminalColumn("TO DO") { $0.title },
  ], sectionTitle: { $0.name })
view.caption = "a: add, r: rename, space: check, Delete, J, K: move, q: quit"
view.accessories.emptyView = TerminalLine("nothing to do; press a to add an item", .dim)

let file = TodoFile(CommandLine.arguments.dropFirst().first ?? "todo.json") { trouble in
  Task { @MainActor in view.message = trouble }
}
// Two people may rename and check an item at the same time.
let updating = EditRules<TodoList, Todo>.updating(merging: { seen, edited, current in
  Todo(
    id: current.id, title: edited.title == seen.title ? current.title : edited.title,
    isDone: edited.isDone == seen.isDone ? current.isDone : edited.isDone)
})
view.bind(file, editing: .deleting() + .inserting() + .moving(to: .anywhere) + updating) { _, error in
  view.message = "\(error)"
}

/// Changes the item at the cursor.
@MainActor func update(_ id: Todo.ID?, _ change: (inout Todo) -> Void) {
  guard let id, let path = view.link.table.path(of: id), var item = view.link.table[path] else { return }
  change(&item)
  view.link.editing.update(item, at: path)
}

view.onKey = { key in
  let item = view.selectedRow
  switch key {
  case .character("a"):
    view.prompt = TerminalPrompt("New:") { title in
      guard let title, !title.isEmpty else { return }
      let path = view.cursor.map { RowPath(section: $0.section, row: $0.row + 1) } ?? RowPath(section: 0, row: 0)
      if view.link.editing.insert(Todo(title: title), at: path) { view.cursor = path }
    }
  case .character("r"):
    view.prompt = TerminalPrompt("Rename:", text: item?.title ?? "") { title in
      if let title, !title.isEmpty { update(item?.id) { $0.title = title } }
    }
  case .character(" "): update(item?.id) { $0.isDone.toggle() }
  default: return .unhandled
  }
  return .handled
}
let following = Task { try await file.follow() }
try await view.run()
following.cancel()

import LiveTables

/// A change of the lists, as a value: it is applied to whatever they are when its turn comes, on screen and in the file, so
/// that changes of two terminals add up.
enum TodoChange: Sendable {
  /// The user's edit of an item, or the one that takes it back.
  case edit(TableEdit<TodoList, TodoItem>)
  /// An item is another now; only what the user has changed in it is changed.
  case update(from: TodoItem, to: TodoItem)
  case addList(String)
  /// Lists without items go.
  case removeEmptyLists

  /// What a user's edit is as a change.
  init(_ edit: UserEdit<TodoList, TodoItem>) {
    if case .updated(let previous)? = edit.parts.first?.change {
      self = .update(from: previous, to: edit.row)
    } else {
      self = .edit(edit.edit)
    }
  }

  /// Changes the lists.
  ///
  /// - Returns: Whether they have what is to be changed.
  @discardableResult func apply(to table: inout TodoTable) -> Bool {
    switch self {
    case .edit(let edit): return table.apply(edit)
    case .update(let old, let new):
      guard var item = table.row(id: new.id) else { return false }
      if new.title != old.title { item.title = new.title }
      if new.isDone != old.isDone { item.isDone = new.isDone }
      return table.apply(.replace(item))
    case .addList(let name):
      if table.sectionIndex(of: name) != nil { return true }
      table.append(TableSection(TodoList(name: name), rows: []))
      return true
    case .removeEmptyLists:
      table = TodoTable(sections: table.sections.filter { !$0.rows.isEmpty })
      return true
    }
  }
}

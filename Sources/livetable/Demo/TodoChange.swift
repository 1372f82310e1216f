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

  /// The change as an edit of whatever the lists are.
  var edit: TableEdit<TodoList, TodoItem> {
    switch self {
    case .edit(let edit): edit
    case .update(let old, let new):
      .update(.id(new.id)) { item in
        if new.title != old.title { item.title = new.title }
        if new.isDone != old.isDone { item.isDone = new.isDone }
      }
    case .addList(let name): .insertSections([TableSection(TodoList(name: name), rows: [])], at: .end)
    case .removeEmptyLists: .removeSections(.where { $0.rows.isEmpty })
    }
  }

  /// Changes the lists.
  ///
  /// - Returns: Whether they have what is to be changed.
  @discardableResult func apply(to table: inout TodoTable) -> Bool {
    switch self {
    case .addList(let name) where table.sectionIndex(of: name) != nil: return true
    case .edit, .update: return table.apply(edit)
    case .addList, .removeEmptyLists:
      table.apply(edit)
      return true
    }
  }
}

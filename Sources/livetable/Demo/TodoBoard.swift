import LiveTables
import LiveTablesOperators

/// What the lists are, as far as this process knows: what is in the file, and on top of it what the user has changed and
/// is not in the file yet.
///
/// Pure. A change is kept until the file has it or cannot have it, so that nothing that is read meanwhile takes it from the
/// screen.
struct TodoBoard {
  private var pending = PendingEdits<TodoList, TodoItem>()
  private var isRead = false

  /// What is to be seen; `nil` until the file was read.
  var table: TodoTable? { isRead ? pending.shown : nil }

  /// The user changes something.
  ///
  /// - Returns: The number of the change.
  mutating func add(_ change: TodoChange) -> Int { pending.add([change.edit]) }

  /// Something came of reading or changing the file.
  ///
  /// - Returns: What is to be said to the user, if there is anything.
  mutating func take(_ news: TodoKeeper.News) -> String? {
    defer { _ = pending.update() }
    switch news {
    case .read(let table): read(table)
    case .changed(let number, let table):
      read(table)
      _ = pending.confirm(number, .confirmed)
    case .missed(let number, let table):
      read(table)
      _ = pending.refuse(number)
      return "somebody else has deleted that"
    case .failed(let number, let error):
      if let number { _ = pending.refuse(number) }
      return "\(number == nil ? "" : "not saved: ")\(error)"
    }
    return nil
  }

  private mutating func read(_ table: TodoTable) {
    isRead = true
    pending.follow(table)
  }
}

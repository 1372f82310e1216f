import LiveTables

/// Something to do.
struct TodoItem: Diffable, Identifiable, Equatable, Sendable {
  let id: String
  var title: String
  var isDone: Bool

  init(id: String = .randomIdentity(), title: String, isDone: Bool = false) {
    self.id = id
    self.title = title
    self.isDone = isDone
  }
}

/// A list of things to do, which is a section of the table.
struct TodoList: Diffable, Identifiable, Equatable, Sendable {
  let name: String

  var id: String { name }
}

/// All lists with their items.
typealias TodoTable = TableSnapshot<TodoList, TodoItem>

extension String {
  /// A name that nobody else gives.
  static func randomIdentity() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}

extension TableSnapshot where Section == TodoList, Row == TodoItem {
  /// What there is before there is a file.
  static var blank: TodoTable {
    TodoTable(sections: ["Today", "Later"].map { TableSection(TodoList(name: $0), rows: []) })
  }
}

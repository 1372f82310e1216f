import LiveTables
import LiveTablesUIKit
import SwiftUI

struct Todo: Identifiable, Hashable, Diffable, Sendable {
  let id: Int
  var title: String
}

struct Todos: View {
  let todos: LiveTable<OneSection, Todo>
  @State private var selected: Set<Int> = []

  var body: some View {
    LiveList(todos) { todo in
      Text(todo.title)
    }
    .selection($selected)
    .editor(.deleting() + .moving(to: .sameSection))
    .onRefresh { _ = try? await todos.edit { $0.sort { $0.title < $1.title } } }
  }
}

import Foundation
import LiveTables

/// How the lists are written in a file.
///
/// ```json
/// {"lists": [{"name": "Today", "items": [{"id": "x1", "title": "Water the plants", "done": false}]}]}
/// ```
///
/// People may write it by hand: an item without an `id` is known by its title, and what is not `done` is to be done.
struct TodoDocument: Codable, Equatable {
  struct List: Codable, Equatable {
    var name: String
    var items: [Item]
  }

  struct Item: Codable, Equatable {
    var id: String?
    var title: String
    var done: Bool?
  }

  var lists: [List]

  init(_ table: TodoTable) {
    lists = table.sections.map { section in
      List(name: section.value.name, items: section.rows.map { Item(id: $0.id, title: $0.title, done: $0.isDone) })
    }
  }

  /// The lists as a table.
  var table: TodoTable {
    TodoTable(
      sections: lists.map { list in
        TableSection(
          TodoList(name: list.name),
          rows: list.items.map { TodoItem(id: $0.id ?? $0.title, title: $0.title, isDone: $0.done ?? false) })
      })
  }

  /// Reads a file.
  ///
  /// - Throws: ``TodoFileError`` where it is something else.
  init(_ bytes: [UInt8]) throws(TodoFileError) {
    do {
      self = try JSONDecoder().decode(TodoDocument.self, from: Data(bytes))
    } catch {
      throw TodoFileError("it is no to-do list (\(Self.reason(error)))")
    }
  }

  /// The file.
  func bytes() throws(TodoFileError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return try Array(encoder.encode(self)) + Array("\n".utf8)
    } catch {
      throw TodoFileError("it cannot be written as JSON")
    }
  }

  private static func reason(_ error: any Error) -> String {
    func place(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
    return switch error {
    case DecodingError.keyNotFound(let key, let context):
      "no “\(key.stringValue)” in \(context.codingPath.isEmpty ? "it" : place(context.codingPath))"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "\(context.codingPath.isEmpty ? "it" : place(context.codingPath)) is of another kind"
    default: "not JSON"
    }
  }
}

/// What is wrong with the file, for people.
struct TodoFileError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

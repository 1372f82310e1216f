import Foundation
import LiveTables

/// An item of a list.
struct Todo: Codable, Diffable, Identifiable, Equatable, Sendable {
  var id = UUID()
  var title: String
  var isDone = false
}

/// A list, which is a section of the table.
struct TodoList: Codable, Diffable, Identifiable, Equatable, Sendable {
  var name: String
  var id: String { name }
}

/// The lists in a JSON file that several processes read and change.
actor TodoFile: EditableSource {
  private struct Entry: Codable {
    var list: TodoList
    var items: [Todo]
  }

  private let file: URL
  private let inbox = EditInbox<TodoList, Todo>()
  private var newest = SourceState<TodoList, Todo>()
  private var subscribers = SubscriberList()
  private var trouble: String?
  private let report: @Sendable (String?) -> Void

  /// - Parameters:
  ///   - path: The path of the file.
  ///   - report: A closure that receives the reason why the file cannot be used, and `nil` when it can be used.
  init(_ path: String, report: @escaping @Sendable (String?) -> Void) {
    file = URL(filePath: path).resolvingSymlinksInPath()
    self.report = report
  }

  nonisolated func accept(_ request: UserRequest<TodoList, Todo>) -> Acceptance {
    defer { Task { await self.update() } }
    return inbox.accept(request)
  }

  var state: SourceState<TodoList, Todo> {
    update()
    return newest
  }

  func subscribe(_ signal: Signal) { subscribers.add(signal) }

  /// Reads what other processes write, until the task is cancelled.
  func follow() async throws {
    while true {
      update()
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  /// Reads the file, and makes the users' edits in it.
  private func update() {
    let seen = newest
    var trouble: String?
    do {
      let lock = open(file.path() + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      defer { close(lock) }
      guard flock(lock, LOCK_EX) == 0 else { throw CocoaError(.fileLocking) }
      let saved = try read()
      if newest.revision < 0 || newest.table != saved { newest.advance(to: saved) }
      if inbox.drain(into: &newest) { try write(newest.table) }
    } catch {
      trouble = "\(file.path()) cannot be used: \(error.localizedDescription)"
      // Edits that are not saved are made and reverted, so that the screen does not keep them.
      _ = inbox.drain(into: &newest)
      if newest.revision != seen.revision { newest.advance(to: seen.table) }
    }
    if trouble != self.trouble { report(trouble) }
    self.trouble = trouble
    if newest.revision != seen.revision { subscribers.notify() }
  }

  private func read() throws -> TableSnapshot<TodoList, Todo> {
    guard FileManager.default.fileExists(atPath: file.path()) else {
      return TableSnapshot(sections: ["Today", "Later"].map { TableSection(TodoList(name: $0), rows: []) })
    }
    let entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: file))
    return TableSnapshot(sections: entries.map { TableSection($0.list, rows: $0.items) })
  }

  private func write(_ table: TableSnapshot<TodoList, Todo>) throws {
    let entries = table.sections.map { Entry(list: $0.value, items: Array($0.rows)) }
    try JSONEncoder().encode(entries).write(to: file, options: .atomic)
  }
}

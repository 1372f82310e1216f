@testable import LiveTables

typealias LiveItems = LiveTable<String, Item>

/// Edits and reads live tables, and records contradictions.
final class LiveWitness: @unchecked Sendable {  // everything runs on one thread
  private let record: Record
  private var changes: [(edit: Edit, change: TableChange<String, Item>)] = []
  private var last: [String: Items] = [:]
  private var reading: Set<String> = []

  init(_ record: Record) {
    self.record = record
    record.finally { [self] record in record.expect(reading.isEmpty, "\(reading) still read") }
  }

  /// Returns a live table that has to be deallocated at the end.
  func table(_ first: Items, undoLimit: Int = 0) -> LiveItems {
    let live = LiveItems(first, undoLimit: undoLimit)
    record.dies("live table", live)
    return live
  }

  /// Starts a task that edits a table.
  ///
  /// - Parameter mayEnd: Whether the table may have ended by then.
  @discardableResult func edits(_ live: LiveItems, _ edit: Edit, mayEnd: Bool = false) -> Task<Void, Never> {
    Task { [self] in
      do {
        changes.append((edit, try await live.edit(edit)))
      } catch {
        record.expect(mayEnd && error as? TableError == .ended(.finished), "\(edit) threw \(error)")
      }
    }
  }

  /// Starts a task that reads all changes of a table, and compares each with the previous one.
  ///
  /// - Parameter pace: The number of turns for which the task yields after each change.
  @discardableResult func reads(
    _ table: some TableSource<String, Item>, as name: String, pace: Int = 0
  ) -> Task<Void, Never> {
    reading.insert(name)
    return Task { [self] in
      var revision = -1
      for await change in table.changes {
        let source = last[name] ?? Items()
        record.expect(change.changeset.source == source, "\(name) missed something before \(change)")
        record.expect(change.revision > revision, "\(name) went back")
        record.expect(last[name] == nil || !change.changeset.isEmpty, "\(name) was told of nothing")
        last[name] = change.table
        revision = change.revision
        for _ in 0..<pace { await Task.yield() }
      }
      reading.remove(name)
    }
  }

  /// Expects that each edit was applied to the result of the previous edit, and had only its own effect.
  func checkOrder(from first: Items, to target: Items, count: Int?) {
    var table = first
    let made = changes.filter { $0.change.spanned > 0 }.sorted { $0.change.revision < $1.change.revision }
    for (number, (edit, change)) in made.enumerated() {
      record.expect(change.revision == number + 1, "revision \(change.revision) is told as number \(number + 1)")
      record.expect(change.changeset.source == table, "\(edit) was made on \(change.changeset.source.text)")
      table.apply(edit)
      record.expect(change.table == table, "\(edit) led to \(change.table.text)")
    }
    record.expect(table == target, "the edits lead to \(table.text), the table is \(target.text)")
    if let count { record.expect(changes.count == count, "\(changes.count) of \(count) edits came back") }
  }

  /// Expects that a table was the last one that a reader saw.
  func expect(_ name: String, saw table: Items) {
    record.expect(last[name] == table, "\(name) saw \(last[name]?.text ?? "nothing") last, not \(table.text)")
  }
}

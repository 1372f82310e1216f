@testable import LiveTables

/// A store machine whose target is a string: a table is a new string, and an edit appends to it.
typealias StringMachine = StoreMachine<String, NumberNote>

/// A number that merges with a later one if both are at least 100.
struct NumberNote: MergeableNote, Equatable, ExpressibleByIntegerLiteral {
  var number: Int

  init(integerLiteral number: Int) { self.number = number }

  mutating func merge(_ later: NumberNote) -> Bool {
    if number < 100 || later.number < 100 { return false }
    number += later.number
    return true
  }
}

extension StringMachine {
  mutating func append(_ text: String, notes: [NumberNote] = []) -> Admission {
    edit((target ?? "") + text, notes: notes)
  }

  /// Merges the edits that are new, in order, as the store does.
  mutating func merge(_ edits: [UnmergedChange<String>], of binding: Int, notes: [NumberNote] = []) {
    let news = news(in: edits, of: binding)
    guard let last = news.last else { return }
    merge((target ?? "") + news.map(\.change).joined(), upTo: last.number, of: binding, notes: notes)
  }

  /// Offers a table that the sequence produced before any user edit of these tests.
  mutating func offer(_ table: String) -> Bool { offer(table, at: .origin - .seconds(1)) }

  /// Attaches the next binding and returns its number.
  mutating func attach() -> Int {
    let number = newestBindingNumber + 1
    _ = attach(as: number)
    return number
  }

  mutating func order(_ binding: Int) throws -> Order {
    guard case .show(let order) = next(for: binding) else { throw NoOrder() }
    return order
  }
}

private struct NoOrder: Error {}

@testable import LiveTables

/// The target is a string here: a table is a new string, an edit appends to it.
typealias StringMachine = StoreMachine<String, NumberNote>

/// A number; of those above 99, one takes in the next.
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

  /// Merges as the store does: what is new, in order.
  mutating func merge(_ edits: [UnmergedChange<String>], of binding: Int, notes: [NumberNote] = []) {
    let news = news(in: edits, of: binding)
    guard let last = news.last else { return }
    merge((target ?? "") + news.map(\.change).joined(), upTo: last.number, of: binding, notes: notes)
  }

  /// A table of the sequence comes before what users do in these tests.
  mutating func offer(_ table: String) -> Bool { offer(table, at: .origin - .seconds(1)) }

  /// The next view comes, in the order in which views were bound.
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

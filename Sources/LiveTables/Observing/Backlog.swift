/// A queue with efficient access to both ends.
///
/// The slots of removed elements are freed in groups.
struct Backlog<Element> {
  private(set) var slots: [Element?] = []
  /// The slot of the oldest element.
  ///
  /// All earlier slots are empty.
  private var start = 0

  var count: Int { slots.count - start }

  var first: Element? { count > 0 ? slots[start] : nil }

  var last: Element? { last { _ in true } }

  subscript(index: Int) -> Element {
    get { slots[start + index]! }  // only places before it are empty
    set { slots[start + index] = newValue }
  }

  /// - Complexity: O(*k*) if the element is the *k*th from the end.
  func last(where isIncluded: (Element) -> Bool) -> Element? {
    for case let element? in slots[start...].reversed() where isIncluded(element) { return element }
    return nil
  }

  mutating func append(_ element: Element) { slots.append(element) }

  mutating func popLast() -> Element? { count > 0 ? slots.removeLast() : nil }

  /// - Complexity: O(1), amortized.
  mutating func popFirst() -> Element? {
    if count == 0 { return nil }
    defer {
      start += 1
      if start * 2 >= slots.count {
        slots.removeFirst(start)
        start = 0
      }
    }
    return slots[start].take()
  }
}

extension Backlog: Sendable where Element: Sendable {}

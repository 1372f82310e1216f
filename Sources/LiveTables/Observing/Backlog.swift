/// What waits or is kept, the oldest first.
///
/// Both ends are cheap: places at the front are given back many at a time.
struct Backlog<Element> {
  private(set) var places: [Element?] = []
  /// The place of the oldest element; those before it are empty.
  private var start = 0

  var count: Int { places.count - start }

  var first: Element? { count > 0 ? places[start] : nil }

  var last: Element? { last { _ in true } }

  /// The elements by their order, from zero.
  subscript(index: Int) -> Element {
    get { places[start + index]! }  // those before it are empty, and no others
    set { places[start + index] = newValue }
  }

  /// - Complexity: O(*k*) for *k* elements from the end on.
  func last(where isMeant: (Element) -> Bool) -> Element? {
    for case let element? in places[start...].reversed() where isMeant(element) { return element }
    return nil
  }

  mutating func append(_ element: Element) { places.append(element) }

  mutating func popLast() -> Element? { count > 0 ? places.removeLast() : nil }

  /// - Complexity: O(1), amortised.
  mutating func popFirst() -> Element? {
    if count == 0 { return nil }
    defer {
      start += 1
      if start * 2 >= places.count {
        places.removeFirst(start)
        start = 0
      }
    }
    return places[start].take()
  }
}

extension Backlog: Sendable where Element: Sendable {}

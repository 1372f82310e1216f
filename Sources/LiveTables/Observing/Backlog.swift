/// What waits or is kept, the oldest first.
///
/// Both ends are cheap: places at the front are given back many at a time.
struct Backlog<Element> {
  private(set) var places: [Element?] = []
  /// The place of the oldest element; those before it are empty.
  private var first = 0

  var count: Int { places.count - first }

  var last: Element? { last { _ in true } }

  /// - Complexity: O(*k*) for *k* elements from the end on.
  func last(where isMeant: (Element) -> Bool) -> Element? {
    for case let element? in places[first...].reversed() where isMeant(element) { return element }
    return nil
  }

  mutating func append(_ element: Element) { places.append(element) }

  mutating func popLast() -> Element? { count > 0 ? places.removeLast() : nil }

  /// - Complexity: O(1), amortised.
  mutating func popFirst() -> Element? {
    if count == 0 { return nil }
    defer {
      first += 1
      if first * 2 >= places.count {
        places.removeFirst(first)
        first = 0
      }
    }
    return places[first].take()
  }
}

extension Backlog: Sendable where Element: Sendable {}

/// Objects that should be deallocated when a stress test ends.
@MainActor struct Leftovers {
  private struct Weak {
    weak var object: AnyObject?
  }

  private var all: [Weak] = []

  mutating func add(_ object: AnyObject) { all.append(Weak(object: object)) }

  var names: [String] { all.compactMap { weak in weak.object.map { "\($0) is still alive" } } }
}

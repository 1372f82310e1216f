/// Objects that should be deallocated when a stress test ends.
@MainActor struct Leftovers {
  private struct Weak {
    weak var object: AnyObject?
  }

  private var all: [Weak] = []

  mutating func add(_ object: AnyObject) { all.append(Weak(object: object)) }

  var names: [String] { all.compactMap { weak in weak.object.map { "\($0) is still alive" } } }
}

extension StressReport {
  /// Waits until the objects are deallocated, and adds those that are not.
  @MainActor mutating func add(_ leftovers: [Leftovers]) async {
    for _ in 0..<1_000 where leftovers.contains(where: { !$0.names.isEmpty }) { await Task.yield() }
    problems += leftovers.flatMap(\.names)
  }
}

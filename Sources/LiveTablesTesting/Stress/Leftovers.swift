/// Objects that should be deallocated when a stress test ends.
@MainActor package struct Leftovers {
  private struct Weak {
    weak var object: AnyObject?
  }

  private var all: [Weak] = []

  package init() {}

  package mutating func add(_ object: AnyObject) { all.append(Weak(object: object)) }

  private var names: [String] { all.compactMap { weak in weak.object.map { "\($0) is still alive" } } }

  /// Waits until the objects are deallocated, and returns descriptions of those that are not.
  package static func names(of leftovers: [Leftovers]) async -> [String] {
    for _ in 0..<1_000 where leftovers.contains(where: { !$0.names.isEmpty }) { await Task.yield() }
    return leftovers.flatMap(\.names)
  }
}

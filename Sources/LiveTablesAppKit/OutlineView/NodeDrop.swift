#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import LiveTablesOperators
@_spi(Adapters) import LiveTablesCells

/// A node that is dropped between others.
struct NodeDrop<Value: Diffable & Sendable>: Sendable {
  let id: Value.Identity
  /// Its place afterwards, counted without it among the siblings that are shown.
  let place: TreePlace<Value.Identity>
  /// The siblings above and below it, as they are shown.
  var previous, next: Value.Identity?

  /// Moves the node beside a sibling that is still there: the tree may have more than are shown, or other ones by now.
  func perform(in tree: inout Tree<Value>) {
    func isThere(_ sibling: Value.Identity) -> Bool {
      tree.contains(sibling) && tree.parent(of: sibling)?.identity == place.parent
    }
    if let previous, isThere(previous) {
      tree.move(id, after: previous)
    } else if let next, isThere(next) {
      tree.move(id, before: next)
    } else {
      tree.move(id, to: place)
    }
  }
}
#endif

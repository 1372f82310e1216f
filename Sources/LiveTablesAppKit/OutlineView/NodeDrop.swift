#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import LiveTablesOperators
@_spi(Adapters) import LiveTablesCells

/// A node that the user drops between other nodes.
struct NodeDrop<Value: Diffable & Sendable>: Sendable {
  let id: Value.Identity
  /// The destination of the node, with an index among the visible siblings, which do not include the node.
  let place: TreePlace<Value.Identity>
  var previous, next: Value.Identity?

  /// Moves the node next to a visible sibling that still exists.
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

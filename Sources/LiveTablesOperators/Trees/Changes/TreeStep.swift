public import LiveTables

/// One of the steps that lead from one tree to another, one after another: the sequential form of a ``TreeChangeset``.
///
/// All places are those of the moment: each step refers to what the steps before it have left. A move takes the node out
/// first; its target is counted in what remains. A step has with it what it needs, so a list of steps can be kept, and
/// performed elsewhere.
public indirect enum TreeStep<Value: Diffable> {
  /// A node goes, with what is under it.
  case delete(Value.Identity, at: TreePlace<Value.Identity>)
  /// A tree of one root comes.
  case insert(Tree<Value>, at: TreePlace<Value.Identity>)
  /// A node moves, with what is under it.
  case move(Value.Identity, from: TreePlace<Value.Identity>, to: TreePlace<Value.Identity>)
  /// A node gets another value with the same identity.
  case update(Value)
}

extension TreeStep: Sendable where Value: Sendable {}
extension TreeStep: Equatable where Value: Equatable {}

extension TreeStep {
  /// The step in words.
  package var words: String {
    switch self {
    case .delete(let id, let place): "delete \(id) at \(place)"
    case .insert(let tree, let place):
      // Not the tree itself: as text, a deep one would take the square of its depth.
      "insert \(tree.roots.map(\.identity)) and what is under it, \(tree.count) nodes, at \(place)"
    case .move(let id, let from, let to): "move \(id) from \(from) to \(to)"
    case .update(let value): "update \(value.identity)"
    }
  }
}

/// A step that a tree cannot perform.
public struct TreeStepError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which step, and what is wrong.
  public let description: String

  /// Creates an error.
  package init(_ description: String) { self.description = description }
}

extension Tree {
  /// Performs a step.
  ///
  /// - Parameter step: What to do.
  /// - Throws: What is wrong, if the tree has no such node or place; then nothing has changed.
  /// - Complexity: That of the edit.
  public mutating func perform(_ step: TreeStep<Value>) throws(TreeStepError) {
    let isDone =
      switch step {
      case .delete(let id, let place): self.place(of: id) == place && remove(id) != nil
      case .insert(let subtree, let place): insert(subtree, at: place)
      case .move(let id, let from, let to): place(of: id) == from && move(id, to: to)
      case .update(let value): replace(value) != nil
      }
    if !isDone { throw TreeStepError("the tree has no such node or place: \(step.words)") }
  }
}

extension TreeChangeset {
  /// What happens, one after another: content, then what comes and moves, then what goes.
  ///
  /// There are as many steps as operations. Computed at each access; empty for a ``reload``.
  ///
  /// - Complexity: O(*k* log *n* + *m* log *m*) for *k* operations of which some bring *m* nodes.
  public var steps: [TreeStep<Value>] {
    var sequencer = TreeSequencer(plan, old: source.shape, new: target.shape)
    return sequencer.actions().map { action in
      switch action {
      case .update(let new): .update(target.values[new])
      case .insert(let new, let parent, let index): .insert(arriving(new), at: place(parent, index))
      case .move(let old, let from, let fromIndex, let to, let toIndex):
        .move(source.values[old].identity, from: place(from, fromIndex), to: place(to, toIndex))
      case .delete(let old, let parent, let index): .delete(source.values[old].identity, at: place(parent, index))
      }
    }
  }

  private func place(_ parent: TreeRole, _ index: Int) -> TreePlace<Value.Identity> {
    switch parent {
    case .old(let position): TreePlace(under: source.identity(at: position), at: index)
    case .new(let position): TreePlace(under: target.identity(at: position), at: index)
    }
  }

  /// A node that comes, with all under it that comes with it.
  private func arriving(_ position: Int) -> Tree<Value> {
    let end = target.shape.end(of: position)
    let top = target.shape.depth(at: position)
    var elements: [TreeElement<Value>] = []
    var next = position
    while next < end {
      if plan.segments.old(ofNew: next) != nil {
        next = target.shape.end(of: next)
        continue
      }
      let stop = plan.segments.firstKept(from: next, before: end)
      // The first step leads here from another node, and counts for nothing.
      var depth = target.shape.depth(at: next) - top - Int(target.shape.rope[next].step)
      for (value, step) in zip(target.values.leaves(in: next..<stop).joined(), target.shape.steps(in: next..<stop)) {
        depth += Int(step)
        elements.append(TreeElement(depth: depth, value: value))
      }
      next = stop
    }
    return Tree(depthFirst: elements)
  }

  /// Performs the steps on a tree: on ``source``, they lead to ``target``.
  ///
  /// - Parameter tree: The ``source``.
  /// - Returns: The ``target``, made of `tree` and of what the steps insert and update.
  /// - Throws: What is wrong, if the tree has no such node or place.
  public func apply(to tree: Tree<Value>) throws(TreeStepError) -> Tree<Value> {
    if reload != nil { return target }
    var result = tree
    for step in steps { try result.perform(step) }
    return result
  }

  /// The changeset that does at once what steps do one after another.
  ///
  /// - Parameters:
  ///   - steps: What to do, in this order.
  ///   - source: The tree before the first step.
  /// - Throws: What is wrong, if the tree has no such node or place when the turn of a step comes.
  /// - Complexity: What the steps cost, and what the difference of two trees costs that share what no step touched.
  public init(of steps: some Sequence<TreeStep<Value>>, from source: Tree<Value>) throws(TreeStepError) {
    var target = source
    for step in steps { try target.perform(step) }
    self = target.difference(from: source)
  }
}

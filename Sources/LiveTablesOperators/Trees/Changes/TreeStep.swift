public import LiveTables

/// One of the steps of a ``TreeChangeset``, which are applied one after another.
///
/// Positions refer to the result of the previous steps. A move removes the node first, so the destination's index
/// counts only the remaining nodes. Steps are self-contained, so you can store them and apply them elsewhere.
public indirect enum TreeStep<Value: Diffable> {
  /// Deletes a node and its descendants.
  case delete(Value.Identity, at: TreePlace<Value.Identity>)
  /// Inserts a tree with a single root.
  case insert(Tree<Value>, at: TreePlace<Value.Identity>)
  /// Moves a node and its descendants.
  case move(Value.Identity, from: TreePlace<Value.Identity>, to: TreePlace<Value.Identity>)
  /// Replaces the value of a node with the same identity.
  case update(Value)
}

extension TreeStep: Sendable where Value: Sendable {}
extension TreeStep: Equatable where Value: Equatable {}

extension Tree {
  /// Applies a step to the tree.
  ///
  /// - Returns: `false` if the tree does not contain the node or the position. In this case, the tree is unchanged.
  /// - Complexity: The complexity of the corresponding edit.
  public mutating func perform(_ step: TreeStep<Value>) -> Bool {
    switch step {
    case .delete(let id, let place): self.place(of: id) == place && remove(id) != nil
    case .insert(let subtree, let place): insert(subtree, at: place)
    case .move(let id, let from, let to): place(of: id) == from && move(id, to: to)
    case .update(let value): update(value.identity) { $0 = value }
    }
  }
}

extension TreeChangeset {
  /// The steps from ``source`` to ``target``.
  ///
  /// Updates precede insertions and moves, which precede deletions.
  ///
  /// The number of steps equals the number of operations. The steps are computed on each access. If ``reload`` is not
  /// `nil`, there are no steps.
  ///
  /// - Complexity: O(*k* log *n* + *m* log *m*) for *k* operations, some of which insert *m* nodes.
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

  private func place(_ parent: TreeParent, _ index: Int) -> TreePlace<Value.Identity> {
    switch parent {
    case .old(let position): TreePlace(under: source.identity(at: position), at: index)
    case .new(let position): TreePlace(under: target.identity(at: position), at: index)
    }
  }

  /// Returns an inserted node, along with the descendants that are inserted with it.
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
      // The first depth change refers to a different node, and is ignored.
      var depth = target.shape.depth(at: next) - top - Int(target.shape.rope[next].depthChange)
      for (value, step) in zip(
        target.values.leaves(in: next..<stop).joined(), target.shape.depthChanges(in: next..<stop))
      {
        depth += Int(step)
        elements.append(TreeElement(depth: depth, value: value))
      }
      next = stop
    }
    return Tree(depthFirst: elements)
  }
}

public import LiveTables

extension Tree {
  /// Creates a tree from its nodes in depth-first order.
  ///
  /// A depth that no node can have there becomes the nearest one that it can have. A node whose identity an earlier one
  /// has, or is not equal to itself, is left out with all that is under it: then ``count`` is less than was given.
  ///
  /// - Parameter elements: The nodes, each before those under it.
  /// - Complexity: O(*n* log *n*).
  @inlinable public init(depthFirst elements: some Sequence<TreeElement<Value>>) {
    var builder = Builder()
    for element in elements { builder.append(element.value, depth: element.depth) }
    self = builder.tree
  }

  /// Creates a tree of one node.
  ///
  /// - Parameter root: The value of the root.
  @inlinable public init(_ root: Value) { self.init(depthFirst: [TreeElement(depth: 0, value: root)]) }

  /// Creates a tree of one root with children.
  ///
  /// - Parameters:
  ///   - root: The value of the root.
  ///   - children: Values and trees, in order.
  /// - Throws: What `children` throws.
  @inlinable public init(
    _ root: Value, @TableBuilder<TreeElement<Value>> children: () throws -> [TreeElement<Value>]
  ) rethrows {
    let below = try children()
    self.init(
      depthFirst: [TreeElement(depth: 0, value: root)]
        + below.map { TreeElement(depth: $0.depth == .max ? .max : $0.depth + 1, value: $0.value) })
  }

  /// Creates a tree from a declaration of its roots.
  ///
  /// - Parameter roots: Values and trees, in order.
  /// - Throws: What `roots` throws.
  @inlinable public init(@TableBuilder<TreeElement<Value>> roots: () throws -> [TreeElement<Value>]) rethrows {
    self.init(depthFirst: try roots())
  }

  /// Creates a tree from its roots and a way to find the children of each node.
  ///
  /// A node whose identity an earlier one in depth-first order has is left out, and is not asked for children: values that
  /// lead round in a circle come to an end.
  ///
  /// - Parameters:
  ///   - roots: The values of the roots.
  ///   - children: The values under a value.
  /// - Throws: What `children` throws.
  /// - Complexity: O(*n* log *n*).
  @inlinable public init<Children: Sequence>(
    roots: some Sequence<Value>, children: (Value) throws -> Children
  ) rethrows where Children.Element == Value {
    var builder = Builder()
    var ahead = roots.map { TreeElement(depth: 0, value: $0) }
    ahead.reverse()
    while let next = ahead.popLast() {
      if builder.append(next.value, depth: next.depth) {
        ahead += try children(next.value).map { TreeElement(depth: next.depth + 1, value: $0) }.reversed()
      }
    }
    self = builder.tree
  }

  /// Creates a tree from values that know their parents, as databases have them.
  ///
  /// Children keep the order in which they come, which may be before their parents. A value whose parent is not there is
  /// a root; of values that are each other's parents in a circle, the first is one. Of values with the same identity the
  /// first is taken, and one whose identity is not equal to itself is left out.
  ///
  /// - Parameters:
  ///   - values: The values of all nodes; siblings in their order.
  ///   - parent: The identity of the value above another; `nil` for a root.
  /// - Throws: What `parent` throws.
  /// - Complexity: O(*n* log *n*).
  @inlinable public init(_ values: some Sequence<Value>, parent: (Value) throws -> Value.Identity?) rethrows {
    var numbers = IdentityIndex<Value.Identity>()
    var known: [Value] = []
    for value in values where value.identity == value.identity && numbers.number(of: value.identity).isNew {
      known.append(value)
    }
    var family = Family(count: known.count)
    for (child, value) in known.enumerated() {
      if let id = try parent(value), id == id {
        let (number, isNew) = numbers.number(of: id)
        if !isNew, number < known.count { family.parents[child] = number }
      }
    }
    let order = family.depthFirst()
    self.init(uniqueValues: order.map { known[$0.node] }, steps: order.map(\.step))
  }

  /// Nodes in depth-first order on their way into a tree.
  @usableFromInline struct Builder {
    @usableFromInline var values: [Value] = []
    @usableFromInline var steps: [Int32] = []
    @usableFromInline var numbers = IdentityIndex<Value.Identity>()
    @usableFromInline var lastDepth = -1
    /// What is deeper is under a node that was left out.
    @usableFromInline var leftOutDepth = Int.max

    @inlinable init() {}

    /// Appends a node; returns whether it was not left out.
    @discardableResult
    @inlinable mutating func append(_ value: Value, depth: Int) -> Bool {
      if depth > leftOutDepth { return false }
      leftOutDepth = .max
      let depth = Swift.max(0, Swift.min(depth, lastDepth + 1))
      let identity = value.identity
      guard identity == identity, numbers.number(of: identity).isNew else {
        leftOutDepth = depth
        return false
      }
      values.append(value)
      steps.append(Int32(depth - lastDepth))
      lastDepth = depth
      return true
    }

    @inlinable var tree: Tree { Tree(uniqueValues: values, steps: steps) }
  }
}

/// Who is whose parent, in numbers.
@usableFromInline struct Family {
  /// For each node the number of its parent, or -1.
  @usableFromInline var parents: [Int]

  @usableFromInline init(count: Int) { parents = Array(repeating: -1, count: count) }

  /// All nodes in depth-first order, siblings by number, with the step in depth from each to the next.
  ///
  /// The first node of a circle counts as a root.
  @usableFromInline func depthFirst() -> [(node: Int, step: Int32)] {
    // Children as linked lists, made from the back so that they ascend.
    var firstChild = [Int](repeating: -1, count: parents.count)
    var nextSibling = firstChild
    for node in parents.indices.reversed() where parents[node] >= 0 {
      nextSibling[node] = firstChild[parents[node]]
      firstChild[parents[node]] = node
    }
    var order: [(node: Int, step: Int32)] = []
    order.reserveCapacity(parents.count)
    var isVisited = [Bool](repeating: false, count: parents.count)
    var lastDepth = -1
    func visit(_ root: Int) {
      var ahead = [(node: root, depth: 0)]
      while let (node, depth) = ahead.popLast() {
        // The sibling waits below the child, which comes first; a root has none here.
        if depth > 0, nextSibling[node] >= 0 { ahead.append((nextSibling[node], depth)) }
        // Where a circle closes, its first node stands among the children of its last one.
        if isVisited[node] { continue }
        isVisited[node] = true
        order.append((node, Int32(depth - lastDepth)))
        lastDepth = depth
        if firstChild[node] >= 0 { ahead.append((firstChild[node], depth + 1)) }
      }
    }
    for node in parents.indices where parents[node] < 0 { visit(node) }
    for node in parents.indices where !isVisited[node] { visit(firstOfCircle(above: node)) }
    return order
  }

  /// The first node of the circle that the parents of a node lead to (found by Floyd's tortoise and hare).
  private func firstOfCircle(above node: Int) -> Int {
    var (tortoise, hare) = (parents[node], parents[parents[node]])
    while tortoise != hare { (tortoise, hare) = (parents[tortoise], parents[parents[hare]]) }
    var (first, next) = (tortoise, parents[tortoise])
    while next != tortoise { (first, next) = (min(first, next), parents[next]) }
    return first
  }
}

public import LiveTables

extension Tree {
  /// Creates a tree from nodes in depth-first order.
  ///
  /// If a node has an impossible depth, the nearest possible depth is used. If the identity of a node is already in the
  /// tree, or is not equal to itself, the node and its descendants are omitted, and ``count`` is less than the number
  /// of elements.
  ///
  /// - Parameter elements: The nodes, each before its descendants.
  /// - Complexity: O(*n* log *n*).
  @inlinable public init(depthFirst elements: some Sequence<TreeElement<Value>>) {
    var builder = Builder()
    for element in elements { builder.append(element.value, depth: element.depth) }
    self = builder.tree
  }

  /// Creates a tree with a single node.
  @inlinable public init(_ root: Value) { self.init(depthFirst: [TreeElement(depth: 0, value: root)]) }

  /// Creates a tree from a root and its children.
  ///
  /// - Parameters:
  ///   - root: The value of the root.
  ///   - children: A result builder closure that declares values and trees, in order.
  /// - Throws: Any error thrown by `children`.
  @inlinable public init(
    _ root: Value, @TableBuilder<TreeElement<Value>> children: () throws -> [TreeElement<Value>]
  ) rethrows {
    let below = try children()
    self.init(
      depthFirst: [TreeElement(depth: 0, value: root)]
        + below.map { TreeElement(depth: $0.depth == .max ? .max : $0.depth + 1, value: $0.value) })
  }

  /// Creates a tree from its roots.
  ///
  /// - Parameter roots: A result builder closure that declares values and trees, in order.
  /// - Throws: Any error thrown by `roots`.
  @inlinable public init(@TableBuilder<TreeElement<Value>> roots: () throws -> [TreeElement<Value>]) rethrows {
    self.init(depthFirst: try roots())
  }

  /// Creates a tree from its roots and a closure that returns the children of each node.
  ///
  /// If an earlier node, in depth-first order, has the same identity, the node is omitted and the closure is not called
  /// for it. Therefore, cyclic values are safe.
  ///
  /// - Parameters:
  ///   - roots: The values of the roots.
  ///   - children: A closure that returns the children of a value.
  /// - Throws: Any error thrown by `children`.
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

  /// Creates a tree from values that refer to their parents, as is common in databases.
  ///
  /// Children keep their order, and may precede their parents. A value whose parent does not exist is a root, and so is
  /// the first value of a cycle. If several values have the same identity, the first one is used. A value whose
  /// identity is not equal to itself is omitted.
  ///
  /// - Parameters:
  ///   - values: The values of all nodes, with siblings in order.
  ///   - parent: A closure that returns the identity of a value's parent, or `nil` for a root.
  /// - Throws: Any error thrown by `parent`.
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
    self.init(uniqueValues: order.map { known[$0.node] }, depthChanges: order.map(\.depthChange))
  }

  @usableFromInline struct Builder {
    @usableFromInline var values: [Value] = []
    @usableFromInline var depthChanges: [Int32] = []
    @usableFromInline var numbers = IdentityIndex<Value.Identity>()
    @usableFromInline var lastDepth = -1
    /// The depth of the last omitted node.
    ///
    /// The descendants of an omitted node are deeper.
    @usableFromInline var leftOutDepth = Int.max

    @inlinable init() {}

    /// Appends a node, or returns `false` if the node is omitted.
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
      depthChanges.append(Int32(depth - lastDepth))
      lastDepth = depth
      return true
    }

    @inlinable var tree: Tree { Tree(uniqueValues: values, depthChanges: depthChanges) }
  }
}

/// The parents of nodes, which are identified by numbers.
@usableFromInline struct Family {
  /// The number that identifies each node's parent, or -1.
  @usableFromInline var parents: [Int]

  @usableFromInline init(count: Int) { parents = Array(repeating: -1, count: count) }

  /// Returns all nodes in depth-first order, with siblings ordered by number and the depth change from the previous
  /// node.
  ///
  /// The first node of a cycle is a root.
  @usableFromInline func depthFirst() -> [(node: Int, depthChange: Int32)] {
    // Linked lists of children, which are built in reverse so that they ascend.
    var firstChild = [Int](repeating: -1, count: parents.count)
    var nextSibling = firstChild
    for node in parents.indices.reversed() where parents[node] >= 0 {
      nextSibling[node] = firstChild[parents[node]]
      firstChild[parents[node]] = node
    }
    var order: [(node: Int, depthChange: Int32)] = []
    order.reserveCapacity(parents.count)
    var isVisited = [Bool](repeating: false, count: parents.count)
    var lastDepth = -1
    func visit(_ root: Int) {
      var ahead = [(node: root, depth: 0)]
      while let (node, depth) = ahead.popLast() {
        // The sibling is below the child on the stack, so that the child comes first. Roots have no siblings here.
        if depth > 0, nextSibling[node] >= 0 { ahead.append((nextSibling[node], depth)) }
        // The first node of a cycle is also a child of its last node.
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

  /// Returns the first node of the cycle to which a node's ancestors lead (Floyd's tortoise and hare).
  private func firstOfCircle(above node: Int) -> Int {
    var (tortoise, hare) = (parents[node], parents[parents[node]])
    while tortoise != hare { (tortoise, hare) = (parents[tortoise], parents[parents[hare]]) }
    var (first, next) = (tortoise, parents[tortoise])
    while next != tortoise { (first, next) = (min(first, next), parents[next]) }
    return first
  }
}

/// Where a node is, or is to be: under whom, and at which index among the children there.
///
/// A place means nothing without its tree; each list of a changeset names the tree that its places refer to.
public struct TreePlace<Identity: Hashable & Sendable>: Hashable, Sendable {
  /// The identity of the parent; `nil` for roots.
  public var parent: Identity?
  /// The index among the children of the parent, from zero.
  public var index: Int

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - parent: The node above; `nil` for a root.
  ///   - index: The index among its children.
  @inlinable public init(under parent: Identity?, at index: Int) {
    self.parent = parent
    self.index = index
  }
}

extension TreePlace: Codable where Identity: Codable {}

extension TreePlace: CustomStringConvertible {
  /// The place as `parent[index]`.
  public var description: String { parent.map { "\($0)[\(index)]" } ?? "[\(index)]" }
}

/// Where a node is: child indices from the roots down to it.
///
/// It costs memory and time by the depth of the node. A ``TreePlace`` does not.
public struct TreePath: Hashable, Comparable, Sendable, Codable, ExpressibleByArrayLiteral {
  /// An index for each depth; none name no node.
  public var indices: [Int]

  /// Creates a path.
  ///
  /// - Parameter indices: From a root on, an index among siblings at each depth.
  @inlinable public init(_ indices: [Int]) { self.indices = indices }

  /// Creates a path.
  @inlinable public init(arrayLiteral indices: Int...) { self.indices = indices }

  /// Depth-first order: a node comes before what is under it.
  @inlinable public static func < (one: TreePath, two: TreePath) -> Bool {
    one.indices.lexicographicallyPrecedes(two.indices)
  }
}

extension TreePath: CustomStringConvertible {
  /// The indices with dots between them.
  public var description: String { indices.map(String.init).joined(separator: ".") }
}

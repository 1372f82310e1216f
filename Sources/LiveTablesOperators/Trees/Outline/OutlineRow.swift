public import LiveTables

/// A row of an ``Outline``: a node of the tree, and how it is shown.
public struct OutlineRow<Value: Diffable>: Diffable {
  /// The value of the node.
  public var value: Value
  /// How many nodes are above it: by how much it is indented.
  public var depth: Int
  /// Whether there is anything under it.
  public var isExpandable: Bool
  /// Whether there is, and it is shown.
  public var isExpanded: Bool

  /// Creates a row.
  @inlinable package init(_ value: Value, depth: Int, isExpandable: Bool, isExpanded: Bool) {
    self.value = value
    self.depth = depth
    self.isExpandable = isExpandable
    self.isExpanded = isExpanded
  }

  /// That of the value.
  @inlinable public var identity: Value.Identity { value.identity }

  /// Whether the values have the same content and are shown alike.
  @inlinable public func hasSameContent(as other: OutlineRow<Value>) -> Bool {
    depth == other.depth && isExpandable == other.isExpandable && isExpanded == other.isExpanded
      && value.hasSameContent(as: other.value)
  }
}

extension OutlineRow: Sendable where Value: Sendable {}
extension OutlineRow: Equatable where Value: Equatable {}
extension OutlineRow: Hashable where Value: Hashable {}

extension OutlineRow: CustomStringConvertible {
  /// The value, indented, after a mark: `-` if expanded, `+` if it could be.
  public var description: String {
    String(repeating: "  ", count: depth) + (isExpanded ? "- " : isExpandable ? "+ " : "  ") + "\(value)"
  }
}

public import LiveTables

/// A row of an ``Outline``.
///
/// An outline row contains a node's value and presentation.
public struct OutlineRow<Value: Diffable>: Diffable {
  /// The value of the node.
  public var value: Value
  /// The number of ancestors of the node, which determines its indentation.
  public var depth: Int
  /// Whether the node has children.
  public var isExpandable: Bool
  /// Whether the node has visible children.
  public var isExpanded: Bool

  @inlinable package init(_ value: Value, depth: Int, isExpandable: Bool, isExpanded: Bool) {
    self.value = value
    self.depth = depth
    self.isExpandable = isExpandable
    self.isExpanded = isExpanded
  }

  /// The identity of the value.
  @inlinable public var identity: Value.Identity { value.identity }

  /// Returns whether the values have the same content and the rows have the same presentation.
  @inlinable public func hasSameContent(as other: OutlineRow<Value>) -> Bool {
    depth == other.depth && isExpandable == other.isExpandable && isExpanded == other.isExpanded
      && value.hasSameContent(as: other.value)
  }
}

extension OutlineRow: Sendable where Value: Sendable {}
extension OutlineRow: Equatable where Value: Equatable {}
extension OutlineRow: Hashable where Value: Hashable {}

extension OutlineRow: CustomStringConvertible {
  /// The indented value, preceded by `-` for an expanded node or `+` for an expandable node.
  public var description: String {
    String(repeating: "  ", count: depth) + (isExpanded ? "- " : isExpandable ? "+ " : "  ") + "\(value)"
  }
}

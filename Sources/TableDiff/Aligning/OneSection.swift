/// The section type of a flat table: there is one section, and nothing to say about it.
public struct OneSection: SeldomRow, Hashable, Sendable, Codable {
  /// Creates the value; all are equal.
  @inlinable public init() {}
}

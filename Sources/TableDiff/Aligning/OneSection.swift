/// The section type of a flat table, which has a single section without a header.
public struct OneSection: SeldomRow, Hashable, Sendable, Codable {
  /// Creates a value; all values are equal.
  @inlinable public init() {}
}

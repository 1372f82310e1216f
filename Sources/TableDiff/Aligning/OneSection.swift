/// The section type of a flat table, which has a single section without a header.
public struct OneSection: SeldomRow, Hashable, Sendable, Codable {
  /// Creates an instance; all instances of this type compare equal.
  @inlinable public init() {}
}

/// The section type of a flat table, which has a single section without a header.
public struct OneSection: SeldomRow, Hashable, Sendable, Codable {
  /// Creates the value, which equals all other instances.
  @inlinable public init() {}
}

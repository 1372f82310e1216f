/// The section type of a flat table: a single section without a header.
public struct OneSection: SeldomRow, Hashable, Sendable, Codable {
  /// Creates an instance.
  ///
  /// All instances of this type compare equal.
  @inlinable public init() {}
}

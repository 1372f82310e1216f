/// The kind of a supplementary view: a header, a footer, or any other view beside the rows, by its name.
///
/// ```swift
/// extension SupplementaryKind { static let badge: SupplementaryKind = "badge" }
/// ```
public struct SupplementaryKind: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name.
  package let name: String

  /// Creates a kind from its name.
  public init(stringLiteral name: String) { self.name = name }

  /// The view above a section's rows.
  public static let header: SupplementaryKind = "header"

  /// The view below a section's rows.
  public static let footer: SupplementaryKind = "footer"
}

/// The place of a supplementary view.
@_spi(Adapters) public struct SupplementaryPlace: Hashable, Sendable {
  /// The kind of view.
  @_spi(Adapters) public let kind: SupplementaryKind
  /// The index of its section.
  @_spi(Adapters) public let section: Int
  /// The number of the view among the section's views of its kind.
  @_spi(Adapters) public let item: Int

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - kind: The kind of view.
  ///   - section: The index of its section.
  ///   - item: The number of the view among the section's views of its kind.
  @_spi(Adapters) public init(_ kind: SupplementaryKind, section: Int, item: Int = 0) {
    self.kind = kind
    self.section = section
    self.item = item
  }
}

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

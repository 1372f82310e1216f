/// The kind of a supplementary view: a header, a footer, or a custom kind with a name.
///
/// ```swift
/// extension SupplementaryKind { static let badge: SupplementaryKind = "badge" }
/// ```
public struct SupplementaryKind: Hashable, Sendable, ExpressibleByStringLiteral {
  package let name: String

  /// Creates a kind of supplementary view with a custom name.
  public init(stringLiteral name: String) { self.name = name }

  /// The view above the rows of a section.
  public static let header: SupplementaryKind = "header"

  /// The view below the rows of a section.
  public static let footer: SupplementaryKind = "footer"
}

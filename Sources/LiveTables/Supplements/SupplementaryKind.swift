/// What a view beside the rows is for: a header, a footer, or anything else that a view knows by name.
///
/// ```swift
/// extension SupplementaryKind { static let badge: SupplementaryKind = "badge" }
/// ```
public struct SupplementaryKind: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name.
  public let rawValue: String

  /// A kind by its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A kind by its name.
  public init(stringLiteral name: String) { rawValue = name }

  /// What stands above a section's rows.
  public static let header = SupplementaryKind(rawValue: "header")

  /// What stands below a section's rows.
  public static let footer = SupplementaryKind(rawValue: "footer")
}

/// Where a supplementary view is.
public struct SupplementaryPlace: Hashable, Sendable {
  /// What it is for.
  public let kind: SupplementaryKind
  /// The index of its section.
  public let section: Int
  /// Which of the section's views of this kind it is.
  public let item: Int

  /// Creates a place.
  public init(_ kind: SupplementaryKind, section: Int, item: Int = 0) {
    self.kind = kind
    self.section = section
    self.item = item
  }
}

/// A section that consists of an identity, a header, a footer and other supplementary items.
///
/// ```swift
/// var section = SupplementedSection("fruit")
/// section.header = "Fruit"                         // a title
/// section.footer = .value(Legend(colours: 3))      // shown by a view of its own
/// section[.badge] = .value(7)                      // any other kind, by name
/// ```
public struct SupplementedSection<ID: Hashable & Sendable>: Supplemented, Identifiable, Equatable, Sendable {
  /// The identity of the section.
  public let id: ID

  /// The section's title in the table's index.
  public var indexTitle: String?

  private var items: [SupplementaryKind: SupplementaryItem] = [:]

  /// Creates a section with supplementary items.
  public init(_ id: ID, header: SupplementaryItem? = nil, footer: SupplementaryItem? = nil, indexTitle: String? = nil) {
    self.id = id
    self.indexTitle = indexTitle
    self.header = header
    self.footer = footer
  }

  /// Creates a section whose supplementary items are titles.
  @_disfavoredOverload
  public init(_ id: ID, header: String?, footer: String? = nil, indexTitle: String? = nil) {
    self.init(id, header: header.map { .title($0) }, footer: footer.map { .title($0) }, indexTitle: indexTitle)
  }

  /// The content of the supplementary view of the given kind, or `nil` if there is none.
  public subscript(kind: SupplementaryKind) -> SupplementaryItem? {
    get { items[kind] }
    set { items[kind] = newValue }
  }

  /// The content of the section's header.
  public var header: SupplementaryItem? {
    get { self[.header] }
    set { self[.header] = newValue }
  }

  /// The content of the section's footer.
  public var footer: SupplementaryItem? {
    get { self[.footer] }
    set { self[.footer] = newValue }
  }

  /// Returns the content of the supplementary view of the given kind.
  public func supplementaryItem(_ kind: SupplementaryKind) -> SupplementaryItem? { self[kind] }
}

/// A section that is identified by a string, such as its title.
public typealias HeaderFooter = SupplementedSection<String>

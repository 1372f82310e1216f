/// A section that is an identity, a header, a footer and other supplementary items.
///
/// ```swift
/// var section = SupplementedSection("fruit")
/// section.header = "Fruit"                         // a title
/// section.footer = .value(Legend(colours: 3))      // shown by a view of its own
/// section[.badge] = .value(7)                      // any other kind, by name
/// ```
public struct SupplementedSection<ID: Hashable & Sendable>: Supplemented, Identifiable, Equatable, Sendable {
  /// The section's identity.
  public let id: ID

  /// The section's title in the index beside the table.
  public var indexTitle: String?

  private var items: [SupplementaryKind: SupplementaryItem] = [:]

  /// Creates a section.
  ///
  /// - Parameters:
  ///   - id: The identity.
  ///   - header: What the header shows.
  ///   - footer: What the footer shows.
  ///   - indexTitle: The title in the index beside the table.
  public init(_ id: ID, header: SupplementaryItem? = nil, footer: SupplementaryItem? = nil, indexTitle: String? = nil) {
    self.id = id
    self.indexTitle = indexTitle
    self.header = header
    self.footer = footer
  }

  /// Creates a section with titles.
  ///
  /// - Parameters:
  ///   - id: The identity.
  ///   - header: The title of the header.
  ///   - footer: The title of the footer.
  ///   - indexTitle: The title in the index beside the table.
  @_disfavoredOverload
  public init(_ id: ID, header: String?, footer: String? = nil, indexTitle: String? = nil) {
    self.init(id, header: header.map { .title($0) }, footer: footer.map { .title($0) }, indexTitle: indexTitle)
  }

  /// What the section shows for a supplementary kind; `nil` removes it.
  ///
  /// - Parameter kind: The kind.
  public subscript(kind: SupplementaryKind) -> SupplementaryItem? {
    get { items[kind] }
    set { items[kind] = newValue }
  }

  /// What the header shows.
  public var header: SupplementaryItem? {
    get { self[.header] }
    set { self[.header] = newValue }
  }

  /// What the footer shows.
  public var footer: SupplementaryItem? {
    get { self[.footer] }
    set { self[.footer] = newValue }
  }

  /// What the section shows for a supplementary kind.
  ///
  /// - Parameter kind: The kind.
  /// - Returns: `nil` if the section has no such view.
  public func supplementaryItem(_ kind: SupplementaryKind) -> SupplementaryItem? { self[kind] }
}

/// A section with a title in its header and in its footer.
public typealias HeaderFooter = SupplementedSection<String>

extension SupplementedSection where ID == String {
  /// Creates a section with titles.
  ///
  /// - Parameters:
  ///   - header: The title of the header.
  ///   - footer: The title of the footer.
  ///   - id: The identity; by default the title of the header.
  public init(header: String, footer: String? = nil, id: String? = nil) {
    self.init(id ?? header, header: .title(header), footer: footer.map { .title($0) })
  }
}

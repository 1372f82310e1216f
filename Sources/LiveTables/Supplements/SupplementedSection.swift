/// A ready-made section: an identity, and whatever stands beside its rows.
///
/// ```swift
/// var section = SupplementedSection("fruit")
/// section.header = "Fruit"                         // a title
/// section.footer = .value(Legend(colours: 3))      // shown by a view of its own
/// section[.badge] = .value(7)                      // any other kind, by name
/// ```
public struct SupplementedSection<ID: Hashable & Sendable>: Supplemented, Identifiable, Equatable, Sendable {
  /// Who this is.
  public let id: ID

  /// What stands for the section in an index beside the table.
  public var indexTitle: String?

  private var supplements: [SupplementaryKind: Supplement] = [:]

  /// Creates a section.
  public init(_ id: ID, header: Supplement? = nil, footer: Supplement? = nil, indexTitle: String? = nil) {
    self.id = id
    self.indexTitle = indexTitle
    self.header = header
    self.footer = footer
  }

  /// What the section shows for a kind; `nil` clears it.
  public subscript(kind: SupplementaryKind) -> Supplement? {
    get { supplements[kind] }
    set { supplements[kind] = newValue }
  }

  /// What stands above the rows.
  public var header: Supplement? {
    get { self[.header] }
    set { self[.header] = newValue }
  }

  /// What stands below the rows.
  public var footer: Supplement? {
    get { self[.footer] }
    set { self[.footer] = newValue }
  }

  /// What the section shows for a kind.
  public func supplement(_ kind: SupplementaryKind) -> Supplement? { self[kind] }
}

/// A section with a title above and a title below its rows.
///
/// The header is also its identity, unless an `id` is given.
public typealias HeaderFooter = SupplementedSection<String>

extension SupplementedSection where ID == String {
  /// Creates a section with titles.
  public init(header: String, footer: String? = nil, id: String? = nil) {
    self.init(id ?? header, header: .title(header), footer: footer.map { .title($0) })
  }
}

/// Sections in order, each with rows in order: what a table view shows, as a value.
///
/// A table is a random-access collection of its rows across all sections. It is cheap to keep and to copy: copies share
/// their storage, an edit copies a small window, and the difference of two tables skips what they share.
///
/// ```swift
/// let flat = TableSnapshot(rows: mails)                        // TableSnapshot<OneSection, Mail>
/// let grouped = TableSnapshot(grouping: mails, by: \.folder)   // TableSnapshot<Folder, Mail>
/// grouped[RowPath(section: 0, row: 5)]                 // nil where there is no such row
/// ```
public struct TableSnapshot<Section: Diffable, Row: Diffable> {
  @usableFromInline package typealias Storage = SectionList<Section, Row>

  @usableFromInline package var storage: Storage
  /// What is known of rows by identity, if they were looked for.
  @usableFromInline package var memory: RowMemory?

  /// The sections; a table forgets where its rows are when they change.
  @inlinable package var rope: Storage {
    _read { yield storage }
    _modify {
      memory = nil
      yield &storage
    }
  }

  @inlinable package init(rope: Storage) { storage = rope }

  /// Creates a table without sections.
  @inlinable public init() { storage = Storage([]) }

  /// Creates a table of sections in order.
  ///
  /// - Complexity: O(*s*) for *s* sections.
  @inlinable public init(sections: some Sequence<TableSection<Section, Row>>) { storage = Storage(sections) }

  /// The sections, in order.
  @inlinable public var sections: TableSections<Section, Row> { TableSections(rope) }

  /// How many rows each section has.
  ///
  /// - Complexity: O(*s*) for *s* sections.
  @inlinable public var rowCounts: [Int] { storage.nodes.rowCounts }
}

extension TableSnapshot: Sendable where Section: Sendable, Row: Sendable {}

extension TableSnapshot: Equatable where Section: Equatable, Row: Equatable {
  /// Whether both have equal sections with equal rows.
  ///
  /// - Complexity: O(1) where both are the same storage, else O(*n*).
  @inlinable public static func == (one: TableSnapshot, two: TableSnapshot) -> Bool { one.rope == two.rope }
}

extension TableSnapshot: Hashable where Section: Hashable, Row: Hashable {
  /// Hashes the sections with their rows.
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(rope) }
}

extension TableSnapshot: CustomStringConvertible {
  /// The sections with their rows, as Swift would print them.
  public var description: String { sections.description }
}

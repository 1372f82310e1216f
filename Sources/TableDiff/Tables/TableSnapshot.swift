/// The content of a table view as a value: sections in order, and the rows in each section.
///
/// A table is a random-access collection of its rows across all sections. Copies are cheap because they share storage.
/// An edit copies only a small part of the storage, and diffs skip the storage that two tables share.
///
/// ```swift
/// let flat = TableSnapshot(rows: mails)                        // TableSnapshot<OneSection, Mail>
/// let grouped = TableSnapshot(grouping: mails, by: \.folder)   // TableSnapshot<Folder, Mail>
/// grouped[RowPath(section: 0, row: 5)]                 // nil where there is no such row
/// ```
public struct TableSnapshot<Section: Diffable, Row: Diffable> {
  @usableFromInline package typealias Storage = SectionList<Section, Row>

  @usableFromInline package var storage: Storage
  /// The record of earlier searches for rows by identity.
  @usableFromInline package var memory: RowMemory?

  /// The sections of the table.
  ///
  /// Changing the sections discards the index of rows.
  @inlinable package var rope: Storage {
    _read { yield storage }
    _modify {
      memory = nil
      yield &storage
    }
  }

  @inlinable package init(rope: Storage) { storage = rope }

  /// Creates a table that has no sections.
  @inlinable public init() { storage = Storage([]) }

  /// Creates a table that consists of the given sections.
  ///
  /// - Complexity: O(*s*) for *s* sections.
  @inlinable public init(sections: some Sequence<TableSection<Section, Row>>) { storage = Storage(sections) }

  /// The sections of the table, in order.
  @inlinable public var sections: TableSections<Section, Row> { TableSections(rope) }

  /// The number of rows in each section.
  ///
  /// - Complexity: O(*s*) for *s* sections.
  @inlinable public var rowCounts: [Int] { storage.nodes.rowCounts }
}

extension TableSnapshot: Sendable where Section: Sendable, Row: Sendable {}

extension TableSnapshot: Equatable where Section: Equatable, Row: Equatable {
  /// Returns whether both tables contain equal sections with equal rows.
  ///
  /// - Complexity: O(1) if both tables share the same storage, otherwise O(*n*).
  @inlinable public static func == (one: TableSnapshot, two: TableSnapshot) -> Bool { one.rope == two.rope }
}

extension TableSnapshot: Hashable where Section: Hashable, Row: Hashable {
  /// Hashes the sections of the table and their rows.
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(rope) }
}

extension TableSnapshot: CustomStringConvertible {
  /// A textual representation of the sections and their rows.
  public var description: String { sections.description }
}

/// Several sources as one table: the sections of the first, then those of the second, and so on.
///
/// ```swift
/// let joined = JoinedTables<Folder, Mail>()
/// joined.add(pinned)                     // a table
/// joined.add(inbox)                      // any sequence of tables
/// joined.add(drafts.tables)              // those that a store wants to be shown
/// view.bind(joined)
/// ```
///
/// A source that has not given a table yet has no sections; one that has ended keeps its last. Sections of different
/// sources are different sections, also where their values are equal; a row that goes from one source to another moves.
/// Everything that changes in one turn of the main actor is one table.
///
/// The sources are whatever sequences of tables there are, so every state is a whole table, put together on the main actor.
/// Where all of them are observable tables, ``TableSource/joined(with:)`` passes on what changes at the cost of the
/// change, off the main actor.
///
/// It is a sequence of tables like any other: any number of views may show it, and each keeps it alive.
@MainActor public final class JoinedTables<Value: Diffable & Sendable, Row: Diffable & Sendable> {
  /// What a section of its table is.
  public typealias Section = JoinedSection<Value>

  /// One of the sources, for removing it.
  public struct Source: Hashable, Sendable {
    let number: Int
  }

  private var parts: [(source: Int, table: TableSnapshot<Value, Row>)] = []
  let outlet = Outlet()

  /// Called when a source has ended with an error; its last table stays.
  public var onFailure: (@MainActor (Source, any Error) -> Void)?

  /// Creates a join without sources.
  public init() {}

  /// Adds a table below the others.
  @discardableResult public func add(_ table: TableSnapshot<Value, Row>) -> Source {
    let source = Source(number: outlet.makeSource())
    if outlet.isClosed { return source }
    parts.append((source.number, table))
    outlet.changed()
    return source
  }

  /// Adds a sequence of tables below the others.
  @discardableResult public func add<S: AsyncSequence & Sendable>(_ tables: S) -> Source
  where S.Element == TableSnapshot<Value, Row> {
    add(tables) { $0 }
  }

  /// Adds a sequence of whatever can be made into a table below the others.
  @discardableResult public func add<S: AsyncSequence & Sendable>(
    _ elements: S, _ table: @escaping @MainActor @Sendable (S.Element) -> TableSnapshot<Value, Row>
  ) -> Source where S.Element: Sendable {
    let source = add(TableSnapshot())
    if outlet.isClosed { return source }
    outlet.read(elements, as: source.number) { [weak self] element in
      self?.show(table(element), for: source.number) ?? false
    } ended: { [weak self] failure in
      if let failure { self?.onFailure?(source, failure) }
    }
    return source
  }

  /// Takes a source out, with its sections.
  public func remove(_ source: Source) {
    if outlet.isClosed { return }
    outlet.cancel([source.number])
    parts.removeAll { $0.source == source.number }
    outlet.changed()
  }

  /// No more sources will be added or removed by hand.
  ///
  /// When all sequences have ended, whatever shows the tables ends.
  public func finish() { outlet.close() }

  /// The table that follows from what the sources have given so far.
  ///
  /// - Complexity: O(*s*) for *s* sections.
  public var table: TableSnapshot<JoinedSection<Value>, Row> {
    TableSnapshot(
      sections: parts.flatMap { part in
        part.table.sections.map { section in
          var joined = TableSection<JoinedSection<Value>, Row>(JoinedSection(section.value, part.source), rows: [])
          joined.rows = section.rows
          return joined
        }
      })
  }

  private func show(_ table: TableSnapshot<Value, Row>, for source: Int) -> Bool {
    guard let index = parts.firstIndex(where: { $0.source == source }) else { return false }
    parts[index].table = table
    outlet.changed()
    return true
  }
}

extension JoinedTables: TableComposer {}

extension JoinedTables: nonisolated AsyncSequence {
  /// A table.
  public typealias Element = TableSnapshot<JoinedSection<Value>, Row>

  /// Begins to read the tables.
  public nonisolated func makeAsyncIterator() -> ComposedTables<JoinedSection<Value>, Row>.AsyncIterator {
    ComposedTables(composer: self).makeAsyncIterator()
  }
}

/// A section of one of several joined sources.
public struct JoinedSection<Value: Diffable & Sendable>: Diffable, Sendable {
  /// The section as its source has it.
  public let value: Value

  private let source: Int

  init(_ value: Value, _ source: Int) {
    self.value = value
    self.source = source
  }

  /// Tells sections apart by their source and what tells them apart there.
  public struct Identity: Hashable, Sendable {
    let source: Int
    let value: Value.Identity
  }

  /// Who this is.
  public var identity: Identity { Identity(source: source, value: value.identity) }

  /// Whether the source's section looks the same.
  public func hasSameContent(as other: JoinedSection) -> Bool { value.hasSameContent(as: other.value) }
}

extension JoinedSection: Equatable where Value: Equatable {}

extension JoinedSection: Supplemented where Value: Supplemented {
  /// What the source's section shows for a kind.
  public func supplementaryItem(_ kind: SupplementaryKind) -> SupplementaryItem? { value.supplementaryItem(kind) }

  /// What stands for the source's section in an index beside the table.
  public var indexTitle: String? { value.indexTitle }
}

extension JoinedSection: CustomStringConvertible {
  /// The section as its source has it.
  public var description: String { "\(value)" }
}

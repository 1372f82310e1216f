public import LiveTables

/// Several sources as one table: the sections of the first, then those of the second, and so on.
///
/// ```swift
/// let joined = JoinedTables<Folder, Mail>()
/// joined.add(inbox)                      // any source: a live table, a filtered one, a store
/// joined.add(SequenceSource(drafts))     // any sequence of tables
/// joined.add(pinned)                     // a table
/// view.bind(joined)
/// ```
///
/// Reading the join reads all sources, at one moment: a table that several of them are derived from has one state in all.
/// A source that has no table yet has no sections; one that has ended keeps its last. Sections of different
/// sources are different sections, also where their values are equal; a row that goes from one source to another moves.
/// Everything that changes in one turn of the main actor is one table. Each source may have a value of its own
/// (`TableState.value`), and one table can have only one: the joined table has none.
///
/// It is a `TableSource` like any other: operators apply to it, any number of views may show it, and each keeps it alive.
@MainActor public final class JoinedTables<Value: Diffable & Sendable, Row: Diffable & Sendable> {
  /// Identifies one of the sources, for removing it.
  public struct Source: Hashable, Sendable {
    let number: Int
  }

  private var parts: [ComposedPart<Value, Row>] = []
  let outlet = Outlet<JoinedSection<Value>, Row>()

  /// Called when a source has ended with an error; its last table stays.
  public var onFailure: (@MainActor (Source, any Error) -> Void)?

  /// Creates a join without sources.
  public init() {}

  /// Adds a table below the others.
  ///
  /// - Parameter table: A table that does not change.
  /// - Returns: What to remove it by.
  @discardableResult public func add(_ table: TableSnapshot<Value, Row>) -> Source {
    add(ComposedPart(table, number: outlet.makeSource()))
  }

  /// Adds a source below the others.
  ///
  /// - Parameter source: What to follow. When it ends, its last table stays.
  /// - Returns: What to remove it by.
  @discardableResult public func add(_ source: some TableSource<Value, Row>) -> Source {
    add(ComposedPart(source, number: outlet.makeSource()))
  }

  private func add(_ part: ComposedPart<Value, Row>) -> Source {
    let source = Source(number: part.number)
    if outlet.isClosed { return source }
    parts.append(part)
    outlet.changed()
    outlet.follow(part) { [weak self] failure in
      if let failure { self?.onFailure?(source, failure) }
    }
    return source
  }

  /// Removes a source, with its sections.
  ///
  /// - Parameter source: What `add` returned.
  public func remove(_ source: Source) {
    if outlet.isClosed { return }
    outlet.cancel([source.number])
    parts.removeAll { $0.number == source.number }
    outlet.changed()
  }

  /// Finishes the join: later calls have no effect, and it ends when all sources have ended.
  public func finish() { outlet.close() }

  private var joined: TableSnapshot<JoinedSection<Value>, Row> {
    TableSnapshot(
      sections: parts.flatMap { part in
        part.table.sections.map { section in
          var joined = TableSection<JoinedSection<Value>, Row>(JoinedSection(section.value, part.number), rows: [])
          joined.rows = section.rows
          return joined
        }
      })
  }
}

extension JoinedTables: nonisolated PromptSource {}

extension JoinedTables: nonisolated TableSource {
  /// The newest state, with everything in it that was done before to the join and to its sources.
  ///
  /// - Complexity: O(*s*) for *s* sections, once after every change.
  @MainActor public var state: SourceState<JoinedSection<Value>, Row> {
    get async {
      await outlet.state {
        parts
      } _: {
        joined
      }
    }
  }

  /// Adds a reader.
  ///
  /// - Parameter signal: Sent after every change.
  @MainActor public func subscribe(_ signal: Signal) { outlet.subscribe(signal) }
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

  /// The source, and the identity of the section there.
  private struct Place: Hashable, Sendable {
    let source: Int
    let value: Value.Identity
  }

  /// The identity among the sections of all sources.
  public var identity: some Hashable & Sendable { Place(source: source, value: value.identity) }

  /// Whether the source's section looks the same.
  public func hasSameContent(as other: JoinedSection) -> Bool { value.hasSameContent(as: other.value) }
}

extension JoinedSection: Equatable where Value: Equatable {}

extension JoinedSection: Supplemented where Value: Supplemented {
  /// What the source's section shows for a kind.
  public func supplementaryItem(_ kind: SupplementaryKind) -> SupplementaryItem? { value.supplementaryItem(kind) }

  /// The title of the source's section in an index beside the table.
  public var indexTitle: String? { value.indexTitle }
}

extension JoinedSection: CustomStringConvertible {
  /// The section as its source has it.
  public var description: String { "\(value)" }
}

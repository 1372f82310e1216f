public import LiveTables

/// A source that concatenates the sections of several sources.
///
/// ```swift
/// let joined = JoinedTables<Folder, Mail>()
/// joined.add(inbox)                      // any source: a live table, a filtered one, a store
/// joined.add(SequenceSource(drafts))     // any sequence of tables
/// joined.add(pinned)                     // a table
/// view.bind(joined)
/// ```
///
/// Reading the joined table reads all sources at one moment, so that tables derived from the same source are
/// consistent. A source without a table contributes no sections, and a source that has ended keeps its last table.
/// Sections of different sources are distinct, even if their values are equal; a row that changes its source moves. All
/// changes in one turn of the main actor form one table. The joined table has no value of its own (`TableState.value`).
///
/// You can apply operators to the joined table and show it in any number of views. Each view keeps it alive.
@MainActor public final class JoinedTables<Value: Diffable & Sendable, Row: Diffable & Sendable> {
  /// The identity of an added source, for removing it.
  public struct Source: Hashable, Sendable {
    let number: Int
  }

  private var parts: [ComposedPart<Value, Row>] = []
  let outlet = Outlet<JoinedSection<Value>, Row>()

  /// A closure that is called when a source has failed; its last table stays.
  public var onFailure: (@MainActor (Source, any Error) -> Void)?

  /// Creates a joined table without sources.
  public init() {}

  /// Adds a table after the others.
  ///
  /// - Parameter table: A table that does not change.
  /// - Returns: The identity of the source, for removing it.
  @discardableResult public func add(_ table: TableSnapshot<Value, Row>) -> Source {
    add(ComposedPart(table, number: outlet.makeSource()))
  }

  /// Adds a source after the others.
  ///
  /// - Parameter source: The source to follow. When it ends, its last table stays.
  /// - Returns: The identity of the source, for removing it.
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

  /// Removes a source and its sections.
  ///
  /// - Parameter source: The identity that `add` returned.
  public func remove(_ source: Source) {
    if outlet.isClosed { return }
    outlet.cancel([source.number])
    parts.removeAll { $0.number == source.number }
    outlet.changed()
  }

  /// Finishes the joined table, so that it ends when all sources have ended and later calls have no effect.
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

extension JoinedTables: nonisolated EditableSource {
  /// Passes a user's edit on to the source of the section; a row that moves to another source is deleted in its own.
  @MainActor public func accept(_ request: UserRequest<JoinedSection<Value>, Row>) -> Acceptance {
    guard let origin = request.origin, let section = request.section, request.kind == .move,
      origin.source != section.source
    else { return pass(request, to: request.section) }
    let obstacle = obstacle(to: .delete, in: origin) ?? obstacle(to: .insert, in: section)
    if let obstacle { return .refused(TableError.notEditable(obstacle)) }
    let inserted = pass(request.changed(to: .insert), to: section)
    return inserted.isRefused ? inserted : inserted.and(pass(request.changed(to: .delete), to: origin))
  }

  @MainActor private func obstacle(to kind: EditKind, in section: JoinedSection<Value>) -> String? {
    guard let source = source(of: section) else { return Self.constant }
    return source.obstacleToPassing(kind)
  }

  private static var constant: String { "a table that does not change accepts no edits" }

  private func source(of section: JoinedSection<Value>?) -> (any TableSource<Value, Row>)? {
    parts.first { $0.number == section?.source }?.source
  }

  private func pass(
    _ request: UserRequest<JoinedSection<Value>, Row>, to section: JoinedSection<Value>?
  ) -> Acceptance {
    guard let source = source(of: section) else { return .refused(TableError.notEditable(Self.constant)) }
    do { return source.pass(try request.forwarded(sections: \.value)) } catch { return .refused(error) }
  }

  /// The reason why no source accepts such edits, or `nil` if one of them does.
  @MainActor public func obstacle(to kind: EditKind) -> String? {
    let obstacles = parts.compactMap { $0.source }.map { $0.obstacleToPassing(kind) }
    return obstacles.contains(nil) ? nil : obstacles.first ?? nil
  }
}

extension JoinedTables: nonisolated TableSource {
  /// The newest state, including all earlier changes of the joined table and its sources.
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
  /// - Parameter signal: The signal to send after every change.
  @MainActor public func subscribe(_ signal: Signal) { outlet.subscribe(signal) }
}

/// A section of one of several joined sources.
public struct JoinedSection<Value: Diffable & Sendable>: Diffable, Sendable {
  /// The section of the source.
  public let value: Value

  fileprivate let source: Int

  init(_ value: Value, _ source: Int) {
    self.value = value
    self.source = source
  }

  /// The source, and the identity of the section in it.
  private struct Place: Hashable, Sendable {
    let source: Int
    let value: Value.Identity
  }

  /// An identity that is unique across all sources.
  public var identity: some Hashable & Sendable { Place(source: source, value: value.identity) }

  /// Returns whether the sections of the source have the same content.
  public func hasSameContent(as other: JoinedSection) -> Bool { value.hasSameContent(as: other.value) }
}

extension JoinedSection: Equatable where Value: Equatable {}

extension JoinedSection: Supplemented where Value: Supplemented {
  /// Returns the supplementary item of the source's section.
  public func supplementaryItem(_ kind: SupplementaryKind) -> SupplementaryItem? { value.supplementaryItem(kind) }

  /// The index title of the source's section.
  public var indexTitle: String? { value.indexTitle }
}

extension JoinedSection: CustomStringConvertible {
  /// The textual representation of the source's section.
  public var description: String { "\(value)" }
}

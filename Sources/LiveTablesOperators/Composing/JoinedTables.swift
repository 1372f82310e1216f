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
/// All sources are read at the same moment, so tables derived from the same source are consistent. A source that has no
/// table yet contributes no sections, and a source that has ended keeps its last table. Sections from different sources
/// are distinct, even if their values are equal. A row that leaves one source and appears in another one is moved. Changes
/// that the main actor makes without an `await` between them arrive in one table. The joined table has no attached value
/// (`TableState.value`).
///
/// You can apply operators to the joined table, and bind it to any number of views. Each view keeps the joined table
/// alive.
@MainActor public final class JoinedTables<Value: Diffable & Sendable, Row: Diffable & Sendable> {
  /// The identifier of an added source.
  ///
  /// Pass the identifier to `remove` to remove the source.
  public struct Source: Hashable, Sendable {
    let number: Int
  }

  private var parts: [ComposedPart<Value, Row>] = []
  private var moves: [Move] = []
  /// The user's moves to other sources that have not been saved in both sources.
  private var unsaved: [Saving] = []
  private var savers = SubscriberList()
  let outlet = Outlet<JoinedSection<Value>, Row>()

  /// A row that the user has moved to another source, but that its original source still contains.
  @MainActor private final class Move {
    let row: Row.Identity
    let origin: Int
    let target: Int
    /// The inbox marks of the original source's tables that no longer contain the row, after its deletion was accepted.
    var deletion: InboxMarks?
    /// Whether the deletion has been saved, so that the row can be moved again.
    var isSaved = false

    init(_ row: Row.Identity, from origin: Int, to target: Int) {
      (self.row, self.origin, self.target) = (row, origin, target)
    }
  }

  /// A closure that is called when a source fails.
  ///
  /// The joined table keeps the last table of the failed source.
  public var onFailure: (@MainActor (Source, any Error) -> Void)?

  /// Creates a joined table that has no sources.
  public init() {}

  /// Adds a constant table after the other sources.
  ///
  /// - Parameter table: The constant table to add.
  /// - Returns: An identifier that you can use to remove the table.
  @discardableResult public func add(_ table: TableSnapshot<Value, Row>) -> Source {
    add(ComposedPart(table, number: outlet.makeNumber()))
  }

  /// Adds a source after the other sources.
  ///
  /// - Parameter source: The source to add. When the source ends, its last table is kept.
  /// - Returns: The identifier with which you can remove the source.
  @discardableResult public func add(_ source: some TableSource<Value, Row>) -> Source {
    add(ComposedPart(source, number: outlet.makeNumber()))
  }

  private func add(_ part: ComposedPart<Value, Row>) -> Source {
    let source = Source(number: part.number)
    if outlet.isClosed { return source }
    parts.append(part)
    outlet.changed()
    outlet.observe(part) { [weak self] failure in
      if let failure { self?.onFailure?(source, failure) }
    }
    return source
  }

  /// Removes a source and its sections.
  ///
  /// - Parameter source: The identifier of the source, as returned by `add`.
  public func remove(_ source: Source) {
    if outlet.isClosed { return }
    outlet.cancel([source.number])
    parts.removeAll { $0.number == source.number }
    moves.removeAll { $0.origin == source.number && $0.isSaved }
    outlet.changed()
  }

  /// Finishes the joined table.
  ///
  /// The joined table ends when all sources have ended, and later calls have no effect.
  public func finish() { outlet.close() }

  /// Returns the table of a part, excluding rows that the user has moved to another part.
  private func table(of part: ComposedPart<Value, Row>) -> TableSnapshot<Value, Row> {
    moves.removeAll { move in
      move.origin == part.number && move.isSaved
        && move.deletion.map { part.seen?.marks.include($0) ?? false } ?? false
    }
    return moves.reduce(into: part.table) { table, move in
      guard move.origin == part.number, let path = table.path(of: move.row),
        parts.contains(where: { $0.number == move.target && $0.table.path(of: move.row) != nil })
      else { return }
      table.remove(at: path)
    }
  }

  private var joined: TableSnapshot<JoinedSection<Value>, Row> {
    TableSnapshot(
      sections: parts.flatMap { part in
        table(of: part).sections.map { section in
          var joined = TableSection<JoinedSection<Value>, Row>(JoinedSection(section.value, part.number), rows: [])
          joined.rows = section.rows
          return joined
        }
      })
  }
}

extension JoinedTables: nonisolated EditableSource {
  /// Passes a user's edit to the source of the edited section.
  ///
  /// If the user moves a row to another source, the row is deleted from its own source after the insertion has been
  /// saved.
  @MainActor public func accept(_ request: UserRequest<JoinedSection<Value>, Row>) -> Acceptance {
    guard let origin = request.origin, let section = request.section, request.kind == .move,
      origin.source != section.source
    else { return pass(request, to: request.section) }
    let obstacle = obstacle(to: .delete, in: origin) ?? obstacle(to: .insert, in: section)
    if let obstacle { return .refused(TableError.notEditable(obstacle)) }
    if moves.contains(where: { $0.row == request.row.identity && !$0.isSaved }) {
      return .refused(TableError.notEditable("the row's previous move has not been saved"))
    }
    let inserted = pass(request.changed(to: .insert), to: section)
    if case .refused = inserted.answer { return inserted }
    let saving = Saving()
    let move = Move(request.row.identity, from: origin.source, to: section.source)
    moves.append(move)
    unsaved.append(saving)
    Task {
      defer {
        unsaved.removeAll { $0 === saving }
        savers.notify()
      }
      do {
        try await end(move, request, after: inserted)
        move.isSaved = true
        if !parts.contains(where: { $0.number == move.origin }) { moves.removeAll { $0 === move } }
        saving.end(.success(()))
      } catch {
        moves.removeAll { $0 === move }
        outlet.changed()
        saving.end(.failure(error))
      }
    }
    var acceptance = Acceptance(.accepted(inserted.marks, saving))
    acceptance.isUndoable = inserted.isUndoable
    return acceptance
  }

  /// Waits until all rows that the user has moved to another source have been deleted from their original source, or
  /// the task is cancelled.
  ///
  /// Rows whose move was refused stay in their original source. To wait for other edits, call `editsSaved()` of the
  /// source that saves them.
  @MainActor public func editsSaved() async {
    while !unsaved.isEmpty, !Task.isCancelled {
      let (signal, received) = Signal.make()
      savers.add(signal)
      for await _ in received { break }
    }
  }

  /// Deletes a moved row from its original source, or keeps it there if the insertion was not saved.
  @MainActor private func end(
    _ move: Move, _ request: UserRequest<JoinedSection<Value>, Row>, after inserted: Acceptance
  ) async throws {
    try await inserted.saved()
    let deleted = pass(request.changed(to: .delete), to: request.origin)
    if case .accepted(let marks, _) = deleted.answer { move.deletion = marks }
    do { try await deleted.saved() } catch {
      _ = pass(request.changed(to: .delete), to: request.section)  // otherwise, both have the row
      throw error
    }
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

  /// Returns the reason why no source accepts a kind of edit, or `nil` if one does.
  @MainActor public func obstacle(to kind: EditKind) -> String? {
    let obstacles = parts.compactMap { $0.source }.map { $0.obstacleToPassing(kind) }
    return obstacles.contains(nil) ? nil : obstacles.first ?? nil
  }
}

extension JoinedTables: nonisolated OutletSource {
  /// The newest state of the joined table.
  ///
  /// The state includes all earlier changes to the joined table and its sources.
  ///
  /// - Complexity: O(*s*) for *s* sections, computed once after every change.
  @MainActor public var state: SourceState<JoinedSection<Value>, Row> {
    get async {
      await outlet.state {
        parts
      } _: {
        joined
      }
    }
  }
}

/// A section from one of several joined sources.
public struct JoinedSection<Value: Diffable & Sendable>: Diffable, Sendable {
  /// The section of the original source.
  public let value: Value

  fileprivate let source: Int

  init(_ value: Value, _ source: Int) {
    self.value = value
    self.source = source
  }

  /// A source, and the identity of a section in that source.
  private struct Place: Hashable, Sendable {
    let source: Int
    let value: Value.Identity
  }

  /// An identity that is unique among the sections of all sources.
  public var identity: some Hashable & Sendable { Place(source: source, value: value.identity) }

  /// Returns whether both sections have the same content in their sources.
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

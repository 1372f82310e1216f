/// An edit that can be applied again to newer tables without inserting the same row or section twice.
///
/// If a newer table already contains an inserted row or section from another source, it is not inserted again. Rows and
/// sections that existed at the time of the edit do not prevent an insertion.
@usableFromInline package struct RecordedChange<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// The numbers of existing rows and sections whose identities an edit inserts, excluding the ones that it replaces.
  @usableFromInline package struct Twins: Sendable {
    @usableFromInline package var rows: [Row.Identity: Int] = [:]
    @usableFromInline package var sections: [Section.Identity: Int] = [:]

    @inlinable package init() {}
  }

  @usableFromInline package let edit: TableEdit<Section, Row>
  /// The existing rows and sections, or `nil` if there are none and the edit inserts each identity once.
  @usableFromInline package let twins: Twins?

  /// Creates an edit that inserts each row once if the table does not contain it, and otherwise affects only existing
  /// rows.
  @inlinable package init(_ edit: TableEdit<Section, Row>) {
    if case .replace(var rows, let new, let isRefresh) = edit {
      rows.isPaired = true
      self.edit = .replace(rows, with: new, isRefresh: isRefresh)
    } else {
      self.edit = edit
    }
    twins = nil
  }

  /// - Parameters:
  ///   - edit: The edit, with rows specified by identity if possible.
  /// - Complexity: The cost of finding the *k* inserted rows, or O(*n* + *k*) if one of them already exists.
  init(
    _ edit: TableEdit<Section, Row>, in table: TableSnapshot<Section, Row>, with finder: inout RowFinder<Section, Row>
  ) {
    self.edit = edit
    twins = Self.twins(of: edit, in: table, with: &finder)
  }

  private static func twins(
    of edit: TableEdit<Section, Row>, in table: TableSnapshot<Section, Row>, with finder: inout RowFinder<Section, Row>
  ) -> Twins? {
    var replacedPaths: [RowPath] = []
    let insertedIDs: [Row.Identity]
    var sections: [Section.Identity] = []
    switch edit {
    case .insert(let rows, _): insertedIDs = rows.map(\.identity)
    case .replace(let rows, let new, _):
      insertedIDs = new.map(\.identity)
      if case .ids(let ids) = rows.kind, ids == insertedIDs { return nil }
      replacedPaths = rows.pairs(rows.places(in: table, with: &finder), with: new).map(\.path)
    case .insertSections(let new, _):
      insertedIDs = new.flatMap { $0.rows.map(\.identity) }
      sections = new.map(\.identity)
    case .remove, .patch, .move, .order, .set, .removeSections, .updateSection, .moveSections, .orderSections,
      .setSections:
      return nil
    }
    let (ids, sectionIDs) = (Set(insertedIDs), Set(sections))
    let hasTwins =
      ids.count < insertedIDs.count || sectionIDs.count < sections.count
      || insertedIDs.contains { finder.path(of: $0, in: table) != nil }
      || sections.contains { table.sectionIndex(of: $0) != nil }
    if !hasTwins { return nil }
    var twins = Twins()
    table.forEachIdentity { _, id in if ids.contains(id) { twins.rows[id, default: 0] += 1 } }
    for path in replacedPaths { if let id = table[path]?.identity { twins.rows[id]? -= 1 } }
    for id in table.sections.lazy.map(\.identity) where sectionIDs.contains(id) { twins.sections[id, default: 0] += 1 }
    return twins
  }
}

extension RecordedChange {
  /// The rows or sections that a newer table contains from another source.
  @usableFromInline package struct Arrivals<Identity: Hashable> {
    private let known: [Identity: Int]
    private var left: [Identity: Int] = [:]

    /// - Parameter known: The number of rows or sections with each identity at the time of the edit.
    @usableFromInline package init(_ known: [Identity: Int]) { self.known = known }

    /// Returns whether the next row or section with an identity already exists.
    ///
    /// - Parameter count: Returns the current number of rows or sections with that identity.
    @usableFromInline package mutating func hasArrived(_ id: Identity, _ count: () -> Int) -> Bool {
      let arrived = left[id] ?? max(0, count() - (known[id] ?? 0))
      left[id] = max(0, arrived - 1)
      return arrived > 0
    }
  }
}

/// The rows that a changeset inserts, deletes, updates and moves.
///
/// A row that both moves and changes is in ``moved`` and in ``updated``. A row whose section moves does not move
/// itself. A row that moves from a deleted section to another section, or into an inserted section, is in ``moved``.
///
/// If ``Changeset/reload`` is not `nil`, all old rows are deleted and all new rows are inserted.
public struct ChangedRows<Row: Diffable> {
  /// A row of the old or the new table.
  public struct Single {
    /// The value of the row.
    public let value: Row
    /// The path of the row in the table that contains it.
    public let path: RowPath
  }

  /// A row that both the old and the new table contain.
  public struct Pair {
    /// The version of the row in the old table.
    public let old: Row
    /// The version of the row in the new table.
    public let new: Row
    /// The path of the row in the old table.
    public let source: RowPath
    /// The path of the row in the new table.
    public let target: RowPath
  }

  /// The deleted rows, in the order of their paths in the old table.
  public private(set) var deleted: [Single]
  /// The inserted rows, in the order of their paths in the new table.
  public private(set) var inserted: [Single]
  /// The rows that have changed or were refreshed, in the order of ``Pair/target``.
  public private(set) var updated: [Pair]
  /// The rows that have moved, in the order of ``Pair/target``.
  public private(set) var moved: [Pair]

  fileprivate init<Section>(_ changeset: Changeset<Section, Row>) {
    let (old, new, plan) = (changeset.source, changeset.target, changeset.plan)
    let structure = plan.structure
    // Sections that move in a separate stage move after the rows.
    func place(_ section: Int) -> Int { plan.movedSections.isEmpty ? section : plan.intermediateOrder[section] }
    func place(_ path: RowPath) -> RowPath { RowPath(section: place(path.section), row: path.row) }
    func pair(_ source: RowPath, _ target: RowPath) -> Pair? {
      guard let before = old[source], let after = new[target] else { return nil }
      return Pair(old: before, new: after, source: source, target: target)
    }

    updated = plan.updatedRows.compactMap { pair($0.from, $0.to) }
    moved = structure.movedRows.compactMap { pair($0.from, place($0.to)) }
    if changeset.reload == nil {
      deleted = old.rows(at: structure.deletedRows + old.paths(inSections: structure.deletedSections))
      inserted = new.rows(
        at: structure.insertedRows.map(place) + new.paths(inSections: structure.insertedSections.map(place)))
      joinSurvivors()
    } else {
      deleted = old.rows(at: old.paths)
      inserted = new.rows(at: new.paths)
    }
    updated.sort(on: \.target.number)
    moved.sort(on: \.target.number)
  }

  /// Converts deletions and insertions into moves for rows of deleted or inserted sections that both tables contain.
  private mutating func joinSurvivors() {
    if deleted.isEmpty || inserted.isEmpty { return }
    var identities = IdentityIndex<Row.Identity>()
    var candidates: [[Int]] = []
    for index in deleted.indices.reversed() {
      let (number, isNew) = identities.number(of: deleted[index].value.identity)
      if isNew { candidates.append([]) }
      candidates[number].append(index)
    }
    var joined: Set<Int> = []
    inserted.removeAll { row in
      guard let number = identities.existingNumber(of: row.value.identity), let index = candidates[number].popLast()
      else { return false }
      let pair = Pair(old: deleted[index].value, new: row.value, source: deleted[index].path, target: row.path)
      moved.append(pair)
      if !pair.old.hasSameContent(as: pair.new) { updated.append(pair) }
      joined.insert(index)
      return true
    }
    if !joined.isEmpty { deleted = deleted.indices.filter { !joined.contains($0) }.map { deleted[$0] } }
  }
}

extension ChangedRows: Sendable where Row: Sendable {}
extension ChangedRows.Single: Sendable where Row: Sendable {}
extension ChangedRows.Pair: Sendable where Row: Sendable {}

extension Changeset {
  /// The rows that the changeset inserts, deletes, updates and moves.
  ///
  /// - Complexity: O(*k* log *n*) for each access, where *k* is the number of operations and of rows in deleted and
  ///   inserted sections.
  public var rows: ChangedRows<Row> { ChangedRows(self) }
}

extension TableSnapshot {
  fileprivate func rows(at paths: [RowPath]) -> [ChangedRows<Row>.Single] {
    paths.ascending().compactMap { path in self[path].map { ChangedRows.Single(value: $0, path: path) } }
  }
}

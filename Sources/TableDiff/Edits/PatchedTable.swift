/// A table with edits that follows its source as long as nothing changes there that the edits name.
///
/// Then the edits need not be made again: what changes in the source changes here, beside what the edits did.
@usableFromInline package struct PatchedTable<Section: Diffable, Row: Diffable> {
  /// The source with the edits.
  @usableFromInline package var table: TableSnapshot<Section, Row>
  /// By sections, ascending.
  @usableFromInline var seams: [Int: [Seam]] = [:]
  @usableFromInline let named: Set<Row.Identity>

  /// Makes the edits that were gathered.
  ///
  /// - Complexity: That of ``EditPatch/table``.
  @inlinable package init(_ patch: EditPatch<Section, Row>) {
    table = patch.table
    named = patch.named
    var places = patch.gone
    for (gap, arrivals) in patch.gaps where !arrivals.isEmpty { places.insert(gap) }
    for path in places.sorted() {
      let coming = patch.gaps[path]?.count ?? 0
      seams[path.section, default: []].append(Seam(row: path.row, coming: coming, isGone: patch.gone.contains(path)))
    }
  }

  /// Follows the source by one step.
  ///
  /// - Parameters:
  ///   - changeset: Leads on from the source.
  ///   - before: The source as it was.
  /// - Returns: False if the edits have to be made again; then this is of no use any more.
  /// - Complexity: O(*k* log *n*) for *k* operations, and O(*e*) for *e* edits.
  @inlinable package mutating func follow(
    _ changeset: Changeset<Section, Row>, from before: TableSnapshot<Section, Row>
  ) -> Bool {
    guard let change = changeset.unstaged(from: before), !change.hasSectionStructure else { return false }
    for section in change.sections where !follow(section, before.rope, changeset.target.rope) { return false }
    table.takeSectionValues(of: changeset.target, change)
    return true
  }

  @inlinable mutating func follow(
    _ change: UnstagedChange.SectionChange, _ before: TableSnapshot<Section, Row>.Storage,
    _ after: TableSnapshot<Section, Row>.Storage
  ) -> Bool {
    let (old, new) = (before[change.old].rows.rope, after[change.new].rows.rope)
    let seams = self.seams[change.old] ?? []
    let arriving = change.arrivals.map(\.row)
    for row in change.leaving where named.contains(old[row].identity) { return false }
    for row in arriving where named.contains(new[row].identity) { return false }
    for update in change.updates where named.contains(new[Int(update.new)].identity) { return false }
    guard let moved = Seam.moved(seams, leaving: change.leaving, arriving: arriving) else { return false }
    let gone = Seam.places(of: change.leaving, among: seams)
    let came = Seam.places(of: arriving, among: moved)
    let updates = change.updates.map { Int($0.new) }
    let updated = Seam.places(of: updates, among: moved)
    self.seams[change.new] = moved
    table.edit(change.new) { rows in
      rows.rope.remove(at: gone)
      rows.rope.insert(zip(came, arriving).map { ($0, new[$1]) })
      rows.rope.update(updated) { rank, row in row = new[updates[rank]] }
    }
    return true
  }
}

extension PatchedTable: Sendable where Section: Sendable, Row: Sendable {}

/// A row of a source beside which there is something that only the source has, or only the table with the edits.
@usableFromInline struct Seam: Sendable {
  /// Its place in the source; behind the last row for what comes at the end of its section.
  @usableFromInline let row: Int
  /// How many rows come before it.
  @usableFromInline let coming: Int
  /// Whether it is gone itself.
  @usableFromInline let isGone: Bool

  @usableFromInline init(row: Int, coming: Int, isGone: Bool) {
    (self.row, self.coming, self.isGone) = (row, coming, isGone)
  }

  /// Where seams are after a change.
  ///
  /// - Returns: `nil` if the row of a seam leaves, or a row arrives in one: it cannot be told on which side.
  @usableFromInline static func moved(_ seams: [Seam], leaving: [Int], arriving: [Int]) -> [Seam]? {
    var (left, arrived) = (0, 0)
    var moved: [Seam] = []
    moved.reserveCapacity(seams.count)
    for seam in seams {
      while left < leaving.count, leaving[left] < seam.row { left += 1 }
      if left < leaving.count, leaving[left] == seam.row { return nil }
      while arrived < arriving.count, arriving[arrived] <= seam.row - left + arrived { arrived += 1 }
      let row = seam.row - left + arrived
      if seam.coming > 0, arrived > 0, arriving[arrived - 1] == row - 1 { return nil }
      moved.append(Seam(row: row, coming: seam.coming, isGone: seam.isGone))
    }
    return moved
  }

  /// Where rows of the source, ascending, are among the others with the edits.
  @usableFromInline static func places(of rows: [Int], among seams: [Seam]) -> [Int] {
    var places: [Int] = []
    var (next, shift) = (0, 0)
    for row in rows {
      while next < seams.count, seams[next].row < row {
        shift += seams[next].coming - (seams[next].isGone ? 1 : 0)
        next += 1
      }
      let coming = next < seams.count && seams[next].row == row ? seams[next].coming : 0
      places.append(row + shift + coming)
    }
    return places
  }
}

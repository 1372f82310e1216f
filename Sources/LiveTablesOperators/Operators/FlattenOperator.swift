public import LiveTables

/// An operator that combines the rows of all sections into one section, in the same order.
@usableFromInline
package struct FlattenOperator<SourceSection: Diffable & Sendable, Row: Diffable & Sendable>: TableOperator {
  @inlinable package var table: TableSnapshot<OneSection, Row> { derived }

  @usableFromInline var derived = TableSnapshot<OneSection, Row>(rows: [])
  @usableFromInline var source = TableSnapshot<SourceSection, Row>()

  @inlinable package init() {}

  /// - Complexity: O(*n*), or O(1) for a single section.
  @inlinable package mutating func reset(to source: TableSnapshot<SourceSection, Row>) {
    self.source = source
    if source.rope.count == 1 {
      derived = TableSnapshot(rope: TableSnapshot.Storage(TableSection(OneSection(), rows: source.rope[0].rows)))
    } else {
      derived = TableSnapshot(rows: Array(source))
    }
  }

  /// - Complexity: O(*k* log *n*) for *k* rows.
  @inlinable package mutating func follow(_ changeset: Changeset<SourceSection, Row>) {
    guard let change = changeset.unstaged(from: source) else { return reset(to: changeset.target) }
    let target = changeset.target
    var gone: [Int] = []
    var arrivals: [Int] = []
    let moved = Set(change.movedSections.map(\.to))
    for section in change.sections where !moved.contains(section.new) {
      let (old, new) = (source.rope.weight(before: section.old), target.rope.weight(before: section.new))
      gone += section.leaving.map { old + $0 }
      gone += section.updates.map { old + Int($0.old) }
      arrivals += section.arrivals.map { new + $0.row }
      arrivals += section.updates.map { new + Int($0.new) }
    }
    for index in change.deletedSections + change.movedSections.map(\.from) {
      let start = source.rope.weight(before: index)
      gone += start..<start + source.rope[index].rows.count
    }
    for index in change.insertedSections + change.movedSections.map(\.to) {
      let start = target.rope.weight(before: index)
      arrivals += start..<start + target.rope[index].rows.count
    }
    gone.sort()
    arrivals.sort()
    derived.edit(0) { rows in
      rows.rope.remove(at: gone)
      rows.rope.insert(arrivals.map { ($0, target[$0]) })
    }
    source = target
  }
}

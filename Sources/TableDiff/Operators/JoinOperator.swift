/// Puts the sections of several sources behind one another.
@usableFromInline package struct JoinOperator<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// The derived table.
  @inlinable package var table: TableSnapshot<Section, Row> { derived }

  @usableFromInline var derived = TableSnapshot<Section, Row>()
  @usableFromInline var sources: [TableSnapshot<Section, Row>]

  /// Creates an operator for sources without sections.
  @inlinable package init(count: Int) { sources = Array(repeating: TableSnapshot(), count: count) }

  /// Replaces a source's sections.
  ///
  /// - Complexity: O(*s*) for *s* sections of the source.
  @inlinable package mutating func reset(_ index: Int, to source: TableSnapshot<Section, Row>) {
    guard sources.indices.contains(index) else { return }
    let start = start(of: index)
    derived.rope.replace(start..<start + sources[index].rope.count, with: Array(source.rope))
    sources[index] = source
  }

  /// Follows one of the sources by one step.
  ///
  /// - Complexity: O(*k* log *s*) for *k* sections that change, rows and all.
  @inlinable package mutating func follow(_ index: Int, _ changeset: Changeset<Section, Row>) {
    guard sources.indices.contains(index) else { return }
    let target = changeset.target
    guard let change = changeset.unstaged(from: sources[index]) else { return reset(index, to: target) }
    let start = start(of: index)
    if change.hasSectionStructure {
      let shifted = change.shifted(by: start)
      derived.rope.followSections(shifted) { target.rope[$0 - start] }
    }
    for section in change.sections.map(\.new) + change.updatedSections.map({ Int($0.new) }) {
      derived.rope.replace(start + section..<start + section + 1, with: [target.rope[section]])
    }
    sources[index] = target
  }

  @inlinable func start(of index: Int) -> Int { sources[..<index].reduce(0) { $0 + $1.rope.count } }
}

extension UnstagedChange {
  /// The same sections behind others.
  @usableFromInline func shifted(by start: Int) -> UnstagedChange {
    var result = self
    result.deletedSections = deletedSections.map { $0 + start }
    result.insertedSections = insertedSections.map { $0 + start }
    result.movedSections = movedSections.map { SectionMove(from: $0.from + start, to: $0.to + start) }
    return result
  }
}

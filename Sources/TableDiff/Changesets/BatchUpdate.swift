/// A valid batch update of a changeset, along with the tables before and after it.
public struct BatchUpdate<Section: Diffable, Row: Diffable> {
  /// The source of the changeset, followed by its target.
  @usableFromInline package let first: TableSnapshot<Section, Row>
  @usableFromInline package let last: TableSnapshot<Section, Row>
  @usableFromInline package let plan: StagePlan
  @usableFromInline package let kind: StagePlan.Kind

  @inlinable package init(
    _ kind: StagePlan.Kind, of plan: StagePlan, from first: TableSnapshot<Section, Row>,
    to last: TableSnapshot<Section, Row>
  ) {
    self.first = first
    self.last = last
    self.plan = plan
    self.kind = kind
  }

  @inlinable package init(
    unchecked operations: BatchOperations, source: TableSnapshot<Section, Row>, target: TableSnapshot<Section, Row>
  ) {
    // A plan that contains only structure leads from one table to the other, regardless of its operations.
    self.init(.structure, of: StagePlan(structure: operations), from: source, to: target)
  }

  /// The operations of the batch update.
  ///
  /// - Complexity: O(1), or O(*k*) for *k* content updates or section moves that a diff created.
  @inlinable public var operations: BatchOperations {
    switch kind {
    case .updates: plan.updates
    case .structure: plan.structure
    case .sectionMoves: plan.sectionMoves
    }
  }

  /// The table before the batch update.
  ///
  /// - Complexity: O(1) for the changeset's first update, otherwise the complexity of the previous ``target``.
  @inlinable public var source: TableSnapshot<Section, Row> {
    switch kind {
    case .updates: first
    case .structure: updated
    case .sectionMoves: plan.hasStructure ? reordered : updated
    }
  }

  /// The table after the batch update, which is ``source`` with exactly these operations applied.
  ///
  /// The table is computed on each access.
  ///
  /// - Complexity: O(1) for the changeset's last update, O(*k* log *n*) for *k* updates, O(*s*) for *s* sections, and
  ///   O(*n*) in the worst case.
  @inlinable public var target: TableSnapshot<Section, Row> {
    switch kind {
    case .updates: !plan.hasStructure && plan.movedSections.isEmpty ? last : updated
    case .structure: plan.movedSections.isEmpty ? last : reordered
    case .sectionMoves: last
    }
  }

  /// The changeset's source with the content of its target.
  @inlinable package var updated: TableSnapshot<Section, Row> {
    plan.hasUpdates ? first.updated(from: last, plan) : first
  }

  /// The changeset's target with its sections in the order before the section moves.
  @inlinable package var reordered: TableSnapshot<Section, Row> {
    TableSnapshot(sections: plan.intermediateOrder.lazy.map { last.rope[$0] })
  }
}

extension BatchUpdate: Sendable where Section: Sendable, Row: Sendable {}

extension TableSnapshot {
  /// Returns the table after updating rows and section values from another table.
  ///
  /// - Parameters:
  ///   - plan: The updated rows and sections, along with their positions in `target`.
  /// - Complexity: O(*k* + *s*) for *k* updates in *s* sections if there are few updates, otherwise O(*n*).
  @inlinable package func updated(from target: TableSnapshot, _ plan: StagePlan) -> TableSnapshot {
    // An edit of the rope would copy as many rows.
    if rope.count == 1, count <= Swift.min(ShortPairing.limit, 2 * SectionRows<Row>.Storage.copiedMargin) {
      let section = rope[0]
      var rows = section.rows.rope.contents
      for row in plan.updatedRows { rows[row.from.row] = target.rope[row.to.section].rows.rope[row.to.row] }
      let value = plan.updatedSections.first.map { target.rope[$0.to].value } ?? section.value
      return TableSnapshot(rope: Storage(TableSection(value, rows: SectionRows(Rope(rows)))))
    }
    let runs = plan.updatedRuns { rope[$0].rows.count }
    let sections = rope.count == 1 ? [0] : plan.sections(updatedIn: runs)
    var result = self
    var next = runs.startIndex
    var nextValue = 0
    for index in sections {
      result.rope.update(at: index) { section in
        if nextValue < plan.updatedSections.count, plan.updatedSections[nextValue].from == index {
          section.value = target.rope[plan.updatedSections[nextValue].to].value
          nextValue += 1
        }
        let start = next
        while next < runs.endIndex, runs[next].section == index { next += 1 }
        if start < next {
          section.rows = SectionRows(section.rows.rope.replacing(runs[start..<next]) { target.rope[$0].rows.rope })
        }
      }
    }
    return result
  }
}

/// One stage of a changeset: a batch that every view accepts, with the tables before and after it.
public struct BatchUpdate<Section: Diffable, Row: Diffable> {
  /// What happens, in indices.
  public let operations: BatchOperations

  @usableFromInline let before: Recipe
  @usableFromInline let after: Recipe

  @inlinable init(operations: BatchOperations, before: Recipe, after: Recipe) {
    self.operations = operations
    self.before = before
    self.after = after
  }

  /// A stage of one's own making, which nobody has checked.
  ///
  /// A view must not trust it, and the applier does not: it checks every stage before the view sees it.
  @inlinable public init(
    unchecked operations: BatchOperations, source: TableSnapshot<Section, Row>, target: TableSnapshot<Section, Row>
  ) {
    self.init(operations: operations, before: .table(source), after: .table(target))
  }

  /// The table before the batch.
  ///
  /// - Complexity: That of ``target`` of the stage before it; O(1) for the first.
  @inlinable public var source: TableSnapshot<Section, Row> { before.table }

  /// The table after the batch: the one before, and exactly these operations.
  ///
  /// Made anew whenever it is asked for.
  ///
  /// - Complexity: O(1) for the last stage; O(*k* log *n*) for *k* updates, O(*s*) for *s* sections, O(*n*) at worst.
  @inlinable public var target: TableSnapshot<Section, Row> { after.table }

  /// How to make a table.
  @usableFromInline indirect enum Recipe {
    case table(TableSnapshot<Section, Row>)
    /// The first table, with what was updated taken from the second.
    case updated(TableSnapshot<Section, Row>, TableSnapshot<Section, Row>, StagePlan)
    /// The table's sections in another order.
    case reordered(TableSnapshot<Section, Row>, [Int])

    @inlinable var table: TableSnapshot<Section, Row> {
      switch self {
      case .table(let table):
        table
      case .updated(let source, let target, let plan):
        source.updated(from: target, plan)
      case .reordered(let table, let order):
        TableSnapshot(sections: order.lazy.map { table.rope[$0] })
      }
    }
  }
}

extension BatchUpdate: Sendable where Section: Sendable, Row: Sendable {}
extension BatchUpdate.Recipe: Sendable where Section: Sendable, Row: Sendable {}

extension TableSnapshot {
  /// The table with updated rows and section values taken from another one.
  @inlinable func updated(from target: TableSnapshot, _ plan: StagePlan) -> TableSnapshot {
    var result = self
    for (index, place) in zip(plan.updates.updatedSections, plan.updatedSectionTargets) {
      result.replace(section: index, with: target.rope[place].value)
    }
    let paths = plan.updates.updatedRows
    var start = 0
    while start < paths.count {
      let section = paths[start].section
      var end = start
      while end < paths.count, paths[end].section == section { end += 1 }
      result.edit(section) { rows in
        rows.rope.update(paths[start..<end].map(\.row)) { rank, row in
          let place = plan.updatedRowTargets[start + rank]
          row = target.rope[place.section].rows.rope[place.row]
        }
      }
      start = end
    }
    return result
  }
}

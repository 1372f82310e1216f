/// A difference in integers, staged: what a changeset holds besides its two tables.
///
/// An object, so that a copy of a changeset costs one count, and not one for each list.
@usableFromInline package final class StagePlan: Sendable {
  /// Rows and sections whose content changes: where they are in the source, and in the target.
  ///
  /// They come first, in a stage of their own, and are in the source's order.
  @usableFromInline package let updatedRows: [BatchMove<RowPath>]
  @usableFromInline package let updatedSections: [BatchMove<Int>]
  /// Everything else, unless sections move whose rows change too.
  @usableFromInline package let structure: BatchOperations
  /// In that case: the moves of sections, in a stage of their own.
  @usableFromInline package let movedSections: [BatchMove<Int>]
  /// In that case: the order of the target's sections between these two stages.
  @usableFromInline package let intermediateOrder: [Int]

  /// Which of the stages, as ``Changeset/stages`` lists them.
  @usableFromInline package enum Kind: Sendable {
    case updates
    case structure
    case sectionMoves
  }

  /// Nothing to do.
  @usableFromInline package static let empty = StagePlan()

  @usableFromInline package init(
    updatedRows: [BatchMove<RowPath>] = [], updatedSections: [BatchMove<Int>] = [],
    structure: BatchOperations = BatchOperations(), movedSections: [BatchMove<Int>] = [], intermediateOrder: [Int] = []
  ) {
    self.updatedRows = updatedRows
    self.updatedSections = updatedSections
    self.structure = structure
    self.movedSections = movedSections
    self.intermediateOrder = intermediateOrder
  }

  @usableFromInline package var hasUpdates: Bool { !updatedRows.isEmpty || !updatedSections.isEmpty }

  /// The stage of content updates.
  @usableFromInline package var updates: BatchOperations {
    var batch = BatchOperations()
    batch.updatedRows = updatedRows.map(\.from)
    batch.updatedSections = updatedSections.map(\.from)
    return batch
  }

  /// The stage in which sections move.
  @usableFromInline package var sectionMoves: BatchOperations {
    var batch = BatchOperations()
    batch.movedSections = movedSections
    return batch
  }

  @usableFromInline package var operationCount: Int {
    updatedRows.count + updatedSections.count + structure.count + movedSections.count
  }
}

/// A difference in integers, staged: what a changeset holds besides its two tables.
@usableFromInline package struct StagePlan: Sendable, Hashable {
  /// Rows and sections whose content changes: where they are in the source, and in the target.
  ///
  /// They come first, in a stage of their own, and are in the source's order.
  @usableFromInline package var updatedRows: [BatchMove<RowPath>] = []
  @usableFromInline package var updatedSections: [BatchMove<Int>] = []
  /// Everything else, unless sections move whose rows change too.
  @usableFromInline package var structure = BatchOperations()
  /// In that case: the moves of sections, in a stage of their own.
  @usableFromInline package var movedSections: [BatchMove<Int>] = []
  /// In that case: the order of the target's sections between these two stages.
  @usableFromInline package var intermediateOrder: [Int] = []

  @usableFromInline package init() {}

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

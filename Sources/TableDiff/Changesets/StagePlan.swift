/// A difference in integers, staged: what a changeset holds besides its two tables.
@usableFromInline struct StagePlan: Sendable, Hashable {
  /// Rows and sections whose content changes: where they are in the source, and in the target.
  ///
  /// They come first, in a stage of their own, and are in the source's order.
  @usableFromInline var updatedRows: [BatchMove<RowPath>] = []
  @usableFromInline var updatedSections: [BatchMove<Int>] = []
  /// Everything else, unless sections move whose rows change too.
  @usableFromInline var structure = BatchOperations()
  /// In that case: the moves of sections, in a stage of their own.
  @usableFromInline var movedSections: [BatchMove<Int>] = []
  /// In that case: the order of the target's sections between these two stages.
  @usableFromInline var intermediateOrder: [Int] = []

  @usableFromInline init() {}

  @usableFromInline var hasUpdates: Bool { !updatedRows.isEmpty || !updatedSections.isEmpty }

  /// The stage of content updates.
  @usableFromInline var updates: BatchOperations {
    var batch = BatchOperations()
    batch.updatedRows = updatedRows.map(\.from)
    batch.updatedSections = updatedSections.map(\.from)
    return batch
  }

  /// The stage in which sections move.
  @usableFromInline var sectionMoves: BatchOperations {
    var batch = BatchOperations()
    batch.movedSections = movedSections
    return batch
  }

  @usableFromInline var operationCount: Int {
    updatedRows.count + updatedSections.count + structure.count + movedSections.count
  }
}

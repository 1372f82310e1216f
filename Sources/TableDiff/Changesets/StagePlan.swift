/// A difference in integers, staged: what a changeset holds besides its two tables.
@usableFromInline struct StagePlan: Sendable, Hashable {
  /// Content updates, in the source's indices; they come first, in a stage of their own.
  @usableFromInline var updates = BatchOperations()
  /// For each updated row, and each updated section, its place in the target.
  @usableFromInline var updatedRowTargets: [RowPath] = []
  @usableFromInline var updatedSectionTargets: [Int] = []
  /// Everything else, unless sections move whose rows change too.
  @usableFromInline var structure = BatchOperations()
  /// In that case: the moves of sections, in a stage of their own.
  @usableFromInline var sectionMoves = BatchOperations()
  /// In that case: the order of the target's sections between these two stages.
  @usableFromInline var intermediateOrder: [Int] = []

  @usableFromInline init() {}
}

public import LiveTables

extension Changeset {
  /// The changeset that comes to the same as steps: batches in the place of single steps.
  ///
  /// ```swift
  /// let batches = try Changeset(of: steps, from: old, to: new)      // and back: batches.steps
  /// ```
  ///
  /// What steps insert and take away again, or move to and fro, is in none of the batches; rows that stay or move do so
  /// by the fewest moves. What steps delete and insert again stays deleted and inserted, also where it has the same
  /// identity (`difference(from:)` would pair it). A row that leaves a section which is deleted, or that goes to one
  /// which is inserted, goes and comes with it, as views want it.
  ///
  /// **Index spaces.** A step's indices are those of its moment; `target` in a step is a place in the target, and has to
  /// be where the row or section ends up. In the batches, as everywhere: deletes, updates and the sources of moves are
  /// places before, inserts and the targets of moves places after.
  ///
  /// - Parameters:
  ///   - steps: Calls that act one after another, each in the indices of its moment.
  ///   - source: The table before the first step.
  ///   - target: The table after the last one, in which everything is found that steps insert or update. That rows which
  ///     no step names are the same in both is taken on trust.
  /// - Throws: The rule that the first step out of range breaks; `BatchRule.r6` or `BatchRule.r7` if the steps lead to
  ///   another number of sections or rows than the target has, `BatchRule.r1` or `BatchRule.r4` if a row or section
  ///   ends up elsewhere than its step says.
  /// - Complexity: O(*s* + *k* log *k*) for *s* sections and *k* steps.
  public init(
    of steps: [SequentialStep], from source: TableSnapshot<Section, Row>, to target: TableSnapshot<Section, Row>
  ) throws(BatchError) {
    let (before, after) = (source.rowCounts, target.rowCounts)
    let rows = max(source.count, target.count, before.count, after.count)
    if rows + steps.count >= Int(Int32.max) {
      self.init(reloading: target, from: source, because: .tooLarge)
      return
    }
    var replay = ScriptReplay(before: before, after: after)
    for step in steps { try replay.perform(step) }
    self.init(source: source, target: target, plan: try ScriptPlanner(replay).plan())
  }
}

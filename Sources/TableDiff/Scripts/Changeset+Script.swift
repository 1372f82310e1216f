extension Changeset {
  /// The changeset that comes to the same as a script: batches in the place of single steps.
  ///
  /// ```swift
  /// let batches = try Changeset(of: script)      // and back: batches.script
  /// ```
  ///
  /// What steps insert and take away again, or move to and fro, is in none of the batches; rows that stay or move do so
  /// by the fewest moves. What steps delete and insert again stays deleted and inserted, also where it has the same
  /// identity (`difference(from:)` would pair it). A row that leaves a section which is deleted, or that goes to one
  /// which is inserted, goes and comes with it, as views want it. A script that is a reload becomes one.
  ///
  /// **Index spaces.** A step's indices are those of its moment; `target` in a step is a place in the script's target, and
  /// has to be where the row or section ends up. In the batches, as everywhere: deletes, updates and the sources of moves
  /// are places before, inserts and the targets of moves places after.
  ///
  /// - Parameter script: What leads from its source to its target. That rows which no step names are the same in both is
  ///   taken on trust.
  /// - Throws: The rule that the first step out of range breaks; ``BatchRule/r6`` or ``BatchRule/r7`` if the steps lead to
  ///   another number of sections or rows than the target has, ``BatchRule/r1`` or ``BatchRule/r4`` if a row or section
  ///   ends up elsewhere than its step says.
  /// - Complexity: O(*s* + *k* log *k*) for *s* sections and *k* steps.
  public init(of script: SequentialScript<Section, Row>) throws(BatchError) {
    let (before, after) = (script.source.rowCounts, script.target.rowCounts)
    let rows = max(script.source.count, script.target.count, before.count, after.count)
    if let reload = script.reload ?? (rows + script.steps.count >= Int(Int32.max) ? .tooLarge : nil) {
      self.init(reloading: script.target, from: script.source, because: reload)
      return
    }
    var replay = ScriptReplay(before: before, after: after)
    for step in script.steps { try replay.perform(step) }
    self.init(source: script.source, target: script.target, plan: try ScriptPlanner(replay).plan())
  }

  /// The changeset that comes to the same as steps: batches in their place.
  ///
  /// See ``init(of:)`` for what is taken on trust and what is checked.
  ///
  /// - Parameters:
  ///   - steps: Calls that act one after another, each in the indices of its moment.
  ///   - source: The table before the first step.
  ///   - target: The table after the last one, in which everything is found that steps insert or update.
  /// - Throws: The first rule that is broken.
  /// - Complexity: O(*s* + *k* log *k*) for *s* sections and *k* steps.
  public init(
    of steps: [SequentialStep], from source: TableSnapshot<Section, Row>, to target: TableSnapshot<Section, Row>
  ) throws(BatchError) {
    try self.init(of: SequentialScript(steps, from: source, to: target))
  }
}

/// One stage, ready to be shown: its tables are made, and it has been checked.
@usableFromInline struct PreparedStage<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  @usableFromInline let update: BatchUpdate<Section, Row>
  @usableFromInline let target: CapturedTable<Section, Row>
  @usableFromInline let sourceRowCounts: [Int]
  /// The rule that the batch breaks.
  ///
  /// The view never sees such a batch.
  @usableFromInline let fault: BatchError?

  @inlinable init(
    _ operations: BatchOperations, from source: CapturedTable<Section, Row>, to target: CapturedTable<Section, Row>
  ) {
    update = BatchUpdate(unchecked: operations, source: source.table, target: target.table)
    self.target = target
    sourceRowCounts = source.table.rowCounts
    do {
      try operations.validate(before: sourceRowCounts, after: target.table.rowCounts)
      fault = nil
    } catch {
      fault = error
    }
  }
}

/// How to get a view from what it shows to what is wanted: by stages, or by a reload.
@usableFromInline struct PreparedChange<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  @usableFromInline typealias Content = CapturedTable<Section, Row>

  @usableFromInline let changeset: Changeset<Section, Row>
  @usableFromInline let target: Content
  @usableFromInline let stages: [PreparedStage<Section, Row>]
  @usableFromInline let reload: ReloadReason?

  @usableFromInline init(
    changeset: Changeset<Section, Row>, target: Content, stages: [PreparedStage<Section, Row>], reload: ReloadReason?
  ) {
    self.changeset = changeset
    self.target = target
    self.stages = stages
    self.reload = reload
  }

  /// A change by reloading.
  init(reloading target: Content, from source: Content, because reason: ReloadReason) {
    self.init(
      changeset: Changeset(reloading: target.table, from: source.table, because: reason), target: target, stages: [],
      reload: reason)
  }

  /// The difference of two snapshots, made into checked stages; past the budget it is shown by reloading.
  ///
  /// Inlinable with all that it calls, so that the tables between the stages are made by specialised code too.
  ///
  /// - Parameter marks: Rows to list as updated although their content compares equal.
  @inlinable init(
    from source: Content, to target: Content, marks: Set<Row.Identity>, budget: Int, check: () throws -> Void
  ) throws {
    guard let old = source.captured, let new = target.captured else {
      let changeset = try target.table.difference(from: source.table, check: check)
        .updating(source.table.paths(of: marks, check: check))
      self.init(changeset, from: source, to: target, budget: budget, captured: { nil })
      return
    }
    let captured = try new.difference(from: old, check: check).updating(old.paths(of: marks, check: check))
    let changeset = Changeset(source: source.table, target: target.table, indicesOf: captured)
    self.init(changeset, from: source, to: target, budget: budget, captured: { captured.stages })
  }

  /// - Parameter captured: The stages of the same changeset in captured rows.
  @inlinable init(
    _ changeset: Changeset<Section, Row>, from source: Content, to target: Content, budget: Int,
    captured: () -> [BatchUpdate<Section, CapturedRow<Row>>]?
  ) {
    if let reason = changeset.reload ?? (changeset.operationCount > budget ? .overBudget : nil) {
      self.init(changeset: changeset, target: target, stages: [], reload: reason)
      return
    }
    let updates = changeset.stages
    let captured = captured()
    var stages: [PreparedStage<Section, Row>] = []
    var before = source
    for (index, update) in updates.enumerated() {
      let isLast = index == updates.count - 1
      let after = isLast ? target : CapturedTable(update.target, captured: captured?[index].target, value: target.value)
      stages.append(PreparedStage(update.operations, from: before, to: after))
      before = after
    }
    self.init(changeset: changeset, target: target, stages: stages, reload: nil)
  }
}

extension ReloadReason {
  /// It is the first table that the view is given.
  public static let firstTable = ReloadReason("it is the first table")
  /// The rows were set without a difference.
  public static let replaced = ReloadReason("the rows were set without a difference")
  /// There was no view yet; the table counts as shown.
  public static let noView = ReloadReason("there is no view")
  /// The view has no window, or has not been laid out yet.
  public static let viewNotReady = ReloadReason("the view has no window or no layout yet")
  /// The difference has more operations than the budget allows.
  public static let overBudget = ReloadReason("the difference is over budget")
  /// What is shown changed again and again while a difference was being made.
  public static let alwaysStale = ReloadReason("what is shown changed faster than it could be differenced")
  /// The view shows other row counts than it was given.
  public static let changedOutside = ReloadReason("somebody else changed the view")
  /// The options, or whoever they asked, wanted it so.
  public static let asked = ReloadReason("it was asked for")
  /// The batch breaks a rule.
  public static let invalidBatch = ReloadReason("the batch is not valid")
  /// The view threw instead of showing the batch, or did not commit it once.
  public static let refused = ReloadReason("the view refused the batch")
}

/// One stage, ready to be shown: its tables are made, and it has been checked.
struct PreparedStage<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  let update: BatchUpdate<Section, Row>
  let target: Snapshot<Section, Row>
  let sourceRowCounts: [Int]
  /// The rule that the batch breaks.
  ///
  /// The view never sees such a batch.
  let fault: BatchError?

  init(_ operations: BatchOperations, from source: Snapshot<Section, Row>, to target: Snapshot<Section, Row>) {
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
struct PreparedChange<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  let changeset: Changeset<Section, Row>
  let target: Snapshot<Section, Row>
  let stages: [PreparedStage<Section, Row>]
  let reload: ReloadReason?

  init(
    changeset: Changeset<Section, Row>, target: Snapshot<Section, Row>, stages: [PreparedStage<Section, Row>],
    reload: ReloadReason?
  ) {
    self.changeset = changeset
    self.target = target
    self.stages = stages
    self.reload = reload
  }

  /// A change by reloading.
  init(reloading target: Snapshot<Section, Row>, from source: Snapshot<Section, Row>, because reason: ReloadReason) {
    changeset = Changeset(reloading: target.table, from: source.table, because: reason)
    self.target = target
    stages = []
    reload = reason
  }

  /// A difference, made into checked stages; past the budget it is shown by reloading.
  init(
    _ difference: Difference<Section, Row>, from source: Snapshot<Section, Row>, to target: Snapshot<Section, Row>,
    budget: Int
  ) {
    changeset = difference.changeset
    self.target = target
    if let reason = changeset.reload ?? (changeset.operationCount > budget ? .overBudget : nil) {
      stages = []
      reload = reason
      return
    }
    let updates = changeset.stages
    let captured = difference.captured?.stages
    var stages: [PreparedStage<Section, Row>] = []
    var before = source
    for (index, update) in updates.enumerated() {
      let isLast = index == updates.count - 1
      let after = isLast ? target : Snapshot(update.target, captured: captured?[index].target)
      stages.append(PreparedStage(update.operations, from: before, to: after))
      before = after
    }
    self.stages = stages
    reload = nil
  }
}

extension ReloadReason {
  /// It is the first table that the view is given.
  public static let firstTable = ReloadReason("it is the first table")
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

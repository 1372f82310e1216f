/// A changeset that a source has computed, which the views of the source need not compute again.
///
/// This type is a class, so that tables and states stay small.
@usableFromInline package final class KnownChangeset<Section: Diffable, Row: Diffable> {
  @usableFromInline let changeset: Changeset<Section, Row>

  init(_ changeset: Changeset<Section, Row>) { self.changeset = changeset }

  /// Returns the changeset between two tables, or `nil` if it is a changeset between other tables.
  @inlinable func changeset(
    from source: TableSnapshot<Section, Row>, to target: TableSnapshot<Section, Row>
  ) -> Changeset<Section, Row>? {
    let isBetween =
      changeset.source.rope.isIdentical(to: source.rope) && changeset.target.rope.isIdentical(to: target.rope)
    return isBetween ? changeset : nil
  }
}

extension KnownChangeset: Sendable where Section: Sendable, Row: Sendable {}

/// A validated batch update, along with the tables before and after it.
@usableFromInline struct PreparedStage<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  @usableFromInline let batch: BatchUpdate<Section, Row>
  @usableFromInline let target: CapturedTable<Section, Row>
  @usableFromInline let sourceRowCounts: [Int]
  /// The rule that the batch update violates, or `nil`.
  ///
  /// The view does not receive invalid batch updates.
  @usableFromInline let fault: BatchError?

  @inlinable init(
    _ operations: BatchOperations, from source: CapturedTable<Section, Row>, to target: CapturedTable<Section, Row>
  ) {
    batch = BatchUpdate(unchecked: operations, source: source.table, target: target.table)
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

/// The batch updates or the reload that take a view from the presented table to the target.
@usableFromInline package struct PreparedUpdate<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  @usableFromInline typealias Content = CapturedTable<Section, Row>

  @usableFromInline package let changeset: Changeset<Section, Row>
  @usableFromInline let target: Content
  @usableFromInline let stages: [PreparedStage<Section, Row>]
  @usableFromInline let reloadReason: ReloadReason?

  @usableFromInline init(
    changeset: Changeset<Section, Row>, target: Content, stages: [PreparedStage<Section, Row>],
    reloadReason: ReloadReason?
  ) {
    self.changeset = changeset
    self.target = target
    self.stages = stages
    self.reloadReason = reloadReason
  }

  init(reloading target: Content, from source: Content, because reason: ReloadReason) {
    self.init(
      changeset: Changeset(reloading: target.table, from: source.table, because: reason), target: target, stages: [],
      reloadReason: reason)
  }

  /// Diffs two tables, and creates validated batch updates or, if there are too many operations, a reload.
  ///
  /// This initializer is inlinable, so that it is specialized for the caller's types.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of operations for which batch updates are created.
  ///   - check: A closure that is called at least once for every 1,024 rows.
  @inlinable init(
    from source: Content, to target: Content, hints: DiffHints<Row.Identity>, limit: Int, check: () throws -> Void
  ) throws {
    guard Content.holdsObjects, let old = source.captured, let new = target.captured else {
      let known = hints.isEmpty ? target.knownChangeset?.changeset(from: source.table, to: target.table) : nil
      let changeset = try known ?? Self.changeset(from: source.table, to: target.table, hints, check: check)
      self.init(changeset, from: source, to: target, limit: limit, captured: { nil })
      return
    }
    let captured = try Self.changeset(from: old, to: new, hints, check: check)
    let changeset = Changeset(source: source.table, target: target.table, indicesOf: captured)
    self.init(changeset, from: source, to: target, limit: limit, captured: { captured.stages })
  }

  @inlinable static func changeset<Other: Diffable & Sendable>(
    from old: TableSnapshot<Section, Other>, to new: TableSnapshot<Section, Other>, _ hints: DiffHints<Other.Identity>,
    check: () throws -> Void
  ) throws -> Changeset<Section, Other> {
    if hints.isEmpty { return try new.difference(from: old, check: check) }
    let refreshed = try old.paths(of: hints.refreshed, check: check)
    guard let renamed = old.renaming(hints.renamed, asIn: new) else {
      return try new.difference(from: old, check: check).updating(refreshed)
    }
    let changeset = try new.difference(from: renamed.table, check: check).updating(refreshed + renamed.paths)
    return Changeset(source: old, target: new, indicesOf: changeset)
  }

  /// - Parameter captured: A closure that returns the same changeset's batch updates with captured rows.
  @inlinable init(
    _ changeset: Changeset<Section, Row>, from source: Content, to target: Content, limit: Int,
    captured: () -> [BatchUpdate<Section, CapturedRow<Row>>]?
  ) {
    if let reason = changeset.reload ?? (changeset.operationCount > limit ? .batchTooLarge : nil) {
      self.init(changeset: changeset, target: target, stages: [], reloadReason: reason)
      return
    }
    var target = target
    target.knownChangeset = nil  // or the view would keep the earlier table
    let updates = changeset.stages
    let captured = captured()
    var stages: [PreparedStage<Section, Row>] = []
    var before = source
    for (index, update) in updates.enumerated() {
      let isLast = index == updates.count - 1
      let asCaptured = Content.holdsObjects ? captured?[index].target : nil
      let after = isLast ? target : CapturedTable(update.target, captured: asCaptured, value: target.value)
      stages.append(PreparedStage(update.operations, from: before, to: after))
      before = after
    }
    self.init(changeset: changeset, target: target, stages: stages, reloadReason: nil)
  }
}

/// The way in which a view showed a change.
public enum AppliedMode: Hashable, Sendable {
  /// The view performed the batch updates of the changeset.
  case batch
  /// The view was reloaded for the given reason.
  case reload(ReloadReason)
}

/// A change that a view has shown, returned by submissions and edits, and delivered by ``TableBinding/changes``.
public struct AppliedChangeset<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// The changeset from the previously shown table to the current one.
  ///
  /// If the view was reloaded, this changeset contains either the difference between the tables or no batch updates.
  public let changeset: Changeset<Section, Row>

  /// The number of tables and user edits that the view has shown.
  ///
  /// A table shown in several batch updates counts once.
  public let revision: Int

  /// Whether the view performed batch updates or was reloaded.
  public let mode: AppliedMode

  package private(set) var isAnimated = false

  /// The number of tables that newer tables have replaced since the previous change.
  public private(set) var superseded = 0

  /// The number of changes that this change combines, which is 1 unless a reader of ``TableBinding/changes`` has fallen
  /// behind.
  public private(set) var spanned = 1

  /// Whether a newer table replaced the submitted table before the view showed it.
  public private(set) var isSuperseded = false

  /// The edits that had no effect because their rows, sections or destinations do not exist.
  public private(set) var notFound: [TableEdit<Section, Row>] = []

  /// The table that the view shows after the change.
  public var table: TableSnapshot<Section, Row> { changeset.target }

  func answering(isSuperseded: Bool, notFound unreported: [TableEdit<Section, Row>] = []) -> AppliedChangeset {
    var answer = self
    answer.isSuperseded = isSuperseded
    answer.notFound += unreported
    return answer
  }

  func spanning(
    _ changeset: Changeset<Section, Row>, changes: Int, superseded: Int, notFound: [TableEdit<Section, Row>]
  ) -> AppliedChangeset {
    AppliedChangeset(
      changeset: changeset, revision: revision, mode: changeset.reload.map { .reload($0) } ?? mode,
      isAnimated: isAnimated, superseded: superseded, spanned: changes, notFound: notFound)
  }
}

extension AppliedChangeset: CustomStringConvertible {
  /// The revision, the mode, and the number of skipped tables.
  public var description: String {
    let how =
      switch mode {
      case .batch: "\(changeset.operationCount) operations"
      case .reload(let reason): "reloaded, because \(reason)"
      }
    let skipped = superseded == 0 ? "" : ", \(superseded) superseded"
    return "revision \(revision): \(how)\(skipped)"
  }
}

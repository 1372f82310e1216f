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

  package let isAnimated: Bool

  /// The number of tables that newer tables have replaced since the previous change.
  public let superseded: Int

  /// The number of changes that this change combines, which is 1 unless a reader of ``TableBinding/changes`` has fallen
  /// behind.
  public let spanned: Int

  /// Whether a newer table replaced the submitted table before the view showed it.
  public let isSuperseded: Bool

  /// The edits that had no effect because their rows, sections or destinations do not exist.
  public let notFound: [TableEdit<Section, Row>]

  init(
    changeset: Changeset<Section, Row>, revision: Int, mode: AppliedMode, isAnimated: Bool = false, superseded: Int = 0,
    spanned: Int = 1, isSuperseded: Bool = false, notFound: [TableEdit<Section, Row>] = []
  ) {
    self.changeset = changeset
    self.revision = revision
    self.mode = mode
    self.isAnimated = isAnimated
    self.superseded = superseded
    self.spanned = spanned
    self.isSuperseded = isSuperseded
    self.notFound = notFound
  }

  /// The table that the view shows after the change.
  public var table: TableSnapshot<Section, Row> { changeset.target }

  func answering(isSuperseded: Bool, notFound unreported: [TableEdit<Section, Row>] = []) -> AppliedChangeset {
    AppliedChangeset(
      changeset: changeset, revision: revision, mode: mode, isAnimated: isAnimated, superseded: superseded,
      spanned: spanned, isSuperseded: isSuperseded, notFound: unreported.isEmpty ? notFound : notFound + unreported)
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
  /// A textual representation that contains the revision, the mode, and the number of skipped tables.
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

/// How a view showed a change.
public enum AppliedMode: Hashable, Sendable {
  /// By batch updates, one for each stage of the changeset.
  case batch
  /// By reloading, for a reason.
  case reload(ReloadReason)
}

/// A change that a view has shown: the result of a submission or an edit, and the element of ``TableBinding/changes``.
public struct AppliedChangeset<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// Leads from the table shown before to the table shown now.
  ///
  /// Where the view was reloaded this may be the diff all the same; without a diff it has no stages.
  public let changeset: Changeset<Section, Row>

  /// Counts the tables and the user's edits that the view has shown, however many stages each took.
  public let revision: Int

  /// Whether the view showed batches or was reloaded.
  public let mode: AppliedMode

  /// Whether the view was asked to animate the change.
  package let isAnimated: Bool

  /// How many tables were skipped since the change before, because newer ones replaced them.
  public let superseded: Int

  /// How many changes this one spans: 1, unless a reader of ``TableBinding/changes`` was slow.
  public let spanned: Int

  /// Whether a newer table replaced the submitted one before it was applied.
  public let isSuperseded: Bool

  /// The edits that name a row, a section or a place that does not exist.
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

  /// The result for one of the callers that waited.
  func answering(isSuperseded: Bool, notFound untold: [TableEdit<Section, Row>] = []) -> AppliedChangeset {
    AppliedChangeset(
      changeset: changeset, revision: revision, mode: mode, isAnimated: isAnimated, superseded: superseded,
      spanned: spanned, isSuperseded: isSuperseded, notFound: untold.isEmpty ? notFound : notFound + untold)
  }

  /// The change for a reader that has missed some.
  func spanning(
    _ changeset: Changeset<Section, Row>, changes: Int, superseded: Int, notFound: [TableEdit<Section, Row>]
  ) -> AppliedChangeset {
    AppliedChangeset(
      changeset: changeset, revision: revision, mode: changeset.reload.map { .reload($0) } ?? mode,
      isAnimated: isAnimated, superseded: superseded, spanned: changes, notFound: notFound)
  }
}

extension AppliedChangeset: CustomStringConvertible {
  /// The revision, how it was shown, and how many tables were skipped.
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

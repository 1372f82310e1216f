/// How a change was shown.
public enum AppliedMode: Hashable, Sendable {
  /// By the stages of the changeset.
  case batch
  /// By reloading, and why.
  case reload(ReloadReason)
}

/// What was shown, and how.
public struct AppliedChangeset<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// From what was shown before to what is shown now.
  ///
  /// Where the view was reloaded this may be the difference all the same; it has no stages if none was made.
  public let changeset: Changeset<Section, Row>

  /// Counts what the view was shown: one for each table and for each edit of the user's, however many stages it took.
  public let revision: Int

  /// Whether the view was reloaded.
  public let mode: AppliedMode

  /// Whether the view was asked to animate.
  public let isAnimated: Bool

  /// How many tables were skipped because newer ones came, since what was shown before.
  public let superseded: Int

  /// How many shown changes this one spans: 1, unless a reader of ``TableBinding/changes`` was late.
  public let spanned: Int

  /// Whether this answers a table, or an edit of a table, in the place of which a newer table was shown.
  public let isSuperseded: Bool

  /// The edits that named a row, a section or a place that was not there.
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

  /// The table that is shown.
  public var table: TableSnapshot<Section, Row> { changeset.target }

  /// The same as the answer to one of those who waited.
  func answering(isSuperseded: Bool) -> AppliedChangeset {
    AppliedChangeset(
      changeset: changeset, revision: revision, mode: mode, isAnimated: isAnimated, superseded: superseded,
      spanned: spanned, isSuperseded: isSuperseded, notFound: notFound)
  }

  /// The same as what a reader finds who has missed something.
  func spanning(
    _ changeset: Changeset<Section, Row>, changes: Int, superseded: Int
  ) -> AppliedChangeset {
    AppliedChangeset(
      changeset: changeset, revision: revision, mode: changeset.reload.map { .reload($0) } ?? mode,
      isAnimated: isAnimated, superseded: superseded, spanned: changes, notFound: notFound)
  }
}

extension AppliedChangeset: CustomStringConvertible {
  /// The revision, how it was shown, and what was left out.
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

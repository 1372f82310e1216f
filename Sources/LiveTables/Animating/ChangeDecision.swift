public import TableDiff

/// What becomes of a change.
public enum ChangeDecision: Hashable, Sendable {
  /// It is shown by batches, animated as the options say.
  case animated
  /// It is shown by batches, at once.
  case unanimated
  /// It is shown by reloading.
  case reload
}

/// A change that is about to be shown: what there is to know for deciding how.
public struct ChangeSummary: Hashable, Sendable {
  /// The batches, in order.
  public let stages: [BatchOperations]

  /// How many operations they have together.
  public var operationCount: Int { stages.reduce(0) { $0 + $1.count } }

  /// Whether sections or rows appear, go or move, and not only their content changes.
  public var isStructural: Bool {
    stages.contains { $0.count > $0.updatedRows.count + $0.updatedSections.count }
  }
}

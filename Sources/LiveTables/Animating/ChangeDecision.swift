public import TableDiff

/// How a change is shown: the answer of ``TableOptions/shouldAnimate``.
public enum ChangeDecision: Hashable, Sendable {
  /// By batches, with the animations of the options.
  case animated
  /// By batches, without animations.
  case unanimated
  /// By reloading.
  case reload
}

/// What ``TableOptions/shouldAnimate`` knows of a change that is about to be shown.
public struct ChangeSummary: Hashable, Sendable {
  /// The operations of each batch, in order.
  public let stages: [BatchOperations]

  /// The number of operations in all batches.
  public var operationCount: Int { stages.reduce(0) { $0 + $1.count } }
}

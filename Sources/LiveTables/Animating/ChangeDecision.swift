public import TableDiff

/// How a view shows a change, returned by ``TableOptions/shouldAnimate``.
public enum ChangeDecision: Hashable, Sendable {
  /// The view performs batches with the animations of the options.
  case animated
  /// The view performs batches without animations.
  case unanimated
  /// The view reloads.
  case reload
}

/// A description of a change that is about to be shown, for ``TableOptions/shouldAnimate``.
public struct ChangeSummary: Hashable, Sendable {
  /// The operations of each batch, in order.
  public let stages: [BatchOperations]

  /// The number of operations in all batches.
  public var operationCount: Int { stages.reduce(0) { $0 + $1.count } }
}

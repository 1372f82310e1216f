public import TableDiff

/// The way in which a view shows a change, as decided by ``BindingOptions/shouldAnimate``.
public enum ChangeDecision: Hashable, Sendable {
  /// The view performs batch updates with the animations specified in the options.
  case animated
  /// The view performs batch updates without animations.
  case unanimated
  /// The view reloads its rows.
  case reload
}

/// A description of a change that a view is about to show, passed to ``BindingOptions/shouldAnimate``.
public struct ChangeSummary: Hashable, Sendable {
  /// The operations of each batch update, in order.
  public let stages: [BatchOperations]

  /// The total number of operations in all batch updates.
  public var operationCount: Int { stages.reduce(0) { $0 + $1.count } }
}

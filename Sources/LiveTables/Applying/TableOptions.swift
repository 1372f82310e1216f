public import TableDiff

/// How a view is kept true to its store.
public struct TableOptions: Sendable {
  /// Whether changes are animated.
  ///
  /// Reloads never are.
  public var isAnimated: Bool

  /// Which animation belongs to which kind of change, in which section.
  ///
  /// The view's own choice unless said otherwise.
  public var animations = TableAnimations.automatic

  /// Whether every change is shown by reloading.
  ///
  /// No differences are made then, except for the user's own edits.
  public var alwaysReloads = false

  /// Asked, on the main actor, before a change is shown by batches: whether it is to be animated, or reloaded instead.
  ///
  /// The answer holds for all batches of the change. ``ChangeDecision/animated`` where ``isAnimated`` is false is
  /// ``ChangeDecision/unanimated``.
  public var decide: (@MainActor @Sendable (ChangeSummary) -> ChangeDecision)?

  /// Stands around the one step in which a view shows a batch.
  ///
  /// It calls its last argument exactly once, with the animation it was given or another one, and may do something
  /// before and after. If it does not, or throws, the view is reloaded and the matter reported.
  public var aroundBatch:
    (
      @MainActor @Sendable (
        _ operations: BatchOperations, _ animation: BatchAnimation, _ perform: (BatchAnimation) throws -> Void
      ) throws -> Void
    )?

  /// Past this many operations a change is shown by reloading.
  public var budget: Int

  /// The priority of the work; that of the task that displays or binds if `nil`.
  public var priority: TaskPriority?

  /// What diagnostics call this table.
  public var name: String?

  /// Told, on the main actor, when a view was not what it should be and was reloaded therefore.
  ///
  /// It is called when the view is at rest again, so it may do whatever it likes with the view.
  public var onReport: (@MainActor @Sendable (TableDiagnostic) -> Void)?

  /// Creates options; what is not said is as usual.
  public init(
    animated: Bool = true, budget: Int = 10_000, priority: TaskPriority? = nil, name: String? = nil,
    onReport: (@MainActor @Sendable (TableDiagnostic) -> Void)? = nil
  ) {
    isAnimated = animated
    self.budget = budget
    self.priority = priority
    self.name = name
    self.onReport = onReport
  }
}

public import TableDiff

/// How a view shows what is bound to it.
public struct TableOptions: Sendable {
  /// Whether changes are animated.
  ///
  /// Reloads never are.
  public var isAnimated: Bool

  /// The animation of each kind of change; by default the view's own choice.
  ///
  /// Sections have animations of their own in ``TableLink/sectionAnimations``.
  public var animations = TableAnimations()

  /// Whether every change is shown by reloading.
  ///
  /// Nothing is diffed then, except for the user's own edits.
  public var alwaysReloads = false

  /// Called on the main actor before a change is shown by batches: whether to animate it, or to reload instead.
  ///
  /// The answer holds for all batches of the change. ``ChangeDecision/animated`` where ``isAnimated`` is false is
  /// ``ChangeDecision/unanimated``. The view keeps the closure until the binding ends: capture the view weakly.
  public var shouldAnimate: (@MainActor @Sendable (ChangeSummary) -> ChangeDecision)?

  /// Wraps each batch update.
  ///
  /// It must call `perform` exactly once, with the animation that it receives or another one. If it does not, or throws,
  /// the view is reloaded and a diagnostic reported. The view keeps the closure until the binding ends: capture the view
  /// weakly.
  public var performBatch:
    (
      @MainActor @Sendable (
        _ operations: BatchOperations, _ animation: BatchAnimation, _ perform: (BatchAnimation) throws -> Void
      ) throws -> Void
    )?

  /// A change of more operations is shown by reloading.
  public var maximumBatchSize: Int

  /// The priority of the work; by default that of the task that displays or binds.
  public var priority: TaskPriority?

  /// The table's name in diagnostics.
  public var name: String?

  /// Called on the main actor when the view was reloaded, or shows a placeholder, because of a problem, and when the bound
  /// sequence has failed.
  ///
  /// The view is idle then, so the closure may do anything with it. Without one, the problem is written to standard error.
  /// The view keeps the closure until it is bound to something else, or the binding is cancelled before its sequence ends,
  /// because cells are made also after that: capture the view weakly.
  public var onDiagnostic: (@MainActor @Sendable (TableDiagnostic) -> Void)?

  /// Creates options with default values.
  ///
  /// - Parameters:
  ///   - animated: Whether changes are animated.
  ///   - maximumBatchSize: A change of more operations is shown by reloading.
  ///   - priority: The priority of the work.
  ///   - name: The table's name in diagnostics.
  ///   - onDiagnostic: Called when something is wrong with the view; by default that is written to standard error.
  public init(
    animated: Bool = true, maximumBatchSize: Int = 10_000, priority: TaskPriority? = nil, name: String? = nil,
    onDiagnostic: (@MainActor @Sendable (TableDiagnostic) -> Void)? = nil
  ) {
    isAnimated = animated
    self.maximumBatchSize = maximumBatchSize
    self.priority = priority
    self.name = name
    self.onDiagnostic = onDiagnostic
  }
}

extension TableOptions {
  /// What is left of them after the end of the binding: cells are still made, and their problems reported.
  ///
  /// No other closure outlives the binding, and after a cancellation none does.
  func left(after reason: EndReason) -> TableOptions {
    TableOptions(name: name, onDiagnostic: reason == .cancelled ? nil : onDiagnostic)
  }
}

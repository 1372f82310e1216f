public import TableDiff

/// Options that determine how a view shows its tables.
public struct BindingOptions: Sendable {
  /// Whether the view animates changes.
  ///
  /// Reloads are never animated.
  public var isAnimated: Bool

  /// The animation for each kind of change.
  ///
  /// By default, the view uses its own animations.
  ///
  /// To use different animations for individual sections, use ``TableLink/sectionAnimations``.
  public var animations = TableAnimations()

  /// Whether the view shows every change by reloading.
  ///
  /// If this property is `true`, the view performs batch updates only for the user's own edits.
  public var alwaysReloads = false

  /// A closure that decides, on the main actor, whether a change is animated or shown by reloading.
  ///
  /// The closure is called once for each change, before its batch updates. If ``isAnimated`` is `false`,
  /// ``ChangeDecision/animated`` is treated as ``ChangeDecision/unanimated``. The view keeps the closure until the
  /// binding ends, so capture the view weakly.
  public var shouldAnimate: (@MainActor @Sendable (ChangeSummary) -> ChangeDecision)?

  /// A closure that wraps each batch update.
  ///
  /// The closure must call `perform` exactly once, with the given animation or a different one. Otherwise, or if the
  /// closure throws an error, the view is reloaded and the problem is reported. The view keeps the closure until the
  /// binding ends, so capture the view weakly.
  public var performBatch:
    (
      @MainActor @Sendable (
        _ operations: BatchOperations, _ animation: BatchAnimation, _ perform: (BatchAnimation) throws -> Void
      ) throws -> Void
    )?

  /// The maximum number of operations in a change.
  ///
  /// The view shows a larger change by reloading.
  public var maximumBatchSize: Int

  /// The priority of the tasks that iterate the sequence and diff its tables.
  ///
  /// By default, this is the priority of the task that binds the view.
  public var priority: TaskPriority?

  /// The table's name in diagnostic messages.
  public var name: String?

  /// A closure that receives problems on the main actor, such as an error thrown by the bound sequence.
  ///
  /// The view is idle when the closure is called. By default, problems are written to standard error. The view keeps
  /// the closure until it is bound again, or until the binding is cancelled before its sequence ends, so capture the
  /// view weakly.
  public var onDiagnostic: (@MainActor @Sendable (TableDiagnostic) -> Void)?

  /// Creates options.
  ///
  /// For the parameters, see the properties.
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

extension BindingOptions {
  /// Returns the options that the view needs after its binding has ended, because it continues to request cells.
  ///
  /// After a cancellation, the options contain no closures.
  func remaining(after reason: EndReason) -> BindingOptions {
    BindingOptions(name: name, onDiagnostic: reason == .cancelled ? nil : onDiagnostic)
  }
}

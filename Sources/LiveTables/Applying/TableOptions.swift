/// How a view is kept true to its store.
public struct TableOptions: Sendable {
  /// Whether changes are animated.
  ///
  /// Reloads never are.
  public var isAnimated: Bool

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

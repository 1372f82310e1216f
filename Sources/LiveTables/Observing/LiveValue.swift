/// A value that operators follow: what is searched for, how rows are sorted.
///
/// ```swift
/// let query = LiveValue("")
/// view.bind(inbox.searching(query) { $0.subject })
/// await query.set("swift")
/// ```
///
/// A table that is derived by it changes by one changeset when it is set.
public actor LiveValue<Value: Sendable> {
  struct State: Sendable {
    let value: Value
    let revision: Int
  }

  private nonisolated let lane: any Actor
  private(set) var state: State
  private var subscribers = Subscribers()

  /// The executor of the actor; tests choose it.
  @_spi(Testing) public nonisolated var unownedExecutor: UnownedSerialExecutor { lane.unownedExecutor }

  /// Creates a live value.
  public init(_ value: Value) {
    lane = StoreLane.current ?? StoreLane.Own()
    state = State(value: value, revision: 0)
  }

  /// The value as it is now.
  public var value: Value { state.value }

  /// Sets the value.
  public func set(_ value: Value) {
    state = State(value: value, revision: state.revision + 1)
    subscribers.notify()
  }

  func subscribe(_ signal: Signal) { subscribers.add(signal) }

  /// Waits for a newer value, or until the task is cancelled.
  func waitForChange(since revision: Int) async {
    let (signal, received) = Signal.make()
    subscribe(signal)
    if state.revision > revision { return }
    for await _ in received where state.revision > revision { return }
  }
}

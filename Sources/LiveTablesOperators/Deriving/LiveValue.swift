import LiveTables

/// An observable value that is a parameter of operators: a search query, a sort order.
///
/// ```swift
/// let query = LiveValue("")
/// view.bind(inbox.searching(query) { $0.subject })
/// await query.set("swift")
/// ```
///
/// When it is set, a table that is derived by it changes by one changeset.
public actor LiveValue<Value: Sendable> {
  struct State: Sendable {
    let value: Value
    let revision: Int
  }

  #if DEBUG
  private nonisolated let executor = StoreExecutor()
  #endif
  private var newest: State
  private(set) var subscribers = SubscriberList()

  #if DEBUG
  /// Where tests schedule the actor.
  @_spi(Testing) public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }
  #endif

  /// Creates a live value.
  ///
  /// - Parameter value: The first value.
  public init(_ value: Value) {
    newest = State(value: value, revision: 0)
  }

  var state: State { ReadMoment.state(of: self) { newest } }

  /// The value as it is now.
  public var value: Value { state.value }

  /// Sets the value.
  ///
  /// - Parameter value: The new value.
  public func set(_ value: Value) {
    newest = State(value: value, revision: newest.revision + 1)
    subscribers.notify()
  }

  func subscribe(_ signal: Signal) { subscribers.add(signal) }

  /// Waits for a newer value, or until the task is cancelled.
  func waitForChange(since revision: Int) async {
    let (signal, received) = Signal.make()
    subscribe(signal)
    if newest.revision > revision { return }
    for await _ in received where newest.revision > revision { return }
  }
}

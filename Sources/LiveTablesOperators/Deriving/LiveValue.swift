import LiveTables

/// A value that you can use as a parameter of operators, such as a search query or a sort order.
///
/// ```swift
/// let query = LiveValue("")
/// view.bind(inbox.searching(query) { $0.subject })
/// await query.set("swift")
/// ```
///
/// When you set the value, each table that is derived with the value changes in a single changeset.
public actor LiveValue<Value: Sendable> {
  struct State: Sendable {
    let value: Value
    let revision: Int
  }

  private var newest: State
  private(set) var subscribers = SubscriberList()

  /// Creates a live value.
  ///
  /// - Parameter value: The initial value.
  public init(_ value: Value) {
    newest = State(value: value, revision: 0)
  }

  var state: State { ReadMoment.state(of: self) { newest } }

  /// The current value.
  public var value: Value { state.value }

  /// Sets the value.
  ///
  /// - Parameter value: The new value.
  public func set(_ value: Value) {
    newest = State(value: value, revision: newest.revision + 1)
    subscribers.notify()
  }

  func subscribe(_ signal: Signal) { subscribers.add(signal) }

  /// Waits until a newer value is set or the task is cancelled.
  func waitForChange(since revision: Int) async {
    let (signal, received) = Signal.make()
    subscribe(signal)
    if newest.revision > revision { return }
    for await _ in received where newest.revision > revision { return }
  }
}

#if SQLite
/// Signals to readers the commits that concern them.
///
/// A reader subscribes to the tables that its query reads. The changes that it has not fetched yet are kept as one sum.
actor ChangeHub {
  /// A reader's subscription; its sequence of signals ends when the database is closed.
  struct Subscription: Sendable {
    let number: Int
    let signals: AsyncStream<Void>
    /// For other signals, such as that the query has changed.
    let signal: AsyncStream<Void>.Continuation
  }

  private struct Subscriber {
    let signal: AsyncStream<Void>.Continuation
    var tables: Set<String>?
    var pending = DatabaseChanges()
  }

  private var subscribers: [Int: Subscriber] = [:]
  private var count = 0
  private var isFinished = false

  /// Adds a reader, which is signalled all commits until it sets its tables.
  func subscribe() -> Subscription {
    count += 1
    let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    if isFinished { signal.finish() } else { subscribers[count] = Subscriber(signal: signal) }
    return Subscription(number: count, signals: signals, signal: signal)
  }

  /// Sets the tables that a reader's query reads; `nil`: they are not known yet.
  func set(_ tables: Set<String>?, of number: Int) { subscribers[number]?.tables = tables }

  /// Takes what has happened since a reader asked last.
  func take(_ number: Int) -> DatabaseChanges {
    guard let changes = subscribers[number]?.pending else { return DatabaseChanges() }
    subscribers[number]?.pending = DatabaseChanges()
    return changes
  }

  /// Commits that can be read now.
  func publish(_ changes: DatabaseChanges) {
    if changes.isEmpty { return }
    for (number, subscriber) in subscribers {
      if let tables = subscriber.tables, !changes.concern(tables) { continue }
      subscribers[number]?.pending.merge(changes)
      if case .terminated = subscriber.signal.yield() { subscribers[number] = nil }
    }
  }

  /// The database is closed: all readers end.
  func finish() {
    isFinished = true
    for subscriber in subscribers.values { subscriber.signal.finish() }
    subscribers = [:]
  }
}
#endif

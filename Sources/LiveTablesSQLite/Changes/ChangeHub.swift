#if SQLite
internal import LiveTables

/// Signals readers when there is a commit that concerns them.
///
/// A reader says which tables its query reads; of what it has not fetched yet, one sum is kept.
actor ChangeHub {
  /// A reader's place: what it receives ends when the database is closed.
  struct Subscription: Sendable {
    let number: Int
    let received: AsyncStream<Void>
    /// For signals from elsewhere, such as when the query has changed.
    let signal: Signal
  }

  private struct Subscriber {
    let signal: Signal
    var tables: Set<String>?
    var pending = DatabaseChanges()
  }

  private var subscribers: [Int: Subscriber] = [:]
  private var count = 0
  private var isFinished = false

  /// Adds a reader, which is signalled for every commit until it says which tables concern it.
  func subscribe() -> Subscription {
    count += 1
    let (signal, received) = Signal.make()
    if isFinished { signal.finish() } else { subscribers[count] = Subscriber(signal: signal) }
    return Subscription(number: count, received: received, signal: signal)
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
      if !subscriber.signal.send() { subscribers[number] = nil }
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

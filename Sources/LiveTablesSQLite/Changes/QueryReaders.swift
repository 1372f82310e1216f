#if SQLite
internal import LiveTables

/// The readers of a query and of its loaded rows, which can be notified from any thread.
final class QueryReaders: Sendable {
  private let subscribers = Locked(SubscriberList())

  func add(_ signal: Signal) { subscribers.with { $0.add(signal) } }

  func notify() { subscribers.with { $0.notify() } }
}
#endif

#if SQLite
internal import LiveTables

/// Notifies the readers of a query when a commit may change the query's result.
///
/// Changes that a query has not taken yet are merged.
final class ChangeHub: Sendable {
  /// A registration with the hub, which ends when the registered reading releases it.
  final class Subscription: Sendable {
    let number: Int
    fileprivate let readers: QueryReaders
    private let hub: ChangeHub

    fileprivate init(_ number: Int, _ readers: QueryReaders, _ hub: ChangeHub) {
      self.number = number
      self.readers = readers
      self.hub = hub
    }

    deinit { hub.remove(number) }
  }

  private struct Subscriber: Sendable {
    weak let subscription: Subscription?
    var tables: Set<String>?
    var pending = DatabaseChanges()
  }

  private struct State: Sendable {
    var subscribers: [Int: Subscriber] = [:]
    var lastNumber = 0
    var isFinished = false
    var publishedCount = 0
  }

  private let state = Locked(State())

  /// The number of commits published so far.
  var publishedCount: Int { state.with { $0.publishedCount } }

  /// Adds a query's readers, which are notified of every commit until ``set(_:of:)`` limits them to certain tables.
  func subscribe(_ readers: QueryReaders) -> Subscription {
    state.with { state in
      state.lastNumber += 1
      let subscription = Subscription(state.lastNumber, readers, self)
      state.subscribers[state.lastNumber] = Subscriber(subscription: subscription)
      return subscription
    }
  }

  var subscriptionCount: Int { state.with { $0.subscribers.count } }

  /// Sets the tables that a query reads, or `nil` if these tables are not known yet.
  func set(_ tables: Set<String>?, of number: Int) { state.with { $0.subscribers[number]?.tables = tables } }

  func take(_ number: Int) throws -> DatabaseChanges {
    try state.with { state in
      if state.isFinished { throw QueryError.databaseClosed }
      guard let changes = state.subscribers[number]?.pending else { return DatabaseChanges() }
      state.subscribers[number]?.pending = DatabaseChanges()
      return changes
    }
  }

  private func remove(_ number: Int) { state.with { $0.subscribers[number] = nil } }

  /// Publishes the changes of commits that are now visible to readers.
  func publish(_ changes: DatabaseChanges) {
    if changes.isEmpty { return }
    let concerned = state.with { state in
      state.publishedCount += 1
      var concerned: [Subscription] = []
      for (number, subscriber) in state.subscribers {
        if let tables = subscriber.tables, !changes.concern(tables) { continue }
        guard let subscription = subscriber.subscription else { continue }
        state.subscribers[number]?.pending.merge(changes)
        concerned.append(subscription)
      }
      return concerned
    }
    for subscription in concerned { subscription.readers.notify() }
  }

  /// Notifies all readers that the database is closed, so that their next read throws.
  func finish() {
    let last = state.with { state in
      state.isFinished = true
      defer { state.subscribers = [:] }
      return state.subscribers.values.compactMap(\.subscription)
    }
    for subscription in last { subscription.readers.notify() }
  }
}
#endif

#if SQLite
internal import Foundation
internal import LiveTables

/// Signals the readers of a query when there is a commit that concerns it.
///
/// A reading says which tables its query reads; of what it has not fetched yet, one sum is kept.
final class ChangeHub: @unchecked Sendable {
  /// A reading's place in the hub, as long as the reading keeps it.
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

  private struct Subscriber {
    weak let subscription: Subscription?
    var tables: Set<String>?
    var pending = DatabaseChanges()
  }

  private let lock = NSLock()
  // All of these only ever under the lock.
  private var subscribers: [Int: Subscriber] = [:]
  private var lastNumber = 0
  private var isFinished = false
  private var published = 0

  /// How often something was published.
  var count: Int { lock.withLock { published } }

  /// Adds a reading, whose readers are signalled for every commit until it says which tables concern it.
  func subscribe(_ readers: QueryReaders) -> Subscription {
    lock.withLock {
      lastNumber += 1
      let subscription = Subscription(lastNumber, readers, self)
      subscribers[lastNumber] = Subscriber(subscription: subscription)
      return subscription
    }
  }

  /// How many readings there are.
  var subscriptionCount: Int { lock.withLock { subscribers.count } }

  /// Sets the tables that a query reads; `nil`: they are not known yet.
  func set(_ tables: Set<String>?, of number: Int) { lock.withLock { subscribers[number]?.tables = tables } }

  /// Takes what has happened since a reading asked last.
  ///
  /// - Throws: ``QueryError/databaseClosed``.
  func take(_ number: Int) throws -> DatabaseChanges {
    try lock.withLock {
      if isFinished { throw QueryError.databaseClosed }
      guard let changes = subscribers[number]?.pending else { return DatabaseChanges() }
      subscribers[number]?.pending = DatabaseChanges()
      return changes
    }
  }

  private func remove(_ number: Int) { lock.withLock { subscribers[number] = nil } }

  /// Commits that can be read now.
  func publish(_ changes: DatabaseChanges) {
    if changes.isEmpty { return }
    var concerned: [Subscription] = []
    lock.withLock {
      published += 1
      for (number, subscriber) in subscribers {
        if let tables = subscriber.tables, !changes.concern(tables) { continue }
        guard let subscription = subscriber.subscription else { continue }
        subscribers[number]?.pending.merge(changes)
        concerned.append(subscription)
      }
    }
    for subscription in concerned { subscription.readers.notify() }
  }

  /// The database is closed: readers find that out when they read.
  func finish() {
    let last = lock.withLock {
      isFinished = true
      defer { subscribers = [:] }
      return subscribers.values.compactMap(\.subscription)
    }
    for subscription in last { subscription.readers.notify() }
  }
}

/// The readers of a query and its loaded rows, signalled from anywhere: by commits, edits, timers.
final class QueryReaders: @unchecked Sendable {
  private let lock = NSLock()
  private var subscribers = SubscriberList()  // only ever under the lock

  func add(_ signal: Signal) { lock.withLock { subscribers.add(signal) } }

  func notify() { lock.withLock { subscribers.notify() } }
}
#endif

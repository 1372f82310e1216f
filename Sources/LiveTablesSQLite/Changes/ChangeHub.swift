#if SQLite
internal import Foundation
internal import LiveTables

/// Signals the readers of a query when a commit may change its result.
///
/// Each reading registers the tables of its query. Changes that it has not taken yet are merged.
final class ChangeHub: @unchecked Sendable {
  /// A registration, which ends when the reading releases it.
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
  // Protected by the lock.
  private var subscribers: [Int: Subscriber] = [:]
  private var lastNumber = 0
  private var isFinished = false
  private var published = 0

  /// The number of published changes.
  var count: Int { lock.withLock { published } }

  /// Adds a reading, whose readers are signalled for every commit until ``set(_:of:)`` limits them to some tables.
  func subscribe(_ readers: QueryReaders) -> Subscription {
    lock.withLock {
      lastNumber += 1
      let subscription = Subscription(lastNumber, readers, self)
      subscribers[lastNumber] = Subscriber(subscription: subscription)
      return subscription
    }
  }

  var subscriptionCount: Int { lock.withLock { subscribers.count } }

  /// Sets the tables that a query reads, or `nil` if they are not known yet.
  func set(_ tables: Set<String>?, of number: Int) { lock.withLock { subscribers[number]?.tables = tables } }

  /// Returns the changes since a reading last called this method.
  func take(_ number: Int) throws -> DatabaseChanges {
    try lock.withLock {
      if isFinished { throw QueryError.databaseClosed }
      guard let changes = subscribers[number]?.pending else { return DatabaseChanges() }
      subscribers[number]?.pending = DatabaseChanges()
      return changes
    }
  }

  private func remove(_ number: Int) { lock.withLock { subscribers[number] = nil } }

  /// Publishes the changes of commits that can now be read.
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

  /// Signals all readers that the database is closed, so that their next read throws.
  func finish() {
    let last = lock.withLock {
      isFinished = true
      defer { subscribers = [:] }
      return subscribers.values.compactMap(\.subscription)
    }
    for subscription in last { subscription.readers.notify() }
  }
}

/// The readers of a query and of its loaded rows, which can be signalled from any thread.
final class QueryReaders: @unchecked Sendable {
  private let lock = NSLock()
  private var subscribers = SubscriberList()  // protected by the lock

  func add(_ signal: Signal) { lock.withLock { subscribers.add(signal) } }

  func notify() { lock.withLock { subscribers.notify() } }
}
#endif

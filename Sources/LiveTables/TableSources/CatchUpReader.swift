/// A state whose version numbers determine which changes a reader has missed.
package protocol ReadableState: Sendable {
  /// The number of states so far, or a negative number if there is no state to read.
  var version: Int { get }
  /// The number of states that produced an update.
  var revision: Int { get }
  /// The number of events that did not change the state.
  var unchangedCount: Int { get }
  var isFinished: Bool { get }
  var failure: (any Error)? { get }
}

extension ReadableState {
  package var revision: Int { version }
  package var unchangedCount: Int { 0 }
  package var failure: (any Error)? { nil }
}

/// Reads the elements of an ``Updates`` sequence for a single iterator.
package protocol UpdateReader<Update>: Sendable {
  associatedtype Update: Sendable

  mutating func next() async throws -> Update?
}

/// Reads the current state of a source, and then its changes, at the reader's own pace.
///
/// The source only signals that there is a new state, and the reader requests the newest state when it is ready.
/// Therefore, a slow reader does not delay other readers, and no backlog can grow.
package struct CatchUpReader<State: ReadableState, Update: Sendable>: UpdateReader {
  private let subscribe: @Sendable (Signal) async -> Void
  private let read: @Sendable () async -> State
  /// A closure that returns the update from the last seen state to a newer state, or `nil`.
  ///
  /// It runs outside of any actor.
  private let update: @Sendable (_ seen: State?, _ now: State) -> Update?
  private var received: AsyncStream<Void>?
  private var seen: State?

  package init(
    subscribe: @escaping @Sendable (Signal) async -> Void, read: @escaping @Sendable () async -> State,
    update: @escaping @Sendable (_ seen: State?, _ now: State) -> Update?
  ) {
    self.subscribe = subscribe
    self.read = read
    self.update = update
  }

  package mutating func next() async throws -> Update? {
    if received == nil {
      let (signal, received) = Signal.make()
      self.received = received
      await subscribe(signal)
    }
    while !Task.isCancelled {
      let now = await read()
      if Task.isCancelled { return nil }
      let hasNewState = now.version > seen?.version ?? -1
      let wasUnchanged = now.version == seen?.version && now.unchangedCount != seen?.unchangedCount
      if hasNewState || wasUnchanged {
        if let found = await Self.update(update, seen, now) {
          seen = now
          return found
        }
        if seen.map({ now.revision == $0.revision }) ?? true { seen = now }
      }
      if now.isFinished {
        if let failure = now.failure { throw failure }
        return nil
      }
      guard await isSignalled() else { return nil }
    }
    return nil
  }

  /// Waits for a signal, and returns `false` if the task is cancelled.
  private func isSignalled() async -> Bool {
    guard let received else { return false }
    for await _ in received { return true }
    return false
  }

  @concurrent private static func update(
    _ update: @Sendable (_ seen: State?, _ now: State) -> Update?, _ seen: State?, _ now: State
  ) async -> Update? {
    update(seen, now)
  }
}

/// A state that readers catch up with.
package protocol ReadableState: Sendable {
  /// Counts the states; negative as long as there is nothing to read.
  var version: Int { get }
  /// Counts those that differ in what updates are made of.
  var revision: Int { get }
  /// Counts what has led to no other state.
  var readings: Int { get }
  /// Whether this is the last one.
  var isFinished: Bool { get }
  /// Why it is the last one, if there was an error.
  var failure: (any Error)? { get }
}

extension ReadableState {
  package var revision: Int { version }
  package var readings: Int { 0 }
  package var failure: (any Error)? { nil }
}

/// Reads updates one by one.
package protocol UpdateReading<Update>: Sendable {
  associatedtype Update: Sendable

  /// The next update; `nil` at the end or when the task is cancelled.
  mutating func next() async throws -> Update?
}

/// Reads a source at the reader's own pace: all there is at first, then from what it saw last to the newest.
///
/// It pulls: the source sends a signal, and the reader looks when it has time. So it finds the newest state, a slow one
/// holds up no other, and there is no backlog that could grow.
package struct CatchUpReader<State: ReadableState, Update: Sendable>: UpdateReading {
  private let subscribe: @Sendable (Signal) async -> Void
  private let read: @Sendable () async -> State
  /// From the state that was seen last to a newer one, off every actor; `nil` if that comes to nothing.
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

  /// The next update, or one for all that were missed.
  ///
  /// - Returns: `nil` when there is no more, or the task is cancelled.
  /// - Throws: The error the source has ended with.
  package mutating func next() async throws -> Update? {
    if received == nil {
      let (signal, received) = Signal.make()
      self.received = received
      await subscribe(signal)
    }
    while !Task.isCancelled {
      let now = await read()
      if Task.isCancelled { return nil }
      if now.version > seen?.version ?? -1 || now.version == seen?.version && now.readings != seen?.readings {
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

  /// Waits for a signal; false if the task is cancelled.
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

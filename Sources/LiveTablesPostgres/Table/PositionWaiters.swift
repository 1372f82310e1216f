#if Postgres
/// The callers that wait for a table to reach a log position.
struct PositionWaiters: Sendable {
  private var waiters: [(position: LogPosition, caller: AsyncStream<Void>.Continuation)] = []

  mutating func wait(for position: LogPosition) -> (arrived: AsyncStream<Void>, caller: AsyncStream<Void>.Continuation)
  {
    let (stream, caller) = AsyncStream.makeStream(of: Void.self)
    waiters.append((position, caller))
    return (stream, caller)
  }

  mutating func reach(_ position: LogPosition) {
    if waiters.isEmpty { return }
    for waiter in waiters where waiter.position <= position { waiter.caller.yield() }
    waiters.removeAll { $0.position <= position }
  }

  mutating func end() {
    for waiter in waiters { waiter.caller.finish() }
    waiters = []
  }
}
#endif

/// Which caller may change something: one at a time, in the order in which they asked.
///
/// For an actor whose callers keep a turn while they wait for something else: a closure that edits a live table runs on
/// its caller's actor, a transaction waits for its server.
package struct Turns {
  private var isTaken = false
  private var waiting = Backlog<CheckedContinuation<Void, Never>>()

  package init() {}

  /// Begins a turn if none is on.
  ///
  /// - Returns: False if the caller has to wait for its turn.
  package mutating func begin() -> Bool {
    defer { isTaken = true }
    return !isTaken
  }

  /// Waits: the caller's turn has begun when it is resumed.
  package mutating func wait(_ caller: CheckedContinuation<Void, Never>) { waiting.append(caller) }

  /// Ends a turn; that of the next caller begins.
  package mutating func end() {
    if let caller = waiting.popFirst() { caller.resume() } else { isTaken = false }
  }
}

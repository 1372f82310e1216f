/// Which caller may change something: one at a time, in the order in which they asked.
///
/// For an actor whose callers keep a turn while they wait for something else: a closure that edits a live table runs on
/// its caller's actor, a transaction waits for its server.
package struct Turns {
  private var isTaken = false
  private var waiting = Backlog<() -> Bool>()

  package init() {}

  /// Begins a turn if none is on.
  ///
  /// - Returns: False if the caller has to wait for its turn.
  package mutating func begin() -> Bool {
    defer { isTaken = true }
    return !isTaken
  }

  /// Waits for a turn.
  ///
  /// - Parameter caller: Is called when its turn has begun; returns false if it does not wait any more.
  package mutating func wait(_ caller: @escaping () -> Bool) { waiting.append(caller) }

  /// Ends a turn; that of the next caller begins.
  package mutating func end() {
    while let caller = waiting.popFirst() {
      if caller() { return }
    }
    isTaken = false
  }
}

/// Which caller may change something: one at a time, in the order in which they asked.
///
/// A closure that edits a live table runs on its caller's actor, so that its turn is longer than one turn of the table.
struct Turns {
  private var isTaken = false
  private var waiting = Backlog<CheckedContinuation<Void, Never>>()

  /// Begins a turn if none is on.
  ///
  /// - Returns: False if the caller has to wait for its turn.
  mutating func begin() -> Bool {
    defer { isTaken = true }
    return !isTaken
  }

  /// Waits: the caller's turn has begun when it is resumed.
  mutating func wait(_ caller: CheckedContinuation<Void, Never>) { waiting.append(caller) }

  /// Ends a turn; that of the next caller begins.
  mutating func end() {
    if let caller = waiting.popFirst() { caller.resume() } else { isTaken = false }
  }
}

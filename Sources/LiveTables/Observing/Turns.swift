/// Gives callers turns to change something, one at a time and in the order of their requests.
///
/// It is for actors whose callers keep a turn while they wait, such as a closure on its caller's actor or a transaction
/// on a server.
package struct Turns {
  private var isTaken = false
  private var waiting = Backlog<() -> Bool>()

  package init() {}

  /// Begins a turn if there is none.
  ///
  /// - Returns: `false` if the caller has to wait for its turn.
  package mutating func begin() -> Bool {
    defer { isTaken = true }
    return !isTaken
  }

  /// Waits for a turn.
  ///
  /// - Parameter caller: Called when the turn has begun. It returns `false` if the caller no longer waits.
  package mutating func wait(_ caller: @escaping () -> Bool) { waiting.append(caller) }

  /// Ends a turn, and begins that of the next caller.
  package mutating func end() {
    while let caller = waiting.popFirst() {
      if caller() { return }
    }
    isTaken = false
  }
}

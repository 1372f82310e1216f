/// Gives callers turns to make a change, one caller at a time, in the order of their requests.
///
/// Use it in actors whose callers wait during their turn, for example for a closure on the caller's actor or a
/// transaction on a server.
package struct Turns {
  private var isTaken = false
  private var waiting = Backlog<() -> Bool>()

  package init() {}

  /// Begins a turn, unless another one is in progress.
  ///
  /// - Returns: `false` if the caller must wait for its turn.
  package mutating func begin() -> Bool {
    defer { isTaken = true }
    return !isTaken
  }

  /// Waits for a turn.
  ///
  /// - Parameter caller: A closure that is called when the turn begins. It returns `false` if the caller is no longer
  ///   waiting.
  package mutating func wait(_ caller: @escaping () -> Bool) { waiting.append(caller) }

  package mutating func end() {
    while let caller = waiting.popFirst() {
      if caller() { return }
    }
    isTaken = false
  }
}

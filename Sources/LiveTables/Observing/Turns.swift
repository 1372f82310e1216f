/// Gives callers exclusive access, one at a time, in the order of their requests.
///
/// Use this type in actors whose callers wait while they have access, for example for a closure on the caller's actor
/// or a transaction on a server.
package struct Turns {
  private var isTaken = false
  private var waiting = Backlog<() -> Bool>()

  package init() {}

  /// - Returns: `false` if the caller must wait for access.
  package mutating func begin() -> Bool {
    defer { isTaken = true }
    return !isTaken
  }

  /// - Parameter caller: Called when access begins. Returns `false` if its caller is no longer waiting.
  package mutating func wait(_ caller: @escaping () -> Bool) { waiting.append(caller) }

  package mutating func end() {
    while let caller = waiting.popFirst() {
      if caller() { return }
    }
    isTaken = false
  }
}

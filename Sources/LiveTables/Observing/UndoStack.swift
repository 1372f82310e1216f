/// The reason for a change that can be undone.
enum UndoCause { case edit, undo, redo }

/// Steps that can be undone and redone.
///
/// A step that is undone or redone comes back to the other side as the step that leads back.
struct UndoStack<Step: Sendable>: Sendable {
  /// How many steps can be undone at most.
  let limit: Int
  /// The steps that can be undone, the newest last.
  private(set) var past = Backlog<Step>()
  /// The steps that can be redone, the next one last.
  private(set) var future: [Step] = []

  init(limit: Int) { self.limit = limit }

  /// Removes and returns the step to undo or redo next.
  mutating func take(_ cause: UndoCause) -> Step? { cause == .redo ? future.popLast() : past.popLast() }

  /// Adds the step that leads back from a change.
  ///
  /// After an edit, no step can be redone.
  ///
  /// - Returns: The steps that are dropped.
  @discardableResult mutating func note(_ step: Step, _ cause: UndoCause) -> [Step] {
    var dropped: [Step] = []
    if cause == .edit { swap(&dropped, &future) }
    if cause == .undo {
      future.append(step)
    } else {
      past.append(step)
      if past.count > limit, let first = past.popFirst() { dropped.append(first) }
    }
    return dropped
  }

  /// Removes the steps for which a condition holds.
  mutating func removeAll(where isGone: (Step) -> Bool) {
    future.removeAll(where: isGone)
    let kept = (0..<past.count).map { past[$0] }.filter { !isGone($0) }
    past = Backlog()
    for step in kept { past.append(step) }
  }
}

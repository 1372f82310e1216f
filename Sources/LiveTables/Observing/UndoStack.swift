/// The operation that changed a table: a new edit, an undo, or a redo.
enum UndoOperation { case edit, undo, redo }

/// A stack of changes that can be undone and redone.
///
/// When a change is undone or redone, the change that reverts it is added to the opposite list.
struct UndoStack<Step: Sendable>: Sendable {
  let limit: Int
  /// The changes that can be undone, with the newest one last.
  private(set) var past = Backlog<Step>()
  /// The undone changes that can be redone, in reverse order.
  private(set) var future: [Step] = []

  init(limit: Int) { self.limit = limit }

  mutating func take(_ cause: UndoOperation) -> Step? { cause == .redo ? future.popLast() : past.popLast() }

  /// Adds the step that reverts a change.
  ///
  /// After an edit, no changes can be redone.
  ///
  /// - Returns: The steps that are no longer stored.
  @discardableResult mutating func note(_ step: Step, _ cause: UndoOperation) -> [Step] {
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

  mutating func removeAll(where isGone: (Step) -> Bool) {
    future.removeAll(where: isGone)
    let kept = (0..<past.count).map { past[$0] }.filter { !isGone($0) }
    past = Backlog()
    for step in kept { past.append(step) }
  }
}
